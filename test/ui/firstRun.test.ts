import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/model/decision';
import { webviewOf, type ThemeKind } from '../editor/editorWindow';
import { useEditor } from '../editor/useEditor';

describe('the first steps', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'first-run', files: { 'notes.txt': 'some notes\n' } });

  const step = (id: string): Locator => used.window.page.locator(`[data-step-id$="#${id}"]`).first();
  const box = (id: string): Locator => used.window.page.locator(`[data-done-step-id$="#${id}"]`).first();
  const done = (id: string): Locator =>
    used.window.page.locator(`[data-done-step-id$="#${id}"][aria-checked="true"]`).first();

  async function run(id: string): Promise<void> {
    // Without an argument, as from the palette or a link.
    await used.window.runInHost((vscode, command) => vscode.commands.executeCommand(command), id);
  }

  it('are a walkthrough with four steps, none of which is done', async () => {
    // The editor shows the pictures only where there is room beside the steps.
    await used.window.page.setViewportSize({ width: 1700, height: 900 });
    await run(COMMANDS.gettingStarted);
    for (const id of ['connect', 'judge', 'trial', 'denial']) {
      await step(id).waitFor();
      assert.equal(await box(id).getAttribute('aria-checked'), 'false', id);
    }
  });

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] satisfies ThemeKind[]) {
    it(`follow the ${theme} theme`, async () => {
      await used.window.useTheme(theme);
      for (const id of ['connect', 'judge', 'trial', 'denial']) {
        await step(id).click();
        await used.window.screenshot(`walkthrough-${id}-${theme}`);
      }
    });
  }

  it('check a tried call off', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await run(COMMANDS.tryCall);
    const panel = webviewOf(used.window.page, 'auto-mode.auto-mode');
    await panel.locator('auto-mode-trial textarea').fill('cat notes.txt');
    await done('trial').waitFor();
    assert.equal(await box('denial').getAttribute('aria-checked'), 'false');
  });

  it('show a denial of a call that no agent made by a click beside the empty list, and check it off', async () => {
    const panel = webviewOf(used.window.page, 'auto-mode.auto-mode');
    await panel.getByRole('button', { name: 'Overview' }).click();
    await panel.getByText('No call yet.').waitFor();
    await panel.getByRole('button', { name: 'See an Example' }).click();
    await panel.locator('auto-mode-activity .decision', { hasText: 'rm -rf ~/' }).first().waitFor();
    await done('denial').waitFor();
    const [denial] = await used.window.executeCommand<readonly { readonly summary: string }[]>(COMMANDS.denials, {});
    assert.match(denial?.summary ?? '', /rm -rf ~\//);
    const decision = await used.window.executeCommand<Decision>(COMMANDS.exampleDenial, {});
    assert.equal(decision.stage, 'hard-deny');
  });

  it('check the judge off where the user wants to be asked', async () => {
    assert.equal(await box('judge').getAttribute('aria-checked'), 'false');
    await used.window.changeSetting('autoMode.classifier.whenUnavailable', 'ask');
    await done('judge').waitFor();
  });
});
