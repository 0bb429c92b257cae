/**
 * What no `*` of an allow rule covers: a word that leads to a guarded or protected place, unless a table knows that it
 * is only read; a program that runs through another program's option; a repository that runs programs by itself.
 */
import { programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { readCall } from '../../shell/calls/commandCall';
import { pathUses } from '../../shell/calls/pathUses';
import { readSedScript } from '../../shell/tables/sedScript';
import type { CommandLine } from '../../calls/command/commandLine';
import { resolvedTouches } from '../../calls/toolCall';
import { changesFile, type FileTouch } from '../../files/fileTouch';
import { homeFolders } from '../../files/homeFolders';
import { foldedSegments } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import { everyName, resolvePath, type LocatedTouch } from '../../files/pathResolution';
import { fileFloor, folderFillFloor } from '../../floor/files/fileFloor';
import type { PermissionRule } from '../../rules/permissionRule';
import { liesInWorkspace } from '../edits/workspaceEdit';
import { protectingPattern } from '../edits/protectedChange';
import type { CallContext } from '../model/stage';
import { gitCallObjection } from '../proof/gitCalls';
import { holdsSecrets } from '../proof/secretFiles';
import { readOnlyPlace } from '../proof/readOnlyPlace';

export function isCoveredByStar(
  command: SimpleCommand,
  { pattern }: PermissionRule,
  line: CommandLine,
  context: CallContext,
): boolean {
  // The user wrote these words.
  const named = new Set((pattern ?? '').split(/\s+/).filter((token) => !/[*?[\\]/.test(token)));
  return (
    !runsProgramByScript(command, named, line) &&
    !unpacks(command, pattern) &&
    !runsElsewhere(command, named, context) &&
    repositoryIsQuiet(command, named, context) &&
    !leadsToGuardedPlace(command, named, context)
  );
}

/** `sed 's/x/y/e'`, `sed -f file`. */
function runsProgramByScript(command: SimpleCommand, named: ReadonlySet<string>, line: CommandLine): boolean {
  if (!/^g?sed$/.test(programName(command) ?? '')) return false;
  const unread = command.words.some(
    (word) => /^(?:-[A-Za-z]*f|--fi)/.test(writtenText(word)) && !named.has(writtenText(word)),
  );
  return unread || line.analysis.code.some(({ language, text }) => language === 'sed' && !isHarmlessSed(text, named));
}

function isHarmlessSed(text: Word, named: ReadonlySet<string>): boolean {
  if (named.has(writtenText(text))) return true;
  if (text.text === undefined) return false;
  const reading = readSedScript(text.text);
  // The places that it writes are among the call's touches.
  return reading.safe || reading.onlyWrites;
}

/** What an archive holds is not known: it may hold protected files. */
function unpacks(command: SimpleCommand, pattern: string | undefined): boolean {
  if (pattern !== undefined && !/[*?[]/.test(pattern)) return false;
  const [, first = '', ...others] = command.words.map(writtenText);
  switch (programName(command)) {
    case 'tar':
    case 'gtar':
    case 'bsdtar':
      return (
        /^-?[A-Za-z]*x/.test(first) || [first, ...others].some((word) => /^(?:-[A-Za-z]*x|--extract|--get)/.test(word))
      );
    case 'unzip':
      return ![first, ...others].some((word) => /^-[A-Za-z]*[ltpvzZ]/.test(word));
    case '7z':
    case '7za':
    case '7zz':
      return first === 'x' || first === 'e';
    case 'cpio':
      return [first, ...others].some((word) => /^(?:-[A-Za-z]*[ip]|--extract|--pass-through)/.test(word));
    default:
      return false;
  }
}

/** Options that name another project. */
const PROJECT = /^(?:--(?:prefix|cwd|dir|directory|project|manifest-path|rootDir|modules-folder)(?==|$)|-C)/;

/** A rule holds for the workspace: another project has other scripts. */
function runsElsewhere(
  { words, cwd }: SimpleCommand,
  named: ReadonlySet<string>,
  { configuration, gate: { machine, files } }: CallContext,
): boolean {
  return words.some((word, index) => {
    const text = writtenText(word);
    const option = PROJECT.exec(text)?.[0];
    if (option === undefined) return false;
    const glued = text.slice(option.length).replace(/^=/, '');
    const value = glued === '' ? writtenText(words[index + 1] ?? word) : glued;
    if (named.has(value) || named.has(text)) return false;
    return !liesInWorkspace(resolvePath(value, cwd, machine, files), configuration.workspaceFolders, machine, files);
  });
}

/** A repository's settings may run programs in any of git's commands. */
function repositoryIsQuiet(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  if (!/^git(?:\.exe)?$/i.test(programName(command) ?? '')) return true;
  const isElsewhere = (text: string): boolean => /^--(?:git-dir|work-tree|exec-path|namespace)/.test(text);
  if (command.words.map(writtenText).some((text) => isElsewhere(text) && !named.has(text))) return false;
  const call = readCall(command);
  return call !== undefined && gitCallObjection(call, readOnlyPlace(context)) === undefined;
}

function leadsToGuardedPlace(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  const { configuration, gate } = context;
  const { machine, files } = gate;
  const read = new Set(pathUses(command).flatMap(({ word, action }) => (changesFile(action) ? [] : [word])));
  const words = command.words.slice(1).filter((word) => !read.has(word));
  if (words.some(hasTooManyParts)) return true;
  const paths = words.flatMap((word) => pathTexts(word).map((path) => ({ word, path })));
  for (const { word, path } of paths) {
    const glob = word.pieces.some(({ kind }) => kind === 'glob');
    const touch: FileTouch = { path, change: 'overwrite', ...(glob && { glob: true }) };
    const [located] = resolvedTouches([touch], command.cwd, machine, files);
    if (located === undefined) return true;
    if (fileFloor([located], machine, files) !== undefined) return true;
    if (!glob && isFolder(located, files) && fillsGuardedFolder(located, command.cwd, gate)) return true;
    if (named.has(writtenText(word))) continue;
    if (everyName(located.resolved).some((name) => holdsSecrets(name, machine.platform))) return true;
    const changes = { touches: [located], by: 'guess' as const };
    if (protectingPattern(located, changes, configuration, files, machine) !== undefined) return true;
  }
  return false;
}

/** Something unknown in a home, above one, or in a folder made for guarded files. */
function fillsGuardedFolder(
  { path, resolved }: LocatedTouch,
  cwd: string | undefined,
  gate: CallContext['gate'],
): boolean {
  const { machine, files } = gate;
  const homes = homeFolders(machine, files);
  return (
    resolved.candidates.some((candidate) => homes.isHomeOrAbove(foldedSegments(candidate, machine.platform))) ||
    folderFillFloor(path, cwd, machine, files) !== undefined
  );
}

function isFolder({ path, resolved: { real } }: LocatedTouch, files: FileSystem): boolean {
  const facts = real === undefined ? 'absent' : files.inspect(real);
  return path.endsWith('/') || (typeof facts === 'object' && facts.type === 'directory');
}

/** More is no path for any system. */
const LONGEST_PATH = 4_096;
const MOST_PARTS = 64;
const BETWEEN_PARTS = /[=:,]/;

function hasTooManyParts(word: Word): boolean {
  return writtenText(word).split(BETWEEN_PARTS).length > MOST_PARTS;
}

/** `-oFILE`, `-vo/FILE`, `of=FILE`, `a:/b` */
function pathTexts(word: Word): readonly string[] {
  const text = writtenText(word);
  const glued = [/^-[A-Za-z](.+)$/s, /^-[^/~.]*([/~.].*)$/s].flatMap((form) => form.exec(text)?.[1] ?? []);
  const texts = [text, ...text.split(BETWEEN_PARTS), ...glued].map((part) => part.replace(/^@/, ''));
  return [...new Set(texts)].filter((part) => part !== '' && part.length <= LONGEST_PATH && !part.startsWith('-'));
}
