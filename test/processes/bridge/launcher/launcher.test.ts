import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { agentDialects } from '../../../../src/agents/agentDialects';
import { Token } from '../../../../src/bridge/protocol/token';
import { ALLOW, HOSTILE, MODES, NOT_WHOLE, PAYLOAD } from './launcherCases';
import {
  CLIENTS,
  LauncherRig,
  PROGRAMS,
  sendFrame,
  sendText,
  SHELLS,
  type LauncherAnswer,
  type LauncherRun,
  type Respond,
} from './launcherRig';
import { AUTO, NOTHING_SAID, assertAsks, assertSaysNothing } from './launcherAnswers';

describe('launcher', () => {
  let rig: LauncherRig;
  beforeEach(() => {
    rig = new LauncherRig();
  });
  afterEach(() => rig.dispose());

  const run = (
    payload: string | Buffer = JSON.stringify(PAYLOAD),
    options: LauncherRun = {},
  ): Promise<LauncherAnswer> => rig.run(payload, options);

  describe('Codex, with nobody there', () => {
    const codex = {
      ...{ session_id: 's1', turn_id: 't', transcript_path: null, cwd: '/w/app', hook_event_name: 'PreToolUse' },
      ...{ model: 'm', permission_mode: 'bypassPermissions', tool_name: 'Bash', tool_input: { command: 'ls' } },
    };
    const question = { ...codex, hook_event_name: 'PermissionRequest' };
    const rows: readonly (readonly [what: string, payload: object, refused: boolean])[] = [
      ['a call', codex, true],
      ['a question, which is left to the user', question, false],
      ['a call whose folder looks like a question', { ...codex, cwd: '/"hook_event_name":"PermissionRequest",' }, true],
      ['a call whose input looks like a question', { ...codex, tool_input: question }, true],
      [
        'two events',
        { hook_event_name: 'PermissionRequest', x: { hook_event_name: 'PreToolUse' }, tool_input: {} },
        true,
      ],
      ['an event inside something else', { x: { hook_event_name: 'PermissionRequest', y: 1 }, tool_input: {} }, true],
      ['nothing that is known', {}, true],
    ];
    for (const shell of SHELLS) {
      for (const [what, payload, refused] of rows) {
        it(`in ${shell.join(' ')}: ${what}`, async () => {
          const answer = await run(JSON.stringify(payload), { shell, agent: 'codex' });
          const output = JSON.parse(answer.stdout) as Record<string, unknown>;
          assert.deepEqual(
            [answer.code, Object.keys(output)],
            refused ? [2, ['hookSpecificOutput']] : [0, ['systemMessage']],
          );
          assert.equal(answer.stderr.includes('no VS Code window'), refused);
        });
      }
    }
  });

  for (const { name, programs } of CLIENTS) {
    describe(`through ${name}`, () => {
      for (const shell of SHELLS) {
        it(`in ${shell.join(' ')}: an answer, a refusal, and nobody there`, async () => {
          assertAsks(await run(AUTO, { shell, programs }));
          assertSaysNothing(await run(undefined, { shell, programs }));

          let received = '';
          await rig.window('1-00000000.sock', (response, body, request, whole) => {
            received = `${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['content-type'])} ${body.toString()}`;
            const seconds = Number(request.headers['x-auto-mode-seconds']);
            assert.ok(seconds > 280 && seconds <= 300, String(seconds));
            sendFrame(ALLOW)(response, body, request, whole);
          });
          assert.deepEqual(await run(undefined, { shell, programs }), { code: 0, stdout: `${ALLOW}\n`, stderr: '' });
          assert.equal(received, `POST /v1/hook/claude-code application/x-auto-mode-call ${JSON.stringify(PAYLOAD)}`);

          await rig.window('2-00000000.sock', sendFrame('{"a":1}', 2, 'No.\nReally.'), -5);
          const refused = await run(undefined, { shell, programs });
          assert.deepEqual(refused, { code: 2, stdout: '{"a":1}\n', stderr: 'No.\nReally.\n' });
        });
      }

      it('shows the token', async () => {
        await rig.window('1-00000000.sock', (response, payload, request, whole) => {
          const shown = request.headers['x-auto-mode-token'];
          sendFrame(`{"right":${Token.open(rig.gate).accepts(typeof shown === 'string' ? shown : '')}}`)(
            response,
            payload,
            request,
            whole,
          );
        });
        assert.equal((await run(undefined, { programs })).stdout, '{"right":true}\n');
      });

      for (const [what, respond] of NOT_WHOLE) {
        it(`${what} is no answer`, async () => {
          await rig.window('1-00000000.sock', respond);
          assertAsks(await run(AUTO, { programs }));
        });
      }

      it('a payload of 20 MB arrives whole', async () => {
        const payload = Buffer.from(JSON.stringify({ ...PAYLOAD, tool_input: { command: 'ä€\\'.repeat(2_500_000) } }));
        let equal = false;
        await rig.window('1-00000000.sock', (response, body, request, whole) => {
          equal = body.equals(payload);
          sendFrame(ALLOW)(response, body, request, whole);
        });
        assert.equal((await run(payload, { programs })).stdout, `${ALLOW}\n`);
        assert.ok(equal);
      });
    });
  }

  describe('other windows and what lies about', () => {
    it('asks the newest window first, and the others while nobody takes the call', async () => {
      const asked: string[] = [];
      const turnsAway =
        (name: string, status: number): Respond =>
        (response) => {
          asked.push(name);
          response.statusCode = status;
          response.end();
        };
      await rig.window('1-00000000.sock', turnsAway('oldest', 404), 300);
      await rig.window('5-00000000.sock', turnsAway('middle', 403), 200);
      await rig.window('3-00000000.sock', turnsAway('newest', 404), 100);
      assertAsks(await run(AUTO));
      assert.deepEqual(asked, ['newest', 'middle', 'oldest']);
      await rig.window('2-00000000.sock', sendFrame(ALLOW), 250);
      assert.equal((await run(AUTO)).stdout, `${ALLOW}\n`);
      assert.deepEqual(asked.slice(3), ['newest', 'middle']);
    });

    it('passes over sockets of windows that crashed, files, folders and odd names', async () => {
      const crashed = createServer();
      await new Promise<void>((resolve) => crashed.listen(join(rig.gate.run, '9-00000000.sock'), resolve));
      // Under another name, closing does not remove it: as after a crash, nobody listens there.
      renameSync(join(rig.gate.run, '9-00000000.sock'), join(rig.gate.run, '8-00000000.sock'));
      crashed.close();
      mkdirSync(join(rig.gate.run, 'folder.sock'));
      for (const name of ['*.sock', '-n.sock', 'a b\nc.sock', '$(touch x).sock', "'.sock"]) {
        writeFileSync(join(rig.gate.run, name), '');
      }
      await rig.window('1 *$(x)\n00000000.sock', sendFrame(ALLOW), 60);
      assert.equal((await run(AUTO)).stdout, `${ALLOW}\n`);
    });

    it('a run folder full of files takes no time', async () => {
      for (let index = 0; index < 6_000; index += 1) writeFileSync(join(rig.gate.run, `${index}-00000000.sock`), '');
      const started = Date.now();
      assertAsks(await run(AUTO));
      assert.ok(Date.now() - started < 20_000);
    });

    it('no run folder, no token, no curl where there was one: nobody answers', async () => {
      await rig.window('1-00000000.sock', (response, _body, request) => {
        response.statusCode = request.headers['x-auto-mode-token'] === undefined ? 403 : 200;
        response.end();
      });
      rmSync(rig.gate.token);
      assertAsks(await run(AUTO));
      assertAsks(await run(AUTO, { programs: { ...PROGRAMS, curl: '/nowhere/curl' } }));
      assertAsks(await run(AUTO, { programs: { ...PROGRAMS, curl: undefined, runtime: '/nowhere/code' } }));
      rmSync(rig.gate.run, { recursive: true });
      assertAsks(await run(AUTO));
    });
  });

  describe('the mode of the payload, where nobody answers', () => {
    for (const shell of SHELLS) {
      it(`in ${shell.join(' ')}`, async () => {
        for (const [what, payload, says] of MODES) {
          const answer = await run(payload, { shell });
          try {
            (says === 'ask' ? assertAsks : assertSaysNothing)(answer);
          } catch (cause) {
            throw new Error(`${what}: ${JSON.stringify(answer)}`, { cause });
          }
        }
      });
    }
  });

  describe('what an attacker may put into payload and reason', () => {
    for (const shell of SHELLS) {
      it(`changes nothing in ${shell.join(' ')}`, async () => {
        for (const [index, text] of HOSTILE.entries()) {
          let received = '';
          const output = JSON.stringify({ reason: text });
          await rig.window(
            `${index}-00000000.sock`,
            (response, body, request, whole) => {
              received = body.toString();
              sendFrame(output, 2, text)(response, body, request, whole);
            },
            -index,
          );
          const payload = JSON.stringify({ ...PAYLOAD, tool_input: { command: text } });
          assert.deepEqual(
            await run(payload, { shell }),
            { code: 2, stdout: `${output}\n`, stderr: `${text}\n` },
            text,
          );
          assert.equal(received, payload);
        }
        assert.equal([...readdirSync(process.cwd()), ...readdirSync(rig.gate.run)].includes('PWNED'), false);
      });

      it(`bytes that are no text, and null bytes, never turn into other text in ${shell.join(' ')}`, async () => {
        const received: Buffer[] = [];
        await rig.window('1-00000000.sock', (response, body, request, whole) => {
          received.push(body);
          sendFrame(ALLOW)(response, body, request, whole);
        });
        await run(Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x7d]), { shell });
        await run(Buffer.from('{"a":"r\0m"}'), { shell });
        assert.deepEqual(received, [Buffer.from([0x7b, 0xff, 0xc3, 0x28, 0x7d]), Buffer.from('{"a":"r\u0001m"}')]);
      });
    }
  });

  describe('a notice', () => {
    const notice = JSON.stringify({
      ...PAYLOAD,
      hook_event_name: 'SessionStart',
      permission_mode: 'bypassPermissions',
    });

    for (const { name, programs } of CLIENTS) {
      it(`reaches the window through ${name}, with a short time`, async () => {
        let heard: unknown[] = [];
        await rig.window('1-00000000.sock', (response, body, request, whole) => {
          heard = [request.url, body.toString(), Number(request.headers['x-auto-mode-seconds']) <= 5];
          sendFrame('{"guidance":"g"}')(response, body, request, whole);
        });
        const answer = await run(notice, { kind: 'notice', programs });
        assert.deepEqual(answer, { code: 0, stdout: '{"guidance":"g"}\n', stderr: '' });
        assert.deepEqual(heard, ['/v1/notice/claude-code', notice, true]);
      });

      it(`with nobody there, nothing is said through ${name}`, async () => {
        for (const agent of agentDialects(rig.home, {}).map(({ id }) => id)) {
          assert.deepEqual(await run(notice, { agent, kind: 'notice', programs }), NOTHING_SAID);
        }
        await rig.window('1-00000000.sock', sendText('no frame'));
        assert.deepEqual(await run('', { kind: 'notice', programs }), NOTHING_SAID);
      });
    }

    it('that breaks off says nothing', async () => {
      await rig.window('1-00000000.sock', (response) => {
        response.writeHead(404).end();
      });
      for (const [program, ...options] of SHELLS) {
        const answer = await run(notice, { kind: 'notice', shell: [program, ...options, '-e'] });
        assert.deepEqual([answer.code, answer.stderr], [0, ''], program);
      }
    });

    it('of another kind, or of an unknown agent, is refused in words', async () => {
      for (const options of [{ kind: 'notices' }, { kind: '*' }, { agent: 'x', kind: 'notice' }]) {
        const answer = await run(notice, options);
        assert.deepEqual([answer.code, answer.stdout], [2, '']);
        assert.match(answer.stderr, /unknown/);
      }
    });
  });

  it('an agent that it does not know is refused in words', async () => {
    for (const agent of ['', 'claude', 'claude-code ', '*', '../claude-code']) {
      const answer = await run(undefined, { agent });
      assert.deepEqual([answer.code, answer.stdout], [2, ''], agent);
      assert.match(answer.stderr, /unknown agent/);
    }
  });
});
