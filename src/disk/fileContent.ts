/** What may run, and its hash, from one reading. */
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import type { FileContent, NoContent } from '../files/fileSystem';
import { readRegularFile } from './regularFile';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function contentOf(path: string, maxBytes: number): FileContent | NoContent {
  const content = readRegularFile(path, maxBytes);
  if (content === undefined) return whyNot(path, maxBytes);
  return { sha256: createHash('sha256').update(content).digest('hex'), text: textOf(content) };
}

function textOf(content: Buffer): string | undefined {
  if (content.includes(0)) return undefined;
  try {
    return utf8.decode(content);
  } catch {
    return undefined;
  }
}

function whyNot(path: string, maxBytes: number): NoContent {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return 'absent';
    if (!stats.isFile()) return 'not-a-file';
    return stats.size > maxBytes ? 'too-large' : 'unreadable';
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'ENOTDIR' ? 'absent' : 'unreadable';
  }
}
