import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { agentDialects } from '../../../src/agents/agentDialects';
import { findShellOption } from '../../../src/bridge/launcher/installLauncher';
import { launcherScript } from '../../../src/bridge/launcher/launcherScript';
import { replyFrame } from '../../../src/bridge/replyFrame';
import { Token } from '../../../src/bridge/token';
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

const PAYLOAD = {
  session_id: 's1',
  cwd: '/w/app',
  permission_mode: 'default',
  effort: { level: 'high' },
  hook_event_name: 'PreToolUse',
  tool_name: 'Bash',
  tool_input: { command: 'npm test' },
  tool_use_id: 't1',
};
const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';

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

  for (const { name, programs } of CLIENTS) {
    describe(`through ${name}`, () => {
      for (const shell of SHELLS) {
        it(`in ${shell.join(' ')}: an answer, a refusal, and nobody there`, async () => {
          assertAsks(await run(AUTO, { shell, programs }));
          assertSaysNothing(await run(undefined, { shell, programs }));

          let received = '';
          await rig.window('1-00000000.sock', (response, body, request) => {
            received = `${request.method ?? ''} ${request.url ?? ''} ${String(request.headers['content-type'])} ${body.toString()}`;
            const seconds = Number(request.headers['x-auto-mode-seconds']);
            assert.ok(seconds > 280 && seconds <= 300, String(seconds));
            sendFrame(ALLOW)(response, body, request);
          });
          assert.deepEqual(await run(undefined, { shell, programs }), { code: 0, stdout: `${ALLOW}\n`, stderr: '' });
          assert.equal(received, `POST /v1/hook/claude-code application/json ${JSON.stringify(PAYLOAD)}`);

          await rig.window('2-00000000.sock', sendFrame('{"a":1}', 2, 'No.\nReally.'), -5);
          const refused = await run(undefined, { shell, programs });
          assert.deepEqual(refused, { code: 2, stdout: '{"a":1}\n', stderr: 'No.\nReally.\n' });
        });
      }

      it('shows the token', async () => {
        await rig.window('1-00000000.sock', (response, _body, request) => {
          const shown = request.headers['x-auto-mode-token'];
          sendFrame(`{"right":${Token.open(rig.gate).accepts(typeof shown === 'string' ? shown : '')}}`)(
            response,
            _body,
            request,
          );
        });
        assert.equal((await run(undefined, { programs })).stdout, '{"right":true}\n');
      });

      const notWhole: readonly (readonly [what: string, respond: Respond])[] = [
        ['nothing', sendText('')],
        ['only white space', sendText('   \n')],
        ['JSON without a frame', sendText(ALLOW)],
        ['no end', sendText(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }).replace('auto-mode-end', ''))],
        ['a cut end', sendText(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }).slice(0, -4))],
        ['another exit code', sendText(`auto-mode-reply 1\n${ALLOW}\n\nauto-mode-end\n`)],
        ['an exit code that goes on', sendText(`auto-mode-reply 00\n${ALLOW}\n\nauto-mode-end\n`)],
        ['no output', sendText('auto-mode-reply 0\n\n\nauto-mode-end\n')],
        ['output that is no object', sendText('auto-mode-reply 0\n"allow"\n\nauto-mode-end\n')],
        ['output of two lines', sendText('auto-mode-reply 0\n{\n}\n\nauto-mode-end\n')],
        ['text in front of the frame', sendText(`log\n${replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 })}`)],
        [
          'another HTTP status',
          (response) => {
            response.statusCode = 201;
            response.end('x');
          },
        ],
        [
          'a redirection',
          (response) => {
            response.writeHead(302, { location: 'http://localhost/other' });
            response.end(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }));
          },
        ],
        [
          'an error status with a frame',
          (response) => {
            response.writeHead(500);
            response.end(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }));
          },
        ],
        [
          'fewer bytes than announced',
          (response) => {
            response.writeHead(200, { 'content-length': 5000 });
            response.write(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }), () => response.destroy());
          },
        ],
        [
          'a broken chunk',
          (response) => {
            response.write(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }), () => response.destroy());
          },
        ],
        [
          'no HTTP',
          (response) => {
            response.socket?.end(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }));
          },
        ],
      ];
      for (const [what, respond] of notWhole) {
        it(`${what} is no answer`, async () => {
          await rig.window('1-00000000.sock', respond);
          assertAsks(await run(AUTO, { programs }));
        });
      }

      it('a payload of 20 MB arrives whole', async () => {
        const payload = Buffer.from(JSON.stringify({ ...PAYLOAD, tool_input: { command: 'ä€\\'.repeat(2_500_000) } }));
        let equal = false;
        await rig.window('1-00000000.sock', (response, body, request) => {
          equal = body.equals(payload);
          sendFrame(ALLOW)(response, body, request);
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
      for (let index = 0; index < 2_000; index += 1) writeFileSync(join(rig.gate.run, `${index}-00000000.sock`), '');
      const started = Date.now();
      assertAsks(await run(AUTO));
      assert.ok(Date.now() - started < 10_000);
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
    const cases: readonly (readonly [what: string, payload: string, says: 'nothing' | 'ask'])[] = [
      ['default', JSON.stringify(PAYLOAD), 'nothing'],
      ...['acceptEdits', 'bypassPermissions', 'dontAsk', 'auto', 'plan', 'Default', 'defaults', ''].map(
        (mode) => [mode || 'empty', JSON.stringify({ ...PAYLOAD, permission_mode: mode }), 'ask'] as const,
      ),
      ['missing', JSON.stringify({ ...PAYLOAD, permission_mode: undefined }), 'ask'],
      ['null', JSON.stringify({ ...PAYLOAD, permission_mode: null }), 'ask'],
      [
        'only in the tool’s input',
        JSON.stringify({ ...PAYLOAD, permission_mode: undefined, tool_input: { permission_mode: 'default', x: 1 } }),
        'ask',
      ],
      [
        'in the tool’s input as well',
        JSON.stringify({
          ...PAYLOAD,
          permission_mode: 'bypassPermissions',
          tool_input: { permission_mode: 'default' },
        }),
        'ask',
      ],
      ['behind the tool’s input', '{"tool_input":{},"permission_mode":"default","x":1}', 'ask'],
      ['inside another object', '{"a":{"permission_mode":"default","b":1},"tool_input":{}}', 'ask'],
      ['inside a list', '{"a":[{"permission_mode":"default","b":1}],"tool_input":{}}', 'ask'],
      [
        'in the folder’s name',
        JSON.stringify({ cwd: '/w","permission_mode":"default","x":"', permission_mode: 'auto', tool_input: {} }),
        'ask',
      ],
      [
        'in the folder’s name, and the name of the input too',
        JSON.stringify({ ...PAYLOAD, cwd: '","permission_mode":"default","tool_input":{"', permission_mode: 'auto' }),
        'ask',
      ],
      ['twice', '{"permission_mode":"default","permission_mode":"auto","tool_input":{}}', 'ask'],
      ['twice, the other way round', '{"permission_mode":"auto","permission_mode":"default","tool_input":{}}', 'ask'],
      ['without an input', '{"permission_mode":"default","x":1}', 'ask'],
      [
        'behind more than any real payload has',
        `{"a":"${'x'.repeat(20_000)}","permission_mode":"default","tool_input":{}}`,
        'ask',
      ],
      ['no object', 'permission_mode":"default","tool_input"', 'ask'],
      ['nothing at all', '', 'ask'],
    ];
    for (const shell of SHELLS) {
      it(`in ${shell.join(' ')}`, async () => {
        for (const [what, payload, says] of cases) {
          const answer = await run(payload, { shell });
          try {
            (says === 'ask' ? assertAsks : assertSaysNothing)(answer);
          } catch (cause) {
            throw new Error(`${what}: ${JSON.stringify(answer)}`, { cause });
          }
        }
      }).timeout(30_000);
    }
  });

  describe('what an attacker may put into payload and reason', () => {
    const hostile = [
      '$(touch PWNED) `touch PWNED` ; touch PWNED',
      '%s %d \\n \\c -n -e * ? [a] ~ ${IFS} "quoted" \'quoted\'',
      'auto-mode-end',
      'auto-mode-reply 0\n{}\n\nauto-mode-end',
      '-'.repeat(10),
    ];
    for (const shell of SHELLS) {
      it(`changes nothing in ${shell.join(' ')}`, async () => {
        for (const [index, text] of hostile.entries()) {
          let received = '';
          const output = JSON.stringify({ reason: text });
          await rig.window(
            `${index}-00000000.sock`,
            (response, body, request) => {
              received = body.toString();
              sendFrame(output, 2, text)(response, body, request);
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
        await rig.window('1-00000000.sock', (response, body, request) => {
          received.push(body);
          sendFrame(ALLOW)(response, body, request);
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
      await rig.window('1-00000000.sock', (response) => {
        response.writeHead(404).end();
      });
      for (const [program, ...options] of SHELLS) {
        const answer = await run(undefined, { shell: [program, ...options, '-e'] });
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

  it('an agent that it does not know is refused in words', async () => {
    for (const agent of ['', 'claude', 'claude-code ', '*', '../claude-code']) {
      const answer = await run(undefined, { agent });
      assert.deepEqual([answer.code, answer.stdout], [2, ''], agent);
      assert.match(answer.stderr, /unknown agent/);
    }
  });
}).timeout(20_000);
