import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { ClassifierAnswer, UserAnswer, UserQuestion } from '../../../src/engine/model/ports';
import {
  configuration,
  fakeFiles,
  fakeGate,
  HOME,
  OUTAGE,
  permissions,
  WORKSPACE,
  type FakeGate,
  type FakeGateOptions,
  type Tree,
  entries,
  verdict,
} from './fakeGate';

export const base = configuration();
export const rules = (lists: Parameters<typeof permissions>[0], more: Partial<EffectiveConfiguration> = {}) =>
  configuration({ permissions: permissions(lists), ...more });
export const judge = (settings: Partial<EffectiveConfiguration['classifier']>) =>
  configuration({ classifier: { ...base.classifier, ...settings } });
export const hard = (texts: readonly string[]): Partial<EffectiveConfiguration> => ({
  rules: { ...base.rules, hardDeny: texts.map((value) => ({ value, source: 'user' })) },
});
export const make = { tool: 'bash', input: { command: 'make' }, cwd: WORKSPACE };
export const edit = {
  tool: 'edit',
  input: { path: `${WORKSPACE}/src/a.ts`, old_string: 'old', new_string: 'new' },
  cwd: WORKSPACE,
};
export const TREE: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'old text',
  [`${WORKSPACE}/secrets/key`]: 'old key',
  [`${HOME}/.bashrc`]: 'old',
};

export const ALLOW = [verdict('allow')];
export const ASK_EDIT = rules({ ask: entries(['edit']) });
export const ASK_BASH = rules({ ask: entries(['bash']) });

/** What is in force, and may be changed by a test while it is asked. */
export interface World {
  settings: EffectiveConfiguration | undefined;
  tree: Tree;
  paused: boolean;
}

/** A gate over a world that changes. Where there are no settings, they cannot be read. */
export function gateIn(
  world: World,
  options: Omit<FakeGateOptions, 'tree' | 'configuration' | 'paused'>,
  usable: () => Promise<boolean> = () => Promise.resolve(true),
): FakeGate {
  const fake = fakeGate(options);
  return {
    ...fake,
    classifier: { ...fake.classifier, usable },
    get files() {
      return fakeFiles({ [WORKSPACE]: undefined, ...world.tree });
    },
    memory: {
      ...fake.memory,
      get paused() {
        return world.paused;
      },
    },
    configurationFor: () => {
      if (world.settings === undefined) throw new Error('unreadable');
      return world.settings;
    },
  };
}

export interface Case {
  readonly name: string;
  readonly request?: unknown;
  /** In force one after the other: each time that somebody was asked, the next one is. The last one stays. */
  readonly settings: readonly (EffectiveConfiguration | undefined)[];
  readonly trees?: readonly Tree[];
  readonly paused?: readonly boolean[];
  /** Absent: nobody can be asked. */
  readonly user?: UserAnswer['kind'] | ((question: UserQuestion) => UserAnswer['kind']);
  /** One after the other; the last one stays. */
  readonly classifier?: readonly ClassifierAnswer[];
  readonly classifierUsable?: boolean;
  readonly expect: string;
  readonly asked?: number;
  readonly classified?: number;
}

/** The item in turn; the last one stays. */
function inTurn<T>(items: readonly T[], turn: number): T {
  return items[Math.min(turn, items.length - 1)] as T;
}

/** Decides the case's call; with each answer the next settings, files and pause come into force. */
export async function run(example: Case): Promise<{ decision: Decision; gate: FakeGate }> {
  const { settings, trees = [TREE], paused = [false], user, classifier = [OUTAGE] } = example;
  const world: World = { settings: settings[0], tree: trees[0] ?? {}, paused: paused[0] ?? false };
  let turn = 0;
  let judged = 0;
  const next = async <T>(answer: T): Promise<T> => {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    turn += 1;
    world.settings = inTurn(settings, turn);
    world.tree = inTurn(trees, turn);
    world.paused = inTurn(paused, turn);
    return answer;
  };
  const options = {
    ...(user === undefined
      ? {}
      : {
          user: (question: UserQuestion) => next({ kind: typeof user === 'string' ? user : user(question) }),
        }),
    classifier: () => {
      judged += 1;
      return next(inTurn(classifier, judged - 1));
    },
  };
  const gate = gateIn(world, options, () => next(example.classifierUsable ?? true));
  return { decision: await decide(example.request ?? make, gate, new AbortController().signal), gate };
}
