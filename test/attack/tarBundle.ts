/** An archive made by the real tar, with programs in it. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { plantedProgram } from './marks';

export function tarOf(paths: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'am-template-'));
  try {
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), plantedProgram('unpacked'), { mode: 0o755 });
    }
    const options = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '-C', folder, '-cf', '-'];
    return execFileSync('tar', [...options, ...paths]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
