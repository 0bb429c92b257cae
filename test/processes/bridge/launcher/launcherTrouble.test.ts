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
import { join } from 'node:path';
import { agentDialects } from '../../../../src/agents/agentDialects';
import { findShellOption } from '../../../../src/bridge/launcher/installLauncher';
import { launcherScript } from '../../../../src/bridge/launcher/launcherScript';
import { ALLOW, PAYLOAD } from './launcherCases';
import {
  CLIENTS,
  LauncherRig,
  PROGRAMS,
  sendFrame,
  SHELLS,
  type LauncherAnswer,
  type LauncherRun,
  type Respond,
} from './launcherRig';
import { AUTO, assertAsks } from './launcherAnswers';

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
});
