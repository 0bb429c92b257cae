import type { CommandLine } from '../../calls/command/commandLine';

/** An agent keeps this folder, so it stays outside of the sandbox. */
export interface LeadingFolder {
  readonly prefix: string;
  readonly folder: string;
  readonly rest: string;
}

const LEADING = /^\s*cd\s+(?:"([^"$`\\!]+)"|'([^']+)'|([\w./~+@%:,=-]+))\s*&&\s*/;

export function leadingFolder(command: string, line: CommandLine | undefined): LeadingFolder | undefined {
  const match = LEADING.exec(command);
  const [first, second] = line?.analysis.commands ?? [];
  if (match === null || first?.words[0]?.text !== 'cd' || second?.cwd === undefined) return undefined;
  // An option of `cd`, or the folder before.
  if ((match[1] ?? match[2] ?? match[3] ?? '-').startsWith('-')) return undefined;
  const [prefix] = match;
  return second.position < prefix.length
    ? undefined
    : { prefix, folder: second.cwd, rest: command.slice(prefix.length) };
}
