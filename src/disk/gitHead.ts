import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readRegularFile } from './regularFile';
import type { GitObjects } from './gitObjects';

const MAX_REFERENCE_BYTES = 8_192;
const MAX_PACKED_REFERENCES_BYTES = 16_000_000;
const MAX_COMMIT_BYTES = 1_000_000;

const ID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** HEAD's tree, in hex. Undefined: unknown, or no commit. */
export function headTree(gitFolder: string, commonFolder: string, objects: GitObjects): string | undefined {
  const head = textOf(join(gitFolder, 'HEAD'), MAX_REFERENCE_BYTES)?.trim();
  const branch = /^ref: (refs\/heads\/[^\s]+)$/.exec(head ?? '')?.[1];
  return treeOf(branch === undefined ? head : commitOf(branch, commonFolder), objects);
}

/** A branch's tree, in hex. Undefined: unknown, or no branch. */
export function branchTree(branch: string, commonFolder: string, objects: GitObjects): string | undefined {
  return treeOf(commitOf(`refs/heads/${branch}`, commonFolder), objects);
}

function treeOf(commit: string | undefined, objects: GitObjects): string | undefined {
  if (commit === undefined || !ID.test(commit)) return undefined;
  const content = objects.commit(commit, MAX_COMMIT_BYTES);
  return /^tree ([0-9a-f]+)\n/.exec(content?.toString('latin1', 0, 128) ?? '')?.[1];
}

/** Git takes some objects for others. */
export function hasReplacements(commonFolder: string): boolean {
  if (lstatSync(join(commonFolder, 'refs', 'replace'), { throwIfNoEntry: false }) !== undefined) return true;
  const packed = join(commonFolder, 'packed-refs');
  if (lstatSync(packed, { throwIfNoEntry: false }) === undefined) return false;
  const text = textOf(packed, MAX_PACKED_REFERENCES_BYTES);
  return text === undefined || text.includes(' refs/replace/');
}

/** As git reads references: a file of its own hides the list, even where it is damaged. */
function commitOf(branch: string, commonFolder: string): string | undefined {
  if (branch.split('/').includes('..')) return undefined;
  const own = join(commonFolder, ...branch.split('/'));
  const kind = kindAt(own);
  if (kind === 'unreadable') return undefined;
  if (kind === 'file') return /^([0-9a-f]+)\n?$/.exec(textOf(own, MAX_REFERENCE_BYTES) ?? '')?.[1];
  const packed = textOf(join(commonFolder, 'packed-refs'), MAX_PACKED_REFERENCES_BYTES) ?? '';
  const [line, ...others] = packed.split('\n').filter((one) => one.endsWith(` ${branch}`));
  return others.length > 0 ? undefined : line?.slice(0, -branch.length - 1);
}

/** Folders are left over from other branches. */
function kindAt(path: string): 'file' | 'none' | 'unreadable' {
  try {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts === undefined || facts.isDirectory() ? 'none' : 'file';
  } catch {
    return 'unreadable';
  }
}

function textOf(path: string, maxBytes: number): string | undefined {
  return readRegularFile(path, maxBytes)?.toString('utf8');
}
