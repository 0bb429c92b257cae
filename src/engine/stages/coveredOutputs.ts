/** No `*` of an allow rule covers an option that writes outside of the workspace, or a file of words from there. */
import { writtenText, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { pathUses, rewrittenInPlace } from '../../shell/calls/pathUses';
import type { PathUse } from '../../shell/model/commandTable';
import { changesFile } from '../../files/fileTouch';
import { isInside } from '../../files/pathText';
import { resolvePath } from '../../files/pathResolution';
import { liesInWorkspace } from '../edits/workspaceEdit';
import type { CallContext } from '../model/stage';

/** Devices, and what the machine clears. */
const PASSING = /^\/(?:dev\/(?:null|stdout|stderr|tty)$|(?:private\/)?(?:var\/)?tmp\/.|(?:private\/)?var\/folders\/.)/;

/** @param named the rule's words without a pattern */
export function leadsOutside(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  const changes = [...pathUses(command), ...rewrittenInPlace(command)].filter(({ action }) => changesFile(action));
  const outputs = readsUnlessTold(command, named) ? changes : changes.filter((use) => isOptionValue(use, command));
  if (
    outputs.some(
      ({ word, from = 0 }) =>
        !named.has(writtenText(word)) && isOutside(writtenText(word).slice(from), command, context),
    )
  ) {
    return true;
  }
  // `tsc @/home/u/notes.txt` prints what is no option.
  return command.words
    .slice(1)
    .map(writtenText)
    .some((text) => /^@[/~]/.test(text) && !named.has(text) && isOutside(text.slice(1), command, context));
}

/** `bash(sed -n *)` is about reading, whatever `-i` and `w` add; `bash(sed -i *)` is not. */
function readsUnlessTold(command: SimpleCommand, named: ReadonlySet<string>): boolean {
  const call = readCall(command);
  if (call?.specs.at(-1)?.readOnly !== true) return false;
  const telling = [...call.options.flatMap(({ spec, word }) => (spec.changes === true ? [word] : [])), ...call.unlisted];
  return !telling.some((word) => named.has(writtenText(word)));
}

/** An operand is what the rule is about: `bash(cp *)` copies anywhere. */
function isOptionValue({ word, from = 0 }: PathUse, command: SimpleCommand): boolean {
  const at = command.words.indexOf(word);
  if (at === -1) return false;
  if (from > 0) return true;
  const before = command.words[at - 1];
  if (before === undefined || !writtenText(before).startsWith('-')) return false;
  const call = readCall(command);
  return call === undefined || !call.operands.includes(word) || call.unlisted.includes(before);
}

function isOutside(path: string, { cwd }: SimpleCommand, { configuration, gate }: CallContext): boolean {
  const { machine, files } = gate;
  if (path === '' || path === '-') return false;
  const resolved = resolvePath(path, cwd, machine, files);
  const isPassing = (place: string): boolean =>
    PASSING.test(place) && !isInside(place, machine.homeDirectory, machine.platform);
  if (resolved.unknown === undefined && resolved.candidates.every(isPassing)) return false;
  return !liesInWorkspace(resolved, configuration.workspaceFolders, machine, files);
}
