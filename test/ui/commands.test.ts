import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../src/config/contributions';
import type { GateStatus } from '../../src/gate/api';
import { dialogsOf } from '../editor/dialogs';
import { quickPicksOf } from '../editor/quickPicks';
import { until } from '../editor/until';
import { useEditor } from '../editor/useEditor';

const OWN_SETTINGS = `{
  "model": "sonnet",
  "hooks": {
    "PreToolUse": [{ "matcher": "Bash", "hooks": [{ "type": "command", "command": "/usr/bin/true" }] }]
  }
}
`;

/** As long as the product keeps a window off that comes back. */
const KEPT_OFF_MS = 60_000;

describe('commands that change something', function () {
  this.timeout(300_000);
  const used = useEditor({ name: 'commands' });

  const { dialog, button, press, pressKey } = dialogsOf(used);
  const { row, fromPalette } = quickPicksOf(used);
  const settingsFile = (): string => join(used.editor.home, '.claude', 'settings.json');
  const findFile = (ending: string): string | undefined => {
    // Elsewhere programs make and remove folders, which would end the search.
    const kept = join(used.editor.root, 'user-data', 'User');
    const files = readdirSync(kept, { recursive: true, encoding: 'utf8' });
    const found = files.find((path) => path.endsWith(ending));
    return found === undefined ? undefined : join(kept, found);
  };
  const status = (): Promise<GateStatus> => used.window.executeCommand<GateStatus>(COMMANDS.status, {});

  it('asks who judges, shows the exact change, and connects Claude Code only after yes', async () => {
    mkdirSync(join(used.editor.home, '.claude'), { recursive: true });
    writeFileSync(settingsFile(), OWN_SETTINGS);
    await used.window.beginCommand(COMMANDS.connectClaudeCode);
    await row('Ask me').click();
    await dialog().waitFor();
    assert.match(await dialog().innerText(), /Connect Claude Code to Auto Mode\?/);
    await used.window.page.locator('.diff-editor, .monaco-diff-editor').first().waitFor();
    await used.window.screenshot('connect-claude-code');
    // Enter is not yes.
    await pressKey('Enter');
    await dialog().waitFor({ state: 'detached' });
    assert.equal(readFileSync(settingsFile(), 'utf8'), OWN_SETTINGS);

    await used.window.beginCommand(COMMANDS.connectClaudeCode);
    await press('Connect');
    await used.window.page.locator('.notification-list-item', { hasText: 'Connected: Claude Code.' }).waitFor();
    const connected = readFileSync(settingsFile(), 'utf8');
    assert.match(connected, /"model": "sonnet"/);
    assert.match(connected, /\/usr\/bin\/true/);
    assert.match(connected, /\.auto-mode\/launcher/);
    const backups = readdirSync(join(used.editor.home, '.claude')).filter((name) => name !== 'settings.json');
    assert.deepEqual(
      backups.map((name) => readFileSync(join(used.editor.home, '.claude', name), 'utf8')),
      [OWN_SETTINGS],
    );
    assert.ok(existsSync(join(used.editor.home, '.auto-mode', 'launcher')));
    assert.deepEqual(
      (await status()).agents.filter(({ state }) => state !== 'not-connected').map(({ id }) => id),
      ['claude-code'],
    );
  });

  it('disconnects it, and the file is as it was', async () => {
    await used.window.beginCommand(COMMANDS.disconnectClaudeCode);
    await press('Disconnect');
    await used.window.page.locator('.notification-list-item', { hasText: 'Disconnected: Claude Code.' }).waitFor();
    assert.equal(readFileSync(settingsFile(), 'utf8'), OWN_SETTINGS);
  });

  it('leaves a broken settings file alone and says so', async () => {
    writeFileSync(settingsFile(), '{ "hooks": ');
    const result = await used.window.executeCommand<{ result: string; message: string }>(
      COMMANDS.connectClaudeCode,
      {},
    );
    assert.equal(result.result, 'error');
    assert.match(result.message, /settings\.json/);
    assert.equal(readFileSync(settingsFile(), 'utf8'), '{ "hooks": ');
  });

  for (const [how, act, expected] of [
    ['Enter', () => pressKey('Enter'), true],
    ['Escape', () => pressKey('Escape'), true],
    ['a click on Turn Off', () => button('Turn Off').click(), false],
  ] as const) {
    it(`${expected ? 'stays on' : 'is off'} in this window after ${how}`, async () => {
      const pending = used.window.executeCommand<GateStatus>(COMMANDS.off, {});
      await dialog().waitFor();
      await act();
      assert.equal((await pending).enabledHere, expected);
    });
  }

  it('keeps off, counters and denials over a reload', async () => {
    await used.window.executeCommand(COMMANDS.on, {});
    await used.window.executeCommand(COMMANDS.check, {
      tool: 'write',
      input: { path: '~/.bashrc', content: '' },
      cwd: used.editor.workspace,
    });
    const before = await status();
    assert.ok(before.counters.blocked > 0);
    const off = used.window.executeCommand(COMMANDS.off, {});
    const turnedOffAt = Date.now();
    await button('Turn Off').click();
    await off;
    // Counters are written half a second later, and a host whose window is gone need not live so long.
    await until(() => {
      const file = findFile('/state.json');
      if (file === undefined) return undefined;
      return (JSON.parse(readFileSync(file, 'utf8')) as Pick<GateStatus, 'counters'>).counters.blocked;
    }, before.counters.blocked);
    await used.window.reload();
    const after = await status();
    // A window that takes a minute to come back starts on.
    if (Date.now() - turnedOffAt < KEPT_OFF_MS) assert.equal(after.enabledHere, false);
    assert.deepEqual(after.counters, before.counters);
    assert.deepEqual(after.lastDecision, before.lastDecision);
    const denials = await used.window.executeCommand<{ reason: string }[]>(COMMANDS.denials, {});
    assert.match(denials[0]?.reason ?? '', /shell/i);
    await used.window.executeCommand(COMMANDS.on, {});
  });

  it('writes the log before it answers, for this user alone, without secrets', async () => {
    const secret = 'sk-ant-api03-canaryCanaryCanaryCanaryCanaryCanary';
    const { id } = await used.window.executeCommand<{ id: string }>(COMMANDS.check, {
      tool: 'write',
      input: { path: '~/.bashrc', content: `export ANTHROPIC_API_KEY=${secret}` },
      cwd: used.editor.workspace,
    });
    const file = findFile('log/decisions.jsonl') ?? assert.fail('there is no log');
    assert.equal(statSync(file).mode & 0o777, 0o600);
    const text = readFileSync(file, 'utf8');
    assert.ok(text.includes(id));
    assert.ok(!text.includes(secret));
  });

  it('stores a key from a password field, and uses it', async () => {
    await fromPalette('Set Classifier API Key');
    await row('Anthropic').click();
    const input = used.window.page.locator('.quick-input-widget input[type="password"]');
    await input.fill('sk-ant-test-key');
    await input.press('Enter');
    await used.window.page.locator('.notification-list-item', { hasText: 'The key is stored' }).waitFor();
    await until(async () => (await status()).classifier.state, 'ready');
  });

  it('shows defaults and configuration as documents', async () => {
    await fromPalette('Show Effective Configuration');
    await used.window.page.locator('.tab', { hasText: 'auto-mode-configuration' }).waitFor();
    const lines = used.window.page.locator('.view-lines', { hasText: 'What is in effect in this window' });
    await lines.waitFor();
    assert.match((await lines.innerText()).replaceAll('\u00a0', ' '), /"autoMode\.enabled": true, \/\/ built in/);
    await used.window.screenshot('configuration-document');
    await fromPalette('Show Built-in Rules');
    await used.window.page.locator('.tab', { hasText: 'auto-mode-defaults' }).waitFor();
    await used.window.screenshot('defaults-document');
    const marked = await used.window.runInHost((vscode) =>
      vscode.languages.getDiagnostics().flatMap(([uri, found]) => (uri.path.startsWith('/auto-mode-') ? found : [])),
    );
    assert.deepEqual(marked, []);
  });

  it('explains a command in a document, and runs nothing of it', async () => {
    await fromPalette('Explain a Command');
    await used.window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'Type a command line' }).click();
    const marker = join(used.editor.workspace, 'was-run');
    const input = used.window.page.locator('.quick-input-widget input.input').first();
    await input.fill(`cd src && ls | head -5; touch ${marker}; git push -f`);
    await used.window.page.keyboard.press('Enter');
    await used.window.page.locator('.tab', { hasText: 'auto-mode-explanation' }).waitFor();
    const text = used.window.page.locator('.view-lines', { hasText: 'What would run' });
    await text.waitFor();
    assert.match((await text.innerText()).replaceAll('\u00a0', ' '), /2\. ls[\s\S]*runs at once \(read-only-command\)/);
    await used.window.screenshot('explanation');
    assert.equal(existsSync(marker), false);
  });
});
