/** A model on a server of the user, chosen in the real editor and asked for the next decision. */
import assert from 'node:assert/strict';
import { COMMANDS } from '../../../src/config/contributions';
import type { GateStatus } from '../../../src/gate/api';
import { quickPicksOf } from '../../editor/quickPicks';
import { until } from '../../editor/until';
import type { UsedEditor } from '../../editor/useEditor';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../../modelServer/openAiServer';

export function chosenServer(used: UsedEditor): void {
  let server: OpenAiServer;

  before(async () => {
    server = await startOpenAiServer(verdict('allow', 'none', 'Only tests.'), ({ headers }) =>
      headers.authorization === 'Bearer server-key'
        ? modelList('qwen3:8b', 'gemma3:4b', 'nomic-embed-text')
        : { kind: 'error', status: 401, message: 'Unauthorized' },
    );
  });

  after(() => server.stop());

  const { input, row } = quickPicksOf(used);
  const status = (): Promise<GateStatus> => used.window.executeCommand<GateStatus>(COMMANDS.status, {});

  async function chooseModel(): Promise<void> {
    await used.window.page.keyboard.press('F1');
    await input().fill('>Auto Mode: Choose Classifier Model');
    await row('Auto Mode: Choose Classifier Model').click();
  }

  it('is named by its address, gets its key when it asks for one, and shows its models', async () => {
    await chooseModel();
    await row('A server of mine').click();
    await input().fill('http://models.example.com');
    await used.window.page.locator('.quick-input-message', { hasText: 'Write an https address' }).waitFor();
    await used.window.screenshot('model-server-address');
    await input().fill(server.url);
    await used.window.page.keyboard.press('Enter');
    const password = used.window.page.locator('.quick-input-widget input[type="password"]');
    await password.fill('server-key');
    await password.press('Enter');
    await row('gemma3:4b').waitFor();
    assert.equal(await row('nomic-embed-text').count(), 0);
    await used.window.screenshot('model-server-models');
    await row('qwen3:8b').click();
    await used.window.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
    await until(async () => (await status()).classifier.state, 'ready');
    assert.deepEqual(await used.window.executeCommand(COMMANDS.model, {}), { model: 'local/qwen3:8b' });
  });

  it('judges the next call', async () => {
    const decision = await used.window.executeCommand<{
      outcome: string;
      stage: string;
      classifier: { model: string };
    }>(COMMANDS.check, { tool: 'bash', input: { command: 'npm test' }, cwd: used.editor.workspace });
    assert.deepEqual([decision.outcome, decision.stage], ['allow', 'classifier'], JSON.stringify(decision));
    assert.equal(decision.classifier.model, 'qwen3:8b');
    assert.equal(server.requests[0]?.headers.authorization, 'Bearer server-key');
  });

  it('is left with its address for the automatic choice', async () => {
    await chooseModel();
    await row('local/gemma3:4b').waitFor();
    await used.window.screenshot('model-server-list');
    await row('Automatic').click();
    await until(
      async () => (await used.window.executeCommand<{ model?: string }>(COMMANDS.model, {})).model,
      undefined,
    );
    const { classifier } = await used.window.runInHost((vscode) => ({
      classifier: [
        vscode.workspace.getConfiguration('autoMode').get('classifier.model'),
        vscode.workspace.getConfiguration('autoMode').get('classifier.baseUrl'),
      ],
    }));
    assert.deepEqual(classifier, ['', '']);
    assert.notEqual((await status()).classifier.state, 'ready');
  });
}
