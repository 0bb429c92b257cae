import type { HostMessage } from './messages';
import { readPanelMessage } from './panelMessage';
import type { PanelSource } from './panelSource';
import { sparingLog } from '../common/sparingLog';
import { visibleSnapshot } from './visibleSnapshot';
import { shortLine } from '../common/visibleText';

export interface PanelSessionParts {
  readonly source: PanelSource;
  readonly post: (message: HostMessage) => void;
  /** Unguessable, at most 64 characters. */
  readonly newNonce: () => string;
  readonly log: (message: string) => void;
}

/** A click may cross snapshots. */
const MAX_NONCES = 32;

export class PanelSession {
  readonly #parts: PanelSessionParts;
  readonly #log: (kind: 'refused' | 'failed', line: string) => void;
  #nonces: string[] = [];

  constructor(parts: PanelSessionParts) {
    this.#parts = parts;
    this.#log = sparingLog(parts.log);
  }

  /** All, with a new nonce. */
  send(): void {
    const { source, newNonce, post } = this.#parts;
    const nonce = newNonce();
    this.#nonces = [...this.#nonces, nonce].slice(-MAX_NONCES);
    post({
      kind: 'snapshot',
      snapshot: visibleSnapshot(source.snapshot()),
      slices: source.slices(),
      destination: source.destination(),
      nonce,
    });
  }

  /** A message outside the protocol is logged, without effect. Never rejects. */
  async receive(message: unknown): Promise<void> {
    const { source, post } = this.#parts;
    const read = readPanelMessage(message);
    if ('problem' in read) {
      this.#log('refused', `The panel sent a message that is not understood; nothing was done: ${read.problem}`);
      // An older version's focus would end the snapshots.
      if (read.refused !== undefined) post({ kind: 'refusal', features: read.refused });
      return;
    }
    const { command } = read;
    if ('nonce' in command && !this.#useUp(command.nonce)) {
      this.#log('refused', `The panel sent '${command.kind}' without a valid one-time number; nothing was done.`);
      return;
    }
    const attempt = async (act: () => void | Promise<void>): Promise<void> => {
      try {
        await act();
      } catch (error) {
        this.#log('failed', `'${command.kind}' from the panel failed: ${shortLine(String(error), 300)}`);
      }
    };
    const answer = (): void => {
      if ('nonce' in command || command.kind === 'look') this.send();
    };
    // Starts at once, so that messages take effect in the order in which they came.
    const executed = attempt(async () => {
      if (command.kind === 'look') source.look(command.focus);
      else await source.execute(command);
    });
    // The next click needs a nonce while this command waits for a dialog.
    if ('nonce' in command) await attempt(answer);
    await executed;
    await attempt(answer);
  }

  #useUp(nonce: string): boolean {
    const place = this.#nonces.indexOf(nonce);
    if (place === -1) return false;
    this.#nonces = this.#nonces.slice(place + 1);
    return true;
  }
}
