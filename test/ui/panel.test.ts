import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { useEditor } from '../editor/useEditor';

/** What the tests read of a decision. */
interface Decided {
  readonly outcome: string;
  readonly stage: string;
  readonly reason: string;
}

describe('the panel', function () {
  this.timeout(60_000);
  const used = useEditor({
    name: 'panel',
    files: { 'notes.txt': 'some notes\n' },
    settings: { 'autoMode.permissions.deny': ['bash(git push*)'] },
  });

  const panel = (): FrameLocator =>
    used.window.page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame');
  const denials = (): Locator => panel().locator('auto-mode-denials li');
  const toasts = (): Locator => used.window.page.locator('.notification-toast');
  const statusItem = (): Locator => used.window.page.locator('.statusbar-item', { hasText: 'Auto Mode' });

  async function counter(name: 'checked' | 'allowed' | 'blocked'): Promise<number> {
    return Number(await panel().locator(`[data-counter="${name}"]`).innerText());
  }

  async function check(command: string): Promise<Decided> {
    const request = { tool: 'bash', input: { command }, cwd: used.editor.workspace };
    return used.window.executeCommand<Decided>(COMMANDS.check, request);
  }

  /** Whoever looks at the denials is not told again about those that were folded into the notification. */
  async function showDenials(): Promise<void> {
    await hidePanel();
    await toasts().getByRole('button', { name: 'Show Denials' }).click();
    await toasts().first().waitFor({ state: 'detached' });
    // The click is on its way to the extension for a while: until then a new block would be folded into this notification.
    await panel().locator('[data-mode]').first().waitFor();
  }

  async function hidePanel(): Promise<void> {
    await used.window.executeCommand('workbench.view.explorer');
    await used.window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
  }

  it('tells the mode and that nothing was blocked yet', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode="on"]', { hasText: 'On' }).waitFor();
    await panel().getByText('Nothing has been blocked yet.').waitFor();
    await panel().getByRole('button', { name: 'Connect Claude Code' }).waitFor();
    await panel().getByRole('button', { name: 'Set API Key' }).waitFor();
    await used.window.screenshot('panel-empty');
  });

  it('shows a block at once, with every field as text', async () => {
    const before = await counter('blocked');
    const decision = await check('git push origin \u202E<img src=x onerror=alert(1)>');
    assert.equal(decision.outcome, 'block');
    assert.equal(decision.stage, 'permissions.deny');

    await denials().first().waitFor();
    assert.equal(await counter('blocked'), before + 1);
    const entry = denials().first();
    await entry.locator('summary').focus();
    await used.window.page.keyboard.press('Enter');
    const story = await entry.locator('dl').innerText();
    for (const field of [
      'git push origin \\u{202E}<img src=x onerror=alert(1)>',
      decision.reason.replaceAll('\u202E', '\\u{202E}'),
      'Deny rule',
      'bash(git push*) (user settings)',
    ]) {
      assert.ok(story.includes(field), `“${field}” is not in:\n${story}`);
    }
    assert.equal(await panel().locator('img').count(), 0);
    assert.match(await panel().locator('[role="status"]').innerText(), /^Blocked: bash\./);
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

  it('keeps twelve denials, the newest first', async () => {
    for (let count = 1; count <= 13; count++) await check(`git push origin branch-${count}`);
    const newest = denials().filter({ hasText: 'branch-13' });
    await newest.waitFor({ state: 'attached' });
    assert.equal(await denials().count(), 12);
    assert.ok((await denials().first().textContent())?.includes('branch-13'));
    await showDenials();
  });

  it('looks the same again after it was hidden', async () => {
    const checked = await counter('checked');
    await hidePanel();
    await check('git push origin hidden');
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel()
      .locator('[data-counter="checked"]', { hasText: String(checked + 1) })
      .waitFor();
    await denials().filter({ hasText: 'hidden' }).waitFor({ state: 'attached' });
    await showDenials();
  });

  it('turns auto mode off and on again by a click, without another question', async () => {
    await panel().getByRole('button', { name: 'Turn Off in This Window' }).click();
    await panel().locator('[data-mode="off"]').waitFor();
    await statusItem().filter({ hasText: 'Off' }).waitFor();
    assert.equal(await used.window.page.locator('.monaco-dialog-box').count(), 0);
    assert.equal((await check('git push origin off')).outcome, 'defer');

    await panel().getByRole('button', { name: 'Turn On' }).press('Enter');
    await panel().locator('[data-mode="on"]').waitFor();
    await statusItem().filter({ hasText: 'On' }).waitFor();
    assert.equal((await check('git push origin on')).outcome, 'block');
    await showDenials();
  });

  it('opens from the status bar', async () => {
    await used.window.executeCommand('workbench.view.explorer');
    await statusItem().click();
    await panel().locator('[data-mode="on"]').waitFor();
  });

  it('fits a side bar of 220 pixels', async () => {
    const { page } = used.window;
    const bar = await page.locator('.part.sidebar').boundingBox();
    assert.ok(bar);
    const edge = bar.x + bar.width;
    await page.mouse.move(edge, 400);
    await page.mouse.down();
    await page.mouse.move(bar.x + 220, 400, { steps: 5 });
    await page.mouse.up();
    const overflow: unknown = await panel()
      .locator('html')
      .evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
    assert.equal(overflow, 0);
    await used.window.screenshot('panel-narrow');
    await page.mouse.move(bar.x + 220, 400);
    await page.mouse.down();
    await page.mouse.move(edge, 400, { steps: 5 });
    await page.mouse.up();
    await page.mouse.move(edge + 200, 400);
  });

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const) {
    it(`follows the ${theme} theme`, async () => {
      await used.window.useTheme(theme);
      const entry = denials().first();
      await entry.locator('summary').focus();
      if ((await entry.locator('details[open]').count()) === 0) await used.window.page.keyboard.press('Space');
      const body = panel().locator('body');
      const text: unknown = await body.evaluate('getComputedStyle(document.body).color');
      const background: unknown = await body.evaluate('getComputedStyle(document.body).backgroundColor');
      assert.notEqual(text, background);
      await used.window.screenshot(`panel-${theme}`);
    });
  }
});
