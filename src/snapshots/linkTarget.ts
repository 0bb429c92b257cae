import { readlinkSync } from 'node:fs';

/** Undefined: no text, so it cannot be made again. Throws the disk's errors. */
export function linkTarget(path: string): string | undefined {
  const bytes = readlinkSync(path, 'buffer');
  const target = bytes.toString('utf8');
  return Buffer.from(target, 'utf8').equals(bytes) ? target : undefined;
}
