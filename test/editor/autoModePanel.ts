import type { FrameLocator } from 'playwright-core';
import type { Shown } from './dialogs';
import { webviewOf } from './editorWindow';

/** The document of the Auto Mode panel in a window, wherever other extensions have pages of their own. */
export function panelOf(shown: Shown): () => FrameLocator {
  return () => webviewOf(shown.window.page, 'auto-mode.auto-mode');
}
