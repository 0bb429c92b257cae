import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentInstallation } from '../../../../src/agents/hooks/agentInstallation';
import { piDirectory, piInstallation } from '../../../../src/agents/pi/installation';

const LAUNCHER = '/home/u/.auto-mode/launcher';

describe('the installation in pi', () => {
  let directory: string;
  let installation: AgentInstallation;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'auto-mode-pi-'));
    installation = piInstallation(directory, LAUNCHER);
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  function carryOut(plan: ReturnType<AgentInstallation['planConnect']>): void {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation.apply(plan, new Date()).kind, 'done');
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  it('is a file of its own, which names the extension’s program; disconnecting removes it', () => {
    assert.equal(installation.status().state, 'not-connected');
    carryOut(installation.planConnect());
    assert.ok(readFileSync(installation.settingsPath, 'utf8').includes('"file:///home/u/.auto-mode/pi.mjs"'));
    assert.equal(installation.status().state, 'connected');
    assert.equal(installation.planConnect().kind, 'nothing-to-do');
    carryOut(installation.planDisconnect());
    assert.equal(existsSync(installation.settingsPath), false);
    assert.equal(installation.planDisconnect().kind, 'nothing-to-do');
  });

  it('an entry of another home is outdated, and renewed', () => {
    carryOut(installation.planConnect());
    write(installation.settingsPath, readFileSync(installation.settingsPath, 'utf8').replace('/home/u', '/home/v'));
    assert.equal(installation.status().state, 'outdated');
    carryOut(installation.planConnect());
    assert.equal(installation.status().state, 'connected');
  });

  it('another file in its place is not touched', () => {
    write(installation.settingsPath, 'export default () => {};\n');
    assert.equal(installation.status().state, 'broken');
    assert.equal(installation.planConnect().kind, 'error');
    assert.equal(installation.planDisconnect().kind, 'nothing-to-do');
  });

  for (const [extensions, state] of [
    [['-extensions/auto-mode.js'], 'broken'],
    [['!**/*.js'], 'broken'],
    [['-builtin:mcp', '/my/own.ts'], 'connected'],
  ] as const) {
    it(`with ${JSON.stringify(extensions)} in the user’s settings it is ${state}`, () => {
      carryOut(installation.planConnect());
      write(join(directory, 'settings.json'), JSON.stringify({ extensions }));
      assert.equal(installation.status().state, state);
    });
  }

  it('says what a folder’s files may do to it', () => {
    const folder = join(directory, 'app');
    const kinds = (): readonly string[] => installation.folderProblems([folder]).map(({ kind }) => kind);
    mkdirSync(join(folder, '.pi', 'extensions'), { recursive: true });
    assert.deepEqual(kinds(), []);
    write(join(folder, '.pi', 'extensions', 'x.ts'), '');
    assert.deepEqual(kinds(), ['can-rewrite-calls']);
    write(join(folder, '.pi', 'settings.json'), '{"extensions":["-x"]}');
    assert.deepEqual(kinds(), ['can-rewrite-calls', 'switches-hooks-off', 'can-rewrite-calls']);
    write(join(folder, '.pi', 'settings.json'), '{"theme":"dark"}');
    assert.deepEqual(kinds(), ['can-rewrite-calls']);
    write(join(folder, '.pi', 'settings.json'), '{');
    assert.deepEqual(kinds(), ['can-rewrite-calls', 'switches-hooks-off']);
  });

  it('follows PI_CODING_AGENT_DIR', () => {
    assert.equal(piDirectory('/home/u', {}), '/home/u/.pi/agent');
    assert.equal(piDirectory('/home/u', { PI_CODING_AGENT_DIR: '/x' }), '/x');
  });
});
