import type { Locator } from 'playwright-core';

export interface ShownWords {
  readonly words: number;
  /** What can be pressed or typed into, but for the rows of lists. */
  readonly buttons: number;
  readonly text: string;
}

/** Words and buttons that can be seen, in shadow roots too. What only screen readers get does not count, nor what lies below the window's edge. */
const COUNT = `globalThis.countShown = (root) => {
  const words = [];
  let buttons = 0;
  const hidden = (element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return true;
    const style = getComputedStyle(element);
    return style.clipPath !== 'none' || style.fontSize === '0px';
  };
  const outside = ({ top, bottom, width, height }) => top >= innerHeight || bottom <= 0 || (width === 0 && height === 0);
  const visit = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      const range = document.createRange();
      range.selectNodeContents(node);
      if (!outside(range.getBoundingClientRect())) words.push(...node.data.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)));
      return;
    }
    if (node.nodeType !== Node.ELEMENT_NODE && node.nodeType !== Node.DOCUMENT_FRAGMENT_NODE) return;
    if (node.nodeType === Node.ELEMENT_NODE) {
      if (node.matches('style, script, option') || hidden(node)) return;
      const isButton = node.matches('button, vscode-button, a[href], a.action-label, .monaco-button, summary, select, input, textarea, [role="tab"]');
      if (isButton && !outside(node.getBoundingClientRect())) buttons += 1;
    }
    if (node.localName === 'slot') for (const child of node.assignedNodes()) visit(child);
    else for (const child of (node.shadowRoot ?? node).childNodes) visit(child);
  };
  visit(root);
  return { words: words.length, buttons, text: words.join(' ') };
};
0`;

/** Of what an element shows just now. */
export async function shownWords(element: Locator): Promise<ShownWords> {
  await element.evaluate(COUNT);
  return element.evaluate((root) =>
    (globalThis as unknown as { countShown: (of: unknown) => ShownWords }).countShown(root),
  );
}
