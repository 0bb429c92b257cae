import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS } from '../../../src/config/contributions';
import type { EffectiveSettings } from '../../../src/config/sources';
import type { Decision } from '../../../src/engine/model/decision';
import { until } from '../../editor/until';
import { useEditor } from '../../editor/useEditor';

/**
 * What a repository might try, by name and as one object. (It stands first, because VS Code
 * lets such an object replace what the same file said by name before.)
 */
const WORKSPACE_SETTINGS = {
  autoMode: {
    enabled: false,
    permissions: { allow: ['bash', 'fetch'], ask: ['bash(curl*)'] },
    rules: { hardDeny: [] },
    classifier: { baseUrl: 'http://127.0.0.1:9/', whenUnavailable: 'ask' },
    fastPaths: { workspaceEdits: true },
  },
  'autoMode.enabled': false,
  'autoMode.permissions.deny': ['bash(git push*)'],
  'autoMode.permissions.allow': ['bash'],
  'autoMode.protectedPaths': [],
  '[shellscript]': { 'autoMode.enabled': false },
};

describe("a workspace's settings", function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'workspace-settings',
    files: { '.vscode/settings.json': JSON.stringify(WORKSPACE_SETTINGS) },
    settings: { 'autoMode.permissions.deny': ['bash(npm publish*)'], 'autoMode.fastPaths.workspaceEdits': false },
  });
  const config = (): Promise<EffectiveSettings> => used.window.executeCommand(COMMANDS.config, {});
  const check = (command: string, cwd = used.editor.workspace): Promise<Decision> =>
    used.window.executeCommand(COMMANDS.check, { tool: 'bash', input: { command }, cwd, interactive: false });
  const rules = (entries: EffectiveSettings['configuration']['permissions']['deny']): string[] =>
    entries.map(({ source, text }) => `${source} ${text}`);

  it('add deny and ask rules to the user’s, and change nothing else', async () => {
    const { configuration, problems } = await config();
    assert.deepEqual(rules(configuration.permissions.deny), ['user bash(npm publish*)', 'workspace bash(git push*)']);
    const asked = rules(configuration.permissions.ask);
    assert.deepEqual(
      asked.filter((rule) => !rule.startsWith('default ')),
      ['workspace bash(curl*)'],
    );
    assert.ok(asked.includes('default read(~/.ssh/**)'));
    assert.deepEqual(configuration.permissions.allow, []);
    assert.equal(configuration.enabled, true);
    assert.equal(configuration.fastPaths.workspaceEdits, false);
    assert.equal(configuration.classifier.baseUrl, undefined);
    assert.equal(configuration.classifier.whenUnavailable, 'block');
    assert.ok(configuration.rules.hardDeny.length > 5);
    assert.ok(configuration.protectedPaths.length > 50);
    assert.deepEqual(problems, []);
  });

  it('hold in a decision', async () => {
    const stages = [];
    for (const command of ['npm publish', 'git push origin main', 'curl https://example.com', 'make']) {
      const { outcome, stage } = await check(command);
      stages.push(`${command}: ${outcome} ${stage}`);
    }
    assert.deepEqual(stages, [
      'npm publish: block permissions.deny',
      'git push origin main: block permissions.deny',
      'curl https://example.com: block permissions.ask',
      'make: block classifier',
    ]);
  });

  it('are read again when they change', async () => {
    await used.window.changeSetting('autoMode.permissions.deny', ['bash(npm publish*)', 5]);
    const { configuration, problems } = await config();
    assert.deepEqual(rules(configuration.permissions.deny), [
      'user bash(npm publish*)',
      'user 5',
      'workspace bash(git push*)',
    ]);
    assert.deepEqual(
      problems.map(({ key, source, entry }) => ({ key, source, entry })),
      [{ key: 'autoMode.permissions.deny', source: 'user', entry: '5' }],
    );
    await used.window.changeSetting('autoMode.permissions.deny', ['bash(npm publish*)']);
    assert.deepEqual((await config()).problems, []);
  });

  it('hold from the moment on that they are in the file', async () => {
    const path = join(used.editor.workspace, '.vscode', 'settings.json');
    const stages = [];
    for (const rule of ['bash(one *)', 'bash(two *)', 'bash(three *)']) {
      await writeFile(path, JSON.stringify({ ...WORKSPACE_SETTINGS, 'autoMode.permissions.ask': [rule] }));
      // Asked once: VS Code itself takes a while to notice.
      stages.push((await check(rule.slice(5, -2).concat(' now'))).stage);
    }
    await writeFile(path, JSON.stringify(WORKSPACE_SETTINGS));
    assert.deepEqual(stages, ['permissions.ask', 'permissions.ask', 'permissions.ask']);
  });

  it('of several folders hold for the calls in them, and all of them for a call from elsewhere', async () => {
    const other = join(used.editor.root, 'other');
    await mkdir(join(other, '.vscode'), { recursive: true });
    await writeFile(
      join(other, '.vscode', 'settings.json'),
      JSON.stringify({ 'autoMode.permissions.deny': ['bash(make deploy*)'], 'autoMode.enabled': false }),
    );
    await used.window.addFolder(other);
    const denied = (): Promise<string[]> =>
      config().then(({ configuration }) => rules(configuration.permissions.deny).sort());
    await until(denied, ['user bash(npm publish*)', 'workspace bash(git push*)', 'workspace bash(make deploy*)']);
    const stages = [];
    const first = used.editor.workspace;
    const cases = [
      ['make deploy', other],
      ['make deploy', first],
      ['git push', other],
      ['git push', first],
      ['git push', join(other, '..', 'workspace')],
      ['git push', used.editor.home],
      ['make deploy', used.editor.home],
    ] as const;
    for (const [command, cwd] of cases) stages.push((await check(command, cwd)).stage);
    assert.deepEqual(stages, [
      'permissions.deny',
      'classifier',
      'classifier',
      'permissions.deny',
      'permissions.deny',
      'permissions.deny',
      'permissions.deny',
    ]);
  });
});
