/** Whether everybody can use what the panel shows: axe's findings, those of colours in every theme, what a narrow panel or a large zoom cuts off, what moves. */
import assert from 'node:assert/strict';
import axe from 'axe-core';
import type { Frame } from 'playwright-core';
import { THEME_KINDS, webviewOf, type EditorWindow } from './editorWindow';

const EXTENSION = 'auto-mode.auto-mode';
/** As wide as VS Code lets a side bar become narrow, and a little more. */
const NARROW_PIXELS = 220;
const WINDOW = { width: 1280, height: 800 };
/** A browser, and the editor with it, lays this window out so at 200 %. */
const ZOOMED = { width: WINDOW.width / 2, height: WINDOW.height / 2 };

/** Calls `each` with every element that is shown, those in shadow roots too, but for what only screen readers get and what ends in dots. */
const EVERY_ELEMENT = `(each) => {
  const visit = (parent) => {
    for (const element of parent.children) {
      if (!element.checkVisibility({ visibilityProperty: true })) continue;
      const style = getComputedStyle(element);
      if (style.clipPath !== 'none') continue;
      each(element, style);
      if (style.textOverflow === 'ellipsis') continue;
      if (element.shadowRoot) visit(element.shadowRoot);
      visit(element);
    }
  };
  visit(document.body);
}`;

const NAME_OF = `(element) => {
  const named = [...element.attributes].filter(({ name }) => /^(class|id|data-)/.test(name)).slice(0, 3);
  const { host } = element.getRootNode();
  const tag = '<' + [element.localName, ...named.map(({ name, value }) => name + '=' + value)].join(' ') + '>';
  return tag + ' in <' + (host?.localName ?? 'body') + '> ' + (host ?? element).textContent.trim().slice(0, 40);
}`;

const CUT_OFF = `(() => {
  const [everyElement, nameOf, found] = [${EVERY_ELEMENT}, ${NAME_OF}, []];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push('the page is ' + scrollWidth + ' pixels wide in ' + clientWidth);
  everyElement((element, style) => {
    const { right, width } = element.getBoundingClientRect();
    if (width > 0 && right > clientWidth + 1) found.push(nameOf(element) + ' ends at ' + right + ' of ' + clientWidth);
    const clips = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis';
    // A field is scrolled by its own keys.
    if (!clips || element.matches('input, select, textarea')) return;
    if (element.scrollWidth > element.clientWidth + 1) found.push(nameOf(element) + ' cuts off what is in it');
  });
  return [...new Set(found)].slice(0, 10);
})()`;

const MOVING = `(() => {
  const [everyElement, nameOf, found] = [${EVERY_ELEMENT}, ${NAME_OF}, []];
  everyElement((element, style) => {
    const durations = style.transitionDuration.split(', ');
    // An icon could turn, and says so before it does.
    if (style.animationName !== 'none') durations.push(...style.animationDuration.split(', '));
    if (durations.some((duration) => parseFloat(duration) > 0)) found.push(nameOf(element) + ' moves');
  });
  return [...new Set(found)].slice(0, 10);
})()`;

/** Resolves once what a change of theme or size has begun is drawn. */
const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))';

/** The frame of the panel's own document, in which axe is ready. */
export async function panelFrame({ page }: EditorWindow): Promise<Frame> {
  const html = await webviewOf(page, EXTENSION).locator('html').elementHandle();
  const frame = (await html.ownerFrame()) ?? assert.fail('The panel is not shown.');
  // A script that comes by way of the debugger is not held up by the page's content security policy.
  if ((await frame.evaluate('typeof axe')) === 'undefined') await frame.evaluate(axe.source);
  return frame;
}

/**
 * Looks at what the panel shows just now in every theme, narrow and zoomed, and keeps a picture of each.
 *
 * @param name of the pictures
 * @throws {assert.AssertionError} with all that was found
 */
