import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { ClassifierAnswer, ClassifierQuestion, UserAnswer, UserQuestion } from '../../../src/engine/model/ports';
import {
  configuration,
  entries,
  fakeGate,
  OUTAGE,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
} from '../../unit/engine/fakeGate';
import { runs } from '../../unit/propertyRuns';

const NEVER = new AbortController().signal;
const RUNS = runs(20261122, 250);

const REQUESTS: readonly { readonly tool: string; readonly input: object; readonly cwd: string; sessionId: string }[] =
  [
    { tool: 'bash', input: { command: 'make' } },
    { tool: 'bash', input: { command: 'ls' } },
    { tool: 'edit', input: { path: 'src/a.ts', old_string: 'old', new_string: 'new' } },
    { tool: 'fetch', input: { url: 'https://a.example/' } },
  ].map((request) => ({ ...request, cwd: WORKSPACE, sessionId: 's' }));

const TREE = { [`${WORKSPACE}/src/a.ts`]: 'old text' };

/** The settings that matter here. */
interface Choices {
  readonly enabled: boolean;
  readonly trusted: boolean;
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly fromWorkspace: boolean;
  readonly allow: readonly string[];
  readonly hardDeny: readonly string[];
  readonly protectedPaths: readonly string[];
  readonly workspaceEdits: boolean;
  readonly readOnlyCommands: boolean;
  readonly whenUnavailable: 'ask' | 'block';
  readonly onBlock: 'ask' | 'block';
}

const lists = (...items: string[]): fc.Arbitrary<string[]> => fc.subarray(items);
const often = (value: boolean): fc.Arbitrary<boolean> =>
  fc.oneof({ weight: 5, arbitrary: fc.constant(value) }, fc.boolean());

const choices: fc.Arbitrary<Choices> = fc.record({
  enabled: often(true),
  trusted: often(true),
  deny: fc.oneof({ weight: 4, arbitrary: fc.constant([]) }, lists('bash(make)', 'edit(src/**)', 'fetch', 'edit((')),
  ask: lists('bash(m*)', 'bash', 'edit(src/**)', '*', 'fetch(('),
  fromWorkspace: fc.boolean(),
  allow: lists('bash(make)', 'fetch', 'edit'),
  hardDeny: lists('make', 'edit', 'fetch'),
  protectedPaths: lists('src'),
  workspaceEdits: fc.boolean(),
  readOnlyCommands: fc.boolean(),
  whenUnavailable: fc.constantFrom('ask', 'block'),
  onBlock: fc.constantFrom('ask', 'block'),
});

function inForce(chosen: Choices): EffectiveConfiguration {
  const base = configuration();
  const source = chosen.fromWorkspace ? 'workspace' : 'user';
  return configuration({
    enabled: chosen.enabled,
    trusted: chosen.trusted,
    permissions: permissions({
      deny: entries(chosen.deny, source),
      ask: entries(chosen.ask, source),
      allow: entries(chosen.allow),
    }),
    rules: { ...base.rules, hardDeny: chosen.hardDeny.map((value) => ({ value, source: 'user' })) },
    protectedPaths: chosen.protectedPaths.map((value) => ({ value, source: 'user' })),
    fastPaths: {
      workspaceEdits: chosen.workspaceEdits,
      readOnlyCommands: chosen.readOnlyCommands,
      workspaceWrites: chosen.workspaceEdits,
      localGit: chosen.readOnlyCommands,
      containedCommands: chosen.readOnlyCommands,
      keptRemovals: chosen.readOnlyCommands,
    },
    classifier: { ...base.classifier, whenUnavailable: chosen.whenUnavailable, onBlock: chosen.onBlock },
  });
}

/** The same settings with more in the way, and never less. */
const tighter = (from: Choices): fc.Arbitrary<Choices> =>
  choices.map((more) => ({
    enabled: from.enabled,
    trusted: from.trusted && more.trusted,
    deny: [...new Set([...from.deny, ...more.deny])],
    ask: [...new Set([...from.ask, ...more.ask])],
    fromWorkspace: from.fromWorkspace,
    allow: from.allow.filter((rule) => more.allow.includes(rule)),
    hardDeny: [...new Set([...from.hardDeny, ...more.hardDeny])],
    protectedPaths: [...new Set([...from.protectedPaths, ...more.protectedPaths])],
    workspaceEdits: from.workspaceEdits && more.workspaceEdits,
    readOnlyCommands: from.readOnlyCommands && more.readOnlyCommands,
    whenUnavailable: from.whenUnavailable === 'ask' ? more.whenUnavailable : 'block',
    onBlock: from.onBlock === 'ask' ? more.onBlock : 'block',
  }));

/** Who answers: each answer follows from the question alone, so that the same question has the same answer at any time. */
interface Minds {
  /** A question is answered with yes if why it is put, and its words, hold one of these. */
  readonly yesTo: readonly string[];
  readonly usable: boolean;
  readonly judge: 'rules' | 'outage' | 'authorised';
}

const minds: fc.Arbitrary<Minds> = fc.record({
  yesTo: lists('bash', 'edit', 'outage', 'soft-block', 'malformed-rule', 'paused', ' '),
  usable: fc.boolean(),
  judge: fc.constantFrom('rules', 'outage', 'authorised'),
});

function userAnswer({ yesTo }: Minds, { why, because, canIgnoreEntry }: UserQuestion): UserAnswer {
  if (canIgnoreEntry && because.length % 2 === 0) return { kind: 'ignore-entry' };
  const words = `${why}: ${because}`;
  return { kind: yesTo.some((text) => words.includes(text)) ? 'approved' : 'declined' };
}

