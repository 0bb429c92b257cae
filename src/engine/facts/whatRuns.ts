import { talksToHosts } from '../../facts/namedCode';
import { oncePerWith } from '../../common/oncePer';
import type { JsonValue } from '../../common/json';
import { analyse } from '../../shell/analyse';
import { programName, type Analysis, type Shell, type SimpleCommand } from '../../shell/model/analysis';
import { readTolerantly } from '../../shell/reading/tolerantReading';
import { likelyCommands } from '../../calls/command/likelyCommands';
import { LOOKED_AT } from '../../calls/unknown/lookedAt';
import { notUnderstood } from '../../calls/command/tolerantCommands';
import type { ToolCall } from '../../calls/toolCall';
import { NOT_KNOWN } from '../../network/hostText';
import { namedHosts } from '../../network/namedHosts';
import type { WhatRuns } from '../model/ports';
import { doubtfulWords, runningWords, type RunningWord } from './runningWords';
import { assignedValues, shownParts, variablesIn } from './shownParts';

const LONGEST_LINE = 200_000;
const LONGEST_NAME = 4_096;
const MOST_NAMES = 4_000;
const DEEPEST_VALUE = 4;
const SUBSTITUTES = /\$\(|`|[<>]\(/;
const INDIRECT = /\$\{!|\b(?:declare|typeset|local)\s{1,8}-\w{0,8}n/;

/** @param inside shell texts of files that it runs */
export function whatRuns(call: ToolCall, home: string, inside: readonly Analysis[] = []): WhatRuns {
  const found = new Found();
  for (const analysis of inside) found.addAll(foundInLine(analysis, home));
  for (const analysis of analysesOf(call, home)) {
    const { script } = analysis;
    if (script.length > LONGEST_LINE) found.mayRun.add(script);
    else if (call.line === undefined && !/\s/.test(script)) found.add(found.guesses, script);
    else found.addAll(foundInLine(analysis, home));
  }
  const files = call.line === undefined ? call.touches : [];
  for (const { path } of files) found.add(call.understood ? found.names : found.guesses, path);
  if (call.url !== undefined) found.add(found.names, call.url);
  for (const { host } of namedHosts(call).hosts) if (!host.includes(NOT_KNOWN)) found.add(found.spellings, host);
  if (!call.understood) for (const text of codeFields(call.input, 0)) found.mayRun.add(text);
  return found.result();
}

const CODE_FIELD = /code|script|source|expression|eval|snippet|program|function|sql/i;

function codeFields(value: JsonValue, depth: number): readonly string[] {
  if (typeof value !== 'object' || value === null || depth > LOOKED_AT.depth) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    typeof item === 'string' && CODE_FIELD.test(key) ? [item] : codeFields(item, depth + 1),
  );
}

const READ_EXACTLY: ReadonlySet<Shell> = new Set(['bash', 'sh']);

/** Other shells are near enough to bash here. */
function analysesOf({ line, command, guessedLines, request }: ToolCall, home: string): readonly Analysis[] {
  const known = [...(line === undefined ? [] : [line.analysis]), ...guessedLines];
  const asBash = (script: string): Analysis => analyse(script, 'bash', { cwd: line?.cwd ?? request.cwd, home });
  if (known.length === 0) return command === undefined ? [] : [asBash(command)];
  return known.map((analysis) => (READ_EXACTLY.has(analysis.shell) ? analysis : asBash(analysis.script)));
}

class Found {
  readonly names = new Set<string>();
  readonly spellings = new Set<string>();
  readonly guesses = new Set<string>();
  readonly mayRun = new Set<string>();

  /** With blanks it may be a command with a key. */
  add(where: Set<string>, text: string, isAddress = false): void {
    const { host, path } = shownParts(text, isAddress);
    const part = host + path;
    if (part === '' || part === '@') return;
    if (part.length > LONGEST_NAME || /\s/.test(part) || where.size >= MOST_NAMES) this.mayRun.add(text);
    else where.add(part);
  }

  addAll({ names, spellings, guesses, mayRun }: Found): void {
    this.#addParts(this.names, names);
    this.#addParts(this.spellings, spellings);
    this.#addParts(this.guesses, guesses);
    for (const text of mayRun) this.mayRun.add(text);
  }

  #addParts(where: Set<string>, parts: Iterable<string>): void {
    for (const part of parts) {
      if (where.size >= MOST_NAMES) this.mayRun.add(part);
      else where.add(part);
    }
  }

  result(): WhatRuns {
    const mayRun = [...this.mayRun].filter((text) => text !== '').sort((a, b) => b.length - a.length);
    return {
      names: [...this.names],
      spellings: [...this.spellings],
      guesses: [...this.guesses],
      mayRun: mayRun.filter((text, index) => !mayRun.slice(0, index).some((larger) => larger.includes(text))),
    };
  }
}

const foundInLine = oncePerWith((analysis: Analysis, home: string): Found => {
  const found = new Found();
  new Line(found, analysis.script).take(analysis, home);
  return found;
});

class Line {
  readonly #found: Found;
  readonly #script: string;
  readonly #variables = new Set<string>();
  readonly #code = new Set<string>();

  constructor(found: Found, script: string) {
    this.#found = found;
    this.#script = script;
  }

  take(analysis: Analysis, home: string): void {
    const { commands, code } = analysis;
    const unread = notUnderstood(analysis);
    const guessed = unread.flatMap((text) => readTolerantly(text, { cwd: undefined, home }));
    for (const { text } of code) {
      this.#found.mayRun.add(text.text ?? text.raw);
      this.#code.add(text.raw);
    }
    for (const text of unread) this.#found.mayRun.add(text);
    for (const command of [...commands, ...likelyCommands(analysis, home), ...guessed]) this.#takeCommand(command);
    const readsPipe = commands.some(({ context }) => (context.pipe?.index ?? 0) > 0);
    if ((unread.length > 0 && readsPipe) || INDIRECT.test(this.#script)) this.#found.mayRun.add(this.#script);
  }

  #takeCommand(command: SimpleCommand): void {
    const isAddress = talksToHosts(programName(command) ?? '');
    for (const running of runningWords(command)) this.#takeWord(running, isAddress);
    for (const { text, raw } of doubtfulWords(command)) {
      this.#found.mayRun.add(text ?? raw);
      for (const name of variablesIn(raw)) this.#doubt(name);
    }
    for (const part of command.context.elsewhere?.split(' ') ?? []) this.#found.add(this.#found.spellings, part, true);
  }

  #takeWord({ word, from }: RunningWord, isClient: boolean): void {
    const { raw } = word;
    if (this.#code.has(raw)) return;
    const text = word.text?.slice(from);
    const isAddress = isClient || text?.includes('://') === true;
    if (SUBSTITUTES.test(raw)) {
      this.#found.mayRun.add(raw);
      for (const name of variablesIn(raw)) this.#doubt(name);
      return;
    }
    if (word.pieces.some((piece) => piece.kind === 'value' && !/^\$\{?\w+\}?$/.test(piece.text))) {
      this.#found.mayRun.add(this.#script);
    }
    const written = shownParts(raw, isAddress);
    const isWhole = /^["']?\$\{?\w+\}?["']?$/.test(raw);
    // A value inside may be a key.
    const isKeyed = isAddress && !isWhole && written.path.includes('$');
    if (text !== undefined) this.#found.add(this.#found.names, isKeyed ? shownParts(text, true).host : text, isAddress);
    this.#found.add(this.#found.spellings, isKeyed ? written.host : raw, isAddress);
    for (const name of variablesIn(isKeyed ? written.host : written.host + written.path)) this.#show(name, 0);
    if (isKeyed) for (const name of variablesIn(written.path)) this.#doubt(name);
  }

  #show(name: string, depth: number): void {
    if (this.#variables.has(name)) return;
    if (depth > DEEPEST_VALUE) {
      this.#found.mayRun.add(this.#script);
      return;
    }
    this.#variables.add(name);
    const { values, isMentioned } = assignedValues(this.#script, name);
    if (/^[\d@*]/.test(name) || (values.length === 0 && isMentioned)) this.#found.mayRun.add(this.#script);
    for (const { whole, value } of values) {
      const bare = value.replace(/^\\*["'](.*?)\\*["']$/s, '$1');
      if (SUBSTITUTES.test(value) || /\s/.test(value)) this.#found.mayRun.add(whole);
      else for (const spelling of [value, bare]) this.#found.add(this.#found.spellings, spelling);
      for (const inner of variablesIn(value)) this.#show(inner, depth + 1);
    }
  }

  #doubt(name: string): void {
    for (const { whole } of assignedValues(this.#script, name).values) this.#found.mayRun.add(whole);
  }
}
