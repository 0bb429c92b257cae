import type { PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelAction, PanelSnapshot } from './messages';

/** What the status bar and the panel need from the rest of the host. */
export interface PanelSource {
  /** The present state, whole. Called often, so it only reads what is in memory. */
  snapshot(): PanelSnapshot;
  /** What the panel looks at from now on; empty: nothing. */
  look(focus: PanelFocus): void;
  /** What the panel looks at, whole. Called often, so it only reads what is in memory. */
  slices(): PanelSlices;
  /** Where the panel is to go. */
  destination(): PanelDestination | undefined;
  /** Fires after anything in the snapshot or the slices changed. */
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  /**
   * Carries out a click. A nonce in it has been checked and used up already: the click is the user's confirmation.
   * Shows its own errors to the user.
   */
  execute(action: PanelAction): Promise<void>;
}
