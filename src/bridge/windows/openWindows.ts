import { lstatSync, lutimesSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../common/clock';
import type { GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';
import { windowCardSchema, type KnownWindow, type WindowCard } from './windowCard';
import { listening, SOCKET_END, WINDOW_NAME, windowAddress } from './windowSocket';

const CARD_END = '.json';
const MODE = 0o600;
const MAX_CARD_CHARACTERS = 1_000_000;
const MAX_WINDOWS = 64;
/** Three missed touches of 20 seconds. */
const QUIET_MS = 60_000;
/** Younger ones may be another machine's. */
const LEFT_OVER_MS = 120_000;

interface ReadCard {
  readonly card: WindowCard | undefined;
  readonly version: string;
}

export class OpenWindows {
  private readonly cards = new Map<string, ReadCard>();

  constructor(
    private readonly gate: GateHome,
    private readonly platform: NodeJS.Platform,
    private readonly clock: Clock,
    private readonly answers: (address: string) => Promise<boolean>,
  ) {}

  /** May throw. */
  publish(name: string, card: WindowCard): void {
    const text = JSON.stringify(card);
    const path = this.cardPath(name);
    // Without a card another window decides.
    if (readOwnFile(path, MODE) !== text) writeOwnFile(path, text, MODE);
  }

  withdraw(name: string): void {
    rmSync(this.cardPath(name), { force: true });
  }

  /** The card for windows, and the socket for the launcher: the newest is asked first. */
  touch(name: string): void {
    const now = new Date(this.clock.now());
    const files = [CARD_END, ...(this.platform === 'win32' ? [] : [SOCKET_END])];
    for (const end of files) lutimesSync(join(this.gate.run, name + end), now, now);
  }

  /** May have ended, see `isPresent`. */
  others(own: string): readonly KnownWindow[] {
    const names = this.names(CARD_END).filter((name) => name !== own);
    for (const known of this.cards.keys()) if (!names.includes(known)) this.cards.delete(known);
    return names.slice(0, MAX_WINDOWS).flatMap((name) => {
      const card = this.card(name);
      return card === undefined ? [] : [{ name, card }];
    });
  }

  /** It listens; after long silence it must answer. */
  async isPresent({ name }: KnownWindow): Promise<boolean> {
    const address = this.address(name);
    if ((await listening(address)) !== 'yes') return false;
    const age = this.ageOf(this.cardPath(name));
    return (age !== undefined && age < QUIET_MS) || this.answers(address);
  }

  address(name: string): string {
    return windowAddress(this.gate, this.platform, name);
  }

  /** A crashed window's files get no touch and no listener. Process ids prove nothing. */
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

  /** Impostors' sockets; returns their paths. */
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
    // Windows write the card before they listen.
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
