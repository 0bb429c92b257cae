import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { InstructionFiles } from '../../../../src/agents/files/instructionFiles';
import type { AgentInstallation } from '../../../../src/agents/hooks/agentInstallation';
import { KILO_CODE_AGENT } from '../../../../src/agents/kiloCode/agent';

const LAUNCHER = '/home/u/.auto-mode/launcher';

describe('the installation in Kilo Code', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'auto-mode-kilo-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  const installation = (): AgentInstallation => KILO_CODE_AGENT.installation(directory, LAUNCHER);
  function carryOut(plan: ReturnType<AgentInstallation['planConnect']>): void {
    if (plan.kind !== 'change') assert.fail(JSON.stringify(plan));
    assert.equal(installation().apply(plan, new Date()).kind, 'done');
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };

  it('names its own plugin, and asks', () => {
    carryOut(installation().planConnect());
    assert.deepEqual(JSON.parse(readFileSync(join(directory, 'kilo.jsonc'), 'utf8')), {
      $schema: 'https://app.kilo.ai/config.json',
      plugin: ['file:///home/u/.auto-mode/kilo-code.mjs'],
      permission: 'ask',
    });
    assert.equal(installation().status().state, 'connected');
    carryOut(installation().planDisconnect());
    assert.equal(existsSync(join(directory, 'kilo.jsonc')), false);
  });

  it('gives a file of the user back byte for byte', () => {
    const [path, text] = [join(directory, 'kilo.jsonc'), '{\n\t"model": "x", // mine\n\t"plugin": ["a"],\n}\r\n'];
    write(path, text);
    carryOut(installation().planConnect());
    assert.notEqual(readFileSync(path, 'utf8'), text);
    carryOut(installation().planDisconnect());
    assert.equal(readFileSync(path, 'utf8'), text);
  });

  it('takes the file that Kilo Code reads last', () => {
    for (const name of ['config.json', 'kilo.json', 'kilo.jsonc', 'opencode.json', 'opencode.jsonc']) {
      write(join(directory, name), '{}');
      const expected = name === 'config.json' ? 'kilo.jsonc' : name;
      assert.equal(installation().settingsPath, join(directory, expected));
    }
  });

  it('says what a folder’s files may do to its calls', () => {
    const folder = join(directory, 'app');
    const paths = (): readonly string[] =>
      installation()
        .folderProblems([folder])
        .map(({ agent, path }) => `${agent} ${path.slice(folder.length + 1)}`);
    write(join(folder, 'kilo.json'), '{"permission":"allow"}');
    write(join(folder, '.opencode', 'plugin', 'x.js'), '');
    assert.deepEqual(paths(), []);
    write(join(folder, '.kilo', 'plugins', 'x.js'), '');
    write(join(folder, '.kilocode', 'tool', 'bash.ts'), '');
    write(join(folder, 'kilo.jsonc'), '{"plugin":["./x.js"]}');
    write(join(folder, 'opencode.json'), '{"plugin":["./x.js"]}');
    write(join(folder, '.kilocode', 'kilo.json'), '{');
    assert.deepEqual(
      [...paths()].sort(),
      ['.kilo/plugins', '.kilocode/kilo.json', '.kilocode/tool', 'kilo.jsonc', 'opencode.json'].map(
        (path) => `kilo-code ${path}`,
      ),
    );
  });

  it('follows XDG_CONFIG_HOME', () => {
    assert.equal(KILO_CODE_AGENT.directory('/home/u', {}), '/home/u/.config/kilo');
    assert.equal(KILO_CODE_AGENT.directory('/home/u', { XDG_CONFIG_HOME: '/x' }), '/x/kilo');
  });

  it('takes no words for the user’s: they may come from another device', async () => {
    const dialect = KILO_CODE_AGENT.dialect(directory, {}, new InstructionFiles());
    const origin = { sessionId: 's', cwd: '/w' };
    const notice = dialect.parse(JSON.stringify({ ...origin, event: 'prompt', text: 'Do it.', from: 'user' }));
    assert.equal(notice.kind === 'notice' && notice.notice.kind === 'prompt' && notice.notice.from, 'task');
    const transcript = [
      { role: 'user', text: 'Do it.' },
      { role: 'assistant', text: 'Yes.' },
    ];
    const called = { ...origin, event: 'call', tool: 'bash', input: {}, transcript };
    const parsed = dialect.parse(JSON.stringify(called));
    const call = parsed.kind === 'tool-call' ? parsed.call : assert.fail(parsed.kind);
    assert.deepEqual(await dialect.transcript(call), [{ role: 'task', text: 'Do it.' }, transcript[1]]);
  });
});
