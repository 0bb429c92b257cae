import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AgentInstallation, PlannedChange } from '../../../../src/agents/hooks/agentInstallation';
import { cursorDirectory, cursorInstallation } from '../../../../src/agents/cursor/installation';

describe('installation in Cursor', () => {
  let home: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'auto-mode-cursor-'));
    installation = cursorInstallation(cursorDirectory(home), join(home, '.auto-mode', 'launcher'));
  });
  afterEach(() => {
    rmSync(home, { recursive: true });
  });
  const read = (): string => readFileSync(installation.settingsPath, 'utf8');
  const apply = (plan: PlannedChange): void => {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation.apply(plan, new Date('2026-11-27T08:00:00Z')).kind, 'done');
  };

  it('fails closed in each of the three events, and not where Cursor only reports', () => {
    apply(installation.planConnect());
    const { version, hooks } = JSON.parse(read()) as {
      version: number;
      hooks: Record<string, { command: string; failClosed?: boolean }[]>;
    };
    const closed = Object.entries(hooks).filter(([, [hook]]) => hook?.failClosed === true);
    assert.deepEqual(
      [version, ...closed.map(([event]) => event)],
      [1, 'preToolUse', 'beforeShellExecution', 'beforeMCPExecution'],
    );
    assert.equal(
      installation.hookCommand?.form === 'shell' && installation.hookCommand.line,
      hooks['preToolUse']?.[0]?.command,
    );
    assert.deepEqual(installation.status(), { state: 'connected' });
    apply(installation.planDisconnect());
    assert.equal(existsSync(installation.settingsPath), false);
  });

  it('gives back a file with other hooks byte for byte', () => {
    const before = '{ "version": 1, "hooks": {\n "preToolUse": [ { "command": "./mine.sh" } ] } }\n';
    mkdirSync(join(home, '.cursor'));
    writeFileSync(installation.settingsPath, before);
    apply(installation.planConnect());
    assert.deepEqual(installation.status(), { state: 'connected' });
    apply(installation.planDisconnect());
    assert.equal(read(), before);
  });

  it('sees hooks of a folder that may change a call', () => {
    const folder = join(home, 'project');
    mkdirSync(join(folder, '.cursor'), { recursive: true });
    writeFileSync(join(folder, '.cursor', 'hooks.json'), '{"hooks": {"preToolUse": [{"command": "x"}]}}');
    assert.deepEqual(
      installation.folderProblems([folder]).map(({ kind }) => kind),
      ['can-rewrite-calls'],
    );
  });
});
