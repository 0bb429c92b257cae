import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AgentInstallation } from '../../../../src/agents/hooks/agentInstallation';
import { OPENCODE_AGENT } from '../../../../src/agents/opencode/agent';

const LAUNCHER = '/home/u/.auto-mode/launcher';

describe('the installation in opencode', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'auto-mode-opencode-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const installation = (): AgentInstallation => OPENCODE_AGENT.installation(directory, LAUNCHER);
  function carryOut(plan: ReturnType<AgentInstallation['planConnect']>): void {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation().apply(plan, new Date()).kind, 'done');
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  for (const text of ['{\n\t"theme": "x", // mine\n\t"permission": {"bash": "deny"},\n}', '{"plugin":["a"]}\r\n']) {
    it(`connects and gives back byte for byte: ${JSON.stringify(text)}`, () => {
      const path = join(directory, 'opencode.json');
      write(path, text);
      carryOut(installation().planConnect());
      assert.equal(installation().status().state, 'connected');
      carryOut(installation().planDisconnect());
      assert.equal(readFileSync(path, 'utf8'), text);
    });
  }

  it('removes a file that only it made', () => {
    carryOut(installation().planConnect());
    carryOut(installation().planDisconnect());
    assert.equal(existsSync(join(directory, 'opencode.json')), false);
  });

  it('what was changed in between stays, and so does the question', () => {
    carryOut(installation().planConnect());
    const path = join(directory, 'opencode.json');
    write(path, readFileSync(path, 'utf8').replace('{', '{\n  "theme": "x",'));
    carryOut(installation().planDisconnect());
    assert.deepEqual(Object.keys(JSON.parse(readFileSync(path, 'utf8')) as object), ['theme', '$schema', 'permission']);
    assert.equal(installation().status().state, 'not-connected');
  });

  it('takes the file with comments where there is one: opencode reads it last', () => {
    write(join(directory, 'opencode.jsonc'), '{}');
    assert.equal(installation().settingsPath, join(directory, 'opencode.jsonc'));
  });

  it('says what a folder’s files may do to its calls', () => {
    const folder = join(directory, 'app');
    const paths = (): readonly string[] =>
      installation()
        .folderProblems([folder])
        .map(({ path, kind }) => `${kind} ${path.slice(folder.length + 1)}`);
    write(join(folder, 'opencode.json'), '{"permission":"allow","plugin":[]}');
    assert.deepEqual(paths(), []);
    write(join(folder, '.opencode', 'plugin', 'x.js'), '');
    write(join(folder, '.opencode', 'tool', 'bash.ts'), '');
    write(join(folder, 'opencode.jsonc'), '{"plugin":["./x.js"] /* theirs */}');
    write(join(folder, '.opencode', 'opencode.json'), '{');
    assert.deepEqual(paths(), [
      'can-rewrite-calls .opencode/plugin',
      'can-rewrite-calls .opencode/tool',
      'can-rewrite-calls opencode.jsonc',
      'can-rewrite-calls .opencode/opencode.json',
    ]);
  });

  it('follows XDG_CONFIG_HOME', () => {
    assert.equal(OPENCODE_AGENT.directory('/home/u', {}), '/home/u/.config/opencode');
    assert.equal(OPENCODE_AGENT.directory('/home/u', { XDG_CONFIG_HOME: '/x' }), '/x/opencode');
  });
});
