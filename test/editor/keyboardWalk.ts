/** Goes through the panel as somebody does who has no mouse, and finds what cannot be reached or does not show that it has the focus. */
import assert from 'node:assert/strict';
import type { Frame, Keyboard } from 'playwright-core';
import type { EditorWindow } from './editorWindow';
import { panelFrame } from './panelInspection';

/** No page has nearly so many controls. */
const MOST_PRESSES = 300;

/** Defines in the page what the walk needs: the stops of the Tab key in their order, what has the focus, and its name. */
const WALK = `(() => {
  if (globalThis.walk !== undefined) return;
  const walk = { reached: new Set(), unmarked: new Set() };
  const radioOf = (element) => {
    const group = [...element.getRootNode().querySelectorAll('input[type="radio"]')].filter(({ name }) => name === element.name);
    return group.find(({ checked }) => checked) ?? group[0];
  };
  walk.stops = () => {
    const found = [];
    const visit = (parent) => {
      for (const element of parent.children) {
        if (!element.checkVisibility({ visibilityProperty: true })) continue;
        const isStop = element.tabIndex >= 0 && element.matches('button, input, select, textarea, summary, a[href], [tabindex]');
        const isOther = element.disabled || (element.type === 'radio' && radioOf(element) !== element);
        if (isStop && !isOther) found.push(element);
        if (element.shadowRoot) visit(element.shadowRoot);
        visit(element);
      }
    };
    visit(document.body);
    return found;
  };
  walk.focused = () => {
    if (!document.hasFocus()) return undefined;
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return focused ?? undefined;
  };
  // Resolves once the focus is elsewhere than it was noted last: keys reach a frame later than the page that it stands in.
  walk.moved = async () => {
    const end = performance.now() + 60_000;
    while (walk.focused() === walk.last && walk.last !== undefined && performance.now() < end) {
      await new Promise((done) => setTimeout(done, 5));
    }
  };
  walk.nameOf = (element) => {
    const text = element?.getAttribute('aria-label') ?? element?.labels?.[0]?.textContent ?? element?.textContent ?? '';
    return text.replace(/\\s+/g, ' ').trim().slice(0, 200);
  };
  walk.describe = (element) => '<' + element.localName + '> ' + walk.nameOf(element);
  walk.note = () => {
    const element = walk.focused();
    walk.last = element;
    if (element === undefined || element === document.body) return;
    walk.reached.add(element);
    const marks = [element, element.shadowRoot?.querySelector('.base')].filter((marked) => marked != null);
    const isMarked = marks.some((marked) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(marked);
      return outlineStyle !== 'none' && parseFloat(outlineWidth) > 0;
    });
    // A heading takes the focus when a page opens; nobody presses it.
    if (!isMarked && element.tabIndex >= 0) walk.unmarked.add(element);
  };
  globalThis.walk = walk;
})()`;

export class KeyboardWalk {
  private constructor(
    private readonly frame: Frame,
    private readonly keyboard: Keyboard,
  ) {}

  /** The panel must be shown; once it was hidden, another walk has to begin. */
  static async begin(window: EditorWindow): Promise<KeyboardWalk> {
    const frame = await panelFrame(window);
    await frame.evaluate(WALK);
    return new KeyboardWalk(frame, window.page.keyboard);
  }

  /** Presses Shift+Tab until the first link to a page has the focus. */
  async toStart(): Promise<void> {
    await this.#pressUntil('Shift+Tab', 'the first stop', 'walk.focused() === walk.stops()[0]');
  }

  /**
   * Presses Tab until a control has the focus.
   *
   * @param name what a screen reader calls it, or how that begins
   */
  async to(name: string): Promise<void> {
    await this.#pressUntil('Tab', name, `walk.nameOf(walk.focused()).startsWith(${JSON.stringify(name)})`);
  }

  /** Goes to a control from the start of the page, and presses Enter on it. */
  async press(name: string): Promise<void> {
    await this.toStart();
    await this.to(name);
    await this.keyboard.press('Enter');
  }

  /**
   * Goes through the whole page and back to its start.
   *
   * @throws {assert.AssertionError} naming the controls that the Tab key does not reach, or that do not show the focus
   */
  async reachEverything(): Promise<void> {
    await this.toStart();
    await this.frame.evaluate('walk.reached.clear(); walk.unmarked.clear()');
    await this.#pressUntil('Tab', 'the last stop', 'walk.focused() === walk.stops().at(-1)');
    await this.toStart();
    const missed = 'walk.stops().filter((stop) => !walk.reached.has(stop)).map(walk.describe)';
    assert.deepEqual(await this.frame.evaluate(missed), [], 'not reached by the Tab key');
    assert.deepEqual(await this.frame.evaluate('[...walk.unmarked].map(walk.describe)'), [], 'does not show the focus');
  }

  async #pressUntil(key: string, what: string, condition: string): Promise<void> {
    for (let count = 0; count <= MOST_PRESSES; count++) {
      if (await this.frame.evaluate<boolean>(`(walk.note(), ${condition})`)) return;
      await this.keyboard.press(key);
      await this.frame.evaluate('walk.moved()');
    }
    const last = await this.frame.evaluate<string>('walk.describe(walk.focused() ?? document.body)');
    const stops = await this.frame.evaluate<string[]>('walk.stops().map(walk.describe)');
    assert.fail(`${key} does not lead to ${what}; in the end it was at ${last}; stops: ${stops.join(', ')}`);
  }
}
