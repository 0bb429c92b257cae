import { panelCommandSchema } from '../../panel/commandSchema';
import type { HostMessage, PanelStrings } from '../../panel/messages';
import type { PanelSource } from './panelSource';
import { visibleSnapshot } from './visibleSnapshot';
import { shortLine } from './visibleText';

export interface PanelSessionParts {
  readonly source: PanelSource;
  readonly post: (message: HostMessage) => void;
  readonly strings: PanelStrings;
  /** A new unguessable text of at most 64 characters. */
  readonly newNonce: () => string;
  readonly log: (message: string) => void;
}

/** A click may cross a snapshot on its way, so some of the nonces before the newest one still count. */
const MAX_NONCES = 8;

/** The conversation with one webview: snapshots down, checked commands up. */
export class PanelSession {
  readonly #parts: PanelSessionParts;
  #nonces: string[] = [];

  constructor(parts: PanelSessionParts) {
    this.#parts = parts;
  }

  /** Sends the whole state with a new nonce. */
  send(): void {
    const { source, strings, newNonce, post } = this.#parts;
    const nonce = newNonce();
    this.#nonces = [...this.#nonces, nonce].slice(-MAX_NONCES);
    post({ kind: 'snapshot', snapshot: visibleSnapshot(source.snapshot()), strings, nonce });
  }

  /** Takes whatever the webview sent. What does not fit the protocol changes nothing and is logged. Never rejects. */
  async receive(message: unknown): Promise<void> {
    const { source, log } = this.#parts;
    const parsed = panelCommandSchema.safeParse(message);
    if (!parsed.success) {
      const problem = parsed.error.issues[0]?.message ?? 'unreadable';
      log(`The panel sent a message that is not understood; nothing was done: ${shortLine(problem, 200)}`);
      return;
    }
    const command = parsed.data;
    if (command.kind === 'ready') {
      this.send();
      return;
    }
    if ('nonce' in command && !this.#useUp(command.nonce)) {
      log(`The panel sent '${command.kind}' without a valid one-time number; nothing was done.`);
      return;
    }
    try {
      await source.execute(command);
    } catch (error) {
      log(`'${command.kind}' from the panel failed: ${shortLine(String(error), 300)}`);
    }
    // A used nonce has to be replaced even where the command changed nothing that the host would announce.
    if ('nonce' in command) this.send();
  }

  #useUp(nonce: string): boolean {
    const place = this.#nonces.indexOf(nonce);
    if (place === -1) return false;
    this.#nonces = this.#nonces.slice(place + 1);
    return true;
  }
}
