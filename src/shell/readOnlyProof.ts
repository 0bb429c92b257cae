/** Proves of a command line that it only reads. */
import { opensForWriting, programName, writtenText, type Analysis, type SimpleCommand } from './analysis';
import { readCall } from './commandCall';
import type { CommandCall, PathUse } from './commandTable';
import { pathUses } from './pathUses';

export type ReadOnlyProof =
  | {
      readonly proven: true;
      /** What it reads: the caller refuses what holds secrets. Relative paths are relative to the command's folder. */
      readonly reads: readonly { readonly use: PathUse; readonly command: SimpleCommand }[];
      readonly calls: readonly CommandCall[];
    }
  | {
      readonly proven: false;
      /** The end of a sentence that starts with "Not proven to only read:". */
      readonly objection: string;
      readonly fragment: string;
    };

/** Where programs lie that nobody but an administrator puts there. */
const SYSTEM_FOLDER = /^\/(?:usr\/(?:local\/)?)?s?bin\/[^/]+$/;

/** The proof for a whole line, or the first thing that stands against it. */
export function proveReadOnly(analysis: Analysis): ReadOnlyProof {
  const [unknown] = analysis.unknown;
  if (unknown !== undefined) return { proven: false, objection: unknown.why, fragment: unknown.fragment };
  const calls: CommandCall[] = [];
  for (const command of analysis.commands) {
    const objection = commandObjection(command, calls);
    if (objection !== undefined) {
      return { proven: false, objection, fragment: command.words.map(writtenText).join(' ') };
    }
  }
  const reads = analysis.commands.flatMap((command) => pathUses(command).map((use) => ({ use, command })));
  return { proven: true, reads, calls };
}

function commandObjection(command: SimpleCommand, calls: CommandCall[]): string | undefined {
  const written = command.redirections.find(
    (redirection) => opensForWriting(redirection) && redirection.target.text !== '/dev/null',
  );
  if (written !== undefined) return `it writes to ${JSON.stringify(writtenText(written.target))}`;
  if (command.context.asOtherUser) return 'it runs as another user';
  if (command.context.elsewhere !== undefined) return `it runs elsewhere (${command.context.elsewhere})`;
  const [name] = command.words;
  if (name === undefined) return undefined;
  if (name.text === undefined) return 'its program is only known when it runs';
  if (name.text.includes('/') && !SYSTEM_FOLDER.test(name.text)) return `${name.text} is no program of the system`;
  const call = readCall(command);
  if (call === undefined) return `${programName(command) ?? ''} is in no table of programs that only read`;
  calls.push(call);
  return callObjection(call);
}

/** Why the command's table does not prove it; undefined: it does. */
function callObjection(call: CommandCall): string | undefined {
  const spec = call.specs.at(-1);
  const name = call.specs.map(({ names }) => names[0]).join(' ');
  if (spec?.readOnly !== true) return `${name} does more than read`;
  if (spec.subcommands !== undefined && call.operands.length > 0) return `this form of ${name} is in no table`;
  const changing = call.options.find(({ spec: { changes } }) => changes === true);
  if (changing !== undefined) return `${name} ${changing.name} does more than read`;
  const [unlisted] = call.unlisted;
  if (unlisted !== undefined && spec.optionsAreHarmless !== true) {
    return `${name} may take ${writtenText(unlisted)} as an option that is in no table`;
  }
  for (const { objection } of call.specs) {
    const found = objection?.(call);
    if (found !== undefined) return found;
  }
  return undefined;
}
