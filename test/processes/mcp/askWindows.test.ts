import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { OpenWindows } from '../../../src/bridge/windows/openWindows';
import { replyFrame } from '../../../src/bridge/protocol/replyFrame';
import { AskWindows } from '../../../src/mcp/askWindows';
import { LauncherRig, sendFrame, sendText, type Respond } from '../bridge/launcher/launcherRig';

const CALL = { tool: 'bash', input: { command: 'ls' }, cwd: '/w', sessionId: 's', callId: 'c' };
const ALLOW = '{"outcome":"allow","stage":"classifier","reason":"Fine."}';
const clock = { now: () => Date.now(), monotonic: () => performance.now() };
const going = new AbortController().signal;

/** Windows that answer as the test says. */
describe('asking the windows from the MCP server', () => {
  let rig: LauncherRig;
  beforeEach(() => {
    rig = new LauncherRig();
  });
  afterEach(() => rig.dispose());

  const asker = (limits = { checkSeconds: 60, adviceSeconds: 60, silentSeconds: 60 }): AskWindows =>
    new AskWindows(rig.home, clock, limits);

  async function window(name: string, respond: Respond, focusedAt = 0): Promise<void> {
    const windows = new OpenWindows(rig.gate, process.platform, clock, () => Promise.resolve(true));
    windows.publish(name, { folders: [], isOn: true, anyWindow: false, focusedAt, sessions: {} });
    await rig.window(`${name}.sock`, respond);
  }

  const elsewhere: Respond = (response) => {
    response.writeHead(404).end();
  };

  it('the window that was used last is asked first, and the next one where it decides nothing', async () => {
    const asked: string[] = [];
    const noting =
      (name: string, respond: Respond): Respond =>
      (...all) => {
        asked.push(name);
        respond(...all);
      };
    await window('1-00000000', noting('old', sendFrame(ALLOW)), 1);
    await window('2-00000000', noting('new', elsewhere), 2);
    assert.equal((await asker().check(CALL, going))?.outcome, 'allow');
    assert.deepEqual(asked, ['new', 'old']);
  });

  const NO_ANSWER: readonly (readonly [what: string, respond: Respond])[] = [
    ['nothing', sendText('')],
    ['an allow without a frame', sendText(ALLOW)],
    ['an allow without an end', sendText(replyFrame({ stdout: ALLOW, stderr: '', exitCode: 0 }).slice(0, -5))],
    ['an allow with a refusal’s exit code', sendFrame(ALLOW, 2, 'No.')],
    ['another outcome', sendFrame('{"outcome":"ask","reason":"x"}')],
    ['another field', sendFrame('{"outcome":"allow","reason":"x","rewritten":"y"}')],
    ['a list', sendFrame('{"outcome":["allow"],"reason":"x"}')],
    ['no JSON', sendText(replyFrame({ stdout: '{', stderr: '', exitCode: 0 }))],
    ['no reason', sendFrame('{"outcome":"allow"}')],
    [
      'another status',
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
      'endless text',
      (response) => {
        const more = (): void => {
          while (response.write(' '.repeat(65_536)));
          response.once('drain', more);
        };
        more();
      },
    ],
  ];
  for (const [what, respond] of NO_ANSWER) {
    it(`${what} is no answer`, async () => {
      await window('1-00000000', respond);
      assert.equal(await asker().check(CALL, going), undefined);
    });
  }

  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '{"outcome":"allow"}',
    '{"enabled":true}',
    `${ALLOW.slice(0, -1)},"x":1}`,
  ]) {
    it(`"${body}" is no advice`, async () => {
      await window('1-00000000', sendText(body));
      assert.equal(await asker().explain({ tool: 't', input: {}, cwd: '/w' }, going), undefined);
      assert.equal(await asker().status({ cwd: '/w' }, going), undefined);
    });
  }

  it('a silent window and one that only lives on are no answer', async () => {
    await window('1-00000000', () => undefined);
    const silent = asker({ checkSeconds: 60, adviceSeconds: 60, silentSeconds: 1 });
    assert.equal(await silent.check(CALL, going), undefined);
    await window('2-00000000', (response) => {
      const timer = setInterval(() => response.write('   \n'), 100);
      response.on('close', () => {
        clearInterval(timer);
      });
    });
    const late = asker({ checkSeconds: 2, adviceSeconds: 60, silentSeconds: 60 });
    assert.equal(await late.check(CALL, going), undefined);
  });

  it('what has no card is no window, and without the token nobody is asked', async () => {
    await rig.window('3-00000000.sock', sendFrame(ALLOW));
    assert.equal(await asker().check(CALL, going), undefined);
    await window('1-00000000', sendFrame(ALLOW));
    assert.equal((await asker().check(CALL, going))?.outcome, 'allow');
    rmSync(rig.gate.token);
    assert.equal(await asker().check(CALL, going), undefined);
  });

  it('rejects once its asker stops', async () => {
    const stop = new AbortController();
    await window('1-00000000', () => {
      stop.abort(new Error('stopped'));
    });
    await assert.rejects(asker().check(CALL, stop.signal), /stopped/);
  });
});
