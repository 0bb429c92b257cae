import type { PanelFocus } from '../../src/panel/features';
import type { SnapshotMessage } from '../../src/panel/messages';

/** What a page draws from. */
export interface PageView {
  readonly message: SnapshotMessage;
  /** Ids of what is folded open. */
  readonly open: readonly string[];
  /** What the user looks at, for a page that restores what was typed in it. */
  readonly focus: PanelFocus;
  /** Draw only how things stand: the rest follows when that can be read. */
  readonly begins: boolean;
}
