/**
 * The real Codex with the bridge of this source tree: what it tells beside its calls, and what of it reaches its model.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ensureCodex } from '../../scripts/toolchain/codex.mjs';
import type { Decision } from '../../src/engine/model/decision';
import {
  callsTextTool,
  callsTool,
  says,
  startOpenAiServer,
  type OpenAiReply,
  type OpenAiServer,
} from '../modelServer/openAiServer';
import { CODEX_PROMPT, configureCodex, connectCodex, runCodexExec } from './sessions/codexSession';
import { decision } from './scriptedDecision';
import { useScriptedGate } from './scriptedGate';

const GUIDANCE = 'Text for the model: "quoted", with a line\nbreak and ünusual letters.';
const PATCH = '*** Begin Patch\n*** Add File: made-it\n+x\n*** End Patch\n';
const SCRIPT = 'const r = await tools.exec_command({ cmd: "touch made-it" }); text(JSON.stringify(r));';

describe('the real Codex, telling what it does', function () {
  this.timeout(300_000);
  let codex: string;
  const gate = useScriptedGate();
  let model: OpenAiServer;

  before(async function () {
    this.timeout(300_000);
    codex = await ensureCodex(console.log);
  });

  async function run(reply: OpenAiReply, outcome: Decision['outcome'], name = 'gpt-5.5'): Promise<string> {
    model = await gate.serve(() => startOpenAiServer((_request, index) => (index === 0 ? reply : says('Done.'))));
    configureCodex(gate.place.home, model.url, name);
    const launcher = await gate.open((request) => Promise.resolve(decision(outcome, request)), {
      guidance: ({ kind }) => (kind === 'session-start' ? GUIDANCE : undefined),
    });
    connectCodex(gate.place.home, launcher);
    return runCodexExec({ codex, home: gate.place.home, cwd: gate.place.workspace });
  }

  const calls: readonly (readonly [what: string, reply: OpenAiReply, model: string])[] = [
    ['a command', callsTool('exec_command', { cmd: 'touch made-it' }), 'gpt-5.5'],
    ['a command that fails', callsTool('exec_command', { cmd: 'touch made-it; false' }), 'gpt-5.5'],
    [
      'a command with an option that no hook sees',
      callsTool('exec_command', { cmd: 'touch made-it', tty: true }),
      'gpt-5.5',
    ],
    ['a patch', callsTextTool('apply_patch', PATCH), 'gpt-5.5'],
    ['a command out of a script', callsTextTool('exec', SCRIPT), 'gpt-6-sol'],
  ];
  for (const [what, reply, name] of calls) {
    it(`${what} that ran is told with the id and the input with which it was judged`, async () => {
      const output = await run(reply, 'allow', name);
      assert.ok(existsSync(join(gate.place.workspace, 'made-it')));
      assert.doesNotMatch(output, /hook: \w+ Failed/);
      const [request] = gate.requests;
      const session = {
        sessionId: request?.sessionId,
        cwd: gate.place.workspace,
        mode: 'bypassPermissions',
        subAgentId: undefined,
      };
      const [started, prompted, ended, ...more] = gate.notices;
      assert.deepEqual(started, { ...session, kind: 'session-start', continued: false });
      assert.deepEqual(prompted, { ...session, kind: 'prompt', text: CODEX_PROMPT, from: 'unmarked' });
      assert.ok(ended?.kind === 'call-ended', JSON.stringify(ended));
      const { tool, callId, end, input } = ended;
      assert.deepEqual({ tool, callId, end }, { tool: request?.tool, callId: request?.callId, end: 'ran' });
      // What the judge was told beside it stands in no payload.
      assert.deepEqual(input, { command: request?.input['command'] });
      assert.deepEqual(more, []);
    });
  }

  it('a call that was blocked is not told as one that ran', async () => {
    await run(callsTool('exec_command', { cmd: 'touch made-it' }), 'block');
    assert.equal(existsSync(join(gate.place.workspace, 'made-it')), false);
    assert.deepEqual(
      gate.notices.map(({ kind }) => kind),
      ['session-start', 'prompt'],
    );
  });

  it('guidance reaches the model before the prompt, as the developer’s words', async () => {
    await run(says('Done.'), 'allow');
    const input = model.requests[0]?.body?.input ?? [];
    const messages = input.map(({ role, content }) => ({ role, text: content.map(({ text }) => text).join('') }));
    const at = messages.findIndex(({ text }) => text === GUIDANCE);
    assert.equal(messages[at]?.role, 'developer');
    assert.ok(at < messages.findIndex(({ text }) => text === CODEX_PROMPT));
  });

  it('where no window hears it, the prompt goes on and Codex gate.notices nothing', async () => {
    model = await gate.serve(() => startOpenAiServer(() => says('Done.')));
    configureCodex(gate.place.home, model.url, 'gpt-5.5');
    connectCodex(gate.place.home, await gate.open((request) => Promise.resolve(decision('allow', request))));
    await gate.close();
    const output = await runCodexExec({ codex, home: gate.place.home, cwd: gate.place.workspace });
    assert.match(output, /hook: UserPromptSubmit Completed/);
    assert.doesNotMatch(output, /hook: \w+ (?:Failed|Blocked)/);
    assert.ok(JSON.stringify(model.requests[0]?.body?.input).includes(CODEX_PROMPT));
  });
});
