import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { pressOn } from '../editor/pressOn';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { statusItemIn } from '../editor/statusItem';
import { modelList, startOpenAiServer, verdict } from '../modelServer/openAiServer';

/** What the tests read of a decision. */
interface Decided {
  readonly outcome: string;
  readonly stage: string;
  readonly reason: string;
}

/** From then on pages tell in which turn the panel drew what, and the panel gets no frames. */
const TELL_WHAT_IS_DRAWN = `
  globalThis.drawn = [];
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    if (this.localName !== 'auto-mode-panel') return root;
    globalThis.requestAnimationFrame = () => 0;
    new MutationObserver((records) => {
      const added = records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node instanceof Element);
      const all = added.flatMap((element) => [element, ...element.querySelectorAll('*')]);
      drawn.push(all.map((one) => one.getAttribute('role') ?? one.localName));
    }).observe(root, { childList: true, subtree: true });
    return root;
  };
`;
const DRAWN = /^(?:status|alert|auto-mode-(?:status|activity|classifier|agents))$/;

describe('the panel', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'panel',
    files: { 'notes.txt': 'some notes\n' },
    settings: { 'workbench.hover.delay': 500, 'autoMode.permissions.deny': ['bash(git push*)'] },
  });

  const panel = panelOf(used);
  const { press } = dialogsOf(used);
  const denials = (): Locator => panel().locator('auto-mode-activity .decision[data-outcome="block"]');
  const notifications = (): Locator => used.window.page.locator('.notification-list-item');
  const toasts = (): Locator => used.window.page.locator('.notification-toast');
  const statusItem = (): Locator => statusItemIn(used.window.page);

  const blockedToday = (count: number): Locator =>
    panel()
      .locator('auto-mode-activity-bar')
      .getByRole('button', { name: `Blocked ${count}`, exact: true });
  const titleButton = (name: string): Locator =>
    used.window.page.locator('.pane-header, .composite.title').getByRole('button', { name, exact: true }).first();

  /** The view's title runs the command as any extension could: it asks. */
  async function turnOff(): Promise<void> {
    await titleButton('Turn Off in This Window').click();
    await press('Turn Off');
    await panel().locator('[data-mode="off"]').waitFor();
  }

  async function check(command: string): Promise<Decided> {
    const request = { tool: 'bash', input: { command }, cwd: used.editor.workspace };
    return used.window.executeCommand<Decided>(COMMANDS.check, request);
  }

  /** Whoever looks at the denials is not told again about those that were folded into the notification. */
  async function showDenials(): Promise<void> {
    await hidePanel();
    // A toast slides away after some seconds, and what comes later than that is told in another one: all stay in this list, the newest first.
    await used.window.executeCommand('notifications.showList');
    await moreOf(notifications().first(), 'Show Denials');
    await panel().locator('[data-mode]').first().waitFor();
    await used.window.executeCommand('notifications.clearAll');
    await notifications().first().waitFor({ state: 'detached' });
    // The click is on its way to the extension for a while: until then a new block would be folded into this notification.
    await panel().locator('[data-mode]').first().waitFor();
  }

  /** A notification of several blocks has no list, but the button itself. */
  async function moreOf(notification: Locator, name: string): Promise<void> {
    const button = notification.getByRole('button', { name });
    const more = notification.getByRole('button', { name: 'More...' });
    await button.or(more).first().waitFor();
    if ((await more.count()) === 0) return button.click();
    await more.click();
    await used.window.page.locator('.quick-input-list .monaco-list-row', { hasText: name }).first().click();
  }

  async function hidePanel(): Promise<void> {
    await used.window.executeCommand('workbench.view.explorer');
    await used.window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
  }

  it('tells the mode and that nothing was blocked yet', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode="on"]', { hasText: 'On' }).waitFor();
    await panel().getByText('No call yet.').waitFor();
    for (const agent of ['Claude Code', 'GitHub Copilot']) {
      await panel()
        .getByRole('button', { name: `Connect ${agent}` })
        .waitFor();
    }
    await panel().getByRole('button', { name: 'Set API Key' }).waitFor();
    await used.window.screenshot('panel-empty');
  });

  it('shows a block at once, with every field as text', async () => {
    const decision = await check('git push origin \u202E<img src=x onerror=alert(1)>');
    assert.equal(decision.outcome, 'block');
    assert.equal(decision.stage, 'permissions.deny');

    await denials().first().waitFor();
    await blockedToday(1).waitFor();
    await denials().first().focus();
    await used.window.page.keyboard.press('Enter');
    const story = panel().locator('auto-mode-story article');
    for (const field of [
      'git push origin \\u{202E}<img src=x onerror=alert(1)>',
      decision.reason.replaceAll('\u202E', '\\u{202E}'),
      'Deny rule',
      'bash(git push*)',
    ]) {
      await story.getByText(field).first().waitFor();
    }
    assert.equal(await panel().locator('img').count(), 0);
    await used.window.page.keyboard.press('Escape');
    await panel()
      .locator('[role="status"]')
      .filter({ hasText: /^\s*Blocked: bash\./ })
      .first()
      .waitFor({ state: 'attached' });
  });

  it('tells several blocks in one notification', async () => {
    await showDenials();
    for (const branch of ['one', 'two', 'three']) await check(`git push origin ${branch}`);
    await toasts().first().waitFor();
    assert.equal(await toasts().count(), 1);
    await used.window.screenshot('block-notification');

    await showDenials();
    await denials().nth(3).waitFor();
  });

  it('shows blocked calls alone where they are asked for, the newest first', async () => {
    for (let count = 1; count <= 13; count++) await check(`git push origin branch-${count}`);
    const newest = denials().filter({ hasText: 'branch-13' });
    await newest.waitFor({ state: 'attached' });
    await denials().first().filter({ hasText: 'branch-13' }).waitFor({ state: 'attached' });
    await showDenials();
    await panel().locator('[aria-pressed="true"]', { hasText: 'Blocked' }).waitFor();
    await panel().locator('auto-mode-activity h2:focus').waitFor();
  });

  it('looks the same again after it was hidden', async () => {
    await hidePanel();
    await check('git push origin hidden');
    await used.window.executeCommand(COMMANDS.showPanel);
    await denials().filter({ hasText: 'hidden' }).waitFor({ state: 'attached' });
    await showDenials();
  });

  it('turns auto mode off after a question, and on again by a click without one', async () => {
    await turnOff();
    await statusItem().filter({ hasText: 'Off' }).waitFor();
    assert.equal((await check('git push origin off')).outcome, 'defer');

    await pressOn(panel().getByRole('button', { name: 'Turn On' }));
    await panel().locator('[data-mode="on"]').waitFor();
    assert.equal(await used.window.page.locator('.monaco-dialog-box').count(), 0);
    await statusItem().filter({ hasText: 'Auto Mode' }).waitFor();
    assert.equal((await check('git push origin on')).outcome, 'block');
    await showDenials();
  });

  it('opens from the status bar', async () => {
    await used.window.executeCommand('workbench.view.explorer');
    await statusItem().click();
    await panel().locator('[data-mode="on"]').waitFor();
  });

  it('stops telling of blocks by a click in the notification, and tells of them again by another', async () => {
    const tells = (): Promise<unknown> =>
      used.window.runInHost((vscode) => vscode.workspace.getConfiguration().get('autoMode.notifications.blocks'));
    await used.window.executeCommand('notifications.clearAll');
    assert.equal(await tells(), 'all');
    await hidePanel();
    await check('git push origin told');
    await moreOf(notifications().first(), "Don't Show Again");
    const notice = notifications().filter({ hasText: 'You now get notifications only' });
    await notice.waitFor();
    assert.equal(await tells(), 'outages');
    await notice.getByRole('button', { name: 'Undo' }).click();
    await until(tells, 'all');
  });

  it('is paused, resumed, turned off and on, and told of bad settings: each way on is a click', async () => {
    const { window } = used;
    const links = (): Locator => window.page.locator('.monaco-hover a');
    /** What the status bar's tooltip leads to. It closes, or never comes up, where the item is drawn anew under the mouse. */
    const tooltip = async (): Promise<string[]> => {
      await window.page.mouse.move(640, 300);
      // One whose link has the focus stays.
      await window.page.keyboard.press('Escape');
      await statusItem().hover();
      const comesUp = links().first().waitFor({ timeout: 10_000 });
      return comesUp.then(
        () => links().allInnerTexts(),
        () => [],
      );
    };
    const mode = async (name: string, word: string, inBar = word): Promise<void> => {
      await panel().locator(`[data-mode="${name}"]`, { hasText: word }).waitFor();
      await statusItem().filter({ hasText: inBar }).waitFor();
      assert.equal(await window.page.locator('.monaco-dialog-box').count(), 0);
    };
    const server = await startOpenAiServer(verdict('block', 'soft_deny', 'It goes live.'), () => modelList('judge'));
    try {
      await window.changeSetting('autoMode.classifier.baseUrl', server.url);
      await window.changeSetting('autoMode.classifier.model', 'local/judge');
      await window.changeSetting('autoMode.pause.consecutive', 1);
      await window.executeCommand(COMMANDS.showPanel);
      await mode('on', 'On', 'Auto Mode');
      assert.equal((await check('make deploy')).stage, 'classifier');
    } finally {
      await server.stop();
    }
    await mode('paused', 'Paused');
    await panel().locator('.detail', { hasText: 'autoMode.pause.consecutive' }).waitFor();
    await panel().getByRole('button', { name: 'Resume' }).click();
    await mode('on', 'On', 'Auto Mode');

    await turnOff();
    await mode('off', 'Off');
    await until(async () => (await tooltip()).includes('Turn On'), true);
    await links().filter({ hasText: 'Turn On' }).click();
    await mode('on', 'On', 'Auto Mode');
    await until(tooltip, ['Show Panel', 'Show Denials', 'Turn Off in This Window']);
    await window.screenshot('status-bar-tooltip');

    await window.changeSetting('autoMode.permissions.deny', [
      'bash(git push',
      'https://evil.example/ [x](command:autoMode.off)',
    ]);
    await mode('configuration-error', 'Settings Problem');
    for (const name of ['Open autoMode.permissions.deny in the settings', 'Open Settings']) {
      await panel().getByRole('button', { name }).first().click();
      await window.page.locator('.settings-editor', { hasText: 'Auto Mode' }).first().waitFor();
      await window.executeCommand('workbench.action.closeAllEditors');
    }
    await window.changeSetting('autoMode.permissions.deny', undefined);
    await mode('on', 'On', 'Auto Mode');
  });

  it('draws the status before the rest, into live regions that are there already, and the rest without a frame too', async () => {
    const { page } = used.window;
    await hidePanel();
    await page.addInitScript({ content: TELL_WHAT_IS_DRAWN });
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('auto-mode-agents').waitFor();
    const turns = await panel()
      .locator('body')
      .evaluate(() => (globalThis as unknown as { drawn: string[][] }).drawn);
    const drawn = turns.map((turn) => turn.filter((name) => DRAWN.test(name))).filter((turn) => turn.length > 0);
    assert.deepEqual(drawn, [
      ['status', 'alert'],
      ['auto-mode-status'],
      ['auto-mode-activity', 'auto-mode-agents', 'auto-mode-classifier'],
    ]);
  });
});
