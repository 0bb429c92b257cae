import { decide } from '../../src/engine/decide';
import { loadsNamedCode } from '../../src/engine/stages/coveredCheckers';
import { leavesDatabase } from '../../src/engine/stages/coveredDatabases';
import { namesProgram } from '../../src/engine/stages/coveredPrograms';
import { asksOtherServer } from '../../src/engine/stages/coveredServers';
import type { CommandLine } from '../../src/calls/command/commandLine';
import { textWord, type SimpleCommand } from '../../src/shell/model/analysis';
import { HOSTILE_LINES } from '../bench/hostileLines';
import { fakeFiles, fakeGate, WORKSPACE } from '../unit/engine/fakeGate';
import { settledWithinCpuMs, withinCpuMs } from '../unit/cpuTime';

/** Far above what it takes on a slow machine, and far below what anything but bounded work would take. */
const LONGEST_MS = 5_000;

const names = Array.from({ length: 200 }, (_, index) => `${WORKSPACE}/src/deep/${index}.ts`);
const files = fakeFiles(Object.fromEntries(names.map((name) => [name, 'text'])));

describe('a decision about a hostile command line', () => {
  for (const { name, line } of HOSTILE_LINES) {
    it(`takes bounded time: ${name}`, async () => {
      for (const length of [8_000, 64_000]) {
        const request = { tool: 'bash', input: { command: line(length) }, cwd: WORKSPACE };
        await settledWithinCpuMs(
          LONGEST_MS,
          () => decide(request, { ...fakeGate(), files }, new AbortController().signal),
          `${length} characters`,
        );
      }
    });
  }
});

/** Inputs of a tool that is not known, by their length. */
const HOSTILE_INPUTS: Readonly<Record<string, (length: number) => string>> = {
  'line breaks': (length) => `${'\n'.repeat(length)}x`,
  'lines of one blank': (length) => `${' \n'.repeat(length / 2)}x`,
  'blanks in a patch before a path': (length) => `*** Begin Patch\n*** Update File:${' '.repeat(length)}`,
  'blanks in a patch within a path': (length) => `*** Begin Patch\n*** Update File: a${' '.repeat(length)}b`,
  'blanks in a patch within a new path': (length) => `*** Update File: a\n*** Move to: a${' '.repeat(length)}b`,
  'blanks in a unified patch': (length) => `diff --git a b\nrename from a${' '.repeat(length)}b`,
  'parts of a patch': (length) => `*** Begin Patch\n${'*** Update File: a\n@@\n-x\n+y\n'.repeat(length / 30)}`,
  'changes in a patch': (length) =>
    `*** Begin Patch\n*** Update File: .vscode/settings.json\n${'@@\n-"a"\n+"b"\n'.repeat(length / 14)}`,
  'an escaped address': (length) => `https://${'%25'.repeat(length / 3)}`,
  'an address of the editor': (length) => `vscode://${'auto-'.repeat(length / 5)}`,
  'inserted commands': (length) => '${ '.repeat(length / 3),
};

describe('a decision about hostile input of an unknown tool', () => {
  for (const [name, text] of Object.entries(HOSTILE_INPUTS)) {
    it(`takes bounded time: ${name}`, async () => {
      for (const length of [8_000, 200_000]) {
        const request = { tool: 'post', agent: 'other', input: { data: text(length), command: 'x' }, cwd: WORKSPACE };
        await settledWithinCpuMs(
          LONGEST_MS,
          () => decide(request, { ...fakeGate(), files }, new AbortController().signal),
          `${length} characters`,
        );
      }
    });
  }
});

/** Words that a star of an allow rule has to look through, by program and length. */
const COVERED_WORDS: readonly (readonly [program: string, word: (length: number) => string])[] = [
  ['sqlite3', (length) => '\n'.repeat(length)],
  ['sqlite3', (length) => 'vacuum '.repeat(length / 7)],
  ['mysql', (length) => '\n'.repeat(length)],
  ['psql', (length) => 'to '.repeat(length / 3)],
  ['gh', (length) => `-${'R'.repeat(length)}`],
  ['go', (length) => '-extldflags'.repeat(length / 11)],
  ['npm', (length) => '-'.repeat(length)],
  ['eslint', (length) => `-${'c'.repeat(length)}`],
  ['curl', (length) => `-${'w'.repeat(length)}`],
];

describe('a word that a star of an allow rule may cover', () => {
  const line = { analysis: { code: [] } } as unknown as CommandLine;
  const checks: Readonly<Record<string, (command: SimpleCommand) => boolean>> = {
    'commands of a database': (command) => leavesDatabase(command, new Set()),
    'another server': (command) => asksOtherServer(command, new Set()),
    'code that is named': (command) => loadsNamedCode(command, new Set()),
    'a program that is named': (command) => namesProgram(command, new Set(), line),
  };
  for (const [program, word] of COVERED_WORDS) {
    for (const [name, check] of Object.entries(checks)) {
      it(`is looked through in bounded time for ${name}: ${program} ${JSON.stringify(word(22).slice(0, 12))}`, () => {
        const words = [program, word(250_000)].map((text) => textWord(text, 0));
        const command = { words, assignments: [], redirections: [], context: {} } as unknown as SimpleCommand;
        withinCpuMs(1_000, () => check(command));
      });
    }
  }
});
