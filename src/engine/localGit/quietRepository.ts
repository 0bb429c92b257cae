/** Such acts run only git, and write only in the repository's folder. */
import { joinPath } from '../../files/pathText';
import type { FileFacts } from '../../files/fileSystem';
import { configuredPath, type GitPlace } from '../../files/git/configFiles';
import type { GitConfigSetting } from '../../files/git/gitConfigText';
import type { GitRepository } from '../../files/git/gitObjection';
import { isListed } from '../../files/git/linkedWorkTree';
import { userGitSettings } from '../../files/git/userConfig';
import { writeSettingObjection } from '../../files/git/writeSettings';
import type { GitAct } from './gitForms';

const MAX_NAMES = 500;
const MAX_POINTER_BYTES = 8_192;

/** No act runs them; a newer git may run others. */
const NOT_RUN =
  /\.sample$|^(?:pre-push|pre-receive|update|proc-receive|post-receive|post-update|push-to-checkout|pre-rebase|post-merge|pre-merge-commit|applypatch-msg|pre-applypatch|post-applypatch|sendemail-validate|README(?:\.md)?|\.gitignore|\.gitkeep)$/;

const UNDER_WAY = ['MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'rebase-merge', 'rebase-apply', 'sequencer'];

/** Ends a sentence. */
export function quietObjection(repository: GitRepository, act: GitAct, place: GitPlace): string | undefined {
  const ofUser = userGitSettings(place);
  if (typeof ofUser === 'string') return ofUser;
  return (
    settingObjection(repository.settings, act, false) ??
    settingObjection(ofUser, act, true) ??
    hookObjection(repository, ofUser, place) ??
    folderObjection(repository, place) ??
    referenceObjection(repository, act, place) ??
    stateObjection(repository, act, place)
  );
}

function settingObjection(
  settings: readonly GitConfigSetting[],
  { subcommand }: GitAct,
  ofUser: boolean,
): string | undefined {
  for (const setting of settings) {
    const why = writeSettingObjection(setting, subcommand, ofUser);
    if (why !== undefined) return why;
  }
  return undefined;
}

/** Of every configuration; undefined: one that is not understood. */
export function hookFolders(
  { settings, commonFolder, workTree }: GitRepository,
  ofUser: readonly GitConfigSetting[],
  { machine }: GitPlace,
): readonly (string | undefined)[] {
  const named = [...settings, ...ofUser].filter(({ section, name }) => section === 'core' && name === 'hookspath');
  const folders = named.map(({ value = '' }) => configuredPath(value, workTree, machine));
  return [joinPath(commonFolder, 'hooks', machine.platform), ...folders];
}

function hookObjection(
  repository: GitRepository,
  ofUser: readonly GitConfigSetting[],
  place: GitPlace,
): string | undefined {
  const { files } = place;
  for (const folder of hookFolders(repository, ofUser, place)) {
    if (folder === undefined || files.isRemote(folder)) return 'it is not known where its hooks are';
    const names = files.listNames(folder, MAX_NAMES);
    if (names === undefined) return 'its hooks cannot be looked at';
    const hook = names.find((name) => !NOT_RUN.test(name));
    if (hook !== undefined) return `it has the hook ${hook}`;
  }
  return undefined;
}

/** Through a link git writes elsewhere. */
function folderObjection(repository: GitRepository, place: GitPlace): string | undefined {
  const { gitFolder, commonFolder, workTree } = repository;
  const { files, machine } = place;
  const join = (folder: string, ...names: readonly string[]): string =>
    names.reduce((path, name) => joinPath(path, name, machine.platform), folder);
  if (gitFolder === commonFolder ? gitFolder !== join(workTree, '.git') : !isListed(repository, place)) {
    return 'its folder lies elsewhere';
  }
  for (const folder of [gitFolder, commonFolder, join(commonFolder, 'objects')]) {
    const names = files.listNames(folder, MAX_NAMES);
    if (names === undefined) return `${folder} cannot be looked at`;
    const odd = names.find((name) => name !== MONITOR && !isPlain(files.inspect(join(folder, name))));
    if (odd !== undefined) return `${join(folder, odd)} is a link or no ordinary file`;
  }
  return undefined;
}

/** The socket of git's monitor. */
const MONITOR = 'fsmonitor--daemon.ipc';

function isPlain(facts: FileFacts | 'absent' | 'unreadable'): boolean {
  if (facts === 'absent') return true;
  return facts !== 'unreadable' && (facts.type === 'directory' || (facts.type === 'file' && facts.links === 1));
}

/** Each reference that changes, with its log. */
function referenceObjection(
  { gitFolder, commonFolder }: GitRepository,
  { makes }: GitAct,
  { files, machine: { platform } }: GitPlace,
): string | undefined {
  const head = files.readText(joinPath(gitFolder, 'HEAD', platform), MAX_POINTER_BYTES);
  const target = /^(?:ref: (refs\/[\w./+@=#,-]+)|[0-9a-f]{40,64})\n$/.exec(head ?? '');
  if (target === null || target[1]?.includes('..') === true) return 'its HEAD is not understood';
  const [, branch] = target;
  const changed = branch === undefined ? makes : [branch, ...makes];
  const paths = ['logs/HEAD', ...changed, ...changed.map((name) => `logs/${name}`)];
  for (const path of paths) {
    for (const start of new Set([gitFolder, commonFolder])) {
      let at = start;
      for (const name of path.split('/')) {
        at = joinPath(at, name, platform);
        if (!isPlain(files.inspect(at))) return `${at} is a link or no ordinary file`;
      }
    }
  }
  for (const name of changed) {
    const file = name.split('/').reduce((at, part) => joinPath(at, part, platform), commonFolder);
    const facts = files.inspect(file);
    if (facts === 'absent' || (facts !== 'unreadable' && facts.type === 'directory')) continue;
    const text = files.readText(file, MAX_POINTER_BYTES) ?? '';
    if (!/^[0-9a-f]{40,64}\n?$/.test(text)) return `the reference ${name} is symbolic`;
  }
  return undefined;
}

function stateObjection(
  { gitFolder }: GitRepository,
  { concludes }: GitAct,
  { files, machine: { platform } }: GitPlace,
): string | undefined {
  const nested = files.gitLinks(gitFolder);
  if (nested === undefined || nested.length > 0) return 'it has submodules';
  const isUnderWay = UNDER_WAY.some((name) => files.inspect(joinPath(gitFolder, name, platform)) !== 'absent');
  return concludes && isUnderWay ? 'a merge or a rebase is under way' : undefined;
}
