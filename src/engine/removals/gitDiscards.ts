/** Forms of git that throw changes of the work tree away. Those that also change the index do not count. */
import type { SimpleCommand } from '../../shell/model/analysis';
import { joinPath } from '../../files/pathText';
import { provenRepository } from '../../files/git/gitObjection';
import { userGitSettings } from '../../files/git/userConfig';
import { quietObjection } from '../localGit/quietRepository';
import { harmlessGitSettings } from '../proof/gitEnvironment';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import { plainPath, isProgram } from './plainCommand';

export interface GitDiscard {
  readonly workTree: string;
  readonly kind: 'tracked' | 'untracked';
  /** Absolute: files, or folders with all in them. */
  readonly below: readonly string[];
}

interface Form {
  readonly kind: GitDiscard['kind'];
  readonly paths: readonly string[];
}

const READERS: Readonly<Record<string, (words: readonly string[]) => Form | undefined>> = {
  checkout: (words) => {
    const [first, ...paths] = words;
    if (first === '.' && paths.length === 0) return { kind: 'tracked', paths: words };
    return first === '--' ? plainPaths(paths) : undefined;
  },
  restore: (words) => {
    const rest = ['--worktree', '-W'].includes(words[0] ?? '') ? words.slice(1) : words;
    return plainPaths(rest[0] === '--' ? rest.slice(1) : rest);
  },
  clean: (words) => {
    const options = words.filter((word) => /^-[fdq]+$/.test(word) || word === '--force' || word === '--quiet');
    return options.length === words.length ? { kind: 'untracked', paths: ['.'] } : undefined;
  },
};

function plainPaths(paths: readonly string[]): Form | undefined {
  const isPlain = paths.length > 0 && paths.every((path) => !/^[-:]|[*?[\\]/.test(path));
  return isPlain ? { kind: 'tracked', paths } : undefined;
}

/** Undefined unless it is one of these forms, in a repository that runs nothing for it. */
export function discardedByGit(command: SimpleCommand, cwd: string, place: ReadOnlyPlace): GitDiscard | undefined {
  if (!isProgram(command, 'git')) return undefined;
  const [, subcommand = '', ...words] = command.words.map(({ text = '' }) => text);
  const form = Object.hasOwn(READERS, subcommand) ? READERS[subcommand]?.(words) : undefined;
  const folder = place.files.isRemote(cwd) ? undefined : place.files.realPath(cwd);
  if (form === undefined || folder === undefined || !place.trusted || !isOwnEnvironment(place)) return undefined;
  const workTree = quietWorkTree(folder, subcommand, place);
  if (workTree === undefined) return undefined;
  const below = form.paths.map((path) => (path === '.' ? folder : plainPath(path, folder, place)));
  return below.every((path) => path !== undefined) ? { workTree, kind: form.kind, below } : undefined;
}

/** Undefined where a hook, a filter or another program may run. */
function quietWorkTree(folder: string, subcommand: string, place: ReadOnlyPlace): string | undefined {
  const repository = provenRepository(folder, subcommand, place);
  const ofUser = userGitSettings(place);
  if (typeof repository === 'string' || typeof ofUser === 'string') return undefined;
  if ([...repository.settings, ...ofUser].some(({ section }) => section === 'filter')) return undefined;
  const act = { subcommand, paths: [], stores: 'nothing', makes: [], concludes: true } as const;
  if (quietObjection(repository, act, place) !== undefined) return undefined;
  const index = joinPath(repository.gitFolder, 'index.lock', place.machine.platform);
  return place.files.inspect(index) === 'absent' ? repository.workTree : undefined;
}

function isOwnEnvironment({ environment }: ReadOnlyPlace): boolean {
  if (environment === undefined) return true;
  if (environment === null) return false;
  const harmless = harmlessGitSettings(environment);
  return Object.keys(environment).every(
    (name) => (!name.startsWith('GIT_') || harmless.has(name)) && name !== 'HOME' && name !== 'XDG_CONFIG_HOME',
  );
}
