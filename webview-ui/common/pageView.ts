import type { PanelFocus } from '../../src/panel/features';
import type { SnapshotMessage } from '../../src/panel/messages';

/** What a page draws from. */
export interface PageView {
  readonly message: SnapshotMessage;
  /** Ids of what is folded open. */
  readonly open: readonly string[];
  /** For a page that restores typed text. */
  readonly focus: PanelFocus;
  /** Draw only the status; the rest follows. */
  readonly begins: boolean;
}
