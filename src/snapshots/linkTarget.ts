import { readlinkSync } from 'node:fs';

/** Undefined where it is no text, and so could not be made again; throws where the disk does. */
export function linkTarget(path: string): string | undefined {
  const bytes = readlinkSync(path, 'buffer');
  const target = bytes.toString('utf8');
  return Buffer.from(target, 'utf8').equals(bytes) ? target : undefined;
}
