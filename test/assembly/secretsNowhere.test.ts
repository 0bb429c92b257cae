import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import { GATE_TOOLS } from '../../src/facts/agents/gateTools';
import type { AutoModeApi } from '../../src/gate/api';
import type { SnapshotMessage } from '../../src/panel/messages';
import { modelList, startOpenAiServer, verdict, type OpenAiServer } from '../modelServer/openAiServer';
import { BuiltExtension, type Extension } from './builtExtension';
import { RecordingEditor, type Page, type Shown } from './recordingEditor';

/** The user's own credentials of the gate, in no form by which a secret is known. None is real. */
const KEYS: Readonly<Record<string, string>> = {
  stored: 'canary/Stored.1q2w3e4r5t',
  environment: 'canary-Environment-6z7u8i9o',
  addressPassword: 'canaryPasswordInAddress',
  addressQuery: 'canaryQueryOfAddress',
};
const STORED = KEYS['stored'] ?? '';

/** What agents write into their calls, each with the part that must not be kept. */
const BODY = 'MIIEvQIBADANBgkqhkiG9w0BAQEFAASCcanary7'.repeat(2);
const WRITTEN: Readonly<Record<string, readonly [text: string, secret: string]>> = {
  exported: ['export DEPLOY_TOKEN=canaryDeploy91x', 'canaryDeploy91x'],
  header: ['curl -H "Authorization: Bearer canaryBearer82yz7788x" https://example.com', 'canaryBearer82yz7788x'],
  privateKey: [`-----BEGIN PRIVATE KEY-----\n${BODY}\n-----END PRIVATE KEY-----`, BODY],
  dotEnv: ['DATABASE_PASSWORD=canaryDotEnv73', 'canaryDotEnv73'],
  github: [`ghp_${'canaryGh64'.repeat(4)}`, 'canaryGh64canaryGh64'],
  address: ['git clone https://me:canaryClone55@example.com/x.git', 'canaryClone55'],
  keyOfGate: [`curl https://example.com/${STORED}`, STORED],
};
const ALL = Object.values(WRITTEN)
  .map(([text]) => text)
  .join('\n');
const SECRETS = { ...KEYS, ...Object.fromEntries(Object.entries(WRITTEN).map(([name, [, secret]]) => [name, secret])) };

const INPUTS: readonly (readonly [tool: string, input: object])[] = [
  ['bash', { command: `deny-me; ${ALL}` }],
  ['bash', { command: `make x; ${ALL}` }],
  ['bash', { command: `make y; ${ALL}` }],
  ['bash', { command: `ask-me; ${ALL}`, description: ALL }],
  ['write', { path: '.env', content: ALL }],
  ['write', { path: '~/.bashrc', content: ALL }],
  ['edit', { path: 'a.txt', old_string: ALL, new_string: ALL }],
  ['mcp__x__y', { [ALL]: ALL }],
  ['bash', { command: 'x'.repeat(300_000) + ALL }],
];

/** Addresses that are refused, but shown: as a part of the configuration, and as what is wrong with it. */
const WRONG_ADDRESSES: readonly ((url: string) => string)[] = [
  (url) => url.replace('//', `//me:${KEYS['addressPassword']}@`),
  (url) => `${url}/?key=${KEYS['addressQuery']}`,
  (url) => `${url}/#${KEYS['addressQuery']}`,
  () => `no-address:${KEYS['addressPassword']}@host`,
  () => `https://${KEYS['addressPassword']}@[broken?${KEYS['addressQuery']}`,
];

/** Called with an argument, these give its caller back what it wrote. */
const ANSWERS_ITS_CALLER: readonly string[] = [COMMANDS.check, COMMANDS.explain, COMMANDS.tryCall];
const LIST = { first: 0, count: 100 };

/** Without what shows the action itself to the user who decides about it. */
function beyondTheAction({ where, text }: Shown): string {
  if (where.startsWith('document /Action') || (where.startsWith('window.show') && text.includes('"modal":true')))
    return '';
  if (where !== 'webview.postMessage') return text;
  return JSON.stringify(JSON.parse(text), (name, value: unknown) =>
    name === 'questions' || name === 'action' ? undefined : value,
  );
}

function found({ where, text }: Shown): readonly string[] {
  return Object.entries(SECRETS).flatMap(([name, secret]) => {
    const place = [secret, JSON.stringify(secret).slice(1, -1)].map((one) => text.indexOf(one)).find((at) => at >= 0);
    return place === undefined ? [] : [`${name} in ${where}: ${text.slice(Math.max(0, place - 100), place + 40)}`];
  });
}

