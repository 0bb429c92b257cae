import assert from 'node:assert/strict';
import { closeSync, openSync, rmSync } from 'node:fs';
import { win32 } from 'node:path';
import { powerShellLine, windowsLine, windowsProgram } from '../../../../src/agents/hooks/windowsCommand';
import type { GateHome } from '../../../../src/disk/gateHome';
import { launcherBatch } from '../../../../src/bridge/launcher/windowsLauncher';
import { readEnvironment } from '../../../../src/bridge/protocol/callEnvironment';
import { ALLOW, HOSTILE, MODES, NOT_WHOLE, PAYLOAD } from './launcherCases';
import { LauncherRig, sendFrame, type LauncherAnswer } from './launcherRig';

const AUTO = JSON.stringify({ ...PAYLOAD, permission_mode: 'auto' });
/** The shell form reads only the beginning of a payload; a parser reads it all. */
const BEYOND_THE_SHELL = 'behind more than any real payload has';

describe('the launcher’s form for Windows, on sockets', () => {
  let rig: LauncherRig;
  beforeEach(() => {
    rig = new LauncherRig();
  });
  afterEach(() => rig.dispose());

  const run = (
    payload: string | Buffer = JSON.stringify(PAYLOAD),
    options: Parameters<LauncherRig['runModule']>[1] = {},
  ): Promise<LauncherAnswer> => rig.runModule(payload, options);

  function assertAsks(answer: LauncherAnswer): void {
    assert.deepEqual([answer.code, answer.stderr], [0, '']);
    assert.match(answer.stdout, /^\{.*"permissionDecision":"ask".*\}\n$/);
  }

  it('an answer, a refusal, and nobody there', async () => {
    assertAsks(await run(AUTO));
    assert.match((await run()).stdout, /^\{"systemMessage":.*\}\n$/);
    let received: unknown[] = [];
    await rig.window('1-00000000.sock', (response, payload, request, whole) => {
      received = [request.url, request.headers['content-type'], payload.toString()];
      sendFrame(ALLOW)(response, payload, request, whole);
    });
    assert.deepEqual(await run(), { code: 0, stdout: `${ALLOW}\n`, stderr: '' });
    assert.deepEqual(received, ['/v1/hook/claude-code', 'application/x-auto-mode-call', JSON.stringify(PAYLOAD)]);
    await rig.window('2-00000000.sock', sendFrame('{"ä":1}', 2, 'No.\n\nReally.'), -5);
    assert.deepEqual(await run(), { code: 2, stdout: '{"\\u00e4":1}\n', stderr: 'No.\n\nReally.\n' });
  });

  it('an unreachable answer of Codex is a refusal', async () => {
    const answer = await run(JSON.stringify({ hook_event_name: 'PreToolUse', tool_input: {} }), { agent: 'codex' });
    assert.equal(answer.code, 2);
    assert.match(answer.stderr, /no VS Code window/);
  });

  for (const [what, respond] of NOT_WHOLE) {
    it(`${what} is no answer`, async () => {
      await rig.window('1-00000000.sock', respond);
      assertAsks(await run(AUTO));
    });
  }

  it('the mode of the payload, where nobody answers', async () => {
    for (const [what, payload, says] of MODES) {
      if (what === BEYOND_THE_SHELL) continue;
      const answer = await run(payload);
      assert.equal(answer.stdout.includes('"ask"'), says === 'ask', `${what}: ${answer.stdout}`);
      assert.deepEqual([answer.code, answer.stderr], [0, ''], what);
    }
  });

  it('what an attacker may put into payload and reason changes nothing', async () => {
    for (const [index, text] of HOSTILE.entries()) {
      let received = '';
      const output = JSON.stringify({ reason: text });
      await rig.window(
        `${index}-00000000.sock`,
        (response, payload, request, whole) => {
          received = payload.toString();
          sendFrame(output, 2, text)(response, payload, request, whole);
        },
        -index,
      );
      const payload = JSON.stringify({ ...PAYLOAD, tool_input: { command: text } });
      assert.deepEqual(await run(payload), { code: 2, stdout: `${output}\n`, stderr: `${text}\n` });
      assert.equal(received, payload);
    }
  });

  it('tells the environment, to which null bytes in the payload add nothing', async () => {
    let received: Buffer = Buffer.alloc(0);
    await rig.window('1-00000000.sock', (response, payload, request, whole) => {
      received = whole;
      sendFrame('{}')(response, payload, request, whole);
    });
    await run(Buffer.from('x\0PATH=/usr/bin\0&{}'), { environment: { PATH: '/w/app/bin', PAGER: 'a\n&b' } });
    const end = received.lastIndexOf(0) + 1;
    assert.deepEqual(readEnvironment(received.subarray('environment&'.length, end)), {
      PATH: '/w/app/bin',
      PAGER: 'a\n&b',
    });
    assert.equal(received.subarray(end).toString(), '&x\u0001PATH=/usr/bin\u0001&{}');
  });

  it('gives up what neither ends nor begins', async () => {
    await rig.window('1-00000000.sock', sendFrame(`{"a":"${'x'.repeat(5_000_000)}"}`));
    assertAsks(await run(AUTO));
    await rig.window('2-00000000.sock', () => undefined, -5);
    assertAsks(await run(AUTO, { limits: { seconds: 1, silentSeconds: 20 } }));
  });

  it('asks the next window where one has another folder, and nobody without a token', async () => {
    await rig.window('1-00000000.sock', sendFrame(ALLOW), 60);
    await rig.window('2-00000000.sock', (response) => {
      response.writeHead(404).end();
    });
    assert.equal((await run()).stdout, `${ALLOW}\n`);
    rmSync(rig.gate.token);
    assertAsks(await run(AUTO));
  });

  it('an answer that cannot be handed over is a refusal', async () => {
    await rig.window('1-00000000.sock', sendFrame(ALLOW));
    const full = openSync('/dev/full', 'w');
    try {
      assert.equal((await run(undefined, { stdout: full })).code, 2);
    } finally {
      closeSync(full);
    }
  });

  it('a notice is brought, and nothing is said where nobody hears it', async () => {
    assert.deepEqual(await run('{}', { kind: 'notice' }), { code: 0, stdout: '{}\n', stderr: '' });
    await rig.window('1-00000000.sock', sendFrame('{"guidance":"g"}'));
    assert.equal((await run('{}', { kind: 'notice' })).stdout, '{"guidance":"g"}\n');
  });

  it('an agent or a word that it does not know is refused', async () => {
    for (const options of [{ agent: '' }, { agent: 'toString' }, { kind: 'notices' }]) {
      const answer = await run(undefined, options);
      assert.deepEqual([answer.code, answer.stdout], [2, '']);
      assert.match(answer.stderr, /unknown/);
    }
  });
});

