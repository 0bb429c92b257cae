import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { readClaudeCode } from '../../src/agents/permissionLists/claudeCode';
import type { ListOrigin } from '../../src/agents/permissionLists/permissionList';
import { readVsCode } from '../../src/agents/permissionLists/vsCode';
import type { JsonValue } from '../../src/common/json';
import { parsePermissionRule } from '../../src/rules/permissionRule';
import { matchesBroadly } from '../../src/rules/broadMatch';
import { compileRule } from '../../src/rules/compiledRule';
import { allowsCommand, matchesNarrowly } from '../../src/rules/narrowMatch';
import { toolCall } from '../../src/calls/toolCall';
import { fakeGate, WORKSPACE } from '../unit/engine/fakeGate';
import type { Reader } from '../unit/agents/permissionLists/reading';
import { runs } from '../unit/propertyRuns';

const { machine, files } = fakeGate();
const FROM: ListOrigin = { file: 'list.json', folder: WORKSPACE, windows: false };
const RUNS = runs(20261122, 1_500);

/** Words of which entries and commands are made, so that they meet often. */
const WORDS = [
  'tool',
  'tools',
  'run',
  'test',
  'test:x',
  'test-y',
  '-f',
  '--all',
  'a/b',
  './a',
  '..',
  'x=1',
  'a.b',
  '',
  'T',
];
const command = fc
  .tuple(
    fc.constantFrom('tool', 'tools', 'a/b', 'tool.b', 'tool-f'),
    fc.array(fc.constantFrom(...WORDS), { maxLength: 4 }),
  )
  .map(([program, rest]) => [program, ...rest].filter((word) => word !== '').join(' '));
/** Parts of patterns, joined as they are. */
const pattern = fc
  .array(fc.constantFrom('tool', ' ', ' ', 'run', 'test', '*', ' *', ':*', '-f', 'a/b', 's', '.', '=', '"', '?', ':'), {
    minLength: 1,
    maxLength: 7,
  })
  .map((parts) => parts.join(''));

interface Found {
  readonly rules: readonly { readonly list: string; readonly rule: string }[];
}

function rulesOf(read: Reader, settings: JsonValue): Found {
  return read(settings, FROM);
}

function compiled(rule: string, broad: boolean): ReturnType<typeof compileRule> {
  const parsed = parsePermissionRule({ text: rule, source: 'user' });
  assert.ok(parsed.ok, rule);
  return compileRule(parsed.rule, [WORKSPACE], machine, broad);
}

function bash(line: string): ReturnType<typeof toolCall> {
  return toolCall({ tool: 'bash', input: { command: line }, cwd: WORKSPACE }, machine, files);
}

function covers(rule: string, line: string): boolean {
  const call = bash(line);
  const commands = call.line?.analysis.commands ?? [];
  return commands.length === 1 && commands.every((one) => allowsCommand(compiled(rule, false), call, one));
}

function catches(rule: string, line: string): boolean {
  return matchesBroadly(compiled(rule, true), bash(line), files, machine) !== undefined;
}

/** What the other program's documentation says: `*` is any text, and a last word `*` is also nothing. */
function claudeMatches(text: string, line: string): boolean {
  const glob = text.endsWith(':*') ? `${text.slice(0, -2)} *` : text;
  if (glob.endsWith(' *') && glob.indexOf('*') === glob.length - 1 && line === glob.slice(0, -2)) return true;
  const seen = new Set<string>();
  const match = (i: number, j: number): boolean => {
    const key = `${i},${j}`;
    if (seen.has(key)) return false;
    seen.add(key);
    if (i === glob.length) return j === line.length;
    if (glob[i] === '*') return match(i + 1, j) || (j < line.length && match(i, j + 1));
    return glob[i] === line[j] && match(i + 1, j + 1);
  };
  return match(0, 0);
}

/** The start of the command, up to a word boundary; a path also with `./` in front. */
function vsCodeMatches(text: string, line: string): boolean {
  const starts = text.includes('/') ? [text, `./${text}`] : [text];
  return starts.some((start) => {
    if (!line.startsWith(start)) return false;
    const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
    return isWord(start.at(-1)) !== isWord(line[start.length]);
  });
}

function property(
  title: string,
  subjects: fc.Arbitrary<readonly [entry: string, line: string]>,
  check: (entry: string, line: string) => 'met' | 'not met',
): void {
  it(title, () => {
    let met = 0;
    fc.assert(
      fc.property(subjects, ([entry, line]) => {
        if (check(entry, line) === 'met') met += 1;
      }),
      RUNS,
    );
    assert.ok(met > 30, `only ${met} of the pairs met`);
  });
}

