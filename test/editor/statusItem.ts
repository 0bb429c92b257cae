import type { Locator, Page } from 'playwright-core';

/** The product's item, whatever it reads. */
export function statusItemIn(page: Page): Locator {
  return page.locator('.statusbar-item[id$="autoMode.status"]');
}
