import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { GateHomeError, type GateHome } from '../../disk/gateHome';
import { readOwnFile, writeOwnFile } from '../../disk/ownFile';

/** Lower case, as in Node. */
export const TOKEN_HEADER = 'x-auto-mode-token';
const MODE = 0o600;
/** For `curl --header @file`; 256 random bits. */
const FILE = new RegExp(`^${TOKEN_HEADER}: ([0-9a-f]{64})\n$`);

/** All windows share it. Proves that a launcher is the same user's. */
export class Token {
  private digest: Buffer;

  private constructor(
    private readonly gate: GateHome,
    secret: string,
  ) {
    this.digest = digestOf(secret);
  }

  /**
   * Replaces an untrusted one.
   * @throws GateHomeError
   */
  static open(gate: GateHome): Token {
    const present = readSecret(gate);
    if (present !== undefined) return new Token(gate, present);
    const text = `${TOKEN_HEADER}: ${randomBytes(32).toString('hex')}\n`;
    writeOwnFile(gate.token, text, MODE, true);
    // Another window was first.
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

  /** Undefined if the file is untrusted. */
  secret(): string | undefined {
    return readSecret(this.gate);
  }

  /** Constant time for wrong tokens. */
  accepts(shown: string | undefined): boolean {
    if (shown === undefined) return false;
    const digest = digestOf(shown);
    if (timingSafeEqual(digest, this.digest)) return true;
    // Another window may have replaced it.
    const present = readSecret(this.gate);
    if (present === undefined) return false;
    this.digest = digestOf(present);
    return timingSafeEqual(digest, this.digest);
  }
}

/** Undefined if the file is missing or untrusted. */
export function readSecret(gate: GateHome): string | undefined {
  return FILE.exec(readOwnFile(gate.token, MODE) ?? '')?.[1];
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