function judgement(
  { judge }: Minds,
  { rules, tool, facts, input, authorisation }: ClassifierQuestion,
): ClassifierAnswer {
  if (judge === 'outage') return OUTAGE;
  const said = `${tool} ${JSON.stringify(input)}`;
  if (rules.hardDeny.some(({ value }) => said.includes(value))) return verdict('block', 'hard_deny');
  if (facts.some((fact) => fact.includes('protected'))) return verdict('block', 'soft_deny');
  if (judge === 'authorised' && authorisation === undefined) return verdict('block', 'soft_deny');
  return verdict('allow');
}

/** How many microtasks after a question the next settings come into force, and how many after it the answer comes. */
interface Change {
  readonly after: number;
  readonly answerAfter: number;
}

const changes: fc.Arbitrary<Change[]> = fc.array(
  fc.record({ after: fc.nat({ max: 12 }), answerAfter: fc.nat({ max: 6 }) }),
  { minLength: 1, maxLength: 6 },
);

async function ticks(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) await Promise.resolve();
}

interface Observed {
  readonly decision: Decision;
  /** In force when the decision was written to the log; the last one where it was not. */
  readonly final: EffectiveConfiguration;
  readonly gate: FakeGate;
}

/** Decides the call while the settings change as said, and tells what was in force in the end. */
async function observed(
  request: unknown,
  settings: readonly EffectiveConfiguration[],
  script: readonly Change[],
  mind: Minds,
): Promise<Observed> {
  let at = 0;
  let turn = 0;
  let logged: EffectiveConfiguration | undefined;
  const current = (): EffectiveConfiguration => settings[at] ?? configuration();
  const later = async <T>(answer: T): Promise<T> => {
    const { after, answerAfter } = script[turn % script.length] ?? { after: 0, answerAfter: 0 };
    turn += 1;
    // Not awaited together: the change may come before the answer, or after it and before the decision goes on.
    void ticks(after).then(() => {
      at = Math.min(at + 1, settings.length - 1);
    });
    await ticks(answerAfter);
    return answer;
  };
  const fake = fakeGate({
    tree: TREE,
    user: (question) => later(userAnswer(mind, question)),
    classifier: (question) => later(judgement(mind, question)),
  });
  const gate: FakeGate = {
    ...fake,
    configurationFor: current,
    classifier: { ...fake.classifier, usable: () => later(mind.usable) },
    writeLog: (decision) => {
      logged = current();
      return fake.writeLog(decision, undefined);
    },
  };
  const decision = await decide(request, gate, NEVER);
  return { decision, final: logged ?? current(), gate };
}

function alone(request: unknown, settings: EffectiveConfiguration, mind: Minds): Promise<Observed> {
  return observed(request, [settings], [{ after: 0, answerAfter: 0 }], mind);
}

const LOOSENESS = { block: 0, defer: 1, allow: 2 } as const;

describe('settings that change at random while a decision waits', () => {
  it('allow nothing that the last of them would not have allowed with the same answers', async () => {
    let waited = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...REQUESTS),
        fc.array(choices, { minLength: 2, maxLength: 6 }),
        changes,
        minds,
        async (request, chosen, script, mind) => {
          const { decision, final, gate } = await observed(request, chosen.map(inForce), script, mind);
          if (decision.outcome !== 'allow') return;
          const fresh = await alone(request, final, mind);
          assert.deepEqual(
            [decision.outcome, decision.stage, decision.rule, decision.tier],
            [fresh.decision.outcome, fresh.decision.stage, fresh.decision.rule, fresh.decision.tier],
          );
          if (gate.asked.length + gate.classified.length > 0) waited += 1;
        },
      ),
      RUNS,
    );
    // Else the property would say nothing.
    assert.ok(waited > 40, String(waited));
  });

  it('give nothing looser for being tightened at whatever moment', async () => {
    let tightened = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...REQUESTS),
        choices.chain((from) => fc.tuple(fc.constant(from), tighter(from))),
        changes,
        minds,
        fc.boolean(),
        async (request, [from, to], script, mind, agreeable) => {
          // A yes to a rule may clear what the classifier would block, and is no loosening by the rule: everybody answers alike here.
          const alike: Minds = {
            ...mind,
            yesTo: agreeable ? [' '] : [],
            judge: mind.judge === 'authorised' ? 'rules' : mind.judge,
          };
          const before = await alone(request, inForce(from), alike);
          const during = await observed(request, [inForce(from), inForce(to)], script, alike);
          assert.ok(
            LOOSENESS[during.decision.outcome] <= LOOSENESS[before.decision.outcome],
            `${before.decision.outcome} ${before.decision.stage} became ${during.decision.outcome} ${during.decision.stage}`,
          );
          if (before.decision.outcome === 'allow' && during.decision.outcome === 'block') tightened += 1;
        },
      ),
      RUNS,
    );
    assert.ok(tightened > 20, String(tightened));
  });

  it('ask nobody without end', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...REQUESTS),
        fc.array(choices, { minLength: 2, maxLength: 30 }),
        changes,
        minds,
        async (request, chosen, script, mind) => {
          const { gate } = await observed(request, chosen.map(inForce), script, mind);
          assert.ok(gate.classified.length <= 3, `${gate.classified.length} questions to the classifier`);
          // At most two malformed entries, the ask rule and the judgement under each of three settings.
          assert.ok(gate.asked.length <= 12, `${gate.asked.length} questions to the user`);
        },
      ),
      RUNS,
    );
  });
});