describe('A rule from another program’s permission list', () => {
  /** Half of the patterns are made from the command, so that the two meet. */
  const pairs = fc.oneof(
    fc.tuple(pattern, command),
    fc
      .tuple(command, fc.nat(20), fc.constantFrom(' *', '*', ':*', '', ' * x'))
      .map(([line, length, end]): [string, string] => {
        return [`${line.slice(0, Math.max(4, length)).trimEnd()}${end}`, line];
      }),
  );

  property('allows no command that Claude Code’s entry does not', pairs, (entry, line) => {
    const { rules } = rulesOf(readClaudeCode, { permissions: { allow: [`Bash(${entry})`] } });
    const rule = rules.find((one) => covers(one.rule, line));
    if (rule !== undefined) assert.ok(claudeMatches(entry, line), `${rule.rule} covers ${line}`);
    return rule === undefined ? 'not met' : 'met';
  });

  property('denies every command that Claude Code’s entry does', pairs, (entry, line) => {
    if (!claudeMatches(entry, line)) return 'not met';
    const { rules } = rulesOf(readClaudeCode, { permissions: { deny: [`Bash(${entry})`] } });
    if (rules.length === 0) return 'not met';
    assert.ok(
      rules.some(({ rule }) => catches(rule, line)),
      `${rules.map(({ rule }) => rule).join()} does not catch ${line}`,
    );
    return 'met';
  });

  const keys = fc.oneof(
    fc.tuple(pattern, command),
    fc
      .tuple(command, fc.nat(20))
      .map(([line, length]): [string, string] => [line.slice(0, Math.max(4, length)).trimEnd(), line]),
  );

  property('allows no command that VS Code’s entry does not', keys, (entry, line) => {
    const { rules } = rulesOf(readVsCode, { 'chat.tools.terminal.autoApprove': { [entry]: true } });
    const rule = rules.find((one) => covers(one.rule, line));
    if (rule !== undefined) assert.ok(vsCodeMatches(entry, line), `${rule.rule} covers ${line}`);
    return rule === undefined ? 'not met' : 'met';
  });

  property('asks about every command that VS Code’s entry does', keys, (entry, line) => {
    if (entry === '' || !vsCodeMatches(entry, line)) return 'not met';
    const { rules } = rulesOf(readVsCode, { 'chat.tools.terminal.autoApprove': { [entry]: false } });
    if (rules.length === 0) return 'not met';
    assert.ok(
      rules.some(({ rule }) => catches(rule, line)),
      `${rules.map(({ rule }) => rule).join()} does not catch ${line}`,
    );
    return 'met';
  });

  const literals = fc.array(fc.constantFrom('tool', ' ', 'run', 'test', 'a\\/b', '\\.', '-f', 's'), {
    minLength: 1,
    maxLength: 5,
  });
  const expression = fc
    .tuple(
      fc.constantFrom('^', ''),
      literals,
      fc.option(fc.array(fc.constantFrom('run', 'test', 'x y', 'a'), { minLength: 1, maxLength: 3 })),
      fc.constantFrom('', '\\b', '$', '\\b.*', '(\\s|$)', '.*$', '+', '\\b.*x'),
    )
    .map(
      ([start, head, choices, end]) =>
        `${start}${head.join('')}${choices === null ? '' : `(${choices.join('|')})`}${end}`,
    );
  const expressions = fc.oneof(
    fc.tuple(expression, command),
    fc
      .tuple(command, fc.nat(20), fc.constantFrom('', '\\b', '$', '\\b.*', '(\\s|$)'))
      .map(([line, length, end]): [string, string] => [
        `^${line.slice(0, Math.max(4, length)).trimEnd().replace(/[./-]/g, '\\$&')}${end}`,
        line,
      ]),
  );

  property('allows no command that VS Code’s expression does not', expressions, (source, line) => {
    const { rules } = rulesOf(readVsCode, { 'chat.tools.terminal.autoApprove': { [`/${source}/`]: true } });
    const rule = rules.find((one) => covers(one.rule, line));
    if (rule !== undefined) assert.ok(new RegExp(source).test(line), `${rule.rule} covers ${line}`);
    return rule === undefined ? 'not met' : 'met';
  });

  property('asks about every command that VS Code’s expression does', expressions, (source, line) => {
    if (!new RegExp(source).test(line)) return 'not met';
    const { rules } = rulesOf(readVsCode, { 'chat.tools.terminal.autoApprove': { [`/${source}/`]: false } });
    if (rules.length === 0) return 'not met';
    assert.ok(
      rules.some(({ rule }) => catches(rule, line)),
      `${rules.map(({ rule }) => rule).join()} does not catch ${line}`,
    );
    return 'met';
  });

  const names = fc.constantFrom('src', 'a.ts', 'keys', '.env', 'deep');
  const path = fc.array(names, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  const filePattern = fc
    .tuple(
      fc.constantFrom('', '/', './'),
      fc.array(fc.oneof(names, fc.constantFrom('*', '**', '*.ts', 's*', '[sk]*', '?rc')), {
        minLength: 1,
        maxLength: 4,
      }),
      fc.constantFrom('', '/', '/**', '/*'),
    )
    .map(([start, parts, end]) => `${start}${parts.join('/')}${end}`);
  const filePairs = fc.tuple(filePattern, path);
  const gitMatches = (text: string, file: string): boolean => ignore().add(text.replace(/^\.\//, '')).ignores(file);

  property('allows no edit that Claude Code’s entry does not', filePairs, (entry, file) => {
    const { rules } = rulesOf(readClaudeCode, { permissions: { allow: [`Edit(${entry})`] } });
    const input = { path: `${WORKSPACE}/${file}`, old_string: 'a', new_string: 'b' };
    const call = toolCall({ tool: 'edit', input, cwd: WORKSPACE }, machine, files);
    const rule = rules.find((one) => matchesNarrowly(compiled(one.rule, false), call, machine) !== undefined);
    if (rule !== undefined) assert.ok(gitMatches(entry, file), `${rule.rule} covers ${file}`);
    return rule === undefined ? 'not met' : 'met';
  });

  property('denies every read that Claude Code’s entry does', filePairs, (entry, file) => {
    if (!gitMatches(entry, file)) return 'not met';
    const { rules } = rulesOf(readClaudeCode, { permissions: { deny: [`Read(${entry})`] } });
    if (rules.length === 0) return 'not met';
    const call = toolCall({ tool: 'read', input: { path: `${WORKSPACE}/${file}` }, cwd: WORKSPACE }, machine, files);
    const isCaught = rules.some(({ rule }) => matchesBroadly(compiled(rule, true), call, files, machine) !== undefined);
    assert.ok(isCaught, `${rules.map(({ rule }) => rule).join()} does not catch ${file}`);
    return 'met';
  });
});
