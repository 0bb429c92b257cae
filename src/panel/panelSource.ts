import type { PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelAction, PanelSnapshot } from './messages';

/** What the status bar and the panel need from the host. */
export interface PanelSource {
  /** The whole state. Called often, so it only reads memory. */
  snapshot(): PanelSnapshot;
  /** Sets the focus; empty: nothing. */
  look(focus: PanelFocus): void;
  /** Called often, so it only reads memory. */
  slices(): PanelSlices;
  destination(): PanelDestination | undefined;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  /**
   * Carries out a click. Its nonce is already checked and used up: the click is the user's confirmation. Shows its
   * own errors.
   */
  execute(action: PanelAction): Promise<void>;
}
