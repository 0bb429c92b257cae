/**
 * What the launcher does while time passes. Here and not among the unit tests, since only real seconds show what curl makes of them.
 */
import assert from 'node:assert/strict';
import { CLIENTS, LauncherRig, sendFrame, type LauncherAnswer } from '../processes/bridge/launcher/launcherRig';

const ALLOW = '{"hookSpecificOutput":{"hookEventName":"PreToolUse","permissionDecision":"allow"}}';
const PAYLOAD = '{"permission_mode":"auto","tool_input":{}}';
const BEAT = `${' '.repeat(63)}\n`;

const allowed: LauncherAnswer = { code: 0, stdout: `${ALLOW}\n`, stderr: '' };

for (const { name, programs } of CLIENTS) {
  describe(`a waiting launcher, through ${name}`, function () {
    this.timeout(300_000);
    let rig: LauncherRig;
    beforeEach(() => {
      rig = new LauncherRig();
    });
    afterEach(() => rig.dispose());

    it('waits as long as the window sends heartbeats', async () => {
      await rig.window('1-00000000.sock', (response, body, request, whole) => {
        let beats = 0;
        const timer = setInterval(() => {
          beats += 1;
          if (beats <= 16) response.write(BEAT);
          else {
            clearInterval(timer);
            sendFrame(ALLOW)(response, body, request, whole);
          }
        }, 500);
      });
      assert.deepEqual(await rig.run(PAYLOAD, { programs, limits: { seconds: 60, silentSeconds: 5 } }), allowed);
    });

    it('gives a frozen window up and asks the next one', async () => {
      await rig.window('1-00000000.sock', () => undefined);
      await rig.window('2-00000000.sock', sendFrame(ALLOW), 60);
      assert.deepEqual(await rig.run(PAYLOAD, { programs, limits: { seconds: 60, silentSeconds: 5 } }), allowed);
    });

    it('gives all windows together its time, then leaves the call to the agent’s own question', async () => {
      // Each with the whole time, these would take a minute.
      for (let number = 1; number <= 20; number += 1) {
        await rig.window(`${number}-00000000.sock`, (response) => {
          const timer = setInterval(() => response.write(BEAT), 300);
          response.on('close', () => {
            clearInterval(timer);
          });
        });
      }
      const started = performance.now();
      const answer = await rig.run(PAYLOAD, { programs, limits: { seconds: 3, silentSeconds: 60 } });
      assert.match(answer.stdout, /"permissionDecision":"ask"/);
      assert.ok(performance.now() - started < 20_000);
    });

    it('that its agent ended hangs up within a few heartbeats', async () => {
      let hungUp = (): void => undefined;
      const gone = new Promise<void>((resolve) => (hungUp = resolve));
      let asked = (): void => undefined;
      const asking = new Promise<void>((resolve) => (asked = resolve));
      await rig.window('1-00000000.sock', (response) => {
        asked();
        const timer = setInterval(() => response.write(BEAT), 200);
        response.on('close', () => {
          clearInterval(timer);
          hungUp();
        });
      });
      const launcher = rig.start(PAYLOAD, { programs });
      await asking;
      launcher.kill('SIGTERM');
      await gone;
    });
  });
}
