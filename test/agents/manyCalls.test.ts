import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import type { LauncherAnswer } from '../processes/bridge/launcher/launcherRig';
import { BridgeRig, decided } from '../processes/bridge/bridgeRig';

const CALLS = 500;
/** Each is a process of its own: with many more, two cores answer none of them in time. */
const AT_ONCE = 50;

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await pause(20);
}

describe('many agents at once', function () {
  // On two busy cores every launcher takes its turn to start.
  this.timeout(300_000);
  let rig: BridgeRig;
  beforeEach(() => {
    rig = new BridgeRig();
  });
  afterEach(() => rig.dispose());

  it(`${CALLS} calls each get exactly one answer, and that of their own window`, async () => {
    const folders = [rig.folder('a'), rig.folder('b')] as const;
    // Each window blocks every second call, so that an answer which belongs to another call shows.
    for (const [at, folder] of folders.entries()) {
      await rig.window(`window ${at}`, [folder], {
        decide: (request) => {
          const { command } = request.input as { command: string };
          const outcome = Number(command.slice('call '.length)) % 2 === 0 ? 'allow' : 'block';
          return Promise.resolve(decided(outcome, `${command} by window ${at}.`));
        },
      });
    }
    const answers: (readonly [number, LauncherAnswer])[] = [];
    let next = 0;
    const agent = async (): Promise<void> => {
      while (next < CALLS) {
        const index = next++;
        const child = rig.start();
        const answer = rig.answerOf(child);
        const folder = folders[index % 4 < 2 ? 0 : 1];
        child.stdin?.end(rig.payload(folder, `session ${index}`, { tool_input: { command: `call ${index}` } }));
        answers.push([index, await answer]);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, agent));
    assert.equal(answers.length, CALLS);
    for (const [index, { code, stdout, stderr }] of answers) {
      const isAllowed = index % 2 === 0;
      assert.equal(code, isAllowed ? 0 : 2, `${index}: ${stdout} ${stderr}`);
      assert.equal(stdout.trim().split('\n').length, 1, stdout);
      assert.match(stdout, new RegExp(`"permissionDecision":"${isAllowed ? 'allow' : 'deny'}"`));
      assert.ok(stdout.includes(`call ${index} by window ${index % 4 < 2 ? 0 : 1}.`), `${index}: ${stdout}`);
    }
  });

  describe('a hook that is killed half way', () => {
    it('with half its payload sent is not decided, and the next one is', async () => {
      const folder = rig.folder('a');
      await rig.window('A', [folder]);
      const child = rig.start();
      const whole = rig.payload(folder, 's1');
      child.stdin?.write(whole.slice(0, 100));
      await pause(300);
      process.kill(-(child.pid ?? assert.fail()), 'SIGKILL');
      await rig.answerOf(child);
      assert.deepEqual(rig.decisions, []);
      assert.equal(await rig.decider(folder, 's2'), 'A');
      assert.equal(rig.decisions.length, 1);
    });

    it('while it waits ends the decision, in the window that decides and in those that it asks', async () => {
      const [a, b] = [rig.folder('a'), rig.folder('b')];
      const asked: AbortSignal[] = [];
      const never = (_request: unknown, signal: AbortSignal): Promise<never> => {
        asked.push(signal);
        return new Promise(() => undefined);
      };
      await rig.window('A', [a]);
      await rig.window('B', [b], { restrain: never, decide: never });
      await rig.call(a, 'bound to A');
      const waiting = [
        ['bound to A', b],
        ['bound to B', b],
      ].map(([session = '', cwd = '']) => {
        const child = rig.start();
        child.stdin?.end(rig.payload(cwd, session));
        return child;
      });
      await until(() => asked.length === 2);
      assert.deepEqual(
        asked.map(({ aborted }) => aborted),
        [false, false],
      );
      for (const { pid } of waiting) process.kill(-(pid ?? assert.fail()), 'SIGKILL');
      await until(() => asked.every(({ aborted }) => aborted));
    });
  });

  it('a window that is closed while it decides refuses, and nothing is allowed without a word', async () => {
    const [a, b] = [rig.folder('a'), rig.folder('b')];
    let isAsked = false;
    const window = await rig.window('A', [a], {
      decide: () => {
        isAsked = true;
        return new Promise(() => undefined);
      },
    });
    await rig.window('B', [b]);
    const answer = rig.call(a, 's1');
    await until(() => isAsked);
    await window.dispose();
    const { code, stdout, stderr } = await answer;
    assert.equal(code, 2);
    assert.match(stdout, /"permissionDecision":"deny"/);
    assert.match(stderr, /window was closed while the call was being decided/);
    assert.equal(await rig.decider(b, 's2'), 'B');
    // The session stays one of the folder in which it began, and gets nothing of another window's workspace.
    assert.equal(await rig.decider(b, 's1'), 'B from outside');
  });
});
