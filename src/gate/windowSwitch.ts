import { mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { readOwnFile, writeOwnFile } from '../disk/ownFile';

/** While the extension host restarts. */
const KEPT_OFF_MS = 60_000;
const HEARTBEAT_MS = 15_000;
const MODE = 0o600;

/** Starts on, unless off within the last minute: the extension host may restart. */
export class WindowSwitch {
  private windowIsOff = false;
  private readonly sessionsOff = new Set<string>();
  private heartbeat: NodeJS.Timeout | undefined;

  /** @param file last sign of life while off; undefined: a restart switches on */
  constructor(
    private readonly file: string | undefined,
    private readonly now: () => number,
    private readonly mayBeOff: () => boolean = () => true,
  ) {
    const age = this.now() - this.lastSignOfLife();
    if (age >= 0 && age < KEPT_OFF_MS) this.turnOff(undefined);
  }

  isOff(sessionId: string | undefined): boolean {
    const isOff = this.windowIsOff || (sessionId !== undefined && this.sessionsOff.has(sessionId));
    return isOff && this.mayBeOff();
  }

  turnOff(sessionId: string | undefined): void {
    if (sessionId !== undefined) {
      this.sessionsOff.add(sessionId);
      return;
    }
    this.windowIsOff = true;
    this.signOfLife();
    this.heartbeat ??= setInterval(() => {
      this.signOfLife();
    }, HEARTBEAT_MS);
  }

  turnOn(sessionId: string | undefined): void {
    if (sessionId !== undefined) {
      this.sessionsOff.delete(sessionId);
      return;
    }
    this.windowIsOff = false;
    this.sessionsOff.clear();
    this.stopHeartbeat();
    if (this.file !== undefined) rmSync(this.file, { force: true });
  }

  dispose(): void {
    if (this.windowIsOff) this.signOfLife();
    this.stopHeartbeat();
  }

  private stopHeartbeat(): void {
    clearInterval(this.heartbeat);
    this.heartbeat = undefined;
  }

  private lastSignOfLife(): number {
    const kept = this.file === undefined ? undefined : readOwnFile(this.file, MODE);
    const at = kept === undefined ? Number.NaN : Number(kept);
    return Number.isFinite(at) ? at : Number.NEGATIVE_INFINITY;
  }

  private signOfLife(): void {
    if (this.file === undefined) return;
    try {
      mkdirSync(dirname(this.file), { recursive: true, mode: 0o700 });
      writeOwnFile(this.file, String(this.now()), MODE);
    } catch {
      // A restart switches on, which is safe.
    }
  }
}
