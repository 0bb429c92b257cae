/** Switching to a branch writes what differs from the present commit. */
import { userGitSettings } from '../../files/git/userConfig';
import { resolvePath } from '../../files/pathResolution';
import { isInside, joinPath, parentPath } from '../../files/pathText';
import type { GitRepository } from '../../files/git/gitObjection';
import { foldersOf, type SimpleCommand } from '../../shell/model/analysis';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import type { GitAct } from './gitForms';
import { hookFolders } from './quietRepository';

const MAX_POINTER_BYTES = 8_192;
/** They show no file's content. */
const GIT_BESIDE = new Set(['status', 'branch', 'log', 'rev-parse', 'remote', 'stash']);
const COUNT = /^(?:-[nc]?\d*|\d+)$/;

/** @returns absolute paths; a string: why they are not known, to end a sentence */
export function switchedFiles(
  repository: GitRepository,
  { switchesTo }: GitAct,
  place: ReadOnlyPlace,
): readonly string[] | string {
  const { gitFolder, workTree } = repository;
  const { files, machine } = place;
  const { platform } = machine;
  if (switchesTo === undefined) return [];
  const names = files.changedByBranch(gitFolder, switchesTo);
  if (names === undefined) return `it is not known which files ${switchesTo} changes`;
  const head = files.readText(joinPath(gitFolder, 'HEAD', platform), MAX_POINTER_BYTES);
  // Only HEAD may lead to its commit.
  if (head?.startsWith('ref: refs/heads/') !== true) return 'it is at no branch';
  const ofUser = userGitSettings(place);
  if (typeof ofUser === 'string') return ofUser;
  const hooks = hookFolders(repository, ofUser, place).map((folder) =>
    folder === undefined ? undefined : resolvePath(folder, undefined, machine, files).real,
  );
  const included = [...repository.settings, ...ofUser].flatMap(({ section, name, value = '' }) =>
    /^include(?:if)?$/.test(section) && name === 'path' ? lastName(value) : [],
  );
  const changed: string[] = [];
  for (const name of names) {
    const path = name.split('/').reduce((at, part) => joinPath(at, part, platform), workTree);
    // Git would replace an ignored file by a folder.
    for (let at = parentPath(path, platform); at !== workTree; at = parentPath(at, platform)) {
      const facts = files.inspect(at);
      const isFolder = facts === 'absent' || (facts !== 'unreadable' && facts.type === 'directory');
      if (!isFolder) return `${at} is in the way`;
    }
    // Relative to a file that is not known here.
    if (included.includes(lastName(name))) return `${path} may be a part of git's configuration`;
    // Git runs them right after it has written them.
    if (hooks.some((folder) => folder === undefined || isInside(path, folder, platform))) return `${path} is a hook`;
    changed.push(path);
  }
  return changed;
}

function lastName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1).toLowerCase();
}

/**
 * The line was proven for the files of now.
 * @returns a command beside a switch that may read other files then; undefined: none
 */
export function besideSwitch(
  commands: readonly SimpleCommand[],
  acts: ReadonlyMap<SimpleCommand, GitAct>,
  workTrees: ReadonlySet<string>,
): SimpleCommand | undefined {
  const switching = commands.find((command) => acts.get(command)?.switchesTo !== undefined);
  if (switching === undefined) return undefined;
  return commands.find((command) => command !== switching && (acts.has(command) || !isIndependent(command, workTrees)));
}

function isIndependent(command: SimpleCommand, workTrees: ReadonlySet<string>): boolean {
  const words = command.words.map(({ text }) => text);
  const [program, first = ''] = words;
  if (program === undefined || words.includes(undefined)) return false;
  switch (program) {
    case 'echo':
    case 'pwd':
    case 'true':
      return true;
    case 'head':
    case 'tail':
      return words.slice(1).every((word) => COUNT.test(word ?? '')) && command.redirections.length === 0;
    case 'git': {
      // Elsewhere a branch may put another repository around the folder.
      const folders = foldersOf(command);
      return GIT_BESIDE.has(first) && folders.length > 0 && folders.every((folder) => workTrees.has(folder));
    }
    default:
      return false;
  }
}
