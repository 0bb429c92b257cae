import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';

const FOCUS_MS = 60_000;
const LOOK_MS = 50;

/**
 * Presses a key on an element of a webview once it has the focus. Another process draws a webview, so it gets the focus
 * later than `focus()` returns, and a dialog that closes takes the focus back once more: a key that comes sooner is lost.
 *
 * @throws Error when the element does not get the focus within 60 s
 */
export async function pressOn(element: Locator, key = 'Enter'): Promise<void> {
  const end = Date.now() + FOCUS_MS;
  await element.focus();
  while (!(await hasFocus(element))) {
    if (Date.now() > end) throw new Error(`No focus for ${element.toString()}`);
    await delay(LOOK_MS);
    await element.focus();
  }
  await element.press(key);
}

function hasFocus(element: Locator): Promise<boolean> {
  return element.evaluate((node: { readonly matches: (selector: string) => boolean }) => node.matches(':focus'));
}
