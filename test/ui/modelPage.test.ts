/** The page of models in the real editor: what is missing and what mends it, choosing, testing, hostile servers. */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../src/config/contributions';
import { panelOf } from '../editor/autoModePanel';
import { dialogsOf } from '../editor/dialogs';
import { pressOn } from '../editor/pressOn';
import { useEditor } from '../editor/useEditor';
import {
  modelList,
  startOpenAiServer,
  verdict,
  type OpenAiScript,
  type OpenAiServer,
} from '../modelServer/openAiServer';

const KEY = 'sk-page-canary-42';
const ALLOW = verdict('allow', 'none', 'Only tests.');
const BLOCK = verdict('block', 'soft_deny', 'It looks dangerous to me.');
const HOSTILE = 'gpt-5-<img/src=x>-$(check)';

describe('the page of models', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'model-page' });
  let judge: OpenAiScript = ALLOW;
  let listing: OpenAiScript = () => modelList('gpt-4.1-mini', 'gpt-5.2', HOSTILE);
  let asked = 0;
  let server: OpenAiServer;

  before('start the server', async () => {
    server = await startOpenAiServer(
      (request) => {
        asked += 1;
        return judge(request, asked - 1);
      },
      (request, index) =>
        request.headers.authorization === `Bearer ${KEY}`
          ? listing(request, index)
          : { kind: 'error', status: 401, message: 'Unauthorized' },
    );
    await used.window.changeSetting('autoMode.classifier.stages', 'one');
    await used.window.changeSetting('autoMode.classifier.baseUrl', server.url);
    await used.window.changeSetting('autoMode.classifier.model', 'openai/gpt-4.1-mini');
  });
  after(() => server.stop());

  const panel = panelOf(used);
  const provider = (id: string, need?: string): Locator =>
    panel().locator(`[data-provider="${id}"]${need === undefined ? '' : `[data-need="${need}"]`}`);
  const button = (name: string): Locator => panel().getByRole('button', { name, exact: true });
  const radio = (model: string): Locator => panel().getByRole('radio', { name: model });
  const { dialog, pressKey } = dialogsOf(used);
  const quickInput = (): Locator => used.window.page.locator('.quick-input-widget');
  const inUse = (model: string): Locator => panel().locator('[data-in-use]', { hasText: model });

  /** The page is drawn anew where the panel was hidden. */
  async function unfoldSettings(): Promise<void> {
    if ((await panel().locator('[data-fold="settings"][open]').count()) === 0) {
      await panel().locator('[data-fold="settings"] > summary').click();
    }
  }

  async function check(command: string): Promise<{ outcome: string; stage: string; classifier?: { model: string } }> {
    return used.window.executeCommand(COMMANDS.check, {
      tool: 'bash',
      input: { command },
      cwd: used.editor.workspace,
    });
  }

  it('asks no server before it is opened, and is opened from the overview', async () => {
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode]').first().waitFor();
    assert.deepEqual(server.otherRequests, []);
    await button('Choose Model').click();
    await provider('openai', 'key').waitFor();
    await provider('anthropic', 'key').waitFor();
    await provider('local', 'address').waitFor();
    assert.deepEqual(server.otherRequests, [], 'asked without a key');
    await panel().locator('[data-why="none"]').waitFor();
    await used.window.screenshot('model-page-empty');
  });

  it('takes a missing key in the native field, and then shows the models', async () => {
    await button('Enter Key… (OpenAI)').click();
    const password = quickInput().locator('input[type="password"]');
    await password.fill(KEY);
    await password.press('Enter');
    await provider('openai', 'nothing').waitFor();
    await radio('openai/gpt-5.2').waitFor();
    await inUse('openai/gpt-4.1-mini').waitFor();
    await panel().locator('[data-why="configured"]').waitFor();
    await unfoldSettings();
    await panel().locator('[data-key="stored"]').waitFor();
    const everything = await panel().locator('html').evaluate('document.documentElement.outerHTML');
    assert.ok(!String(everything).includes(KEY));
  });

  it('shows hostile names as text, and finds them by the search', async () => {
    await button('Search models').click();
    await panel().getByRole('searchbox').fill('<IMG');
    await panel().locator('[data-model]', { hasText: HOSTILE }).waitFor();
    await radio('openai/gpt-5.2').waitFor({ state: 'detached' });
    assert.equal(await panel().locator('img').count(), 0);
    await used.window.screenshot('model-page-search');
    await panel().getByRole('searchbox').fill('');
    await radio('openai/gpt-5.2').waitFor();
  });

  it('lets another model judge after one click, without another question', async () => {
    await radio('openai/gpt-5.2').click();
    await panel().locator('[data-unfolded]').waitFor();
    await button('Use This Model (openai/gpt-5.2)').click();
    await inUse('openai/gpt-5.2').waitFor();
    assert.equal(await dialog().count(), 0);
    const decision = await check('npm test');
    assert.deepEqual([decision.outcome, decision.classifier?.model], ['allow', 'gpt-5.2'], JSON.stringify(decision));
  });

  it('does the same by keyboard alone', async () => {
    const { keyboard } = used.window.page;
    await radio('openai/gpt-5.2').focus();
    await keyboard.press('ArrowUp');
    await button('Use This Model (openai/gpt-4.1-mini)').waitFor();
    assert.equal(await radio('openai/gpt-4.1-mini').isChecked(), true);
    await keyboard.press('Tab');
    // Keys reach the panel later than the page that it stands in.
    await button('Use This Model (openai/gpt-4.1-mini)').and(panel().locator(':focus')).waitFor();
    await keyboard.press('Enter');
    await inUse('openai/gpt-4.1-mini').waitFor();
  });

  it('tests a model only after the question, with progress and a card', async () => {
    const release: (() => void)[] = [];
    judge = async (request, index) => {
      if (index === 12) {
        await new Promise<void>((resolve) => {
          release.push(resolve);
        });
      }
      return BLOCK(request, index);
    };
    asked = 0;
    const sent = server.requests.length;
    await button('Test This Model (40 cases)…').first().click();
    await dialog().waitFor();
    await panel().locator('[data-test="asking"]').waitFor();
    assert.match(await dialog().innerText(), /40 requests; at most about 0\.\d\d US dollars/);
    assert.equal(server.requests.length, sent);
    await dialog().getByRole('button', { name: 'Start the Test', exact: true }).click();
    await panel().locator('[data-test="running"] [data-progress]', { hasText: 'of 40 cases' }).waitFor();
    while (release.length === 0) await delay(50);
    await panel().locator('[data-progress]', { hasText: 'so far' }).waitFor();
    await used.window.screenshot('model-page-test');
    // The test goes on while the panel is hidden.
    await used.window.executeCommand('workbench.view.explorer');
    await used.window.page.locator('iframe.webview.ready').waitFor({ state: 'hidden' });
    await used.window.executeCommand(COMMANDS.showModels);
    await panel().locator('[data-test="running"]').waitFor();
    release[0]?.();
    const card = panel().locator('auto-mode-model-choice-in-use [data-card="shown"]');
    await panel().locator('[data-bar="falseAlarms"]').waitFor();
    await panel().locator('auto-mode-model-choice-in-use summary').click();
    await card.waitFor();
    const text = await card.innerText();
    assert.match(text, /Missed blocks[^\n]*\s+0 of 20/);
    assert.match(text, /False blocks[^\n]*\s+20 of 20 \(100%\)/);
    assert.match(text, /no guarantee/);
    assert.equal(await card.locator('[data-stale]').count(), 0);
    await used.window.screenshot('model-page-card');
  });

  it('says of a card that other settings hold today', async () => {
    await used.window.changeSetting('autoMode.classifier.maxTranscriptEntries', 5);
    await panel().locator('auto-mode-model-choice-in-use [data-stale="settings"]').waitFor();
    await used.window.changeSetting('autoMode.classifier.maxTranscriptEntries', undefined);
    await panel().locator('[data-stale]').first().waitFor({ state: 'detached' });
  });

  it('cancels a test by the keyboard, and lets the requests go', async () => {
    const closed: Promise<void>[] = [];
    judge = (request, index) => {
      if (index < 3) return BLOCK(request, index);
      closed.push(request.closed);
      return { kind: 'hang' };
    };
    asked = 0;
    await pressOn(button('Test This Model (40 cases)…').first());
    await dialog().getByRole('button', { name: 'Start the Test', exact: true }).click();
    while (closed.length < 4) await delay(50);
    await pressOn(button('Cancel the Test'));
    await panel().locator('[data-test]').waitFor({ state: 'detached' });
    await Promise.all(closed);
    judge = ALLOW;
  });

  it('says that a server is down and shows its words as text; a click lists the models again', async () => {
    listing = () => ({ kind: 'error', status: 500, message: '<img src=x onerror=alert(1)> \u202Edown' });
    await button('List Again').click();
    const failed = provider('openai', 'failed');
    await failed.waitFor();
    const detail = await failed.locator('[data-detail]').innerText();
    assert.match(detail, /<img src=x onerror=alert\(1\)>.*u202e.*down/i);
    assert.equal(await panel().locator('img').count(), 0);
    await used.window.screenshot('model-page-failed');
    listing = () => modelList('gpt-4.1-mini', 'gpt-5.2', HOSTILE);
    await button('Try Again (OpenAI)').click();
    await provider('openai', 'nothing').waitFor();
  });

  it('takes the address of a server in the native fields', async () => {
    await button('Set Address… (OpenAI-compatible server)').click();
    await quickInput().locator('input').first().fill(server.url);
    await used.window.page.keyboard.press('Enter');
    const password = quickInput().locator('input[type="password"]');
    await password.fill(KEY);
    await password.press('Enter');
    await quickInput().locator('.monaco-list-row', { hasText: 'gpt-5.2' }).first().click();
    await inUse('local/gpt-5.2').waitFor();
    await provider('local', 'nothing').waitFor();
  });

  it('takes a stored key away only after a question', async () => {
    await unfoldSettings();
    await button('Remove Key… (OpenAI-compatible server)').click();
    await pressKey('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(await panel().locator('[data-provider-settings="local"] [data-key="stored"]').count(), 1);
    await button('Remove Key… (OpenAI-compatible server)').click();
    await dialog().getByRole('button', { name: 'Take the Key Away', exact: true }).click();
    await panel().locator('[data-provider-settings="local"] [data-key="stored"]').waitFor({ state: 'detached' });
    await provider('openai', 'key').waitFor();
  });

  it('leads to each setting, and goes back to the automatic choice', async () => {
    await unfoldSettings();
    // The list above still changes: a click could meet what moved there.
    await pressOn(button('Change: Stages'));
    const settings = used.window.page.locator('.settings-editor', { hasText: 'Stages' });
    await settings.waitFor();
    // Escape would go to whatever has the focus until the editor takes it.
    await used.window.executeCommand('workbench.action.closeAllEditors');
    await settings.waitFor({ state: 'hidden' });
    await button('Choose Automatically').click();
    await panel().locator('[data-why="none"]').waitFor();
  });
});
