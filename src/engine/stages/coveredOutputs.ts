/** No `*` of an allow rule covers an option that writes outside of the workspace, or a file of words from there. */
import { programName, writtenText, type SimpleCommand } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { pathUses, rewrittenInPlace } from '../../shell/calls/pathUses';
import { openerFor } from '../../shell/openers/openers';
import { VERSION_ONLY } from '../../shell/tables/buildTools';
import type { PathUse } from '../../shell/model/commandTable';
import { changesFile } from '../../files/fileTouch';
import { isInside, parentPath } from '../../files/pathText';
import { resolvePath } from '../../files/pathResolution';
import { liesInWorkspace } from '../edits/workspaceEdit';
import type { CallContext } from '../model/stage';

/** Devices, and what the machine clears. */
const PASSING = /^\/(?:dev\/(?:null|stdout|stderr|tty)$|(?:private\/)?(?:var\/)?tmp\/.|(?:private\/)?var\/folders\/.)/;

/** @param named the rule's words without a pattern */
export function leadsOutside(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  const changes = [...pathUses(command), ...rewrittenInPlace(command)].filter(({ action }) => changesFile(action));
  const outputs = readsByDefault(command, named) ? changes : changes.filter((use) => isOptionValue(use, command));
  const written = outputs.flatMap(({ word, from = 0 }) =>
    named.has(writtenText(word)) ? [] : [writtenText(word).slice(from)],
  );
  // `curl --output-dir FOLDER -O`; `cp` and the like name theirs by an operand.
  const folders = changes.flatMap(({ below }) =>
    below !== undefined &&
    isOptionValue({ word: below, action: 'overwrite' }, command) &&
    !named.has(writtenText(below))
      ? [writtenText(below)]
      : [],
  );
  const linked = command.words.map(writtenText).flatMap((text) => (named.has(text) ? [] : linkerOutputs(text)));
  if ([...written, ...folders, ...linked].some((path) => isOutside(path, command, context))) return true;
  const isWritable = (path: string): boolean =>
    resolvePath(path, command.cwd, context.gate.machine, context.gate.files).candidates.some((place) => {
      const folder = parentPath(place, context.gate.machine.platform);
      return folder !== '/' && context.gate.files.inspect(folder) !== 'absent';
    });
  const values = unknownValues(command, named).flatMap((value) => value.split(/[=:,]/));
  if (values.some((path) => /^[/~]/.test(path) && isOutside(path, command, context) && isWritable(path))) return true;
  // `tsc @/home/u/notes.txt` prints what is no option.
  return command.words
    .slice(1)
    .map(writtenText)
    .some((text) => /^@[/~]/.test(text) && !named.has(text) && isOutside(text.slice(1), command, context));
}

/** Compilers only look there. */
const ONLY_LOOKED_AT = /^-(?:I|L|F|isystem|iquote|W[alp],)/;
/** `-Wl,-rpath,/opt/lib`. */
const ONLY_LOOKED_AT_BY_LINKER =
  /^--?(?:rpath|rpath-link|L|l|I|T|z|h|soname|sysroot|script|version-script|dynamic-linker|dynamic-list|isystem)$/;

/** `-Wl,-Map,FILE`, `-Wp,-MD,FILE`, `-Wl,-oFILE`. */
function linkerOutputs(text: string): readonly string[] {
  if (!/^-W[alp],/.test(text)) return [];
  const parts = text.split(/[,=]/);
  return parts.flatMap((part, at) => {
    const glued = /^-o(.+)$/s.exec(part)?.[1];
    if (glued !== undefined) return [glued];
    const isPath = /^[/~]|(?:^|\/)\.\.(?:\/|$)/.test(part);
    return isPath && !ONLY_LOOKED_AT_BY_LINKER.test(parts[at - 1] ?? '') ? [part] : [];
  });
}

/** Values of options that no table knows to be only read: `docker save -o FILE`, `jest --coverageDirectory=FOLDER`. */
function unknownValues(command: SimpleCommand, named: ReadonlySet<string>): readonly string[] {
  const { words } = command;
  const name = programName(command) ?? '';
  const { commands = [], scripts = [], code = [] } = openerFor(name)?.(command) ?? {};
  // Its words are in the text.
  if (scripts.length > 0) return [];
  const elsewhere = new Set([...commands.flatMap((inner) => inner.words), ...code.map(({ text }) => text)]);
  const call = VERSION_ONLY.has(name) ? undefined : readCall(command);
  const isReading = call?.specs.at(-1)?.readOnly === true;
  const known = new Set(
    (call?.options ?? []).flatMap(({ spec, word, value }) =>
      value === undefined || spec.role === 'read' || (isReading && spec.changes !== true)
        ? [word, ...(value === undefined ? [] : [value.word])]
        : [],
    ),
  );
  return words.flatMap((word, at) => {
    const text = writtenText(word);
    const before = words[at - 1];
    if (at === 0 || before === undefined || elsewhere.has(word) || known.has(word) || named.has(text)) return [];
    if (text.startsWith('-')) {
      const glued = /^--?[\w.-]+[=:](.*)$/s.exec(text)?.[1] ?? /^-[A-Za-z]([/~].*)$/s.exec(text)?.[1];
      // make reads rules there.
      return glued === undefined || (ONLY_LOOKED_AT.test(text) && !/^g?make$/.test(name)) ? [] : [glued];
    }
    const option = writtenText(before);
    if (!/^-[^=]+$/.test(option) || option === '--' || known.has(before) || ONLY_LOOKED_AT.test(option)) return [];
    return call?.operands.includes(word) === true && !call.unlisted.includes(before) ? [] : [text];
  });
}

/** `bash(sed -n *)` is about reading, also with `-i` and `w`; `bash(sed -i *)` is not. */
function readsByDefault(command: SimpleCommand, named: ReadonlySet<string>): boolean {
  const call = readCall(command);
  if (call?.specs.at(-1)?.readOnly !== true) return false;
  const telling = [
    ...call.options.flatMap(({ spec, word }) => (spec.changes === true ? [word] : [])),
    ...call.unlisted,
  ];
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
