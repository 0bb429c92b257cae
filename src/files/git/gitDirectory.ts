/** Its files run programs: hooks, filters, drivers. Git knows such a folder by content, not name. */
import type { FileSystem } from '../fileSystem';
import type { MachineFacts } from '../machineFacts';
import { isIncludedConfig } from './includedConfig';
import { everyName, type ResolvedPath } from '../pathResolution';
import { joinPath, parentPath, splitPath } from '../pathText';

/** Deeper paths count as inside. */
const MAX_FOLDERS = 4_096;

/** In any folder of `core.hooksPath` (githooks(5)). */
export const HOOKS: ReadonlySet<string> = new Set(
  (
    'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit ' +
    'pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update ' +
    'reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate fsmonitor-watchman ' +
    'p4-changelist p4-prepare-changelist p4-post-changelist p4-pre-submit post-index-change'
  ).split(' '),
);

/** @returns the path as a noun, if its change may decide what git runs */
export function gitPlace(resolved: ResolvedPath, machine: MachineFacts, files: FileSystem): string | undefined {
  const { platform } = machine;
  for (const path of everyName(resolved)) {
    const name = splitPath(path, platform).at(-1) ?? '';
    // Without it no folder is a repository, which an agent could make file by file.
    if (sameName(name, 'HEAD', platform)) return 'the HEAD of a git directory';
    if (isHook(name, platform)) return 'named as a git hook';
    if (!resolved.remote && liesInGitDirectory(path, platform, files)) return 'part of a git directory';
  }
  if (resolved.remote) return undefined;
  return isIncludedConfig(everyName(resolved), machine, files) ? 'included by a git configuration' : undefined;
}

function isHook(name: string, platform: NodeJS.Platform): boolean {
  const plain = name.replace(/\.exe$/i, '').normalize('NFC');
  return HOOKS.has(platform === 'linux' ? plain : plain.toLowerCase());
}

function sameName(name: string, wanted: string, platform: NodeJS.Platform): boolean {
  return name === wanted || (platform !== 'linux' && name.toLowerCase() === wanted.toLowerCase());
}

/** By what the folders above hold. */
export function liesInGitDirectory(path: string, platform: NodeJS.Platform, files: FileSystem): boolean {
  let folder = parentPath(path, platform);
  for (let depth = 0; depth < MAX_FOLDERS; depth += 1) {
    if (isGitDirectory(folder, platform, files)) return true;
    const above = parentPath(folder, platform);
    if (above === folder) return false;
    folder = above;
  }
  return true;
}

/** A linked work tree's has `commondir` instead. */
function isGitDirectory(folder: string, platform: NodeJS.Platform, files: FileSystem): boolean {
  const look = (name: string): ReturnType<FileSystem['inspect']> => files.inspect(joinPath(folder, name, platform));
  if (look('HEAD') === 'absent') return false;
  return look('commondir') !== 'absent' || [look('objects'), look('refs')].some(mayBeFolder);
}

function mayBeFolder(facts: ReturnType<FileSystem['inspect']>): boolean {
  return facts === 'unreadable' || (facts !== 'absent' && (facts.type === 'directory' || facts.type === 'symlink'));
}
