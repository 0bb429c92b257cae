import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A window that has not done in this time what it claimed is gone. */
const VALID_MILLISECONDS = 30_000;
const KEPT_MILLISECONDS = 24 * 60 * 60 * 1000;
/** More claims than there are changes in a day. */
const MAX_LOOKED_AT = 1000;

/** Several windows notice one change; the first that makes the claim's file is the one that tells the user. */
export class ChangeClaims {
  /** @param directory made where it is missing; claims alone are in it. */
  constructor(
    private readonly directory: string,
    private readonly now: () => number,
  ) {}

  /** @returns whether this window is the one. Where no file can be made, every window is: better told twice than never. */
  claim(change: string): boolean {
    const path = join(this.directory, createHash('sha256').update(change).digest('hex'));
    try {
      mkdirSync(this.directory, { recursive: true, mode: 0o700 });
      this.cleanUp();
      if (this.make(path)) return true;
      if (this.age(path) < VALID_MILLISECONDS) return false;
      // Of several windows that see an old claim only one can rename it.
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
