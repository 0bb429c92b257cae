import type { PanelAction, PanelSnapshot } from '../../panel/messages';

/** What the status bar and the panel need from the rest of the host. */
export interface PanelSource {
  /** The present state, whole. Called often, so it only reads what is in memory. */
  snapshot(): PanelSnapshot;
  /** Fires after anything in the snapshot changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  /**
   * Carries out a click. A nonce in it has been checked and used up already: the click is the user's confirmation.
   * Shows its own errors to the user.
   */
  execute(action: PanelAction): Promise<void>;
}
