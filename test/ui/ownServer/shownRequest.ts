/** What the classifier sees, shown in the real editor, and the log of its requests. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import { quickPicksOf } from '../../editor/quickPicks';
import { until } from '../../editor/until';
import type { UsedEditor } from '../../editor/useEditor';
import { startOpenAiServer, verdict, type OpenAiServer } from '../../modelServer/openAiServer';
import { PLANTED_FORMS, secretsIn } from '../../unit/classifier/canaries';

interface Answer {
  readonly provider: string;
  readonly model: string;
  readonly sent: boolean;
  readonly stages: readonly { readonly stage: string; readonly body: unknown }[];
  readonly settled?: { readonly stage: string };
}

export function shownRequest(used: UsedEditor): void {
  let server: OpenAiServer;

  before(async () => {
    server = await startOpenAiServer(verdict('block', 'soft_deny', `Nobody asked for that: ${PLANTED_FORMS}`));
    await used.window.changeSetting('autoMode.classifier.stages', 'one');
    await used.window.changeSetting('autoMode.classifier.model', 'local/qwen3:8b');
    await used.window.changeSetting('autoMode.classifier.baseUrl', server.url);
    await used.window.changeSetting('autoMode.classifier.logRequests', true);
  });

  after(() => server.stop());

  const call = (): object => ({
    tool: 'bash',
    input: { command: `npm run deploy -- '$(check)' '${PLANTED_FORMS}'` },
    cwd: used.editor.workspace,
    transcript: [{ role: 'user', text: `Deploy it. ${PLANTED_FORMS}` }],
  });
  const { input, row, fromPalette } = quickPicksOf(used);

  /** The whole text of the document in the active editor, once it begins like this. */
  async function shownText(beginning: string): Promise<{ text: string; language: string; scheme: string }> {
    const shown = (): Promise<{ text: string; language: string; scheme: string }> =>
      used.window.runInHost((vscode) => {
        const document = vscode.window.activeTextEditor?.document;
        return {
          text: document?.getText() ?? '',
          language: document?.languageId ?? '',
          scheme: document?.uri.scheme ?? '',
        };
      });
    await until(async () => (await shown()).text.slice(0, beginning.length), beginning);
    return shown();
  }

  /** Every file that the editor or the gate has written that holds one of the secrets. */
  function leaks(): readonly string[] {
    return readdirSync(used.editor.root, { recursive: true, encoding: 'utf8' }).filter((path) => {
      const file = join(used.editor.root, path);
      const facts = statSync(file, { throwIfNoEntry: false });
      if (facts?.isFile() !== true || facts.size > 20_000_000) return false;
      return secretsIn(readFileSync(file, 'utf8')).length > 0;
    });
  }

  it('is shown for a past call: exactly what was sent', async () => {
    const { id } = await used.window.executeCommand<{ id: string }>(COMMANDS.check, call());
    assert.equal(server.requests.length, 1);
    const answer = await used.window.executeCommand<Answer>(COMMANDS.showRequest, { id });
    assert.deepEqual([answer.provider, answer.model, answer.sent], ['local', 'qwen3:8b', true]);
    assert.deepEqual(
      answer.stages.map(({ body }) => JSON.stringify(body)),
      server.requests.map(({ rawBody }) => rawBody),
    );

    await fromPalette('Show What the Classifier Sees');
    // As a picture the tick would say that the call is approved.
    await row("npm run deploy -- '$(check)'").waitFor();
    await used.window.screenshot('show-request-calls');
    await row('npm run deploy').click();
    const { text, language, scheme } = await shownText('Sent to local/qwen3:8b');
    assert.deepEqual([language, scheme], ['plaintext', 'auto-mode-document']);
    assert.match(text, /\nLatest action to classify:\nbash \{\n {2}"command": "npm run deploy/);
    assert.ok(text.includes(JSON.stringify(answer.stages[0]?.body, undefined, 2)));
    assert.deepEqual(secretsIn(text), []);
    await used.window.page.locator('.tab', { hasText: 'auto-mode-request' }).waitFor();
    await used.window.screenshot('show-request');
  });

  it('is shown for a pasted call, and nothing is sent', async () => {
    await fromPalette('Show What the Classifier Sees');
    await row('Paste a call').click();
    await input().fill('{"tool": ');
    await used.window.page.locator('.quick-input-message', { hasText: 'This is no JSON object' }).waitFor();
    await used.window.screenshot('show-request-paste');
    await input().fill(JSON.stringify(call()));
    await used.window.page.keyboard.press('Enter');
    const { text } = await shownText('Would go to local/qwen3:8b');
    assert.match(text, /npm run deploy/);
    assert.deepEqual(secretsIn(text), []);
    assert.equal(server.requests.length, 1);
  });

  it('is nothing where code settles the call', async () => {
    const request = { tool: 'bash', input: { command: 'git status' }, cwd: used.editor.workspace };
    const answer = await used.window.executeCommand<Answer>(COMMANDS.showRequest, { request });
    assert.deepEqual([answer.stages, answer.settled?.stage], [[], 'read-only-command']);
  });

  it('is kept in a file of this user alone, which a command opens', async () => {
    const { file, exists } = await used.window.executeCommand<{ file: string; exists: boolean }>(
      COMMANDS.openRequestLog,
      {},
    );
    assert.equal(exists, true);
    const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /"stage":"judgement","provider":"local"/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    await fromPalette('Show What the Classifier Sees');
    await row('Open the log of requests').click();
    await used.window.page.locator('.tab', { hasText: 'classifier-requests.jsonl' }).waitFor();
    await used.window.screenshot('request-log');
  });

  it('leaves no secret in any file of the gate or the editor, its output channels included', () => {
    const files = readdirSync(used.editor.root, { recursive: true, encoding: 'utf8' });
    for (const name of ['decisions.jsonl', 'classifier-requests.jsonl', 'Auto Mode.log']) {
      assert.ok(
        files.some((path) => path.endsWith(name)),
        `${name} is not among the files`,
      );
    }
    assert.deepEqual(leaks(), []);
  });
}
