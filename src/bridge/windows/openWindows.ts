import { lstatSync, lutimesSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../common/clock';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';
import { windowCardSchema, type KnownWindow, type WindowCard } from './windowCard';
import { listening, SOCKET_END, WINDOW_NAME, windowAddress } from './windowSocket';

const CARD_END = '.json';
const MODE = 0o600;
/** A thousand sessions and as many folders are less. */
const MAX_CARD_CHARACTERS = 1_000_000;
/** No user has more; the launcher asks no more either. */
const MAX_WINDOWS = 64;
/** A window gives a sign of life every 20 seconds; after three that are missing it must show that it still answers. */
const QUIET_MS = 60_000;
/** What nobody listens at is removed when nobody has touched it for so long: a window of another machine may have put it there. */
const LEFT_OVER_MS = 120_000;

interface ReadCard {
  readonly card: WindowCard | undefined;
  readonly version: string;
}

/** The other windows of this user, as their files in the gate's folder show them, and the file by which this one shows itself. */
export class OpenWindows {
  private readonly cards = new Map<string, ReadCard>();

  /** @param answers whether a window of this gate answers at an address; see `isWindow` */
  constructor(
    private readonly gate: GateHome,
    private readonly platform: NodeJS.Platform,
    private readonly clock: Clock,
    private readonly answers: (address: string) => Promise<boolean>,
  ) {}

  /** Shows this window to the others. Throws what writing throws. */
  publish(name: string, card: WindowCard): void {
    const text = JSON.stringify(card);
    const path = this.cardPath(name);
    // Looked at each time: without its card a window is not there for the others, and one of them would decide in its place.
    if (readOwnFile(path, MODE) !== text) writeOwnFile(path, text, MODE);
  }

  /** Takes the file of this window away. */
  withdraw(name: string): void {
    rmSync(this.cardPath(name), { force: true });
  }

  /** A sign of life of this window: on its card for the others, on its socket for the launcher, which asks the newest first. */
  touch(name: string): void {
    const now = new Date(this.clock.now());
    const files = [CARD_END, ...(this.platform === 'win32' ? [] : [SOCKET_END])];
    for (const end of files) lutimesSync(join(this.gate.run, name + end), now, now);
  }

  /** Every window but this one. Whether it is still there is told by `isPresent` alone. */
  others(own: string): readonly KnownWindow[] {
    const names = this.names(CARD_END).filter((name) => name !== own);
    for (const known of this.cards.keys()) if (!names.includes(known)) this.cards.delete(known);
    return names.slice(0, MAX_WINDOWS).flatMap((name) => {
      const card = this.card(name);
      return card === undefined ? [] : [{ name, card }];
    });
  }

  /** Whether a window can still take calls: it listens, and where it gave no sign of life for a while it also answers. */
  async isPresent({ name }: KnownWindow): Promise<boolean> {
    const address = this.address(name);
    if ((await listening(address)) !== 'yes') return false;
    const age = this.ageOf(this.cardPath(name));
    return (age !== undefined && age < QUIET_MS) || this.answers(address);
  }

  address(name: string): string {
    return windowAddress(this.gate, this.platform, name);
  }

  /**
   * Removes what windows that ended without doing so left behind. A process number says nothing, since it may have been given to another
   * process, or be one of another container's: what counts is that nobody listens, and that nobody has given a sign of life for a while.
   */
  async removeLeftovers(): Promise<void> {
    for (const entry of readdirSync(this.gate.run)) {
      const at = entry.indexOf('.');
      const [name, end] = [entry.slice(0, at), entry.slice(at)] as const;
      if (!WINDOW_NAME.test(name)) continue;
      const path = join(this.gate.run, entry);
      const age = this.ageOf(path);
      if (age === undefined || age < LEFT_OVER_MS) continue;
      if (end === SOCKET_END && (!isSocket(path) || (await listening(path)) !== 'refused')) continue;
      if (end !== SOCKET_END && ['yes', 'unknown'].includes(await listening(this.address(name)))) continue;
      rmSync(path, { force: true });
    }
  }

  /** What in the folder is in a socket's place and must not be asked: the paths that were removed. */
  async removeStrangers(own: string): Promise<readonly string[]> {
    const removed: string[] = [];
    for (const name of this.names(SOCKET_END).filter((candidate) => candidate !== own)) {
      const path = join(this.gate.run, name + SOCKET_END);
      if (!(await this.isStranger(name, path))) continue;
      rmSync(path, { force: true });
      removed.push(path);
    }
    return removed;
  }

  private async isStranger(name: string, path: string): Promise<boolean> {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined) return false;
    if (facts.isSymbolicLink()) return true;
    if (!facts.isSocket()) return false;
    if (process.getuid !== undefined && facts.uid !== process.getuid()) return true;
    // A window writes its card before it listens, so whoever listens without one is none.
    if (this.card(name) !== undefined) return false;
    return (await listening(path)) === 'yes' && !(await this.answers(path));
  }

  private names(end: string): readonly string[] {
    return readdirSync(this.gate.run)
      .filter((entry) => entry.endsWith(end))
      .map((entry) => entry.slice(0, -end.length))
      .sort();
  }

  private card(name: string): WindowCard | undefined {
    const path = this.cardPath(name);
    const facts = lstatSync(path, { throwIfNoEntry: false });
    if (facts === undefined || !WINDOW_NAME.test(name) || facts.size > MAX_CARD_CHARACTERS) return undefined;
    const version = `${facts.ino} ${facts.size} ${facts.mtimeMs} ${facts.ctimeMs}`;
    const known = this.cards.get(name);
    if (known?.version === version) return known.card;
    const card = parsed(readOwnFile(path, MODE));
    this.cards.set(name, { card, version });
    return card;
  }

  private cardPath(name: string): string {
    return join(this.gate.run, name + CARD_END);
  }

  /** Milliseconds since the last change; undefined where there is no such file. */
  private ageOf(path: string): number | undefined {
    const facts = lstatSync(path, { throwIfNoEntry: false });
    return facts === undefined ? undefined : this.clock.now() - facts.mtimeMs;
  }
}

function parsed(text: string | undefined): WindowCard | undefined {
  if (text === undefined) return undefined;
  try {
    return windowCardSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() === true;
}
