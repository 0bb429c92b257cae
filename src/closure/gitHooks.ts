/** Where any configuration says they are. */
import { table } from '../common/table';
import { foldersOf, programName, type SimpleCommand } from '../shell/model/analysis';
import { readCall } from '../shell/calls/commandCall';
import { repositoryFolder } from '../calls/command/repositoryFolder';
import { ConfigFiles, configuredPath } from '../files/git/configFiles';
import type { GitConfigSetting } from '../files/git/gitConfigText';
import { gitObjection } from '../files/git/gitObjection';
import { userGitSettings } from '../files/git/userConfig';
import { workTreeOf } from '../files/git/workTree';
import { unresolved, type Run } from './run';
import type { ClosureReader } from './reader';

const MAX_POINTER_BYTES = 8_192;

const ON_COMMIT = 'pre-commit prepare-commit-msg commit-msg post-commit post-rewrite';
const ON_REBASE = `pre-rebase post-checkout ${ON_COMMIT}`;
const HOOKS: Readonly<Record<string, string>> = table({
  commit: ON_COMMIT,
  merge: `pre-merge-commit post-merge ${ON_COMMIT}`,
  pull: `pre-merge-commit post-merge ${ON_REBASE}`,
  rebase: ON_REBASE,
  'cherry-pick': ON_COMMIT,
  revert: ON_COMMIT,
  push: 'pre-push',
  checkout: 'post-checkout',
  switch: 'post-checkout',
  worktree: 'post-checkout',
  am: 'applypatch-msg pre-applypatch post-applypatch',
  gc: 'pre-auto-gc',
  'receive-pack': 'pre-receive update post-receive post-update proc-receive push-to-checkout',
  'send-email': 'sendemail-validate',
});
/** They start at any change of a reference or the index. */
const ON_ANY_CHANGE = 'reference-transaction post-index-change';
const CHANGES_NOTHING = new Set(
  'status log diff show blame grep ls-files ls-tree ls-remote rev-parse rev-list describe shortlog cat-file help version config remote'.split(
    ' ',
  ),
);
/** They ignore `--no-verify`. */
const ALWAYS = /^(?:prepare-commit-msg|post-)/;

export function gitRuns(command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  if (programName(command) !== 'git') return [];
  const call = readCall(command);
  if (call === undefined) return [];
  const subcommand = call.specs[1]?.names[0] ?? call.operands[0]?.text;
  const named = call.operands[0];
  if (subcommand === undefined) {
    return named === undefined ? [] : [unresolved('git runs a command that is only known when it runs')];
  }
  const isElsewhere = command.words.some(({ text }) => /^--(?:git-dir|work-tree|exec-path)(?:=|$)/.test(text ?? ''));
  if (isElsewhere || command.assignments.some(({ name }) => name.startsWith('GIT_'))) {
    return [unresolved('git is given a repository or hooks of its own')];
  }
  const skips = command.words.some(({ text }) => text === '--no-verify' || (subcommand === 'commit' && text === '-n'));
  const hooks = CHANGES_NOTHING.has(subcommand)
    ? []
    : [...(HOOKS[subcommand]?.split(' ') ?? []), ...ON_ANY_CHANGE.split(' ')];
  const wanted = skips ? hooks.filter((name) => ALWAYS.test(name)) : hooks;
  const given = givenHooks(command);
  const starts = foldersOf(command);
  return (starts.length === 0 ? [undefined] : starts).flatMap((start) => {
    const folder = repositoryFolder(start, call, reader);
    if (reader.isAbsent(folder)) return [];
    const real = reader.realFolder(folder);
    if (real === undefined)
      return wanted.length === 0 ? [] : [unresolved('git runs hooks in a folder that is not known')];
    return [...hookRuns(real, wanted, given, reader), ...settingRuns(real, subcommand, reader)];
  });
}

/** `git -c core.hooksPath=DIR`; undefined: known at run time. */
function givenHooks({ words }: SimpleCommand): readonly (string | undefined)[] {
  return words.flatMap(({ text, raw }, at) => {
    const value = words[at - 1]?.text === '-c' ? text : text?.replace(/^(?:-c|--config-env=)/, '');
    if (/hookspath/i.test(raw) && text === undefined) return [undefined];
    const [, folder] = /^core\.hookspath=(.*)$/i.exec(value ?? '') ?? [];
    return folder === undefined ? [] : [folder];
  });
}

/** Its configuration may run code beside hooks. */
function settingRuns(folder: string, subcommand: string, reader: ClosureReader): readonly Run[] {
  const why = gitObjection(folder, subcommand, reader);
  return why === undefined
    ? []
    : [unresolved(`git ${subcommand.slice(0, 100)} may run what its configuration says: ${why}`)];
}

function hookRuns(
  folder: string,
  wanted: readonly string[],
  given: readonly (string | undefined)[],
  reader: ClosureReader,
): readonly Run[] {
  if (wanted.length === 0) return [];
  const workTree = workTreeOf(folder, reader.machine, reader.files);
  if (workTree === undefined) return [];
  const common = commonFolder(reader.join(workTree, '.git'), workTree, reader);
  if (common === undefined) return [unresolved('git runs hooks of a repository that cannot be read')];
  const config = new ConfigFiles(reader);
  const why = config.collect(reader.join(common, 'config'), false);
  const ofUser = userGitSettings(reader);
  if (why !== undefined || typeof ofUser === 'string') return [unresolved('Where git looks for hooks cannot be read')];
  const folders = [
    reader.join(common, 'hooks'),
    ...hookPaths([...config.settings, ...ofUser]).map((path) => configuredPath(path, workTree, reader.machine)),
    ...given.map((path) => (path === undefined ? undefined : configuredPath(path, workTree, reader.machine))),
  ];
  return folders.flatMap((hooks) => {
    if (hooks === undefined || reader.files.isRemote(hooks))
      return [unresolved('Where git looks for hooks is not known')];
    return wanted
      .filter((name) => reader.exists(reader.join(hooks, name)))
      .map((name): Run => ({
        what: 'file',
        kind: 'git-hook',
        name,
        path: reader.join(hooks, name),
        cwd: workTree,
        read: 'itself',
      }));
  });
}

function hookPaths(settings: readonly GitConfigSetting[]): readonly string[] {
  return settings
    .filter(({ section, name }) => section === 'core' && name === 'hookspath')
    .map(({ value = '' }) => value);
}

/** Shared by its work trees. */
function commonFolder(entry: string, workTree: string, reader: ClosureReader): string | undefined {
  const { files, machine } = reader;
  if (reader.isFolder(entry)) return entry;
  const pointer = /^gitdir: (.+?)\n*$/s.exec(files.readText(entry, MAX_POINTER_BYTES) ?? '')?.[1];
  const gitFolder = pointer === undefined ? undefined : configuredPath(pointer, workTree, machine);
  if (gitFolder === undefined || files.isRemote(gitFolder)) return undefined;
  const common = files.readText(reader.join(gitFolder, 'commondir'), MAX_POINTER_BYTES)?.replace(/\n+$/, '');
  return common === undefined ? gitFolder : configuredPath(common, gitFolder, machine);
}
