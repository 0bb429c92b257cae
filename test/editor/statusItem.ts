import type { Locator, Page } from 'playwright-core';

/** The product's item, with any text. */
export function statusItemIn(page: Page): Locator {
  return page.locator('.statusbar-item[id$="autoMode.status"]');
}
