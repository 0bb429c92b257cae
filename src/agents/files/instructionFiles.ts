/** A stranger may have written them: every quantity is bounded, and no link leads to another file. */
import { LRUCache } from 'lru-cache';
import { constants, type BigIntStats } from 'node:fs';
import { open, realpath, stat, type FileHandle } from 'node:fs/promises';
import { dirname, isAbsolute, relative, sep } from 'node:path';

export interface InstructionCandidate {
  readonly path: string;
  /** Links out of this folder are not followed. */
  readonly within: string;
}

export interface InstructionFile {
  readonly path: string;
  readonly text: string;
}

export interface InstructionFilesLimits {
  readonly candidates: number;
  readonly files: number;
  /** Else both ends only. */
  readonly bytesPerFile: number;
  /** In total; then reading stops. */
  readonly bytes: number;
  readonly remembered: number;
}

const LIMITS: InstructionFilesLimits = {
  candidates: 400,
  files: 50,
  bytesPerFile: 128 * 1024,
  bytes: 1024 * 1024,
  remembered: 400,
};

export class InstructionFiles {
  private readonly remembered: LRUCache<string, { readonly facts: string; readonly text: string }>;
  private readonly limits: InstructionFilesLimits;

  constructor(limits: Partial<InstructionFilesLimits> = {}) {
    this.limits = { ...LIMITS, ...limits };
    this.remembered = new LRUCache({ max: this.limits.remembered });
  }

  /** In order, without duplicates. Never rejects. */
  async read(candidates: readonly InstructionCandidate[]): Promise<readonly InstructionFile[]> {
    const found = await Promise.all(candidates.slice(0, this.limits.candidates).map(locate));
    const seen = new Set<string>();
    const files: InstructionFile[] = [];
    let bytes = 0;
    for (const file of found) {
      if (file === undefined || seen.has(file.target)) continue;
      if (files.length >= this.limits.files || bytes >= this.limits.bytes) break;
      seen.add(file.target);
      const text = await this.text(file);
      if (text === undefined) continue;
      bytes += Buffer.byteLength(text);
      files.push({ path: file.path, text });
    }
    return files;
  }

  private async text({ target, facts }: Located): Promise<string | undefined> {
    const known = this.remembered.get(target);
    if (known?.facts === facts) return known.text;
    const text = await readEnds(target, this.limits.bytesPerFile);
    if (text === undefined) return undefined;
    this.remembered.set(target, { facts, text });
    return text;
  }
}

/** Outermost first, the nearest `most`. Empty on another machine. */
export function foldersDownTo(folder: string, most = 64): readonly string[] {
  const folders: string[] = [];
  if (!isLocal(folder)) return folders;
  for (let at = folder; folders.length < most; at = dirname(at)) {
    folders.unshift(at);
    if (dirname(at) === at) break;
  }
  return folders;
}

/** Both absolute, without links. */
export function isAtOrBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

interface Located {
  readonly path: string;
  /** Without links. */
  readonly target: string;
  readonly facts: string;
}

async function locate({ path, within }: InstructionCandidate): Promise<Located | undefined> {
  if (!isLocal(path) || !isLocal(within)) return undefined;
  try {
    const target = await realpath(path);
    if (!isAtOrBelow(target, await realpath(within))) return undefined;
    const facts = await stat(target, { bigint: true });
    return facts.isFile() ? { path, target, facts: changeMark(facts) } : undefined;
  } catch {
    return undefined;
  }
}

function changeMark({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(' ');
}

/** Another machine may take minutes, and would learn of every call. */
function isLocal(path: string): boolean {
  return isAbsolute(path) && !path.includes('\0') && !/^[\\/]{2}/.test(path);
}

/** Windows has neither flag. */
const FLAGS =
  process.platform === 'win32' ? constants.O_RDONLY : constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Undefined: unreadable or not regular. */
async function readEnds(path: string, maxBytes: number): Promise<string | undefined> {
  const handle = await open(path, FLAGS).catch(() => undefined);
  try {
    const facts = await handle?.stat();
    if (handle === undefined || facts?.isFile() !== true) return undefined;
    if (facts.size <= maxBytes) return await readAt(handle, 0, facts.size);
    const half = Math.floor(maxBytes / 2);
    const [start, end] = [await readAt(handle, 0, half), await readAt(handle, facts.size - half, half)];
    return `${start}\n[... the middle of ${facts.size} bytes is left out ...]\n${end}`;
  } catch {
    return undefined;
  } finally {
    await handle?.close().catch(() => undefined);
  }
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<string> {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await handle.read(buffer, 0, length, position);
  return new TextDecoder('utf-8').decode(buffer.subarray(0, bytesRead));
}
