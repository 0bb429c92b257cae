import assert from 'node:assert/strict';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { agentDialects } from '../../../../src/agents/agentDialects';
import { findShellOption } from '../../../../src/bridge/launcher/installLauncher';
import { launcherScript } from '../../../../src/bridge/launcher/launcherScript';
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

const NOTHING_SAID: LauncherAnswer = { code: 0, stdout: '{}\n', stderr: '' };

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

  function assertAsks(answer: LauncherAnswer): void {
    assert.deepEqual([answer.code, answer.stderr], [0, '']);
    const output = JSON.parse(answer.stdout) as { hookSpecificOutput: { permissionDecision: string } };
    assert.equal(output.hookSpecificOutput.permissionDecision, 'ask');
    assert.equal(answer.stdout.trim().includes('\n'), false);
  }

  function assertSaysNothing(answer: LauncherAnswer): void {
    assert.deepEqual([answer.code, answer.stderr], [0, '']);
    assert.deepEqual(Object.keys(JSON.parse(answer.stdout) as object), ['systemMessage']);
  }

  const AUTO = JSON.stringify({ ...PAYLOAD, permission_mode: 'auto' });

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

  describe('the environment of the agent', () => {
    it('neither its PATH, its home, its proxy nor its curl configuration counts', async () => {
      const evil = join(rig.home, 'evil');
      mkdirSync(evil);
      for (const name of ['curl', 'tr', 'cat', 'printf', 'test', 'sh']) {
        writeFileSync(join(evil, name), `#!/bin/sh\necho '${ALLOW}'\ntouch '${evil}/ran'\n`);
        chmodSync(join(evil, name), 0o755);
      }
      writeFileSync(join(evil, '.curlrc'), 'output = /dev/null\nurl = "file:///etc/passwd"\n');
      await rig.window('1-00000000.sock', sendFrame('{"real":1}'));
      const answer = await run(undefined, {
        environment: {
          PATH: evil,
          HOME: evil,
          CURL_HOME: evil,
          XDG_CONFIG_HOME: evil,
          http_proxy: 'http://127.0.0.1:9',
          ALL_PROXY: 'http://127.0.0.1:9',
          OPENSSL_CONF: join(evil, 'none'),
          IFS: '/.',
          ENV: join(evil, 'sh'),
          CDPATH: evil,
          'BASH_FUNC_printf%%': `() { echo '${ALLOW}'; touch '${evil}/ran'; }`,
          'BASH_FUNC_test%%': `() { echo '${ALLOW}'; touch '${evil}/ran'; }`,
        },
        shell: ['/bin/bash', '--posix'],
      });
      assert.deepEqual(answer, { code: 0, stdout: '{"real":1}\n', stderr: '' });
      assert.equal(existsSync(join(evil, 'ran')), false);
    });

    it('options for the shell do not reach it, where it is bash', async function () {
      if (!existsSync('/bin/bash')) this.skip();
      await rig.window('1-00000000.sock', sendFrame('{"real":1}'));
      // As a link to bash named sh, which is what /bin/sh is on many systems.
      const sh = join(rig.home, 'sh');
      symlinkSync('/bin/bash', sh);
      const option = findShellOption(sh);
      assert.equal(option, '-p');
      for (const environment of [
        { SHELLOPTS: 'noexec' },
        { SHELLOPTS: 'errexit:nounset' },
        { BASHOPTS: 'failglob' },
        { SHELLOPTS: 'xtrace:verbose', BASH_XTRACEFD: '1' },
        { GLOBIGNORE: '*' },
        { 'BASH_FUNC_ask%%': '() { exit 0; }' },
      ]) {
        const answer = await run(undefined, { environment, shell: [sh, option] });
        assert.deepEqual(answer, { code: 0, stdout: '{"real":1}\n', stderr: '' }, JSON.stringify(environment));
      }
    });

    it('no variable of bash keeps it from saying that nobody answered', async function () {
      if (!existsSync('/bin/bash')) this.skip();
      const bypassing = JSON.stringify({ ...PAYLOAD, permission_mode: 'bypassPermissions' });
      for (const environment of [{ FUNCNEST: '1' }, { GLOBIGNORE: '*' }, { POSIXLY_CORRECT: '1' }, { TMOUT: '1' }]) {
        assertAsks(await run(bypassing, { environment, shell: ['/bin/bash', '--posix', '-p'] }));
      }
    });

    it('ends in a refusal where the shell itself gives up', async () => {
      for (const [program, ...options] of SHELLS) {
        const programs = { ...PROGRAMS, tr: '/bin/false' };
        const answer = await run(undefined, { programs, shell: [program, ...options, '-e'] });
        assert.deepEqual([answer.code, answer.stdout], [2, ''], program);
        assert.match(answer.stderr, /broke off/);
      }
    });

    it('its first line has the option that keeps the environment out, where the shell knows it', () => {
      for (const [shellOption, line] of [
        ['-p', '#!/bin/sh -p'],
        [undefined, '#!/bin/sh'],
      ] as const) {
        const script = launcherScript(rig.gate, { ...PROGRAMS, shellOption }, agentDialects(rig.home, {}));
        assert.equal(script.split('\n')[0], line);
      }
      assert.equal(findShellOption('/bin/false'), undefined);
      assert.equal(findShellOption(join(rig.home, 'absent')), undefined);
    });

    it('options for Node do not reach the editor’s runtime', async () => {
      const hook = join(rig.home, 'hook.cjs');
      writeFileSync(hook, `require('fs').writeFileSync(${JSON.stringify(join(rig.home, 'ran'))}, '')`);
      await rig.window('1-00000000.sock', sendFrame('{"real":1}'));
      const answer = await run(undefined, {
        programs: { ...PROGRAMS, curl: undefined },
        environment: { NODE_OPTIONS: `--require ${JSON.stringify(hook)}` },
      });
      assert.deepEqual(answer, { code: 0, stdout: '{"real":1}\n', stderr: '' });
      assert.equal(existsSync(join(rig.home, 'ran')), false);
    });
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

  describe('what goes wrong on the machine', () => {
    it('an answer that cannot be handed over is a refusal', async () => {
      await rig.window('1-00000000.sock', sendFrame(ALLOW));
      const full = openSync('/dev/full', 'w');
      try {
        for (const shell of SHELLS) {
          const answer = await run(undefined, { shell, stdout: full });
          assert.equal(answer.code, 2, shell.join(' '));
          assert.match(answer.stderr, /could not be handed over/);
        }
      } finally {
        closeSync(full);
      }
    });

    it('variables that the agent exports under the names used here are in nobody’s way', async () => {
      await rig.window('1-00000000.sock', sendFrame(ALLOW));
      const environment = Object.fromEntries(
        'payload answer tail last output errors heartbeats head front before after socket newest environment run token seconds agent kind'
          .split(' ')
          .map((name) => [name, 'notice']),
      );
      const large = JSON.stringify({ ...PAYLOAD, tool_input: { command: 'x'.repeat(1_000_000) } });
      for (const shell of SHELLS) {
        assert.deepEqual(await run(large, { shell, environment }), { code: 0, stdout: `${ALLOW}\n`, stderr: '' });
      }
    });

    const flood =
      (piece: string): Respond =>
      (response) => {
        const more = (): void => {
          while (!response.destroyed && response.write(piece));
          if (!response.destroyed) response.once('drain', more);
        };
        more();
      };
    for (const { name, programs } of CLIENTS) {
      it(`an answer of 20 MB through ${name} is none`, async () => {
        await rig.window('1-00000000.sock', sendFrame(`{"a":"${'x'.repeat(20_000_000)}"}`));
        assertAsks(await run(AUTO, { programs }));
      });

      for (const [what, piece] of [
        ['text', 'x'.repeat(1_000_000)],
        ['lines', '\n'.repeat(1_000_000)],
      ] as const) {
        it(`${what} without end through ${name} is none, and does not fill the memory`, async () => {
          await rig.window('1-00000000.sock', flood(piece));
          for (const shell of SHELLS) assertAsks(await run(AUTO, { shell, programs }));
        });
      }
    }

    // A shell that holds more than it may dies by a signal, which is not every agent's word for no.
    it('a payload that is far too large is read to its end, and refused in words', async () => {
      await rig.window('1-00000000.sock', sendFrame(ALLOW));
      const large = Buffer.alloc(70 * 1024 * 1024, 'x');
      for (const shell of SHELLS) {
        const answer = await run(large, { shell });
        assert.deepEqual([answer.code, answer.stdout], [2, ''], shell.join(' '));
        assert.match(answer.stderr, /too large/);
      }
      assert.deepEqual(await run(large, { kind: 'notice' }), { code: 0, stdout: '{}\n', stderr: '' });
    });

    it('a run folder that is a link, or somebody else’s, is not asked', async () => {
      await rig.window('1-00000000.sock', sendFrame(ALLOW));
      const elsewhere = join(rig.home, 'elsewhere');
      renameSync(rig.gate.run, elsewhere);
      symlinkSync(elsewhere, rig.gate.run);
      assertAsks(await run(AUTO));
      if (process.getuid?.() !== 0) return;
      rmSync(rig.gate.run);
      renameSync(elsewhere, rig.gate.run);
      assert.equal((await run(AUTO)).stdout, `${ALLOW}\n`);
      chownSync(rig.gate.run, 12_345, 12_345);
      for (const shell of SHELLS) assertAsks(await run(AUTO, { shell }));
    });

    it('that ends half way, it leaves no file behind', async () => {
      const before = readdirSync(rig.gate.directory);
      let asked = (): void => undefined;
      const asking = new Promise<void>((resolve) => (asked = resolve));
      await rig.window('1-00000000.sock', () => {
        asked();
      });
      const launcher = rig.start(JSON.stringify(PAYLOAD), {});
      await asking;
      launcher.kill('SIGKILL');
      await once(launcher, 'exit');
      assert.deepEqual(readdirSync(rig.gate.directory), [...before, 'launcher'].sort());
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