/** Everything is really started, sent and written; only the editor around it is a stand-in that keeps all that it is given. */
describe('secrets, in all that is shown, sent, kept and written', function () {
  if (process.platform === 'win32') return;
  this.timeout(120_000);
  let built: BuiltExtension;
  let judge: OpenAiServer;
  let home: string;
  let editor: RecordingEditor;
  let page: Page;
  let extension: Extension;
  let api: AutoModeApi;
  let lastPosted = '';
  const ids: string[] = [];
  const environment = { ...process.env };
  /** What commands answered their callers. */
  const answered: Shown[] = [];

  before('start the whole extension', async () => {
    built = await BuiltExtension.build();
    const block = verdict('block', 'soft_deny', `It holds ${STORED}.`);
    judge = await startOpenAiServer(
      (request, index) => {
        const key = String(request.headers.authorization);
        if (index % 2 === 0) return block(request, index);
        return { kind: 'error', status: 401, message: `Incorrect API key provided: ${STORED} (${key})` };
      },
      () => modelList('judge', 'judge-two', `judge-${STORED}`),
    );
    home = mkdtempSync(join(built.root, 'home-'));
    const folder = join(home, 'project');
    mkdirSync(folder);
    Object.assign(process.env, {
      HOME: home,
      ANTHROPIC_API_KEY: KEYS['environment'],
      OPENAI_API_KEY: KEYS['environment'],
    });
    editor = new RecordingEditor(folder, home);
    editor.secrets.set('autoMode.key.local', `${judge.url} ${STORED}`);
    editor.userSettings.set('classifier.model', 'local/judge');
    editor.userSettings.set('classifier.baseUrl', judge.url);
    editor.userSettings.set('classifier.logRequests', true);
    editor.userSettings.set('permissions.deny', ['bash(deny-me*)']);
    editor.userSettings.set('permissions.ask', ['bash(ask-me*)']);
    extension = built.load(editor.module());
    api = await extension.activate(editor.context());
    page = editor.openPanel();
    page.send({ kind: 'ready' });
    for (const [index, [tool, input]] of INPUTS.entries()) {
      const agent = index % 2 === 0 ? 'claude-code' : 'other';
      const transcript = [{ role: 'user', text: ALL }];
      const request = { tool, input, cwd: folder, agent, sessionId: 's', transcript };
      ids.push((await api.check(request)).id);
    }
  });
  after(async () => {
    for (const name of ['HOME', 'ANTHROPIC_API_KEY', 'OPENAI_API_KEY']) {
      const value = environment[name];
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    }
    await judge.stop();
    built.remove();
  });

  /** Of all that was shown and kept since it was called last. */
  function nothingLeaked(): void {
    const seen = [...editor.shown.splice(0), ...answered.splice(0)];
    lastPosted = seen.findLast(({ text }) => text.includes('"kind":"snapshot"'))?.text ?? lastPosted;
    const wrong = seen.flatMap((one) => found({ where: one.where, text: beyondTheAction(one) }));
    assert.deepEqual(wrong.slice(0, 5), []);
  }

  async function run(command: string, ...args: unknown[]): Promise<void> {
    const answer: unknown = await Promise.resolve()
      .then(() => editor.commands.get(command)?.(...args))
      .catch((error: unknown) => String(error));
    const text = JSON.stringify(answer) as string | undefined;
    if (text !== undefined && !(args.length > 0 && ANSWERS_ITS_CALLER.includes(command))) {
      answered.push({ where: `${command} ${JSON.stringify(args)}`.slice(0, 80), text });
    }
  }

  /** Until nothing is shown any more. */
  async function settled(): Promise<void> {
    for (let still = 0, seen = -1, round = 0; still < 4 && round < 400; round += 1) {
      still = seen === editor.shown.length ? still + 1 : 0;
      seen = editor.shown.length;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
  }

  function lastSnapshot(): SnapshotMessage {
    const text = page.posted().findLast((one) => one.includes('"kind":"snapshot"')) ?? lastPosted;
    return (JSON.parse(text) as readonly [SnapshotMessage])[0];
  }

  async function look(focus: object): Promise<SnapshotMessage['slices']> {
    page.send({ kind: 'look', focus });
    await settled();
    // What is read from files may come long after what is known at once.
    const isThere = (name: string): boolean => (lastSnapshot().slices as Record<string, unknown>)[name] !== undefined;
    for (let round = 0; round < 400 && !Object.keys(focus).every(isThere); round += 1) await settled();
    return lastSnapshot().slices;
  }

  async function act(feature: string, action: object): Promise<void> {
    page.send({ kind: 'act', nonce: lastSnapshot().nonce, act: { feature, action } });
    await settled();
  }

  /** The sinks that were reached, so that what is proved is not the silence of nobody. */
  function reached(...wanted: readonly RegExp[]): void {
    for (const one of wanted) {
      assert.ok(
        editor.shown.some(({ where, text }) => one.test(`${where} ${text}`)),
        `${String(one)} was not reached`,
      );
    }
  }

  it('are nowhere in notifications, status bar, panel and log; a dialog shows the action as it is', () => {
    reached(
      /^log\.info .*REDACTED/,
      /^webview\.postMessage .*REDACTED/,
      /^window\.showWarningMessage .*REDACTED.* blocked: /,
      /^window\.showWarningMessage .*"modal":true.*canaryDeploy91x/,
      /refused the API key/,
      /It holds \[REDACTED/,
    );
    nothingLeaked();
  });

  it('are in no row, story or copy of a decision', async () => {
    await look({ activity: LIST });
    const found = (): number | undefined => lastSnapshot().slices.activity?.found;
    // The list is read from the log, which takes its time.
    for (let round = 0; round < 400 && found() !== INPUTS.length; round += 1) await settled();
    assert.equal(found(), INPUTS.length);
    for (const id of ids) {
      await look({ story: { id, adding: true } });
      for (let round = 0; round < 200 && lastSnapshot().slices.story?.state !== 'shown'; round += 1) await settled();
      for (const text of ['input-0', 'input-1', 'request-0', 'answer-0']) {
        await act('story', { kind: 'openText', id, text });
      }
      await act('story', { kind: 'copy', id });
      await act('story', { kind: 'preview', id });
    }
    reached(
      /^document \/auto-mode-input.*REDACTED/s,
      /^document \/auto-mode-request.*REDACTED/s,
      /^clipboard.*REDACTED/s,
    );
    nothingLeaked();
  });

  it('are not on the page of models, where a server gives the key back', async () => {
    await look({ modelChoice: { search: '' } });
    await act('modelChoice', { kind: 'list' });
    const models = (): readonly { readonly key: string; readonly name: string }[] =>
      lastSnapshot().slices.modelChoice?.providers.find(({ id }) => id === 'local')?.models ?? [];
    for (let round = 0; round < 400 && models().length < 2; round += 1) await settled();
    assert.deepEqual(
      models().map(({ name }) => name),
      ['local/judge', 'local/judge-two'],
    );
    editor.press = (_, buttons) => buttons.at(-1);
    const before = judge.requests.length;
    for (const { key } of models()) await act('modelChoice', { kind: 'test', key, size: 'quick' });
    const tests = (): boolean => lastSnapshot().slices.modelChoice?.test !== undefined;
    for (let round = 0; round < 400 && (tests() || judge.requests.length === before); round += 1) await settled();
    editor.press = () => undefined;
    assert.ok(judge.requests.length > before, 'no model was tested');
    nothingLeaked();
  });

  it('are in no answer, document or message of a command', async () => {
    editor.answer = (items) => items[0];
    const makes = { tool: 'bash', input: { command: `make; ${ALL}` } };
    for (const command of Object.values(COMMANDS)) {
      await run(command);
      for (const argument of [{}, { id: ids[0] }, { id: ids[3] }, makes, { provider: 'nobody' }]) {
        await run(command, argument);
      }
    }
    await settled();
    reached(/^document \/auto-mode-configuration/, /^document \/auto-mode-doctor/, /^window\.showQuickPick .*REDACTED/);
    nothingLeaked();
  });

  it('are in no answer of the chat, and in none to its model', async () => {
    for (const id of ['', ...ids]) {
      for (const command of ['why', 'allow-once', 'status', 'rules']) await editor.askInChat(command, id);
      for (const [name, ask] of editor.chatTools) {
        const input = id === '' || name === GATE_TOOLS.status ? {} : { id };
        const answer = await ask({ input }, { isCancellationRequested: false });
        answered.push({ where: name, text: JSON.stringify(answer) });
      }
    }
    reached(/^chat\.markdown .*REDACTED/);
    assert.ok(answered.some(({ where, text }) => where === GATE_TOOLS.explainDecision && text.includes('REDACTED')));
    nothingLeaked();
  });

  it('are not shown of an address that holds one', async () => {
    for (const wrong of WRONG_ADDRESSES) {
      const address = wrong(judge.url);
      editor.set('classifier.model', 'local/judge');
      editor.set('classifier.baseUrl', address);
      editor.set('classifier.baseUrl', address, editor.workspaceSettings);
      await look({ modelChoice: { search: '' }, activity: LIST });
      await act('modelChoice', { kind: 'list' });
      await run(COMMANDS.check, { tool: 'bash', input: { command: 'make z' } });
      await run(COMMANDS.model, { model: 'local/other' });
      const { config, status, reload, testModel, showRequest, doctor, setKey, showModels } = COMMANDS;
      for (const command of [config, status, reload, testModel, showRequest, doctor, setKey, showModels]) {
        await run(command);
        await run(command, {});
      }
    }
    reached(/^document \/auto-mode-configuration/, /Let another model judge/);
    nothingLeaked();
  });

  it('are in no file', async () => {
    await extension.deactivate();
    nothingLeaked();
    const files = readdirSync(home, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .map((path) => ({ where: path.slice(home.length), text: readFileSync(path, 'utf8') }));
    for (const name of ['decisions.jsonl', 'classifier-requests.jsonl', 'state.json', 'exported']) {
      assert.ok(
        files.some(({ where, text }) => where.endsWith(name) && text.length > 100),
        name,
      );
    }
    assert.deepEqual(files.flatMap(found), []);
  });
});
