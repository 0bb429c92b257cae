import assert from 'node:assert/strict';
import { callKey } from '../../../../src/engine/model/callKey';
import { decide } from '../../../../src/engine/decide';
import { decisionSchema, MAX_TRACE_STEPS, type Decision } from '../../../../src/engine/model/decision';
import type { UserAnswer } from '../../../../src/engine/model/ports';
import { Trace } from '../../../../src/engine/model/trace';
import {
  configuration,
  entries,
  fakeGate,
  OUTAGE,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGateOptions,
} from '../fakeGate';

const NEVER = new AbortController().signal;
const BUILD = { tool: 'bash', input: { command: 'npm run build' }, cwd: WORKSPACE };
const ASKS = configuration({ permissions: permissions({ ask: entries(['bash(npm*)']) }) });
const base = configuration();
const ASKS_IN_OUTAGE = { ...ASKS, classifier: { ...base.classifier, whenUnavailable: 'ask' as const } };
const ASKS_ON_BLOCK = { ...base, classifier: { ...base.classifier, onBlock: 'ask' as const } };
const BROKEN = configuration({ permissions: permissions({ deny: entries(['bash(('], 'workspace') }) });

const answers =
  (kind: UserAnswer['kind']): NonNullable<FakeGateOptions['user']> =>
  () => ({ kind });

async function traceOf(options: FakeGateOptions, request: object = BUILD, signal = NEVER): Promise<Decision> {
  const gate = fakeGate(options);
  const decision = await decide(request, gate, signal);
  assert.deepEqual(decisionSchema.parse(JSON.parse(JSON.stringify(decision))), JSON.parse(JSON.stringify(decision)));
  if (decision.outcome !== 'defer') assert.deepEqual(gate.logged, [decision]);
  return decision;
}

describe('the trace of a decision', () => {
  const table: readonly (readonly [string, FakeGateOptions, object, string, readonly string[]])[] = [
    ['a request that fits nothing', {}, { tool: 1 }, 'invalid-request', []],
    ['a call that was cancelled before', {}, { ...BUILD, cancelled: true }, 'cancelled', []],
    [
      'a deny rule',
      { configuration: configuration({ permissions: permissions({ deny: entries(['bash(npm*)']) }) }) },
      BUILD,
      'permissions.deny',
      [],
    ],
    ['an ask rule without anybody to ask', { configuration: ASKS }, BUILD, 'permissions.ask', []],
    [
      'the hard floor',
      {},
      { tool: 'write', input: { path: '~/.bashrc', content: '' }, cwd: WORKSPACE },
      'hard-deny',
      [],
    ],
    ['a safe tool', {}, { tool: 'read', input: { path: 'a.ts' }, cwd: WORKSPACE }, 'safe-tool', []],
    ['an edit', {}, { tool: 'write', input: { path: 'a.ts', content: '' }, cwd: WORKSPACE }, 'workspace-edit', []],
    ['a command that reads', {}, { ...BUILD, input: { command: 'ls' } }, 'read-only-command', []],
    [
      'an allow rule',
      { configuration: configuration({ permissions: permissions({ allow: entries(['bash(npm run build)']) }) }) },
      BUILD,
      'permissions.allow',
      [],
    ],
    ['the classifier', { classifier: () => verdict('allow') }, BUILD, 'classifier', ['classifier allow']],
    ['its block', { classifier: () => verdict('block') }, BUILD, 'classifier', ['classifier block']],
    ['its outage', { classifier: () => OUTAGE }, BUILD, 'classifier', ['classifier outage']],
    [
      'a yes, then the classifier',
      { configuration: ASKS, user: answers('approved'), classifier: () => verdict('allow') },
      BUILD,
      'classifier',
      ['permissions.ask approved', 'classifier allow'],
    ],
    ...(['declined', 'closed', 'expired', 'too-many-waiting'] as const).map(
      (kind) =>
        [
          `a question that is ${kind}`,
          { configuration: ASKS, user: answers(kind) },
          BUILD,
          'permissions.ask',
          [`permissions.ask ${kind}`],
        ] as const,
    ),
    [
      'an entry that is set aside',
      { configuration: BROKEN, user: answers('ignore-entry'), classifier: () => verdict('block') },
      BUILD,
      'classifier',
      ['permissions.ask ignore-entry', 'classifier block'],
    ],
    [
      'a yes that stands in an outage',
      { configuration: ASKS_IN_OUTAGE, user: answers('approved'), classifierUsable: false, classifier: () => OUTAGE },
      BUILD,
      'user',
      ['permissions.ask not-usable', 'permissions.ask approved', 'classifier outage'],
    ],
    [
      'a yes where a model is there',
      { configuration: ASKS_IN_OUTAGE, user: answers('approved'), classifier: () => verdict('allow') },
      BUILD,
      'classifier',
      ['permissions.ask usable', 'permissions.ask approved', 'classifier allow'],
    ],
    [
      "the user's word on a block",
      { configuration: ASKS_ON_BLOCK, user: answers('approved'), classifier: () => verdict('block', 'soft_deny') },
      BUILD,
      'user',
      ['classifier block', 'user approved'],
    ],
    [
      'a release that the classifier is told of',
      { classifier: () => verdict('allow'), allowOnce: new Set([callKey(BUILD)]) },
      BUILD,
      'classifier',
      ['allow-once released', 'classifier allow'],
    ],
    [
      'a release that settles the call',
      {
        allowOnce: new Set([callKey({ tool: 'fetch', input: { url: 'https://a.example' }, cwd: WORKSPACE })]),
      },
      { tool: 'fetch', input: { url: 'https://a.example' }, cwd: WORKSPACE },
      'allow-once',
      [],
    ],
  ];
  for (const [what, options, request, stage, steps] of table) {
    it(`of ${what} is [${steps.join(', ')}]`, async () => {
      const decision = await traceOf(options, request);
      assert.equal(decision.stage, stage);
      assert.deepEqual(
        decision.trace?.map((step) => `${step.stage} ${step.said}`),
        steps,
      );
    });
  }

  it('of a call that is given up while the user is asked says so', async () => {
    const agent = new AbortController();
    const user = (): Promise<UserAnswer> => {
      agent.abort();
      return new Promise(() => undefined);
    };
    const decision = await traceOf({ configuration: ASKS, user }, BUILD, agent.signal);
    assert.equal(decision.stage, 'cancelled');
    assert.deepEqual(decision.trace, [{ stage: 'permissions.ask', said: 'cancelled', ms: 0 }]);
  });

  it('of a call that was judged before is empty', async () => {
    const gate = fakeGate({ classifier: () => verdict('allow') });
    const call = { tool: 'fetch', input: { url: 'https://a.example' }, cwd: WORKSPACE, sessionId: 's' };
    await decide(call, gate, NEVER);
    const again = await decide(call, gate, NEVER);
    assert.deepEqual([again.stage, again.trace], ['cache', []]);
  });

  it('stays small, whatever is asked', () => {
    const trace = new Trace();
    for (let count = 0; count < 1000; count += 1) trace.note('classifier', 'outage', -0.4);
    assert.equal(trace.steps.length, MAX_TRACE_STEPS);
    assert.deepEqual(trace.steps[0], { stage: 'classifier', said: 'outage', ms: 0 });
  });

  it('may be missing in records of earlier versions', async () => {
    const { trace: _trace, ...old } = await traceOf({});
    assert.equal(decisionSchema.safeParse(old).success, true);
  });
});
