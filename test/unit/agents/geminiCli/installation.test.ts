import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange } from '../../../../src/agents/hooks/agentInstallation';
import { geminiCliDirectory, geminiCliInstallation } from '../../../../src/agents/geminiCli/installation';

describe('installation in Gemini CLI', () => {
  let home: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-gemini-'));
    mkdirSync(join(home, '.gemini'));
    installation = geminiCliInstallation(geminiCliDirectory(home, {}), join(home, '.auto-mode', 'launcher'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });
  const read = (): string => readFileSync(installation.settingsPath, 'utf8');
  const apply = (plan: PlannedChange): void => {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation.apply(plan, new Date('2026-11-27T08:00:00Z')).kind, 'done');
  };

  it('is where Gemini CLI looks, by the editor’s own environment', () => {
    assert.equal(geminiCliDirectory('/h', { GEMINI_CLI_HOME: '/g' }), '/g/.gemini');
    assert.equal(installation.settingsPath, join(home, '.gemini', 'settings.json'));
  });

  it('connects, with the time limit in milliseconds, and gives the settings back byte for byte', () => {
    const before = '{\n  // mine\n  "security": {}\n}\n';
    writeFileSync(installation.settingsPath, before);
    apply(installation.planConnect());
    assert.deepEqual(installation.status(), { state: 'connected' });
    assert.match(read(), /"BeforeTool"[^]*"timeout": 600000/);
    assert.equal(installation.hookCommand?.form, 'shell');
    apply(installation.planDisconnect());
    assert.equal(read(), before);
  });

  for (const [off, state] of [
    ['{"enabled": false}', 'broken'],
    ['{"disabled": ["auto-mode"]}', 'broken'],
    ['{"disabled": ["another"]}', 'connected'],
  ] as const) {
    it(`is ${state} with hooksConfig ${off}`, () => {
      writeFileSync(installation.settingsPath, `{"hooksConfig": ${off}}`);
      apply(installation.planConnect());
      assert.equal(installation.status().state, state);
    });
  }

  it('sees what a folder does to the hooks', () => {
    const folder = join(home, 'project');
    mkdirSync(join(folder, '.gemini'), { recursive: true });
    const kinds = (settings: string): readonly string[] => {
      writeFileSync(join(folder, '.gemini', 'settings.json'), settings);
      return installation.folderProblems([folder]).map(({ kind }) => kind);
    };
    assert.deepEqual(kinds('{"hooksConfig": {"enabled": false}}'), ['switches-hooks-off']);
    assert.deepEqual(kinds('{"hooks": {"BeforeTool": [{}]}}'), ['can-rewrite-calls']);
    assert.deepEqual(kinds('{"hooks": {"AfterTool": [{}]}}'), []);
  });
});
