import assert from 'node:assert/strict';
import { claudeCodeDialect } from '../../../../src/agents/claudeCode/dialect';
import { decide } from '../../../../src/engine/decide';
import { OUTAGE_KINDS } from '../../../../src/engine/model/decision';
import type { ClassifierAnswer } from '../../../../src/engine/model/ports';
import { configuration, fakeGate, verdict, WORKSPACE, type FakeGateOptions } from '../../engine/fakeGate';

const dialect = claudeCodeDialect(() => Promise.resolve([]));
const NEVER = new AbortController().signal;
const NO_WAY_ROUND =
  /Do not look for another way to do it: (?:wait a moment and try it again unchanged, or tell the user|tell the user, and wait until that is mended)\./;

/** What Claude Code is told of a call that goes to the classifier. */
async function told(options: FakeGateOptions): Promise<{ readonly exitCode: number; readonly text: string }> {
  const request = { tool: 'Bash', input: { command: 'make' }, cwd: WORKSPACE, agent: 'claude-code', sessionId: 's' };
  const decision = await decide({ ...request, interactive: true }, fakeGate(options), NEVER);
  const call = { request, mode: 'default', transcriptPath: undefined, subAgentId: undefined };
  const { exitCode, stderr } = dialect.reply(decision, call);
  return { exitCode, text: stderr };
}

describe('what an agent is told of an outage', () => {
  for (const outage of OUTAGE_KINDS) {
    const answer: ClassifierAnswer = {
      kind: 'outage',
      outage,
      message: 'The classifier did not answer.',
      remedy: 'Mend it.',
      usage: undefined,
    };

    it(`${outage}: a refusal that is no judgement, with what to do instead of a way round`, async () => {
      const { exitCode, text } = await told({ classifier: () => answer });
      assert.equal(exitCode, 2);
      assert.match(text, /^Auto Mode: The classifier did not answer\. This is no judgement of the call: .* Mend it\.$/);
      // For a call that is too large, the remedy is another way: smaller steps.
      assert.equal(NO_WAY_ROUND.test(text), outage !== 'too-large');
    });

    it(`${outage}: where the user declined in the classifier's place, that is the user's word`, async () => {
      const asking = { ...configuration().classifier, whenUnavailable: 'ask' as const };
      const { exitCode, text } = await told({
        configuration: configuration({ classifier: asking }),
        classifier: () => answer,
        user: () => ({ kind: 'declined' }),
      });
      assert.equal(exitCode, 2);
      if (outage === 'too-large') assert.match(text, /no judgement/);
      else assert.doesNotMatch(text, /no judgement/);
    });
  }

  it('is not said of a block by the classifier', async () => {
    const { exitCode, text } = await told({ classifier: () => verdict('block', 'soft_deny') });
    assert.equal(exitCode, 2);
    assert.doesNotMatch(text, /no judgement/);
  });
});
