/** Forms of git that discard changes of the work tree, but no commit. */
import { table } from '../../common/table';
import type { SimpleCommand } from '../../shell/model/analysis';
import { joinPath } from '../../files/pathText';
import { provenRepository, type GitRepository } from '../../files/git/gitObjection';
import { userGitSettings } from '../../files/git/userConfig';
import { environmentObjection } from '../localGit/localGit';
import { quietObjection } from '../localGit/quietRepository';
import type { GitDiscard } from '../model/ports';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { isProgram, plainPath } from './plainCommand';

interface Form {
  readonly kind: GitDiscard['kind'];
  readonly paths: readonly string[] | undefined;
  readonly needsCleanIndex?: true;
  readonly alsoIgnored?: true;
  /** Git takes it for a revision if no such file exists. */
  readonly mustExist?: string;
}

const READERS: Readonly<Record<string, (words: readonly string[]) => Form | undefined>> = table({
  checkout(words) {
    const { flags, rest } = flagsOf(words, '-q --quiet -f --force');
    const [first, ...others] = rest;
    if (first === '--') return tracked(others);
    if (flags.has('-f') || flags.has('--force') || first === undefined) return undefined;
    if (first === 'HEAD') return others[0] === '--' ? ofHead(others.slice(1)) : undefined;
    // No revision starts so.
    if (first === '.' || first.startsWith('./')) return tracked(rest);
    const form = others.length > 0 ? tracked(rest) : undefined;
    return form === undefined ? undefined : { ...form, mustExist: first };
  },
  restore(words) {
    const known = '-q --quiet -W --worktree -S --staged --source=HEAD -SW -WS';
    const { flags, rest } = flagsOf(words, known);
    const paths = rest[0] === '--' ? rest.slice(1) : rest;
    const isStaged = ['-S', '--staged', '-SW', '-WS'].some((flag) => flags.has(flag));
    const isWorkTree = ['-W', '--worktree', '-SW', '-WS'].some((flag) => flags.has(flag));
    if (isStaged && !isWorkTree) return undefined;
    return isStaged || flags.has('--source=HEAD') ? ofHead(paths) : tracked(paths);
  },
  clean(words) {
    const options = words.filter((word) => /^-[fdqx]+$/.test(word) || word === '--force' || word === '--quiet');
    const rest = words.slice(options.length);
    const paths = rest[0] === '--' ? rest.slice(1) : rest;
    const alsoIgnored = options.some((option) => /^-[fdq]*x/.test(option));
    // Options come first; others are unknown.
    if (!options.every((option, index) => words[index] === option) || !arePlain(paths)) return undefined;
    return {
      kind: 'untracked',
      paths: paths.length === 0 ? ['.'] : paths,
      ...(alsoIgnored ? { alsoIgnored } : {}),
    };
  },
  reset(words) {
    const { flags, rest } = flagsOf(words, '-q --quiet --hard');
    const isHead = rest.length === 0 || (rest.length === 1 && rest[0] === 'HEAD');
    if (!flags.has('--hard') || !isHead) return undefined;
    return { kind: 'tracked', paths: undefined, needsCleanIndex: true };
  },
});

function flagsOf(
  words: readonly string[],
  known: string,
): { readonly flags: ReadonlySet<string>; readonly rest: readonly string[] } {
  const names = new Set(known.split(' '));
  const end = words.findIndex((word) => !names.has(word));
  const count = end === -1 ? words.length : end;
  return { flags: new Set(words.slice(0, count)), rest: words.slice(count) };
}

function tracked(paths: readonly string[]): Form | undefined {
  return paths.length > 0 && arePlain(paths) ? { kind: 'tracked', paths } : undefined;
}

function ofHead(paths: readonly string[]): Form | undefined {
  const form = tracked(paths);
  return form === undefined ? undefined : { ...form, needsCleanIndex: true };
}

function arePlain(paths: readonly string[]): boolean {
  return paths.every((path) => !/^[-:]|[*?[\\]/.test(path));
}

function formOf(command: SimpleCommand): Form | undefined {
  const [, subcommand = '', ...words] = command.words.map(({ text = '' }) => text);
  return isProgram(command, 'git') && Object.hasOwn(READERS, subcommand) ? READERS[subcommand]?.(words) : undefined;
}

/** In `git checkout a b`, once `a` is gone, git looks for a revision `a` and also changes the index. */
export function takesMissingForVersion(command: SimpleCommand): boolean {
  return formOf(command)?.mustExist !== undefined;
}

/** Undefined unless such a form, in a repository that runs nothing for it. */
export function discardedByGit(command: SimpleCommand, cwd: string, place: ReadOnlyPlace): GitDiscard | undefined {
  const form = formOf(command);
  if (form === undefined || place.machine.platform === 'win32') return undefined;
  const subcommand = command.words[1]?.text ?? '';
  const folder = place.files.isRemote(cwd) ? undefined : place.files.realPath(cwd);
  if (folder === undefined || !place.trusted) return undefined;
  if (environmentObjection(place) !== undefined) return undefined;
  const repository = quietRepository(folder, subcommand, place);
  if (repository === undefined) return undefined;
  // Git would replace a link, not follow it.
  const at = (path: string): string | undefined => (path === '.' ? folder : plainPath(path, folder, place, 'refused'));
  const below = form.paths === undefined ? [repository.workTree] : form.paths.map(at);
  const mustExist = form.mustExist === undefined ? undefined : at(form.mustExist);
  if (form.mustExist !== undefined && (mustExist === undefined || isAbsent(mustExist, place))) return undefined;
  if (!below.every((path) => path !== undefined)) return undefined;
  const { workTree, gitFolder, commonFolder } = repository;
  return {
    ...{ workTree, gitFolder, commonFolder, kind: form.kind, below },
    needsCleanIndex: form.needsCleanIndex === true,
    alsoIgnored: form.alsoIgnored === true,
  };
}

function isAbsent(path: string, { files }: ReadOnlyPlace): boolean {
  return typeof files.inspect(path) === 'string';
}

/** Undefined where a hook or filter may run, or a merge is under way. */
function quietRepository(folder: string, subcommand: string, place: ReadOnlyPlace): GitRepository | undefined {
  const repository = provenRepository(folder, subcommand, place);
  const ofUser = userGitSettings(place);
  if (typeof repository === 'string' || typeof ofUser === 'string') return undefined;
  if ([...repository.settings, ...ofUser].some(({ section }) => section === 'filter')) return undefined;
  const act = { subcommand, paths: [], stores: 'nothing', makes: [], concludes: true } as const;
  if (quietObjection(repository, act, place) !== undefined) return undefined;
  const index = joinPath(repository.gitFolder, 'index.lock', place.machine.platform);
  return place.files.inspect(index) === 'absent' ? repository : undefined;
}
