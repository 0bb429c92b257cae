import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { GateHomeError, type GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';

/** In lower case, as Node gives header names. */
export const TOKEN_HEADER = 'x-auto-mode-token';
const MODE = 0o600;
/** The whole file: one header line, as `curl --header @file` reads it. 256 random bits. */
const FILE = new RegExp(`^${TOKEN_HEADER}: ([0-9a-f]{64})\n$`);

/** The secret by which a window knows that a launcher of the same user calls. All windows share one. */
export class Token {
  private digest: Buffer;

  private constructor(
    private readonly gate: GateHome,
    secret: string,
  ) {
    this.digest = digestOf(secret);
  }

  /** Reads the token, or makes one where there is none that can be trusted. Throws GateHomeError. */
  static open(gate: GateHome): Token {
    const present = readSecret(gate);
    if (present !== undefined) return new Token(gate, present);
    const text = `${TOKEN_HEADER}: ${randomBytes(32).toString('hex')}\n`;
    writeOwnFile(gate.token, text, MODE, true);
    // Another window may have been first; but what cannot be trusted is replaced.
    const made = readSecret(gate);
    if (made !== undefined) return new Token(gate, made);
    writeOwnFile(gate.token, text, MODE);
    const replaced = readSecret(gate);
    if (replaced === undefined) {
      throw new GateHomeError(
        `${gate.token} cannot be kept to this user alone. Use a home folder whose files have permissions.`,
      );
    }
    return new Token(gate, replaced);
  }

  /** What is to be shown to other windows; undefined where the file cannot be trusted at present. */
  secret(): string | undefined {
    return readSecret(this.gate);
  }

  /** Whether a caller showed the token. Takes the same time for every wrong one. */
  accepts(shown: string | undefined): boolean {
    if (shown === undefined) return false;
    const digest = digestOf(shown);
    if (timingSafeEqual(digest, this.digest)) return true;
    // Another window may have had to replace the file since.
    const present = readSecret(this.gate);
    if (present === undefined) return false;
    this.digest = digestOf(present);
    return timingSafeEqual(digest, this.digest);
  }
}

function readSecret(gate: GateHome): string | undefined {
  return FILE.exec(readOwnFile(gate.token, MODE) ?? '')?.[1];
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
