import assert from 'node:assert/strict';
import type { AgentNotice } from '../../../src/agents/hooks/agentNotice';
import { claudeCodeDialect } from '../../../src/agents/claudeCode/dialect';
import { copilotDialect } from '../../../src/agents/copilot/dialect';
import type { HookServerOptions } from '../../../src/bridge/hookServer';
import type { TranscriptEntry } from '../../../src/calls/request';
import { HookServerRig, assertRefused, decision, frame, type Received } from './hookServerRig';

describe('hook server', () => {
  const rig = new HookServerRig();
  const { start, open, send, payload } = rig;

  describe('what an agent does is compared with what it was told', () => {
    const ORIGIN = { sessionId: 's1', mode: 'default', subAgentId: undefined };

    /** Claude Code, and a payload of which the event is a notice itself. */
    function dialects(transcript: readonly TranscriptEntry[] = []): HookServerOptions['dialects'] {
      const real = claudeCodeDialect(() => Promise.resolve(transcript));
      const parse: typeof real.parse = (text) => {
        const { told } = JSON.parse(text) as { told?: AgentNotice };
        return told === undefined ? real.parse(text) : { kind: 'notice', notice: told };
      };
      return [{ ...real, parse }, copilotDialect(() => Promise.resolve([]))];
    }
    const notice = (told: object): string => JSON.stringify({ told: { ...ORIGIN, cwd: rig.workspace, ...told } });
    const ended = (): string =>
      notice({ kind: 'call-ended', tool: 'Bash', input: { command: 'npm test' }, callId: 't1', end: 'ran' });

    for (const [what, decide] of [
      ['blocked', () => Promise.resolve(decision('block'))],
      ['refused, for deciding failed', () => Promise.reject(new Error('no'))],
    ] as const) {
      it(`a call that was ${what} ran: an alarm`, async () => {
        const alarms: string[] = [];
        await start(decide, {
          dialects: dialects(),
          alarm: ({ agent, kind, tool }) => alarms.push(`${agent} ${kind} ${tool}`),
        });
        await send(payload());
        await send(ended());
        assert.deepEqual(alarms, ['claude-code blocked-call-ran Bash']);
      });
    }

    it('a call that was allowed ran, and what was seen of the agent is told', async () => {
      const told: unknown[] = [];
      await start(() => Promise.resolve(decision('allow')), {
        dialects: dialects(),
        alarm: () => assert.fail(),
        enforced: (agent, { decisionId, outcome }) => told.push([agent, decisionId, outcome]),
        seen: (agent, { kind, mode, sessionId }) => told.push([agent, kind, mode, sessionId]),
      });
      await send(payload());
      await send(ended());
      assert.deepEqual(told, [
        ['claude-code', 'call', 'default', 's1'],
        ['claude-code', 'call-ended', 'default', 's1'],
        ['claude-code', 'd1', 'allow'],
      ]);
    });

    it('nothing is seen of what shows no token, cannot be read, or is for another window', async () => {
      await start(() => Promise.resolve(decision('allow')), { seen: () => assert.fail() });
      await send(payload(), open('/v1/hook/claude-code', 'POST', { 'x-auto-mode-token': '0'.repeat(64) }));
      await send(payload({ tool_name: 5 }));
      await send(payload({ cwd: '/elsewhere' }));
    });

    it("words of a transcript that were not told as a prompt are nobody's", async () => {
      const transcript: TranscriptEntry[] = [
        { role: 'user', text: 'test it' },
        { role: 'user', text: 'and push' },
      ];
      await start(() => Promise.resolve(decision('allow')), { dialects: dialects(transcript) });
      await send(notice({ kind: 'session-start' }));
      await send(notice({ kind: 'prompt', text: 'test it', from: 'unmarked' }));
      await send(payload());
      assert.deepEqual(
        rig.requests[0]?.transcript?.map(({ role }) => role),
        ['user', 'task'],
      );
    });

    it('one call that comes through two hooks at once is decided once', async () => {
      let decideNow = (): void => undefined;
      const asked = new Promise<void>((resolve) => {
        void start(
          () => {
            resolve();
            return new Promise((decided) => {
              decideNow = () => {
                decided(decision('block', 'Once.'));
              };
            });
          },
          { seen: () => (seen += 1) },
        ).then(() => {
          answers = Promise.all([send(payload()), send(payload())]);
        });
      });
      let seen = 0;
      let answers: Promise<readonly Received[]> = Promise.resolve([]);
      await asked;
      while (seen < 2) await new Promise((resolve) => setTimeout(resolve, 2));
      decideNow();
      for (const answer of await answers) assertRefused(answer, /Once/);
      assert.equal(rig.requests.length, 1);
    });

    it("a call of one agent that comes through another's hook is judged, and answered in its own form", async () => {
      await start(() => Promise.resolve(decision('allow')), { dialects: dialects() });
      const { stdout } = frame(await send(payload(), open('/v1/hook/copilot')));
      assert.match(stdout, /^\{"hookSpecificOutput"/);
      assert.equal(rig.requests[0]?.agent, 'claude-code');
      const copilots = JSON.stringify({
        sessionId: 's',
        cwd: rig.workspace,
        toolName: 'bash',
        toolArgs: { command: 'ls' },
      });
      assert.match(frame(await send(copilots)).stdout, /^\{"permissionDecision":"allow"/);
      assert.equal(rig.requests[1]?.agent, 'copilot');
    });

    it("what Copilot sends through the entry for calls is judged, whatever else it tells; through the other one it is a call's end", async () => {
      await start(() => Promise.resolve(decision('block', 'Not this.')), {
        dialects: [copilotDialect(() => Promise.resolve([]))],
      });
      const text = JSON.stringify({
        ...{ sessionId: 's', cwd: rig.workspace, toolName: 'bash', toolArgs: { command: 'ls' } },
        toolResult: { resultType: 'success' },
      });
      assertRefused(await send(text, open('/v1/hook/copilot')), /Not this/);
      assert.equal(frame(await send(text, open('/v1/notice/copilot'))).stdout, '{}');
    });

    it('a call of Cursor is left to Cursor', async () => {
      await start(() => Promise.reject(new Error('not to be asked')));
      const received = await send(payload({ cursor_version: '3.1' }), open());
      assert.deepEqual(frame(received), { exitCode: 0, stdout: '{}', stderr: '' });
    });
  });
});
