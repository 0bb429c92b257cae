/**
 * A command may reach guarded files without naming them: archives and copies into their folder, extension folders,
 * mounts, restored folders, edits in place.
 */
import { table } from '../../common/table';
import { InputProblem } from '../../common/inputProblem';
import { writtenText, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { pathUses, rewrittenInPlace } from '../../shell/calls/pathUses';
import { wordPath } from '../../calls/command/shellWords';
import { fileFloor, folderFillFloor, type FloorHit } from '../files/fileFloor';
import type { FileChange } from '../../files/fileTouch';
import { resolvePath } from '../../files/pathResolution';
import type { CheckedCommand, CheckedLine } from './commandCheck';
import { hasAny, readOptions } from '../../calls/command/optionReading';

interface Target {
  readonly word: Word;
  readonly from: number;
  /** `fill`: unknown content, in the folder or in its place. */
  readonly change: FileChange | 'fill' | 'unpack';
}

/** Programs fill these folders. */
const FOLDER_OPTIONS: Readonly<Record<string, readonly string[]>> = table({
  ...each('unar', '-o -output-directory'),
  ...each('npm pnpm npx', '--prefix -C --dir'),
  ...each('yarn', '--cwd --modules-folder'),
  ...each('bun', '--cwd'),
  ...each('pip pip3', '-t --target --prefix --root'),
  ...each('wget', '-P --directory-prefix'),
});

/** Each operand may be covered. */
const MOUNTS: ReadonlySet<string> = new Set(['mount', 'bwrap', 'bindfs', 'mount_nullfs', 'mount.fuse']);

/** They restore named files. */
const RESTORES: ReadonlySet<string> = new Set(['checkout', 'restore', 'reset', 'stash', 'rm']);
const MOST_TARGETS = 2_000;

function each(programs: string, options: string): Record<string, readonly string[]> {
  return Object.fromEntries(programs.split(' ').map((program) => [program, options.split(' ')]));
}

export function filledPlaces(checked: CheckedCommand): FloorHit | undefined {
  if (checked.command.context.elsewhere !== undefined) return undefined;
  const rewritten = rewrittenInPlace(checked.command).map(({ word, from = 0 }): Target => ({
    word,
    from,
    change: 'in-place',
  }));
  const all = [...targets(checked), ...rewritten];
  const different = [
    ...new Map(all.map((target) => [`${target.change} ${target.from} ${target.word.raw}`, target])).values(),
  ];
  if (different.length > MOST_TARGETS)
    throw new InputProblem(`a command that writes to ${all.length} places is too long to check`);
  for (const target of different) {
    for (const folder of [checked.command.cwd, ...workTrees(checked)]) {
      const hit = targetHit(target, folder, checked.line);
      if (hit !== undefined) return hit;
    }
  }
  return undefined;
}

function targetHit(
  { word, from, change }: Target,
  cwd: string | undefined,
  { machine, files }: CheckedLine,
): FloorHit | undefined {
  const { path, unknownAt } = wordPath(word, from, cwd, machine.homeDirectory);
  if (path === '' || unknownAt !== undefined || path.length > 4_096) return undefined;
  if (change === 'fill' || change === 'unpack') return folderFillFloor(path, cwd, machine, files, change === 'unpack');
  return fileFloor([{ path, change, resolved: resolvePath(path, cwd, machine, files) }], machine, files);
}

/** Their table knows whether and where they unpack. */
const ARCHIVERS: ReadonlySet<string> = new Set(
  'tar gtar bsdtar jar unzip 7z 7za 7zr 7zz cpio unrar docker podman nerdctl kubectl oc aws gsutil gcloud rclone s3cmd mc s5cmd'.split(
    ' ',
  ),
);

function unpacked(command: SimpleCommand): readonly Target[] {
  const uses = pathUses(command);
  const filled = uses.filter(({ action, recursive }) => action === 'overwrite' && recursive === true);
  const [folder] = filled;
  const members = filled.filter(({ word }) => word !== folder?.word);
  // Only named members come out.
  if (folder === undefined || members.length > 0) return [];
  return [{ word: folder.word, from: folder.from ?? 0, change: 'unpack' }];
}

function targets({ program, args, command }: CheckedCommand): readonly Target[] {
  if (ARCHIVERS.has(program)) return unpacked(command);
  const options = FOLDER_OPTIONS[program];
  if (options !== undefined)
    return optionValues(args, options).map(({ word, from }) => ({ word, from, change: 'fill' }));
  const folders = writtenFolders(args);
  if (folders.length > 0) return folders;
  const operands = args.filter(({ text }) => text?.startsWith('-') !== true);
  if (MOUNTS.has(program)) {
    // The mounted device is no folder.
    const folders = operands.filter(({ text }) => text?.startsWith('/dev/') !== true);
    return folders.map((word) => ({ word, from: 0, change: 'fill' }));
  }
  if (program === 'rsync' && hasAny(readOptions(args, { short: 'efTBM' }), '-n', '--dry-run')) return [];
  if (program === 'rsync') return operands.slice(-1).map((word) => ({ word, from: 0, change: 'fill' }));
  if (program === 'git') return gitTargets(args);
  const fetched = fetchedFolders(program, operands);
  if (fetched.length > 0) return fetched;
  if (/^[gmn]?awk$/.test(program) && args.some(({ text }) => text === 'inplace' || text === '-iinplace')) {
    return operands.map((word) => ({ word, from: 0, change: 'in-place' }));
  }
  const merges = args.some(({ text }) => text === '--merge' || text === '-m');
  return EDITOR_MERGES.test(program) && merges
    ? operands.slice(-1).map((word) => ({ word, from: 0, change: 'overwrite' }))
    : [];
}

/** Any program may put results there. */
const FOLDER_OPTION =
  /^--?(?:(?:out(?:put)?|dest(?:ination)?|target|artifacts?|install|dist|build|reports?|downloads?|extract|export|save|declaration|coverage)[-_]?(?:dir(?:ectory)?|folder|path|root)|root|prefix|outDir|declarationDir)$/i;

function writtenFolders(args: readonly Word[]): readonly Target[] {
  return args.flatMap((word, index): readonly Target[] => {
    const text = word.text ?? writtenText(word);
    const [name = ''] = text.split('=', 1);
    if (!FOLDER_OPTION.test(name)) return [];
    if (name.length < text.length) return [{ word, from: name.length + 1, change: 'unpack' }];
    const next = args[index + 1];
    return next === undefined ? [] : [{ word: next, from: 0, change: 'unpack' }];
  });
}

/** Verbs that bring a whole tree: into the folder behind the source, else into one named like the source. */
const FETCHES: ReadonlyMap<string, RegExp> = new Map([
  ['svn', /^(?:checkout|co|export) /],
  ['hg', /^clone /],
  ['gh', /^repo clone /],
  ['glab', /^repo clone /],
  ['jj', /^git clone /],
  ['bzr', /^(?:branch|checkout|export|clone) /],
  ['brz', /^(?:branch|checkout|export|clone) /],
]);

/** Without a named folder they fill the current one. */
const FILLS_CURRENT: ReadonlySet<string> = new Set(['degit', 'tiged', 'giget']);

function fetchedFolders(program: string, operands: readonly Word[]): readonly Target[] {
  if (FILLS_CURRENT.has(program)) {
    const [source, ...folders] = operands;
    if (source === undefined) return [];
    return folders.length === 0 ? [unpackedInto(textWord(source, '.'))] : folders.map(unpackedInto);
  }
  const verbs = FETCHES.get(program)?.exec(`${operands.slice(0, 2).map(writtenText).join(' ')} `)?.[0];
  return verbs === undefined ? [] : clonedInto(operands.slice(verbs.split(' ').length - 1));
}

/** @param words the source and perhaps the folder; an option's value may be among them */
function clonedInto(words: readonly Word[]): readonly Target[] {
  const last = words.at(-1);
  const name = last === undefined ? '' : folderOfSource(writtenText(last));
  const named = last === undefined || name === '' ? [] : [textWord(last, name)];
  const isSource = words.slice(0, -1).every((word) => !/:|^[./~]/.test(writtenText(word)));
  return [...words.slice(1), ...(isSource ? named : [])].map(unpackedInto);
}

/** Git's name for `https://host/a/name.git/` or `host:name`. */
function folderOfSource(source: string): string {
  const path = source.replace(/^[a-z][a-z\d+.-]*:\/\//i, '').replace(/[\s/]+$/, '');
  const names = path.replace(/\/+\.git$/, '').split(/[/:]+/);
  return names.at(-1)?.replace(/\.(?:git|bundle)$/, '') ?? '';
}

function unpackedInto(word: Word): Target {
  return { word, from: 0, change: 'unpack' };
}

function textWord(word: Word, text: string): Word {
  return { ...word, pieces: [{ kind: 'text', text }], text, raw: text };
}

const EDITOR_MERGES = /^(?:code(?:-insiders|-oss)?|codium|cursor|windsurf)$/;

function optionValues(args: readonly Word[], names: readonly string[]): readonly Omit<Target, 'change'>[] {
  return args.flatMap((word, index) => {
    const text = word.text ?? '';
    if (names.includes(text)) {
      const next = args[index + 1];
      return next === undefined ? [] : [{ word: next, from: 0 }];
    }
    const name = names.find((option) => text.startsWith(option.startsWith('--') ? `${option}=` : option));
    return name === undefined ? [] : [{ word, from: name.length + (name.startsWith('--') ? 1 : 0) }];
  });
}

/** Of git and its clone. An option missing here only makes its value a folder. */
const CLONE_OPTIONS = {
  short: 'Cbcjou',
  long: [
    ...['--work-tree', '--git-dir', '--namespace', '--branch', '--bundle-uri', '--config', '--depth', '--filter'],
    ...['--jobs', '--origin', '--reference', '--reference-if-able', '--revision', '--separate-git-dir'],
    ...['--server-option', '--shallow-exclude', '--shallow-since', '--template', '--upload-pack'],
  ],
};

function gitTargets(args: readonly Word[]): readonly Target[] {
  const { operands } = readOptions(args, { short: 'Cc', long: ['--work-tree', '--git-dir', '--namespace'] });
  const [verb, ...rest] = operands;
  const trees = optionValues(args, ['--work-tree']).map(({ word, from }): Target => ({ word, from, change: 'fill' }));
  if (trees.length > 0 && FILLS_TREE.has(verb?.text ?? '')) return trees;
  const into = optionValues(args, verb?.text === 'checkout-index' ? ['--prefix'] : ['--directory']);
  if (into.length > 0 && FILLS_FOLDER.has(verb?.text ?? ''))
    return into.map(({ word, from }) => ({ word, from, change: 'fill' }));
  if (verb?.text === 'config' && /^core\.worktree$/i.test(rest[0]?.text ?? '') && rest[1] !== undefined) {
    return [{ word: rest[1], from: 0, change: 'unpack' }];
  }
  if (verb?.text === 'clone') return clonedInto(readOptions(args, CLONE_OPTIONS).operands.slice(1));
  if (verb?.text === 'worktree' && rest[0]?.text === 'add') return rest.slice(1).map(unpackedInto);
  if (verb?.text === 'worktree' || verb?.text === 'submodule') {
    return rest.slice(1).map((word) => ({ word, from: 0, change: 'fill' }));
  }
  if (!RESTORES.has(verb?.text ?? '')) return [];
  // Others check the whole tree.
  const named = rest.filter(({ text }) => text !== undefined && !/^(?:\.\/?|:\/|\.\.\/?.*)$/.test(text));
  // A branch's name is no guarded file.
  return named.map((word) => ({ word, from: 0, change: 'delete' }));
}

/** They bring a whole tree, or unnamed parts. */
const FILLS_TREE: ReadonlySet<string> = new Set(
  'checkout checkout-index reset restore switch read-tree apply am stash merge pull rebase cherry-pick revert'.split(
    ' ',
  ),
);
const FILLS_FOLDER: ReadonlySet<string> = new Set(['checkout-index', 'apply', 'am']);

/** All targets are tried in each. */
const MOST_FOLDERS = 8;
const LONGEST_FOLDER = 4_096;

/** git takes names relative to each, or to one below another. */
function workTrees({ program, args, command, line }: CheckedCommand): readonly string[] {
  if (program !== 'git') return [];
  const folders = new Set<string>();
  let reached = command.cwd;
  for (const { word, from } of optionValues(args, ['--work-tree', '-C'])) {
    const { path, unknownAt } = wordPath(word, from, command.cwd, line.machine.homeDirectory);
    if (unknownAt !== undefined || path === '' || path === '.' || path.length > LONGEST_FOLDER) continue;
    const below = (folder: string | undefined): string | undefined =>
      path.startsWith('/') ? path : folder === undefined ? undefined : `${folder}/${path}`;
    const alone = below(command.cwd);
    if (alone !== undefined && folders.size < MOST_FOLDERS) folders.add(alone);
    const next = below(reached);
    if (next !== undefined && next.length <= LONGEST_FOLDER) reached = next;
  }
  return reached === undefined || reached === command.cwd ? [...folders] : [...folders, reached];
}
