/** For bubblewrap 0.5 or newer. */
import { lstatSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';
import { homeOf, SYSTEM_FOLDERS, SYSTEM_SETTINGS } from './sandboxPlaces';

export interface SandboxPlan {
  readonly home: string;
  /** Writable, but for `guards`. Links followed. */
  readonly workspaceFolders: readonly string[];
  readonly guards: WorkspaceGuards;
  /** Read-only parts of repositories elsewhere, see `repositoryParts`. */
  readonly repository: readonly string[];
  readonly cwd: string;
  /** Becomes `~/.cache`: writable, kept between runs. */
  readonly cache: string;
  /** They replace what is not shown. */
  readonly empty: { readonly file: string; readonly folder: string };
  readonly environment: Readonly<Record<string, string>>;
}

/** Absolute, in the workspace folders. */
export interface WorkspaceGuards {
  readonly readOnly: readonly string[];
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  /** Missing folders that nothing may create. bubblewrap makes them empty; removed after the run. */
  readonly keptMissing: readonly string[];
  /** In read-only folders: writable, and lost after the run. */
  readonly scratch: readonly string[];
  /** Folders above one of these, uppermost first: moving them would move the guarded content. */
  readonly pinned: readonly string[];
  /** With a protected name. */
  readonly links: readonly string[];
}

/** All before the command. */
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
    // Before the workspace, which may be in them.
    ...plan.repository.flatMap(readOnly),
    ...workspaceFolders.flatMap((folder) => ['--bind', folder, folder]),
    // Mount points cannot be renamed or removed.
    ...guards.pinned.flatMap((path) => ['--bind', path, path]),
    ...guards.scratch.flatMap((path) => ['--dir', path]),
    ...guards.readOnly.flatMap((path) => ['--ro-bind', path, path]),
    ...guards.scratch.flatMap((path) => ['--tmpfs', path]),
    ...guards.hidden.flatMap(({ path, isFolder }) => ['--ro-bind', isFolder ? empty.folder : empty.file, path]),
    ...guards.keptMissing.flatMap((path) => ['--ro-bind', empty.folder, path]),
    // Root is the kernel's root there, without rights: its settings (core_pattern) would be root's to write.
    ...['--remount-ro', '/proc', '--remount-ro', '/', '--chdir', cwd],
    ...Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]),
  ];
}

/** `/bin` is often a link to `/usr/bin`. */
function systemFolder(path: string): readonly string[] {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts?.isSymbolicLink() === true) return ['--symlink', readlinkSync(path), path];
  return readOnly(path);
}

function readOnly(path: string): readonly string[] {
  return ['--ro-bind-try', path, path];
}
