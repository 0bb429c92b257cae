import assert from 'node:assert/strict';
import { COMMANDS } from '../../src/config/contributions';
import type { Decision } from '../../src/engine/decision';
import type { GateStatus } from '../../src/host/api';
import { useEditor } from '../editor/useEditor';

/** Deep enough that the editor cannot copy it, and not so deep that it cannot read the file. */
const DEPTH = 4_000;
const deep = '['.repeat(DEPTH) + ']'.repeat(DEPTH);

describe('settings of a workspace that are nested deeply', function () {
  this.timeout(120_000);
  const used = useEditor({
    name: 'deep-settings',
    files: {
      '.vscode/settings.json': `{"autoMode.permissions.deny": [${deep}], "autoMode.permissions.ask": ${deep}, "autoMode.allow": ${deep}}`,
    },
    settings: { 'autoMode.permissions.deny': ['bash(make*)'] },
  });

  it('do not stop the gate: it blocks or asks, and says why', async () => {
    const stages: string[] = [];
    for (const call of [
      { tool: 'bash', input: { command: 'make' } },
      { tool: 'write', input: { path: 'a.ts', content: '' } },
    ]) {
      const asked = { ...call, cwd: used.editor.workspace, interactive: false };
      const { outcome, stage } = await used.window.executeCommand<Decision>(COMMANDS.check, asked);
      stages.push(`${outcome} ${stage}`);
    }
    const { problems } = await used.window.executeCommand<GateStatus>(COMMANDS.status, {});
    assert.ok(
      stages.every((stage) => /^block permissions\.(deny|ask)$/.test(stage)),
      stages.join(),
    );
    assert.match(JSON.stringify(problems), /nested too deeply|cannot be read/);
  });
});
