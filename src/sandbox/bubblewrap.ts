/** The arguments of bubblewrap (0.5 or newer) for a contained run. */
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf, SYSTEM_FOLDERS, SYSTEM_SETTINGS } from './sandboxPlaces';

export interface SandboxPlan {
  readonly home: string;
  /** Writable, but for what `guards` says. Links followed. */
  readonly workspaceFolders: readonly string[];
  readonly guards: WorkspaceGuards;
  /** Read-only parts of git repositories outside of the workspace, see `repositoryParts`. */
  readonly repository: readonly string[];
  readonly cwd: string;
  /** Becomes `~/.cache`: writable, and kept from run to run. */
  readonly cache: string;
  /** An empty file and an empty folder, in place of what is not shown. */
  readonly empty: { readonly file: string; readonly folder: string };
  /** All of it. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Absolute paths inside the workspace folders. */
export interface WorkspaceGuards {
  readonly readOnly: readonly string[];
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Missing folders that nothing may create. bubblewrap makes them, empty; to be removed after the run. */
  readonly keptMissing: readonly string[];
  /** Inside folders that are read-only: writable, and lost after the run. */
  readonly scratch: readonly string[];
  /** Folders with one of these below them, the uppermost first: nothing may move them, and what they hold with them. */
  readonly pinned: readonly string[];
  /** Links with a protected name. */
  readonly links: readonly string[];
}

/** Everything before the command. */
export function bubblewrapArguments(plan: SandboxPlan): readonly string[] {
  const { home, workspaceFolders, guards, cwd, empty, environment } = plan;
  const { readable, cache } = homeOf(home, plan.cache);
  return [
    ...['--unshare-all', '--unshare-user', '--die-with-parent', '--new-session', '--hostname', 'contained'],
    ...['--cap-drop', 'ALL', '--clearenv'],
    ...SYSTEM_FOLDERS.flatMap(systemFolder),
    ...SYSTEM_SETTINGS.flatMap((name) => readOnly(join('/etc', name))),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--tmpfs', '/run', '--symlink', '/tmp', '/var/tmp'],
    ...['--tmpfs', home],
    ...readable.flatMap(readOnly),
    ...['--bind', cache, join(home, '.cache')],
    ...readable.filter((path) => path.startsWith(`${join(home, '.cache')}/`)).flatMap(readOnly),
    // Before the workspace, which may lie among them.
    ...plan.repository.flatMap(readOnly),
    ...workspaceFolders.flatMap((folder) => ['--bind', folder, folder]),
    // A place where something is mounted cannot be renamed or removed.
    ...guards.pinned.flatMap((path) => ['--bind', path, path]),
    ...guards.scratch.flatMap((path) => ['--dir', path]),
    ...guards.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...guards.scratch.flatMap((path) => ['--tmpfs', path]),
    ...guards.hidden.flatMap(({ path, isFolder }) => ['--ro-bind', isFolder ? empty.folder : empty.file, path]),
    ...guards.keptMissing.flatMap((path) => ['--ro-bind', empty.folder, path]),
    // Root is the kernel's own root there, without any right: its settings (core_pattern) would be root's to write.
    ...['--remount-ro', '/proc', '--remount-ro', '/', '--chdir', cwd],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/** Many systems have `/bin` as a link to `/usr/bin`. */
function systemFolder(path: string): readonly string[] {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink() === true) return ['--symlink', readlinkSync(path), path];
  return readOnly(path);
}

function readOnly(path: string): readonly string[] {
  return ['--ro-bind-try', path, path];
}
