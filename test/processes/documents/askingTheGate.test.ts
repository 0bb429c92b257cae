import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { agentDialects } from '../../../src/agents/agentDialects';
import { launcherScript } from '../../../src/bridge/launcher/launcherScript';
import { replyFrame } from '../../../src/bridge/protocol/replyFrame';
import { writeOwnFile } from '../../../src/disk/ownFile';
import { BridgeRig } from '../bridge/bridgeRig';
import { LauncherRig, PROGRAMS, sendFrame, sendText, type Respond } from '../bridge/launcher/launcherRig';
import { ROOT } from '../../unit/documents/documents';

type Example = readonly [program: string, file: string];
const SOCKET_EXAMPLE: Example = [process.execPath, 'ask-the-gate.mjs'];
const EXAMPLES: readonly Example[] = [['bash', 'ask-the-gate.sh'], SOCKET_EXAMPLE, ['python3', 'ask-the-gate.py']];

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Rejects where the program is missing: all of them must be on the machine that runs the tests. */
function ended(program: string, args: readonly string[], cwd: string, home = cwd, seconds = 60): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    env: { PATH: process.env['PATH'], HOME: home, GATE_SECONDS: String(seconds) },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

function run(
  [program, file]: Example,
  home: string,
  cwd: string,
  command: readonly string[],
  seconds?: number,
): Promise<Ended> {
  return ended(program, [join(ROOT, 'docs', 'examples', file), ...command], cwd, home, seconds);
}

async function assertNotRun(example: Example, home: string, cwd: string, seconds?: number): Promise<void> {
  const { code, stdout, stderr } = await run(example, home, cwd, ['touch', 'ran'], seconds);
  assert.equal(code, 126, `${example[1]}: ${stdout} ${stderr}`);
  assert.equal(stdout, '');
  assert.match(stderr, /Not run: ./);
  assert.ok(!existsSync(join(cwd, 'ran')), example[1]);
}

/** As bash reads them. */
async function wordsOf(line: string): Promise<readonly string[]> {
  const { stdout } = await ended('bash', ['-c', `set -- ${line}; printf '%s\\0' "$@"`], ROOT);
  return stdout.split('\0').slice(0, -1);
}

/** What a shell makes of it would be another command. */
const WORDS = [
  "it's",
  '$(touch made)',
  '`touch made`',
  'a  b',
  '',
  '*',
  '; touch made',
  'ü "q" \\ \\n',
  'two\nlines\ttab',
];

const ALLOW = '{"decision":"allow","reason":"Fine."}';
const WHOLE = replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 });

const NO_ALLOW: readonly (readonly [what: string, respond: Respond])[] = [
  ['an ask', sendFrame('{"decision":"ask","reason":"x"}')],
  ['an object without a decision', sendFrame('{}')],
  ['a list with the word', sendFrame('{"decision":["allow"]}')],
  ['the word in another field', sendFrame('{"reason":"allow","decision":"block"}')],
  ['another word that begins so', sendFrame('{"decision":"allowed","reason":"x"}')],
  ['an allow with the exit code of a refusal', sendFrame(ALLOW, 2, 'No.')],
];

/** The launcher has tests of its own for these. */
const NOT_WHOLE: readonly (readonly [what: string, respond: Respond])[] = [
  ['an allow without a frame', sendText(ALLOW)],
  ['an allow without an end', sendText(WHOLE.replace('auto-mode-end\n', ''))],
  ['an allow with an unknown exit code', sendText(WHOLE.replace('auto-mode-reply 0', 'auto-mode-reply 1'))],
  ['no JSON', sendText(WHOLE.replace(ALLOW, '{"decision":"allow",'))],
  ['nothing', sendText('')],
  [
    'an allow with an error status',
    (response) => {
      response.writeHead(500);
      response.end(WHOLE);
    },
  ],
  [
    'fewer bytes than announced',
    (response) => {
      response.writeHead(200, { 'content-length': 5000 });
      response.write(WHOLE, () => response.destroy());
    },
  ],
];

