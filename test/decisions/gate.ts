/** The only door to the engine: a reorganised engine is dumped again by changing this file alone. */
import type { RuleSource } from '../../src/rules/ruleSource';
import type { CheckRequest } from '../../src/calls/request';
import { decide } from '../../src/engine/decide';
import { callKey } from '../../src/engine/model/callKey';
import type { EffectiveConfiguration } from '../../src/engine/model/configuration';
import type { Decision } from '../../src/engine/model/decision';
import type { ClassifierAnswer, ClassifierQuestion, UserAnswer, UserQuestion } from '../../src/engine/model/ports';
import { DEFAULT_ASK_RULES } from '../../src/config/defaultAskRules';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { configuration, fakeGate, OUTAGE, permissions, USAGE, type FakeGate } from '../unit/engine/fakeGate';

type WrittenRule = string | { readonly text: string; readonly source: RuleSource };

export interface World {
  readonly name: string;
  readonly deny?: readonly WrittenRule[];
  readonly ask?: readonly WrittenRule[];
  readonly allow?: readonly WrittenRule[];
  /** Of the rules above that name none. */
  readonly source?: RuleSource;
  readonly defaults?: boolean;
  readonly enabled?: boolean;
  readonly trusted?: boolean;
  readonly fastPaths?: boolean;
  readonly whenUnavailable?: 'block' | 'ask';
  readonly onBlock?: 'block' | 'ask';
  readonly platform?: NodeJS.Platform;
  readonly files?: Readonly<Record<string, string>>;
  readonly held?: readonly string[];
  readonly paused?: boolean;
  /** Missing: nobody can be asked. */
  readonly user?: UserAnswer['kind'];
  /** `allow`, `block` and a tier, or the kind of an outage. Missing: an outage for want of a key. */
  readonly judge?: string;
  readonly judgeUsable?: boolean;
  readonly logWritable?: boolean;
  readonly contained?: boolean;
  /** What is removed can be kept. */
  readonly removals?: boolean;
  /** Agents have a judge of their own. */
  readonly judgesItself?: boolean;
}

/** @param released calls that the user let run once */
export function gateOf(world: World, released: readonly CheckRequest[] = []): FakeGate {
  const base = configuration();
  const source = world.source ?? 'user';
  const list = (rules: readonly WrittenRule[] = []): { text: string; source: RuleSource }[] =>
    rules.map((rule) => (typeof rule === 'string' ? { text: rule, source } : rule));
  const written = permissions({ deny: list(world.deny), ask: list(world.ask), allow: list(world.allow) });
  const hasDefaults = world.defaults === true;
  const builtIn = DEFAULT_ASK_RULES.map((text) => ({ text, source: 'default' as const }));
  const guarded = DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const }));
  const { user } = world;
  return fakeGate({
    configuration: configuration({
      enabled: world.enabled ?? true,
      trusted: world.trusted ?? true,
      permissions: { ...written, ask: hasDefaults ? [...written.ask, ...builtIn] : written.ask },
      protectedPaths: hasDefaults ? guarded : base.protectedPaths,
      fastPaths: fastPaths(world.fastPaths ?? true),
      classifier: {
        ...base.classifier,
        whenUnavailable: world.whenUnavailable ?? 'block',
        onBlock: world.onBlock ?? 'block',
      },
    }),
    tree: { ...world.files },
    held: new Set(world.held),
    ...(world.platform === undefined ? {} : { platform: world.platform }),
    ...(user === undefined ? {} : { user: () => ({ kind: user }) }),
    classifier: () => judgement(world.judge),
    classifierUsable: world.judgeUsable ?? true,
    paused: world.paused ?? false,
    contained: world.contained ?? false,
    removals: world.removals ?? false,
    logWritable: world.logWritable ?? true,
    allowOnce: new Set(released.map(callKey)),
  });
}

function judgement(judge: string | undefined): ClassifierAnswer {
  if (judge === undefined) return OUTAGE;
  const [word = '', tier = 'none'] = judge.split(' ');
  if (word !== 'allow' && word !== 'block') return { ...OUTAGE, outage: word } as ClassifierAnswer;
  const reason = `the judge says ${word}`;
  return { kind: 'verdict', decision: word, tier, rule: undefined, reason, usage: USAGE } as ClassifierAnswer;
}

/** @param cancelled before the call is looked at */
export function decided(request: unknown, gate: FakeGate, cancelled = false): Promise<Decision> {
  return decide(request, gate, cancelled ? AbortSignal.abort() : new AbortController().signal);
}

/** What the classifier and the user were told before they answered, in the order of the questions. */
export interface PutQuestions {
  readonly judged: readonly Pick<ClassifierQuestion, 'facts' | 'authorisation' | 'closeLook'>[];
  readonly asked: readonly Pick<
    UserQuestion,
    'why' | 'action' | 'because' | 'yesRuns' | 'canIgnoreEntry' | 'canExempt'
  >[];
}

export function putQuestions({ asked, classified }: FakeGate): PutQuestions {
  return {
    judged: classified.map(({ facts, authorisation, closeLook }) => ({ facts, authorisation, closeLook })),
    asked: asked.map(({ why, action, because, yesRuns, canIgnoreEntry, canExempt }) => ({
      why,
      action,
      because,
      yesRuns,
      canIgnoreEntry,
      canExempt,
    })),
  };
}

function fastPaths(on: boolean): EffectiveConfiguration['fastPaths'] {
  return {
    workspaceEdits: on,
    readOnlyCommands: on,
    workspaceWrites: on,
    localGit: on,
    containedCommands: on,
    keptRemovals: on,
  };
}
