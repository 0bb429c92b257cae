/**
 * The real Codex with the bridge of this source tree: what it tells beside its calls, and what of it reaches its model.
 */
import assert from 'node:assert/strict';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import {
  callOutputs,
  callsTextTool,
  callsTool,
  repliesInTurn,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { CODEX_PROMPT, configureCodex, connectCodex, runCodexExec, type CodexOptions } from './sessions/codexSession';
import { CallsInTurn, type CallInTurn } from './callsInTurn';
import { always } from './scriptedDecision';
import { useScriptedGate, useSessionGate, type ScriptedGate } from './scriptedGate';

const GUIDANCE = 'Text for the model: "quoted", with a line\nbreak and ünusual letters.';

interface Call extends CallInTurn {
  readonly what: string;
  readonly reply: OpenAiReply;
}
const allowed = (what: string, file: string, reply: OpenAiReply): Call => ({
  ...{ what, file, reply },
  decide: always('allow'),
});
const command = (cmd: string, more: object = {}): OpenAiReply => callsTool('exec_command', { cmd, ...more });
const PATCH = '*** Begin Patch\n*** Add File: patched\n+x\n*** End Patch\n';
const SCRIPT = 'const r = await tools.exec_command({ cmd: "touch scripted" }); text(JSON.stringify(r));';
const BLOCKED: Call = {
  ...{ what: 'a command', file: 'blocked', reply: command('touch blocked') },
  decide: always('block'),
};
const SESSIONS: readonly (readonly [model: string, calls: readonly Call[]])[] = [
  [
    'gpt-5.5',
    [
      allowed('a command', 'ran', command('touch ran')),
      allowed('a command that fails', 'failing', command('touch failing; false')),
      allowed('a command with an option that no hook sees', 'typed', command('touch typed', { tty: true })),
      allowed('a patch', 'patched', callsTextTool('apply_patch', PATCH)),
      BLOCKED,
    ],
  ],
  ['gpt-6-sol', [allowed('a command out of a script', 'scripted', callsTextTool('exec', SCRIPT))]],
];

describe('the real Codex, telling what it does', function () {
  this.timeout(300_000);
  let codex: string;
  let model: OpenAiServer;

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
  });

  const optionsIn = ({ place }: ScriptedGate): CodexOptions => ({ codex, home: place.home, cwd: place.workspace });
  for (const [name, calls] of SESSIONS) {
    describe(`call after call in one session of ${name}`, () => {
      const gate = useSessionGate();
      const seen = new CallsInTurn(gate, calls, () => callOutputs(model.requests.at(-1)?.body));
      const ran = calls.filter((call) => call !== BLOCKED);
      let output: string;
      before(async () => {
        const script = repliesInTurn(calls.map(({ reply }) => reply));
        model = await gate.serve(() => startOpenAiServer(script));
        configureCodex(gate.place.home, model.url, name);
        const launcher = await gate.open(seen.decide, {
          guidance: ({ kind }) => (kind === 'session-start' ? GUIDANCE : undefined),
        });
        connectCodex(gate.place.home, launcher);
        output = await seen.run(() => runCodexExec(optionsIn(gate)));
      });
      const session = (): object => ({
        sessionId: gate.requests[0]?.sessionId,
        cwd: gate.place.workspace,
        mode: 'bypassPermissions',
        subAgentId: undefined,
      });

      it('its start and its prompt come first, and no hook of ours fails', () => {
        const [started, prompted] = gate.notices;
        assert.deepEqual(started, { ...session(), kind: 'session-start', continued: false });
        assert.deepEqual(prompted, { ...session(), kind: 'prompt', text: CODEX_PROMPT, from: 'unmarked' });
        assert.doesNotMatch(output, /hook: \w+ Failed/);
      });

      for (const { what, file } of ran) {
        it(`${what} that was allowed is reported once, as it was judged`, () => {
          assert.ok(seen.isMade(file), seen.heard(file));
          // What the judge got beside it is in no payload.
          const { tool, callId, input } = seen.request(file);
          assert.deepEqual(
            seen.ends(file).map((ended) => [ended.tool, ended.callId, ended.end, ended.input]),
            [[tool, callId, 'ran', { command: input['command'] }]],
          );
        });
      }

      it('nothing else is reported', () => {
        assert.equal(gate.notices.length, 2 + ran.length);
      });

      if (calls.includes(BLOCKED)) {
        it('a call that was blocked is not reported as one that ran', () => {
          assert.equal(seen.isMade('blocked'), false);
          assert.equal(seen.requests('blocked').length, 1);
          assert.deepEqual(seen.ends('blocked'), []);
        });
      }

      it('guidance reaches the model before the prompt, as the developer’s words', () => {
        const input = (model.requests[0]?.body?.input ?? []).filter(({ type }) => type === 'message');
        const messages = input.map(({ role, content }) => ({ role, text: content.map(({ text }) => text).join('') }));
        const at = messages.findIndex(({ text }) => text === GUIDANCE);
        assert.equal(messages[at]?.role, 'developer');
        assert.ok(at < messages.findIndex(({ text }) => text === CODEX_PROMPT));
      });
    });
  }

  const gate = useScriptedGate();

  it('where no window hears it, the prompt goes on and Codex notices nothing', async () => {
    model = await gate.serve(() => startOpenAiServer(() => says('Done.')));
    configureCodex(gate.place.home, model.url, 'gpt-5.5');
    connectCodex(gate.place.home, await gate.open(always('allow')));
    await gate.close();
    const output = await runCodexExec(optionsIn(gate));
    assert.match(output, /hook: UserPromptSubmit Completed/);
    assert.doesNotMatch(output, /hook: \w+ (?:Failed|Blocked)/);
    assert.ok(JSON.stringify(model.requests[0]?.body?.input).includes(CODEX_PROMPT));
  });
});