describe('the examples that ask the gate', () => {
  describe('before a gate', () => {
    let rig: BridgeRig;
    let workspace: string;
    beforeEach(() => {
      rig = new BridgeRig();
      workspace = rig.folder('work space');
    });
    afterEach(() => rig.dispose());

    for (const example of EXAMPLES) {
      it(`${example[1]} runs what is allowed, with its words as they are`, async () => {
        await rig.window('a', [workspace]);
        const { code, stdout, stderr } = await run(example, rig.home, workspace, ['printf', '<%s>', ...WORDS]);
        assert.equal(stdout, WORDS.map((word) => `<${word}>`).join(''), stderr);
        assert.equal(code, 0);
        assert.ok(!existsSync(join(workspace, 'made')));
        const [{ request } = assert.fail('nothing was asked'), ...more] = rig.decisions;
        assert.deepEqual(more, []);
        const { tool, input, cwd, agent } = request;
        assert.deepEqual([tool, cwd, agent], ['bash', workspace, 'generic']);
        const judged = await wordsOf(input['command'] as string);
        assert.deepEqual(judged, ['printf', '<%s>', ...WORDS]);
      });

      it(`${example[1]} gives the command's own exit code back`, async () => {
        await rig.window('a', [workspace]);
        assert.equal((await run(example, rig.home, workspace, ['sh', '-c', 'exit 7'])).code, 7);
      });

      for (const outcome of ['block', 'defer'] as const) {
        it(`${example[1]} does not run what is answered with ${outcome}`, async () => {
          await rig.window('a', [workspace], { outcome: () => outcome });
          await assertNotRun(example, rig.home, workspace);
          assert.equal(rig.decisions.length, 1);
        });
      }

      it(`${example[1]} does not run where another folder is open, or none`, async () => {
        const window = await rig.window('a', [rig.folder('other')]);
        await assertNotRun(example, rig.home, workspace);
        await window.dispose();
        await assertNotRun(example, rig.home, workspace);
        assert.equal(rig.decisions.length, 0);
      });

      it(`${example[1]} does not run without the token`, async () => {
        await rig.window('a', [workspace]);
        rmSync(rig.gate.token);
        await assertNotRun(example, rig.home, workspace);
        assert.equal(rig.decisions.length, 0);
      });

      it(`${example[1]} does not run where Auto Mode was never installed`, async () => {
        await assertNotRun(example, rig.home, workspace);
      });
    }
  });

  describe('before a window that fails', () => {
    let rig: LauncherRig;
    beforeEach(() => {
      rig = new LauncherRig();
      installLauncher(60);
    });
    afterEach(() => rig.dispose());

    function installLauncher(seconds: number): void {
      const dialects = agentDialects(rig.home, {});
      const script = launcherScript(rig.gate, PROGRAMS, dialects, { seconds, silentSeconds: 20 });
      writeOwnFile(rig.gate.launcher, script, 0o700);
    }

    const assertNoneRuns = async (seconds?: number): Promise<void> => {
      await Promise.all(EXAMPLES.map((example) => assertNotRun(example, rig.home, rig.home, seconds)));
    };

    for (const [what, respond] of NO_ALLOW) {
      it(`none runs where the answer is ${what}`, async () => {
        await rig.window('1-00000000.sock', respond);
        await assertNoneRuns();
      });
    }

    for (const [what, respond] of NOT_WHOLE) {
      it(`${SOCKET_EXAMPLE[1]} does not run where the answer is ${what}`, async () => {
        await rig.window('1-00000000.sock', respond);
        await assertNotRun(SOCKET_EXAMPLE, rig.home, rig.home);
      });
    }

    it('all run where it is an allow', async () => {
      await rig.window('1-00000000.sock', sendFrame(ALLOW));
      for (const example of EXAMPLES) {
        const { code, stdout } = await run(example, rig.home, rig.home, ['echo', 'ran']);
        assert.deepEqual([code, stdout], [0, 'ran\n'], example[1]);
      }
    });

    it('none runs where a window lives on and never answers', async () => {
      installLauncher(2);
      await rig.window('1-00000000.sock', (response) => {
        const timer = setInterval(() => response.write('   \n'), 100);
        response.on('close', () => {
          clearInterval(timer);
        });
      });
      await assertNoneRuns(2);
    });
  });
});
