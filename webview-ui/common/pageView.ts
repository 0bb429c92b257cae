import type { PanelFocus } from '../../src/panel/features';
import type { SnapshotMessage } from '../../src/panel/messages';

export interface PageView {
  readonly message: SnapshotMessage;
  /** Ids of unfolded parts. */
  readonly open: readonly string[];
  /** For a page that restores typed text. */
  readonly focus: PanelFocus;
  /** Draw only the status first. */
  readonly begins: boolean;
}
