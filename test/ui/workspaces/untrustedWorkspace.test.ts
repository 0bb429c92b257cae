import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { COMMANDS } from '../../../src/config/contributions';
import type { EffectiveSettings } from '../../../src/config/sources';
import type { Decision } from '../../../src/engine/model/decision';
import type { GateStatus } from '../../../src/gate/api';
import { panelOf } from '../../editor/autoModePanel';
import { useEditor } from '../../editor/useEditor';
import { statusItemIn } from '../../editor/statusItem';

const WORKSPACE_SETTINGS = {
  'autoMode.permissions.deny': ['bash(git push*)'],
  'autoMode.permissions.ask': ['bash(curl*)'],
  'autoMode.permissions.allow': ['bash', 'write'],
  'autoMode.fastPaths.workspaceEdits': true,
  'autoMode.protectedPaths': [],
  'autoMode.classifier.whenUnavailable': 'ask',
  'autoMode.enabled': false,
};

describe('a workspace that is not trusted', function () {
  this.timeout(300_000);
  const used = useEditor({
    name: 'untrusted-workspace',
    workspaceTrust: true,
    files: {
      '.vscode/settings.json': JSON.stringify(WORKSPACE_SETTINGS),
      '.git/config': '[core]\n\trepositoryformatversion = 0\n\tbare = false\n',
      '.git/HEAD': 'ref: refs/heads/main\n',
      'notes.txt': 'some notes\n',
    },
    settings: { 'autoMode.permissions.allow': ['bash(make *)'] },
  });

  const page = (): Locator => used.window.page.locator('.monaco-workbench');
  const panel = panelOf(used);
  const statusItem = (): Locator => statusItemIn(used.window.page);
  const status = (): Promise<GateStatus> => used.window.executeCommand(COMMANDS.status, {});
  const config = (): Promise<EffectiveSettings> => used.window.executeCommand(COMMANDS.config, {});
  const isTrusted = (): Promise<boolean> => used.window.runInHost((vscode) => vscode.workspace.isTrusted);

  const inputOf = {
    bash: (command: string) => ({ command }),
    read: (path: string) => ({ path }),
    write: (path: string) => ({ path, content: 'x' }),
  };

  async function stagesOf(calls: readonly (readonly [tool: keyof typeof inputOf, text: string])[]): Promise<string[]> {
    const stages: string[] = [];
    for (const [tool, text] of calls) {
      const cwd = used.editor.workspace;
      const input = inputOf[tool](text);
      const decision = await used.window.executeCommand<Decision>(COMMANDS.check, {
        tool,
        input,
        cwd,
        interactive: false,
      });
      stages.push(`${text}: ${decision.outcome} ${decision.stage}`);
    }
    return stages;
  }

  const RULED = [
    ['bash', 'git push origin main'],
    ['bash', 'curl https://example.com'],
    ['bash', 'code --disable-extensions'],
  ] as const;
  const RULED_STAGES = [
    'git push origin main: block permissions.deny',
    'curl https://example.com: block permissions.ask',
    'code --disable-extensions: block hard-deny',
  ];
  const SHORTCUTS = [
    ['write', 'src/new.ts'],
    ['bash', 'make all'],
    ['bash', 'git status'],
    ['bash', 'wc -l notes.txt'],
    ['read', 'notes.txt'],
  ] as const;

  it('is what the window has open, and nothing asks about it', async () => {
    assert.equal(await isTrusted(), false);
    assert.equal(await page().locator('.monaco-dialog-box').count(), 0);
  });

  it('holds calls back by its own deny and ask rules', async () => {
    assert.deepEqual(await stagesOf(RULED), RULED_STAGES);
  });

  it('settles no edit, no command that reads its configuration and nothing by an allow rule', async () => {
    assert.deepEqual(await stagesOf(SHORTCUTS), [
      'src/new.ts: block classifier',
      'make all: block classifier',
      'git status: block classifier',
      'wc -l notes.txt: allow read-only-command',
      'notes.txt: allow safe-tool',
    ]);
  });

  it('loosens nothing', async () => {
    const { configuration } = await config();
    assert.equal(configuration.trusted, false);
    assert.equal(configuration.enabled, true);
    assert.equal(configuration.classifier.whenUnavailable, 'block');
    assert.ok(configuration.protectedPaths.length > 50);
    assert.deepEqual(
      configuration.permissions.allow.map(({ source, text }) => `${source} ${text}`),
      ['user bash(make *)'],
    );
  });

  it('is named in the status bar and in the panel', async () => {
    await used.window.useTheme('light');
    await statusItem().getByText('Auto Restricted').waitFor();
    await used.window.executeCommand(COMMANDS.showPanel);
    await panel().locator('[data-mode="untrusted"]', { hasText: 'Restricted' }).waitFor();
    await panel().getByText('This workspace is not trusted').waitFor();
    await panel().getByText('autoMode.enabled (workspace settings)').waitFor();
    await used.window.screenshot('panel-untrusted-light');
  });

  it('has its shortcuts as soon as the user trusts it, without a reload, and its rules hold on', async () => {
    const host = await used.window.runInHost(() => process.pid);
    await panel().getByRole('button', { name: 'Manage Workspace Trust' }).click();
    const trust = page().locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true });
    await trust.click();
    await panel().locator('[data-mode="untrusted"]').waitFor({ state: 'detached' });
    assert.equal(await isTrusted(), true);
    assert.equal(await used.window.runInHost(() => process.pid), host);
    assert.deepEqual(await stagesOf(SHORTCUTS), [
      'src/new.ts: allow workspace-edit',
      'make all: allow permissions.allow',
      'git status: allow read-only-command',
      'wc -l notes.txt: allow read-only-command',
      'notes.txt: allow safe-tool',
    ]);
    assert.deepEqual(await stagesOf(RULED), RULED_STAGES);
    const { configuration } = await config();
    assert.equal(configuration.enabled, true);
    assert.equal(configuration.classifier.whenUnavailable, 'block');
    assert.notEqual((await status()).mode, 'untrusted');
    await statusItem().getByText('Restricted').waitFor({ state: 'detached' });
  });
});
