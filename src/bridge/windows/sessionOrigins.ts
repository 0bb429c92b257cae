import { lstatSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import type { Clock } from '../../common/clock';
import type { OpenFolder } from './folderOwnership';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';

const MODE = 0o600;
const END = '.json';
const NAME = /^[0-9a-f]{24}\.json$/;
/** Later an agent may go on in another folder. */
const KEEP_MS = 7 * 24 * 60 * 60_000;
const TOUCH_MS = 60 * 60_000;
/** Dropped ones are read again. */
const MAX_KNOWN = 1000;

const recordSchema = z.object({ path: z.string(), real: z.string(), repositoryIn: z.string().optional() });

export interface SessionOrigin extends OpenFolder {
  /** The open folder of its git work tree's repository: a real path. */
  readonly repositoryIn?: string | undefined;
}

/** Each session's first folder, for all windows: when its window closes, another's looser rules must not apply. */
export class SessionOrigins {
  private readonly known = new Map<string, { readonly place: SessionOrigin; touchedAt: number }>();

  constructor(
    private readonly gate: GateHome,
    private readonly clock: Clock,
  ) {}

  /** @param key see `sessionKey` */
  of(key: string): SessionOrigin | undefined {
    const known = this.known.get(key);
    if (known !== undefined) return known.place;
    const path = this.path(key);
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined || this.clock.now() - facts.mtimeMs > KEEP_MS) return undefined;
    const place = parsed(readOwnFile(path, MODE));
    if (place === undefined) return undefined;
    if (this.known.size >= MAX_KNOWN) this.known.clear();
    this.known.set(key, { place, touchedAt: facts.mtimeMs });
    return place;
  }

  /** Only the first note counts. May throw. */
  note(key: string, { path, real, repositoryIn }: SessionOrigin): void {
    if (this.of(key) === undefined) {
      rmSync(this.path(key), { force: true });
      writeOwnFile(this.path(key), JSON.stringify({ path, real, repositoryIn }), MODE, true);
      return;
    }
    const known = this.known.get(key);
    const now = this.clock.now();
    if (known === undefined || now - known.touchedAt < TOUCH_MS) return;
    known.touchedAt = now;
    utimesSync(this.path(key), now / 1000, now / 1000);
  }

  removeOld(): void {
    for (const entry of readdirSync(this.gate.sessions)) {
      const path = join(this.gate.sessions, entry);
      const facts = lstatSync(path, { throwIfNoEntry: false });
      if (NAME.test(entry) && facts !== undefined && this.clock.now() - facts.mtimeMs > KEEP_MS) {
        rmSync(path, { force: true });
      }
    }
  }

  private path(key: string): string {
    return join(this.gate.sessions, key + END);
  }
}

function parsed(text: string | undefined): SessionOrigin | undefined {
  if (text === undefined) return undefined;
  try {
    return recordSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
