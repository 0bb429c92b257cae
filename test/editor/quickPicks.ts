import type { Locator } from 'playwright-core';
import type { Shown } from './dialogs';

export interface QuickPicks {
  /** What is typed into. */
  readonly input: () => Locator;
  /** The first entry with this text. */
  readonly row: (text: string) => Locator;
  /** Runs the command of Auto Mode that the palette has under this title, as a user would. */
  readonly fromPalette: (title: string) => Promise<void>;
}

/** The lists to choose from, of which the palette is one, and the fields to type in at the top of a window. */
export function quickPicksOf(shown: Shown): QuickPicks {
  const input = (): Locator =>
    shown.window.page.locator('.quick-input-widget input.input, .quick-input-widget .quick-input-box input').first();
  const row = (text: string): Locator =>
    shown.window.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first();
  return {
    input,
    row,
    fromPalette: async (title) => {
      await shown.window.page.keyboard.press('F1');
      await input().fill(`>Auto Mode: ${title}`);
      await row(`Auto Mode: ${title}`).click();
    },
  };
}
