import type { Locator, Page } from 'playwright-core';

/** What can be seen: a window of the editor, which may not be open yet. */
export interface Shown {
  readonly window: { readonly page: Page };
}

export interface Dialogs {
  /** The dialog that is open; VS Code has at most one at a time. */
  readonly dialog: () => Locator;
  /** Its button of exactly this name. */
  readonly button: (name: string) => Locator;
  /** Opens the list behind `More...`, and picks the entry of this name. */
  readonly pickMore: (name: string) => Promise<void>;
  /** Presses that button, and ends when the dialog is gone. */
  readonly press: (name: string) => Promise<void>;
  /** Presses a key once one of its buttons has the focus: one that comes sooner goes to what is below the dialog. */
  readonly pressKey: (key: string) => Promise<void>;
}

/** The native dialogs of a window. */
export function dialogsOf(shown: Shown): Dialogs {
  const dialog = (): Locator => shown.window.page.locator('.monaco-dialog-box');
  const button = (name: string): Locator => dialog().getByRole('button', { name, exact: true });
  return {
    dialog,
    button,
    pickMore: async (name) => {
      await button('More...').click();
      await shown.window.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
    },
    press: async (name) => {
      await button(name).click();
      await dialog().waitFor({ state: 'detached' });
    },
    pressKey: async (key) => {
      await dialog().locator('.monaco-button:focus').waitFor();
      await shown.window.page.keyboard.press(key);
    },
  };
}
