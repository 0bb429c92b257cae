import type { PanelDestination, PanelFocus, PanelSlices } from './features';
import type { PanelAction, PanelSnapshot } from './messages';

export interface PanelSource {
  /** Called often: only reads memory. */
  snapshot(): PanelSnapshot;
  /** Empty: nothing. */
  look(focus: PanelFocus): void;
  /** Called often: only reads memory. */
  slices(): PanelSlices;
  destination(): PanelDestination | undefined;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
  /** The nonce is checked and used up: the click confirms. Shows its own errors. */
  execute(action: PanelAction): Promise<void>;
}