export async function inspectPanel(window: EditorWindow, name: string): Promise<void> {
  const { page } = window;
  await window.executeCommand('notifications.clearAll');
  const frame = await panelFrame(window);
  const found: string[] = [];
  const note = (where: string, texts: readonly string[]): void => {
    found.push(...texts.map((text) => `${where}: ${text}`));
  };
  for (const theme of THEME_KINDS) {
    await window.useTheme(theme);
    await frame.waitForFunction(`document.body.dataset.vscodeThemeKind === ${JSON.stringify(WEBVIEW_THEMES[theme])}`);
    await frame.evaluate(await groundOf(window));
    await frame.evaluate(DRAWN);
    // What the browser draws itself, such as radio buttons, could not be seen else; axe does not look at it.
    const scheme = await frame.evaluate<string>('getComputedStyle(document.body).colorScheme');
    if (scheme !== SCHEMES[theme]) note(theme, [`radio buttons are drawn as on a ${scheme} ground`]);
    note(theme, await seriousFindings(frame, theme === THEME_KINDS[0] ? 'everything' : 'colours'));
    await window.screenshot(`${name}-${theme}`);
  }
  note('motion', await frame.evaluate<string[]>(MOVING));
  note('wide', await frame.evaluate<string[]>(CUT_OFF));
  const widen = await narrowSideBar(window);
  try {
    await frame.evaluate(DRAWN);
    note(`${NARROW_PIXELS} pixels`, await frame.evaluate<string[]>(CUT_OFF));
    await window.screenshot(`${name}-narrow`);
    await page.setViewportSize(ZOOMED);
    await frame.evaluate(DRAWN);
    note('zoom 200 %', await frame.evaluate<string[]>(CUT_OFF));
    await window.screenshot(`${name}-zoomed`);
  } finally {
    await page.setViewportSize(WINDOW);
    await widen();
    // The ground of the last theme would stay below those that a test looks at after.
    await frame.evaluate(`document.documentElement.style.backgroundColor = ''`);
  }
  assert.deepEqual(found, [], found.join('\n'));
}

/** What VS Code calls its kinds of theme inside a webview. */
const WEBVIEW_THEMES = {
  light: 'vscode-light',
  dark: 'vscode-dark',
  'high-contrast': 'vscode-high-contrast',
  'high-contrast-light': 'vscode-high-contrast-light',
} as const;

const SCHEMES = { light: 'light', dark: 'dark', 'high-contrast': 'dark', 'high-contrast-light': 'light' } as const;

/** The page itself has no ground: the side bar's shows through, which axe cannot see, so that it would take every theme for white. */
async function groundOf({ page }: EditorWindow): Promise<string> {
  const colour = await page.evaluate<string>(
    `getComputedStyle(document.querySelector('.part.sidebar')).backgroundColor`,
  );
  return `document.documentElement.style.backgroundColor = ${JSON.stringify(colour)}`;
}

/** Names, roles and order are the same in every theme. */
const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];

async function seriousFindings(frame: Frame, what: 'everything' | 'colours'): Promise<readonly string[]> {
  const only = what === 'everything' ? '' : `, runOnly: ${JSON.stringify(RULES_OF_COLOURS)}`;
  const { violations } = await frame.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'], iframes: false${only} })`,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.slice(0, 5).map(({ target, failureSummary }) => `${id} at ${target.join(' ')}: ${failureSummary ?? ''}`),
    );
}

/** @returns what makes the side bar as wide as before */
async function narrowSideBar({ page }: EditorWindow): Promise<() => Promise<void>> {
  const bar = await page.locator('.part.sidebar').boundingBox();
  assert.ok(bar);
  const drag = async (from: number, to: number): Promise<void> => {
    await page.mouse.move(from, 400);
    await page.mouse.down();
    await page.mouse.move(to, 400, { steps: 5 });
    await page.mouse.up();
    // Beside the edge, which else stays lit.
    await page.mouse.move(to + 300, 400);
  };
  const edge = bar.x + bar.width;
  await drag(edge, bar.x + NARROW_PIXELS);
  return () => drag(bar.x + NARROW_PIXELS, edge);
}
