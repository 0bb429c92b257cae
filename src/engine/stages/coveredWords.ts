/**
 * No `*` of an allow rule covers guarded, protected or private places, programs started by an option, names from files,
 * keys.
 */
import { programName, writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { KEY_PRINTERS } from '../../facts/keyPrinters';
import { pathUses } from '../../shell/calls/pathUses';
import type { CommandLine } from '../../calls/command/commandLine';
import { resolvedTouches } from '../../calls/toolCall';
import { changesFile, type FileTouch } from '../../files/fileTouch';
import { homeFolders } from '../../files/homeFolders';
import { isWild } from '../../files/patternMatches';
import { foldedSegments } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import { everyName, resolvePath, type LocatedTouch } from '../../files/pathResolution';
import { fileFloor, folderFillFloor } from '../../floor/files/fileFloor';
import { isLinkedSecret } from '../../floor/files/secretLinks';
import type { PermissionRule } from '../../rules/permissionRule';
import { liesInWorkspace } from '../edits/workspaceEdit';
import { protectingPattern } from '../edits/protectedChange';
import type { CallContext } from '../model/stage';
import { loadsNamedCode } from './coveredCheckers';
import { leavesDatabase } from './coveredDatabases';
import { isCoveredGit } from './coveredGit';
import { leadsOutside } from './coveredOutputs';
import { foundByPattern, isPatternWord } from './coveredPatterns';
import { namesProgram } from './coveredPrograms';
import { asksOtherServer } from './coveredServers';
import { mayReadUnnamedSecrets } from '../proof/readOnlyCommand';
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
  const program = programName(command) ?? '';
  return (
    !namesProgram(command, named, line) &&
    !loadsNamedCode(command, named) &&
    !leavesDatabase(command, named) &&
    !asksOtherServer(command, named) &&
    !unpacks(command, pattern) &&
    !mergesFolder(command, program, named) &&
    !takesNames(command, program, named) &&
    !printsKeys(command, program, named) &&
    !runsElsewhere(command, named, context) &&
    isCoveredGit(command, named, context) &&
    !leadsToGuardedPlace(command, named, context) &&
    !leadsOutside(command, named, context) &&
    !mayReadUnnamedSecrets(line, line.analysis.commands.indexOf(command), named, readOnlyPlace(context))
  );
}

