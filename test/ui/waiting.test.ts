import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { basename } from 'node:path';
import { dialogsOf } from '../editor/dialogs';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';
import { OpenDecisions } from './openDecisions';

/** What the tests read of a decision. */
interface Decided {
  readonly outcome: string;
  readonly stage: string;
  readonly reason: string;
}

describe('the questions in the panel', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'waiting',
    settings: { 'autoMode.permissions.ask': ['bash(npm publish*)'] },
  });

  const decisions = new OpenDecisions();
  const { dialog, button, pickMore } = dialogsOf(used);
  const panel = panelOf(used);
  const cards = (): Locator => panel().locator('auto-mode-question');
  const choice = (card: Locator, name: string): Locator => card.locator(`button[data-choice="${name}"]`);
  const toasts = (): Locator => used.window.page.locator('.notification-toast');

  function check(command: string, sessionId = 's'): Promise<Decided> {
    return decisions.follow(
      used.window.executeCommand<Decided>(COMMANDS.check, {
        tool: 'Bash',
        input: { command, description: 'Only a test\nin /safe · your rule' },
        cwd: used.editor.workspace,
        agent: 'claude-code',
        sessionId,
      }),
    );
  }

  /** Asks, and leaves the dialog for the panel. */
  async function askInPanel(command: string, sessionId?: string): Promise<{ readonly decision: Promise<Decided> }> {
    const decision = check(command, sessionId);
    await pickMore('Answer in the panel');
    const [plain = ''] = /^[ -~]*/.exec(command) ?? [];
    await cards().filter({ hasText: plain }).waitFor();
    return { decision };
  }

  /** Until the answers to so many questions count: they do not right after a question has come or gone. */
  async function settled(count = 1): Promise<void> {
    const counting = panel().locator('auto-mode-question[data-answers="count"]');
    await counting.nth(count - 1).waitFor();
    await counting.nth(count).waitFor({ state: 'detached' });
  }

  afterEach(async function () {
    await decisions.settle(async () => {
      const { page } = used.window;
      if ((await dialog().count()) > 0 || (await page.locator('.quick-input-widget:visible').count()) > 0) {
        await page.keyboard.press('Escape');
        return;
      }
      // One that was answered may go in this very moment, and one that has just come is asked about again.
      await panel()
        .locator('auto-mode-question[data-answers="count"] button[data-choice="decline"]')
        .evaluateAll((buttons) => {
          (buttons[0] as unknown as { click(): void } | undefined)?.click();
        })
        .catch(() => undefined);
    });
    if (this.currentTest?.isPassed() === true) return;
    for (const name of ['badge', 'sound', 'questions']) {
      await used.window.changeSetting(`autoMode.notifications.${name}`, undefined);
    }
  });

  const short = ({ outcome, stage }: Decided): string => `${outcome} ${stage}`;

  it('are left for it by a button of the dialog, and show what the dialog shows', async () => {
    const { decision } = await askInPanel('npm publish \u202E# safe');
    assert.equal(await dialog().count(), 0);
    const text = await cards().first().locator('article').innerText();
    for (const part of [
      'Claude Code wants to run:',
      'npm publish \\u{202E}# safe',
      `in ${basename(used.editor.workspace)} · your rule bash(npm publish*)`,
      'Only a test\\nin /safe',
      'Waiting for',
      'does not run it yet',
      'holds for exactly this action',
    ]) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
    await settled();
    await choice(cards().first(), 'decline').click();
    assert.equal(short(await decision), 'block permissions.ask');
    await cards().first().waitFor({ state: 'detached' });
  });

  it('take no press that was made as they appeared, and say so', async () => {
    const first = await askInPanel('npm publish one');
    // Presses the button of the second question in the very moment in which it is there.
    await panel().locator('html').evaluate(`(() => {
      const section = document.querySelector('auto-mode-panel').shadowRoot.querySelector('auto-mode-questions');
      const observer = new MutationObserver(() => {
        const cards = [...section.shadowRoot.querySelectorAll('auto-mode-question')];
        const fresh = cards.find((card) => card.question?.action[0] === 'npm publish two');
        if (fresh === undefined) return;
        observer.disconnect();
        fresh.updateComplete.then(() => fresh.shadowRoot.querySelector('[data-choice="approve"]').click());
      });
      observer.observe(section.shadowRoot, { childList: true, subtree: true });
    })()`);
    const second = check('npm publish two');
    await panel().locator('[data-notice]', { hasText: 'Not answered' }).waitFor();
    assert.equal(await cards().count(), 2);
    assert.equal(await dialog().count(), 0);
    await used.window.screenshot('waiting-two');
    await settled(2);
    await choice(cards().nth(1), 'approve').click();
    // No classifier is set up here, so a call that goes on ends there.
    assert.equal(short(await second), 'block classifier');
    await settled();
    await choice(cards().first(), 'decline').click();
    assert.equal(short(await first.decision), 'block permissions.ask');
  });

  it('are answered by keyboard, and only by the button that has the focus', async () => {
    const { decision } = await askInPanel('npm publish keys');
    await settled();
    const { keyboard } = used.window.page;
    await panel().locator('auto-mode-questions h2').focus();
    await panel().locator('auto-mode-questions h2:focus').waitFor();
    for (const key of ['Enter', 'Space', 'y', 'Escape']) await keyboard.press(key);
    assert.equal(await cards().count(), 1);
    await keyboard.press('Tab');
    // Keys reach the panel later than the page that it stands in.
    await cards().first().locator('button[data-choice="decline"]:focus').waitFor();
    await keyboard.press('Tab');
    await keyboard.press('Space');
    assert.equal(short(await decision), 'block classifier');
  });

  it('are not put again for exactly the action for which the user said so', async () => {
    const { decision } = await askInPanel('npm publish --tag next');
    await settled();
    await choice(cards().first(), 'exempt').click();
    assert.equal(short(await decision), 'block classifier');
    assert.equal(short(await check('npm publish --tag next')), 'block classifier');
    for (const [command, session] of [
      ['npm publish --tag next --force', 's'],
      ['npm publish --tag next', 'other'],
    ] as const) {
      const other = check(command, session);
      await button('Decline').click();
      assert.equal(short(await other), 'block permissions.ask');
    }
  });

  it('show a long action in part, and take a yes only after the whole was opened', async () => {
    const { decision } = await askInPanel(`npm publish\n${'echo line\n'.repeat(60)}`);
    // The dialog has opened it.
    await cards().first().getByRole('button', { name: 'Open the Whole Action' }).click();
    assert.match(await cards().first().locator('article').innerText(), /left out here/);
    await settled();
    await choice(cards().first(), 'decline').click();
    assert.equal(short(await decision), 'block permissions.ask');
  });

  it('tell the agent what the user writes', async () => {
    const { decision } = await askInPanel('npm publish why');
    await settled();
    await cards().first().locator('button[data-more]').click();
    await choice(cards().first(), 'decline-with-words').click();
    const input = used.window.page.locator('.quick-input-widget input').first();
    await input.waitFor();
    await input.fill('Use the test registry.');
    await used.window.screenshot('waiting-why');
    await used.window.page.keyboard.press('Enter');
    const { reason } = await decision;
    assert.match(reason, /^The user declined this call, .*“Use the test registry\.”$/);
  });

  it('settle a question whose dialog is still open, which then does nothing', async () => {
    await used.window.executeCommand('notifications.clearAll');
    const decision = check('npm publish both');
    await dialog().waitFor();
    await cards().first().waitFor();
    await settled();
    // The dialog keeps the mouse from the panel.
    await choice(cards().first(), 'decline').dispatchEvent('click');
    assert.equal(short(await decision), 'block permissions.ask');
    await button('Yes, continue').click();
    await toasts().filter({ hasText: 'already answered in the panel' }).waitFor();
  });

  it('come back as dialogs when the panel is hidden, and the command brings them to the front', async () => {
    const { decision } = await askInPanel('npm publish hidden');
    await used.window.executeCommand('workbench.view.explorer');
    await pickMore('Answer in the panel');
    await cards().first().waitFor();
    assert.deepEqual(await used.window.executeCommand(COMMANDS.showWaiting, {}), { waiting: 1 });
    await settled();
    await choice(cards().first(), 'decline').click();
    assert.equal(short(await decision), 'block permissions.ask');
  });

  it('have a badge that can be switched off', async () => {
    const badge = used.window.page.locator('.activitybar .action-item:has(a[aria-label^="Auto Mode"]) .badge-content');
    const { decision } = await askInPanel('npm publish badge');
    await badge.filter({ hasText: '1' }).waitFor();
    await used.window.changeSetting('autoMode.notifications.badge', false);
    await badge.waitFor({ state: 'hidden' });
    await used.window.changeSetting('autoMode.notifications.badge', undefined);
    await badge.filter({ hasText: '1' }).waitFor();
    await settled();
    await choice(cards().first(), 'decline').click();
    await decision;
  });

  it('make a sound where the user wants one', async () => {
    const page = panel().locator('html');
    const count = (): Promise<{ sounds: number; tones: number }> =>
      page.evaluate('({ sounds: globalThis.sounds, tones: globalThis.tones })');
    // A machine may have nothing to play sounds with, on which the browser begins late or never.
    const isAudible: boolean = await page.evaluate(`(async () => {
      const audio = new AudioContext();
      const waited = new Promise((done) => setTimeout(done, 10_000, false));
      const running = await Promise.race([audio.resume().then(() => true), waited]);
      void audio.close();
      return running;
    })()`);
    await page.evaluate(`(() => {
      Object.assign(globalThis, { sounds: 0, tones: 0 });
      globalThis.AudioContext = class extends AudioContext {
        constructor() {
          super();
          globalThis.sounds++;
        }
      };
      const start = OscillatorNode.prototype.start;
      OscillatorNode.prototype.start = function (...args) {
        globalThis.tones++;
        return start.apply(this, args);
      };
    })()`);
    await askInPanel('npm publish silent');
    await settled();
    assert.deepEqual(await count(), { sounds: 0, tones: 0 });
    await used.window.changeSetting('autoMode.notifications.sound', true);
    void check('npm publish loud');
    await cards().nth(1).waitFor();
    await until(
      async () => {
        const { sounds, tones } = await count();
        return { sounds, isPlayed: !isAudible || tones === 2 };
      },
      { sounds: 1, isPlayed: true },
    );
    await used.window.changeSetting('autoMode.notifications.sound', undefined);
  });

  it('wait above every page and the story, so that the user can look things up', async () => {
    const earlier = check('npm publish earlier');
    await button('Decline').click();
    await earlier;
    const { decision } = await askInPanel('npm publish pages');
    for (const page of ['Rules', 'Judge', 'Overview']) {
      await panel().locator('auto-mode-pages').getByRole('button', { name: page, exact: true }).click();
      await panel().getByRole('heading', { name: page, exact: true, level: 1 }).waitFor({ state: 'attached' });
      assert.deepEqual([await cards().count(), await dialog().count()], [1, 0], page);
      if (page === 'Rules') await used.window.screenshot('waiting-rules');
    }
    await panel().locator('[data-waiting="1"]', { hasText: '1 waiting' }).waitFor();
    await panel().locator('auto-mode-activity .decision', { hasText: 'npm publish earlier' }).first().click();
    await panel().locator('[data-shown="story"]').waitFor();
    assert.deepEqual([await cards().count(), await dialog().count()], [1, 0], 'story');
    await settled();
    await choice(cards().first(), 'decline').click();
    assert.equal(short(await decision), 'block permissions.ask');
    await panel().locator('[data-story="back"]').click();
  });

  it('need no dialog where the user prefers the panel, which says that an agent gave up', async () => {
    await used.window.changeSetting('autoMode.notifications.questions', 'panel');
    const given = decisions.follow(
      used.window.runInHost(
        async (vscode, request) => {
          const source = new vscode.CancellationTokenSource();
          vscode.commands.registerCommand('test.giveUp', () => {
            source.cancel();
          });
          const extension = vscode.extensions.getExtension<{
            check(request: unknown, token: unknown): Promise<Decided>;
          }>('auto-mode.auto-mode');
          return extension?.exports.check(request, source.token);
        },
        { tool: 'bash', input: { command: 'npm publish given up' }, cwd: used.editor.workspace },
      ),
    );
    await cards().filter({ hasText: 'npm publish given up' }).waitFor();
    const other = check('npm publish other');
    await cards().nth(1).waitFor();
    assert.equal(await dialog().count(), 0);
    await used.window.executeCommand('test.giveUp');
    assert.equal((await given)?.stage, 'cancelled');
    const expired = panel().locator('[data-expired]', {
      hasText: 'stopped waiting for your answer: npm publish given up',
    });
    await expired.waitFor();
    await panel()
      .locator('auto-mode-questions [role="status"]', { hasText: 'npm publish given up' })
      .waitFor({ state: 'attached' });
    for (const theme of ['light', 'high-contrast', 'dark'] as const) {
      await used.window.useTheme(theme);
      await expired.scrollIntoViewIfNeeded();
      await used.window.screenshot(`waiting-expired-${theme}`);
    }
    await settled();
    await choice(cards().first(), 'approve').click();
    assert.equal(short(await other), 'block classifier');
    await expired.getByRole('button', { name: 'Dismiss the questions that no longer wait' }).click();
    await expired.waitFor({ state: 'detached' });
    // Nothing near it is left to take the focus.
    await panel().locator('h1:focus').waitFor({ state: 'attached' });

    const last = check('npm publish last');
    await cards().first().waitFor();
    await used.window.changeSetting('autoMode.notifications.questions', undefined);
    await button('Decline').click();
    assert.equal(short(await last), 'block permissions.ask');
  });
});
