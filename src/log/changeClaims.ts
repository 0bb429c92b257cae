import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** By then its window is gone. */
const VALID_MILLISECONDS = 30_000;
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;
const MAX_LOOKED_AT = 1000;

/** The window that makes the file notifies the user. */
export class ChangeClaims {
  /** @param directory only for claims; made if missing */
  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {}

  /** @returns whether this window notifies; without files all do */
  claim(change: string): boolean {
    const path = join(this.directory, createHash('sha256').update(change).digest('hex'));
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      this.cleanUp();
      if (this.make(path)) return true;
      if (this.age(path) < VALID_MILLISECONDS) return false;
      // Only one window can rename an old claim.
      const old = `${path}.${randomBytes(4).toString('hex')}`;
      renameSync(path, old);
      rmSync(old, { force: true });
      return this.make(path);
    } catch (error) {
      return !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
    }
  }

  private make(path: string): boolean {
    try {
      writeFileSync(path, '', { flag: 'wx', mode: 0o600 });
      return true;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
      throw error;
    }
  }

  private age(path: string): number {
    return Math.abs(this.now() - statSync(path).mtimeMs);
  }

  private cleanUp(): void {
    for (const name of readdirSync(this.directory).slice(0, MAX_LOOKED_AT)) {
      const path = join(this.directory, name);
      const modified = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
      if (modified !== undefined && Math.abs(this.now() - modified) > KEPT_MILLISECONDS) rmSync(path, { force: true });
    }
  }
}