/** An archive may hold protected files. */
function unpacks(command: SimpleCommand, pattern: string | undefined): boolean {
  if (pattern !== undefined && !/[*?[]/.test(pattern)) return false;
  const [, first = '', ...others] = command.words.map(writtenText);
  switch (programName(command)) {
    case 'tar':
    case 'gtar':
    case 'bsdtar':
      return /^-?[A-Za-z]*x/.test(first) || [first, ...others].some((word) => /^(?:-[A-Za-z]*x|--ext|--ge)/.test(word));
    case 'unzip':
      return ![first, ...others].some((word) => /^-[A-Za-z]*[ltpvzZ]/.test(word));
    case '7z':
    case '7za':
    case '7zz':
      return first === 'x' || first === 'e';
    case 'cpio':
      return [first, ...others].some((word) => /^(?:-[A-Za-z]*[ip]|--ext|--pa)/.test(word));
    default:
      return false;
  }
}

/** A folder's files go among another's, under names that the line does not show. */
function mergesFolder({ words }: SimpleCommand, program: string, named: ReadonlySet<string>): boolean {
  const [, ...texts] = words.map(writtenText);
  if (texts.every((text) => named.has(text))) return false;
  switch (program) {
    case 'cp':
    case 'gcp':
      return texts.some((text) => /\/\.\/*$/.test(text) || /^(?:-[A-Za-z]*T|--no-t)/.test(text));
    case 'mv':
    case 'gmv':
      return texts.some((text) => /^(?:-[A-Za-z]*T|--no-t)/.test(text));
    case 'rsync':
    case 'ditto':
      return program === 'ditto' || texts.some((text) => /\/\.?$/.test(text));
    default:
      return false;
  }
}

/** Some programs take any number of dashes, and an option by its start. */
const PROJECT =
  /^(?:-+(?:prefix?|cwd|dir?|(?:lockfile|workspace|modules)-dir|directory|project|manifest-path|rootDir|modules-folder)(?==|$)|-C)/;

/** Another project has other scripts. */
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

/** Rules about reading do not see names from a file or input. */
const NAME_LISTS: ReadonlyMap<string, RegExp> = new Map([
  ...each('tar gtar bsdtar', /^-?[A-Za-z]*T|^--files/),
  ...each('rsync', /^--files-from/),
  ...each('wc gwc du gdu sort gsort', /^--f(?:$|=|il?(?:$|=)|iles)/),
  ...each('find gfind', /^-files0-from/),
  ...each('zip', /^-@$|^--na/),
  ...each('cpio pax', /^-[a-z]*[opw]|^--(?:cr|pa)/),
  ...each('7z 7za 7zz gcc g++ cc clang javac', /^@/),
  ...each('xargs gxargs parallel', /^-a|^--ar?(?:$|=|g)|^::::/),
  ...each('curl', /^-[A-Za-z]*K|^--conf/),
  ...each('git', /^--stdin-p/),
]);

function each(programs: string, option: RegExp): readonly (readonly [string, RegExp])[] {
  return programs.split(' ').map((program) => [program, option]);
}

function takesNames({ words }: SimpleCommand, program: string, named: ReadonlySet<string>): boolean {
  const option = NAME_LISTS.get(program);
  return (
    option !== undefined &&
    words
      .slice(1)
      .map(writtenText)
      .some((text) => option.test(text) && !named.has(text))
  );
}

function printsKeys({ words }: SimpleCommand, program: string, named: ReadonlySet<string>): boolean {
  const texts = words.slice(1).map(writtenText);
  return KEY_PRINTERS.some(
    ([printer, ...verb]) =>
      printer === program && verb.every((word) => texts.includes(word)) && !verb.every((word) => named.has(word)),
  );
}

/** By all patterns together. */
const MOST_FOUND = 2_000;

function leadsToGuardedPlace(command: SimpleCommand, named: ReadonlySet<string>, context: CallContext): boolean {
  const { machine, files } = context.gate;
  const read = new Set(pathUses(command).flatMap(({ word, action }) => (changesFile(action) ? [] : [word])));
  const words = command.words.slice(1).filter((word) => !read.has(word));
  if (words.some(hasTooManyParts)) return true;
  let left = MOST_FOUND;
  return words.some((word) => {
    const isNamed = named.has(writtenText(word));
    return pathTexts(word).some((path) => {
      const glob = isPatternWord(word);
      const touch: FileTouch = { path, change: 'overwrite', ...(glob && { glob: true }) };
      const [located] = resolvedTouches([touch], command.cwd, machine, files);
      if (located === undefined) return true;
      const found = glob && isWild(path) ? foundByPattern(word, located, machine, files) : [];
      left -= found?.[0]?.resolved.candidates.length ?? 0;
      if (found === undefined || left < 0) return true;
      return [located, ...found].some((one) => isGuardedPlace(one, isNamed, command.cwd, context));
    });
  });
}

function isGuardedPlace(
  located: LocatedTouch,
  isNamed: boolean,
  cwd: string | undefined,
  context: CallContext,
): boolean {
  const { configuration, gate } = context;
  const { machine, files } = gate;
  if (fileFloor([located], machine, files) !== undefined) return true;
  const { candidates, remote } = located.resolved;
  if (!remote && candidates.some((path) => isLinkedSecret(path, machine, files))) return true;
  if (located.glob !== true && isFolder(located, files) && fillsGuardedFolder(located, cwd, gate)) return true;
  if (isNamed) return false;
  if (isAmongPrograms(located, context)) return true;
  if (everyName(located.resolved).some((name) => holdsSecrets(name, machine.platform))) return true;
  const changes = { touches: [located], by: 'guess' as const };
  return protectingPattern(located, changes, configuration, files, machine) !== undefined;
}

/** A program outside the workspace runs by its name: `~/.local/bin/x`. */
function isAmongPrograms(
  { resolved }: LocatedTouch,
  { configuration, gate: { machine, files } }: CallContext,
): boolean {
  const isProgram = everyName(resolved).some((name) =>
    foldedSegments(name, machine.platform).some((segment) => /^s?bin$/i.test(segment)),
  );
  return isProgram && !liesInWorkspace(resolved, configuration.workspaceFolders, machine, files);
}

/** The path is unknown, in or above a home or a folder for guarded files. */
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

/** No system has longer paths. */
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
  const texts = [text, ...[text, ...glued].flatMap((one) => one.split(BETWEEN_PARTS)), ...glued].map((part) =>
    part.replace(/^@/, ''),
  );
  return [...new Set(texts)].filter((part) => part !== '' && part.length <= LONGEST_PATH && !part.startsWith('-'));
}
