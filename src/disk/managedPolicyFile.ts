import { closeSync, constants, lstatSync, openSync, type Stats } from 'node:fs';
import { dirname } from 'node:path';
import { readRegularFile } from './regularFile';

const PATHS: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  linux: '/etc/auto-mode/policy.json',
  darwin: '/Library/Application Support/AutoMode/policy.json',
  win32: 'C:\\Program Files\\AutoMode\\policy.json',
};

const MAX_BYTES = 1_048_576;

export interface PolicyFileObjection {
  readonly kind: 'not-known' | 'link' | 'not-of-root' | 'written-by-group' | 'written-by-everybody' | 'written-by-user';
  readonly at: string;
}

export type PolicyFile =
  | { readonly state: 'absent' }
  /** Not only administrators can write it. */
  | { readonly state: 'not-trusted'; readonly why: PolicyFileObjection }
  | { readonly state: 'present'; readonly text: string | undefined };

export function managedPolicyPath(platform: NodeJS.Platform): string {
  return PATHS[platform] ?? '/etc/auto-mode/policy.json';
}

/**
 * Only administrators may be able to write the file and the folders above.
 * @param openForWriting for Windows; throws if this user may not
 */
export function readManagedPolicy(
  platform: NodeJS.Platform,
  path = managedPolicyPath(platform),
  look: (path: string) => Looked = statsOf,
  openForWriting: (path: string) => void = openAndClose,
): PolicyFile {
  const stats = look(path);
  if (stats === undefined) return { state: 'absent' };
  const why = platform === 'win32' ? windowsObjection(path, openForWriting) : posixObjection(path, platform, look);
  if (why === 'unknown') return { state: 'present', text: undefined };
  if (why !== undefined) return { state: 'not-trusted', why };
  if (stats === 'unreadable' || !stats.isFile()) return { state: 'present', text: undefined };
  const content = readRegularFile(path, MAX_BYTES);
  return { state: 'present', text: content === undefined ? undefined : decoded(content) };
}

type Looked = Stats | 'unreadable' | undefined;

function statsOf(path: string): Looked {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? undefined : 'unreadable';
  }
}

/** `wheel` and `admin` may write. */
const MAC_ADMINISTRATORS: ReadonlySet<number> = new Set([0, 80]);

function posixObjection(
  path: string,
  platform: NodeJS.Platform,
  look: (path: string) => Looked,
): PolicyFileObjection | undefined {
  for (let at = path; ; at = dirname(at)) {
    const stats = look(at);
    if (stats === 'unreadable' && at !== dirname(at)) continue;
    if (stats === undefined || stats === 'unreadable') return { kind: 'not-known', at };
    // It may lead where others write.
    if (stats.isSymbolicLink()) return { kind: 'link', at };
    if (stats.uid !== 0) return { kind: 'not-of-root', at };
    const byGroup = (stats.mode & constants.S_IWGRP) !== 0;
    // Elsewhere an access list may set this bit.
    const groupIsAdministrators = platform === 'darwin' && MAC_ADMINISTRATORS.has(stats.gid);
    if (byGroup && !groupIsAdministrators) return { kind: 'written-by-group', at };
    if ((stats.mode & constants.S_IWOTH) !== 0) return { kind: 'written-by-everybody', at };
    if (at === dirname(at)) return undefined;
  }
}

/**
 * Node shows no Windows access lists, so it opens the file for writing.
 * @returns `unknown` if undecidable, as while a program holds it: the policy stays, and no later text is an
 *   administrator's
 */
function windowsObjection(
  path: string,
  openForWriting: (path: string) => void,
): PolicyFileObjection | 'unknown' | undefined {
  try {
    openForWriting(path);
    return { kind: 'written-by-user', at: path };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    return code === 'EPERM' || code === 'EACCES' ? undefined : 'unknown';
  }
}

function openAndClose(path: string): void {
  closeSync(openSync(path, constants.O_RDWR));
}

function decoded(content: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
}
