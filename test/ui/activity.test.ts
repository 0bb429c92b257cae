import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { pressOn } from '../editor/pressOn';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

const ROWS = `document.querySelector('auto-mode-panel').shadowRoot.querySelector('auto-mode-activity').shadowRoot
  .querySelector('auto-mode-activity-list').shadowRoot.querySelector('.rows')`;
/** Notes the rows that have no place when they come: they would lie over the first one until the list is drawn again. */
const NOTE_UNPLACED = `(() => {
  globalThis.unplaced = [];
  new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.style?.transform === '') globalThis.unplaced.push(node.dataset.index);
    }
  }).observe(${ROWS}, { childList: true });
})()`;

describe('the list of decisions', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'activity',
    files: { 'notes.txt': 'some notes\n' },
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'] },
  });

  const panel = panelOf(used);
  const rows = (): Locator => panel().locator('auto-mode-activity .decision');
  const row = (text: string): Locator => rows().filter({ hasText: text });
  const scroller = (): Locator => panel().locator('auto-mode-activity .scroller');
  const focused = (): Locator => panel().locator('auto-mode-activity .decision:focus');
  const newer = (): Locator => panel().locator('auto-mode-activity .newer');
  const part = (name: string): Locator => panel().locator('auto-mode-activity-bar').getByRole('button', { name });
  const key = (name: string): Promise<void> => used.window.page.keyboard.press(name);

  /** Decides so many calls, one after the other, as an agent would ask them. */
  async function decide(commands: readonly string[]): Promise<void> {
    const requests = commands.map((command) => ({
      tool: 'bash',
      input: { command },
      cwd: used.editor.workspace,
      agent: 'codex',
      interactive: false,
    }));
    await used.window.runInHost(
      async (vscode, check, list) => {
        for (const request of list) await vscode.commands.executeCommand(check, request);
      },
      COMMANDS.check,
      requests,
    );
  }

  const steps = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `echo ${name}-${index + 1}`);

  it('says what to expect while there is nothing', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('auto-mode-activity', { hasText: 'No call yet.' }).waitFor();
  });

  it('shows a decision as it happens, with all that is told of it', async () => {
    await decide(['git push origin main']);
    const text = (await row('git push origin main').getAttribute('aria-label')) ?? '';
    for (const part of ['blocked', 'Rule', 'Deny rule', 'Codex']) assert.ok(text.includes(part), `${part}: ${text}`);
    await part('Blocked 1').waitFor();
  });

  it('draws but a few of many rows, each with its place', async () => {
    await panel().locator('html').evaluate(NOTE_UNPLACED);
    await decide(steps('many', 152));
    await row('many-152').waitFor();
    assert.ok((await rows().count()) < 45);
    // Each row that went has taken all that belonged to it along.
    const kept: number = await panel().locator('html').evaluate(`${ROWS}.childNodes.length`);
    assert.ok(kept < 150, `${kept} nodes in the list`);
    assert.deepEqual(await panel().locator('html').evaluate('globalThis.unplaced'), []);
    const first = row('many-152');
    assert.equal(await first.getAttribute('aria-posinset'), '1');
    assert.equal(await first.getAttribute('aria-setsize'), '153');
  });

  it('is walked through with the keyboard, by one tab stop', async () => {
    assert.equal(await panel().locator('auto-mode-activity .decision[tabindex="0"]').count(), 1);
    await panel().locator('auto-mode-activity .decision[tabindex="0"]').focus();
    const walk: readonly (readonly [key: string, places: readonly number[]])[] = [
      ['ArrowDown', [2]],
      ['ArrowDown', [3]],
      ['ArrowUp', [2]],
      ['PageDown', [10, 11, 12, 13, 14, 15, 16, 17, 18]],
      ['PageUp', [2]],
      ['End', [153]],
      ['ArrowDown', [153]],
      ['Home', [1]],
      ['ArrowUp', [1]],
    ];
    for (const [name, places] of walk) {
      await key(name);
      // Keys reach the panel later than the page that it stands in.
      const wanted = places.map((place) => `[aria-posinset="${place}"]`).join();
      await focused().and(panel().locator(wanted)).waitFor();
    }
  });

  it('stays where the user is when more is decided, and leads to the new ones', async () => {
    await key('End');
    await panel().locator('auto-mode-activity .decision:focus[aria-posinset="153"]').waitFor();
    const place = (): Promise<number> =>
      scroller().evaluate((element) => (element as unknown as { scrollTop: number }).scrollTop);
    const before = await place();
    assert.ok(before > 0);
    await decide(steps('later', 30));
    await newer().filter({ hasText: 'Show 30 new' }).waitFor();
    assert.equal(await place(), before);
    assert.match(await focused().innerText(), /git push origin main/);
    await used.window.screenshot('activity-newer');
    await newer().click();
    await row('later-30').waitFor();
    await until(place, 0);
    await newer().waitFor({ state: 'detached' });
    await decide(['echo followed']);
    await row('followed').waitFor();
  });

  it('finds by text, outcome and agent', async () => {
    const found = (count: number): Promise<void> => panel().locator(`[data-found="${count}"]`).waitFor();
    await panel().getByRole('searchbox', { name: 'Search decisions' }).fill('LATER-2');
    await found(11);
    await panel().getByRole('searchbox', { name: 'Search decisions' }).fill('.*');
    await panel().getByText('No decision fits.').waitFor();
    await panel().locator('[data-act="showAll"]').click();
    await found(184);
    // Without a key for a model nothing of this runs.
    await pressOn(part('Blocked 184'));
    await panel().locator('[aria-pressed="true"]', { hasText: 'Blocked 184' }).waitFor();
    await found(184);
    await panel().getByRole('searchbox', { name: 'Search decisions' }).fill('deny rule');
    await found(1);
    await used.window.screenshot('activity-filtered');
    await panel().getByRole('searchbox', { name: 'Search decisions' }).fill('');
    await pressOn(part('Blocked 184'));
    await found(184);
  });

  it('folds equal calls, and shows them one by one on demand', async () => {
    await decide(['git push fold', 'git push fold', 'git push fold']);
    const fold = row('git push fold');
    await fold.filter({ hasText: '×3' }).waitFor();
    assert.equal(await fold.count(), 1);
    await fold.focus();
    await key('ArrowRight');
    await until(() => fold.count(), 3);
    await used.window.screenshot('activity-unfolded');
    await key('ArrowLeft');
    await until(() => fold.count(), 1);
  });

  it('has everything again after the window was reloaded', async () => {
    await used.window.reload();
    await used.window.executeCommand(COMMANDS.showPanel);
    // The editor keeps what a view remembers from time to time, so that it may be what was looked for a while ago.
    await panel().getByRole('searchbox', { name: 'Search decisions' }).fill('');
    await panel().locator('[data-found="187"]').waitFor();
    await rows().first().and(panel().locator('[aria-setsize="185"]')).waitFor();
  });
});