describe('the batch file of the launcher for Windows', () => {
  const gate = (home: string): GateHome => ({
    ...{ directory: win32.join(home, '.auto-mode'), launcher: '', token: '', run: '', sessions: '', snapshots: '' },
  });

  it('names the runtime from its own folder on', () => {
    const text = launcherBatch(
      gate('C:\\Users\\Jörg'),
      'C:\\Users\\Jörg\\AppData\\Local\\Programs\\100% Code\\Code.exe',
    );
    assert.match(text, /"AUTO_MODE_RUNTIME=%~dp0\.\.\\AppData\\Local\\Programs\\100%% Code\\Code\.exe"/);
    assert.equal(/[^\r\n -~]/.test(text), false);
    assert.equal(text.includes('chcp'), false);
  });

  it('is read as UTF-8 where a path is not plain', () => {
    const text = launcherBatch(gate('C:\\Users\\me'), 'D:\\Größe\\Code.exe');
    assert.ok(text.indexOf('chcp.com" 65001') < text.indexOf('D:\\Größe'));
  });

  it('has lines of Windows, and every way out ends in 0 or 2', () => {
    const lines = launcherBatch(gate('C:\\Users\\me'), 'C:\\Code.exe').split('\r\n');
    assert.deepEqual(
      lines.filter((line) => line.includes('exit /b')).map((line) => line.slice(-1)),
      ['0', '0', '2'],
    );
    assert.equal(lines.at(-2), 'exit /b 2');
  });
});

describe('entries of hooks on Windows', () => {
  const launcher = "C:\\Users\\O'Neil me\\.auto-mode\\launcher.cmd";

  it('run the batch file by cmd.exe, or by a line for a shell', () => {
    assert.deepEqual(windowsProgram(launcher, ['claude-code', 'notice']), {
      command: 'C:\\Windows\\System32\\cmd.exe',
      args: ['/d', '/c', launcher, 'claude-code', 'notice'],
    });
    assert.equal(windowsLine(launcher, ['codex']), `"${launcher}" codex`);
    assert.equal(
      powerShellLine(launcher, ['copilot']),
      "& 'C:\\Users\\O''Neil me\\.auto-mode\\launcher.cmd' copilot; exit $LASTEXITCODE",
    );
  });
});
