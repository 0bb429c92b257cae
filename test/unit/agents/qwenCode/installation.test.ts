import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange } from '../../../../src/agents/hooks/agentInstallation';
import { qwenCodeDirectory, qwenCodeInstallation } from '../../../../src/agents/qwenCode/installation';

describe('installation in Qwen Code', () => {
  let home: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-qwen-'));
    mkdirSync(join(home, '.qwen'));
    installation = qwenCodeInstallation(qwenCodeDirectory(home, {}), join(home, '.auto-mode', 'launcher'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });
  const read = (): string => readFileSync(installation.settingsPath, 'utf8');
  const apply = (plan: PlannedChange): void => {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation.apply(plan, new Date('2026-11-27T08:00:00Z')).kind, 'done');
  };

  it('is where Qwen Code looks, by the editor’s own environment', () => {
    assert.equal(qwenCodeDirectory('/h', { QWEN_HOME: '/q' }), '/q');
    assert.equal(installation.settingsPath, join(home, '.qwen', 'settings.json'));
  });

  for (const [what, before] of [
    ['settings', '{"model": {"name": "x"}}\n'],
    [
      'settings with comments',
      '{\n  // mine\n  "ui": { "theme": "x" }, /* more */\n  "hooks": { "Stop": [] } // last\n}\n',
    ],
  ] as const) {
    it(`connects and gives back ${what} byte for byte`, () => {
      writeFileSync(installation.settingsPath, before);
      apply(installation.planConnect());
      assert.deepEqual(installation.status(), { state: 'connected' });
      assert.deepEqual(installation.planConnect(), { kind: 'nothing-to-do' });
      apply(installation.planDisconnect());
      assert.equal(read(), before);
    });
  }

  it('asks in both events, and refuses by itself where the launcher is gone', () => {
    apply(installation.planConnect());
    const { hooks } = JSON.parse(read()) as { hooks: Record<string, { hooks: { command: string }[] }[]> };
    for (const event of ['PreToolUse', 'PermissionRequest']) {
      assert.match(hooks[event]?.[0]?.hooks[0]?.command ?? '', /^test -x '.*launcher' \|\| exec .*exit 2'; /);
    }
    const { hookCommand } = installation;
    assert.equal(hookCommand?.form === 'shell' && hookCommand.line, hooks['PreToolUse']?.[0]?.hooks[0]?.command);
  });

  it('leaves a file alone that Qwen Code cannot read, and says when hooks are off', () => {
    writeFileSync(installation.settingsPath, '{"a": 1,}');
    assert.equal(installation.planConnect().kind, 'error');
    rmSync(installation.settingsPath);
    apply(installation.planConnect());
    writeFileSync(installation.settingsPath, read().replace('{', '{"disableAllHooks": true,'));
    assert.equal(installation.status().state, 'broken');
  });

  it('sees what a folder does to the hooks', () => {
    const folder = join(home, 'project');
    mkdirSync(join(folder, '.qwen'), { recursive: true });
    const kinds = (settings: string): readonly string[] => {
      writeFileSync(join(folder, '.qwen', 'settings.json'), settings);
      return installation.folderProblems([folder]).map(({ kind }) => kind);
    };
    assert.deepEqual(kinds('{"disableAllHooks": true, // x\n}'), ['switches-hooks-off']);
    assert.deepEqual(kinds('{"hooks": {"PermissionRequest": [{}]}}'), ['can-rewrite-calls']);
    assert.deepEqual(kinds('{"hooks": {"PermissionRequest": [], "PreToolUse": [{}]}}'), []);
    writeFileSync(join(folder, '.qwen', 'settings.json'), Buffer.from([0xff, 0xfe]));
    assert.deepEqual(
      installation.folderProblems([folder]).map(({ kind }) => kind),
      ['switches-hooks-off'],
    );
  });
});
