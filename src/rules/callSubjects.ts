/** The texts that patterns are tried on. */
import { oncePerWith } from '../common/oncePer';
import type { Analysis } from '../shell/model/analysis';
import { commandForms, type CommandForms } from '../calls/command/commandForms';
import { readNotUnderstood } from '../calls/command/tolerantCommands';
import type { MachineFacts } from '../files/machineFacts';
import type { ToolCall } from '../calls/toolCall';

/** The line's simple commands, and those that parts not understood may run. */
export function shellForms(call: ToolCall, machine: MachineFacts): readonly CommandForms[] {
  if (call.line !== undefined) return formsOf(call.line.analysis, machine);
  return call.guessedLines.flatMap((analysis) => formsOf(analysis, machine));
}

const formsOf = oncePerWith(
  (analysis: Analysis, { homeDirectory, platform }: MachineFacts): readonly CommandForms[] => {
    const beyond = readNotUnderstood(analysis, homeDirectory).flatMap(({ commands }) => commands);
    return [...analysis.commands, ...beyond]
      .filter(({ words }) => words.length > 0)
      .map((command) => commandForms(command, platform));
  },
);

const subjectsOf = new WeakMap<ToolCall, readonly string[]>();

/** A command line also trimmed, an address also in normal form. Cached: inputs may be large. */
export function textSubjects(call: ToolCall): readonly string[] {
  const known = subjectsOf.get(call);
  if (known !== undefined) return known;
  const subjects: string[] = [];
  if (call.command !== undefined) subjects.push(call.command, call.command.trim());
  if (call.url !== undefined) subjects.push(call.url, normalUrl(call.url) ?? call.url);
  if (call.query !== undefined) subjects.push(call.query);
  subjects.push(...call.mcpNames);
  if (call.subagent !== undefined) subjects.push(call.subagent);
  if (subjects.length === 0) subjects.push(JSON.stringify(call.input));
  const distinct = [...new Set(subjects)];
  subjectsOf.set(call, distinct);
  return distinct;
}

/** Undefined: no address. */
export function normalUrl(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

export function wholeSubject(call: ToolCall): string {
  return textSubjects(call)[0] ?? call.tool;
}

/** Programs read it alike: some differ on backslashes, blanks and missing slashes. */
export function isPlainAddress(url: string): boolean {
  return /^[a-z][a-z\d+.-]*:\/\/[^/?#]/i.test(url) && !/[\s\\\x00-\x1f\x7f]/.test(url);
}
