import assert from 'node:assert/strict';
import { callKey } from '../../../src/engine/model/callKey';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { ClassifierAnswer, UserAnswer, UserQuestion } from '../../../src/engine/model/ports';
import {
  configuration,
  entries,
  fakeFiles,
  fakeGate,
  HOME,
  OUTAGE,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
  type FakeGateOptions,
  type Tree,
} from './fakeGate';

const base = configuration();
const rules = (lists: Parameters<typeof permissions>[0], more: Partial<EffectiveConfiguration> = {}) =>
  configuration({ permissions: permissions(lists), ...more });
const judge = (settings: Partial<EffectiveConfiguration['classifier']>) =>
  configuration({ classifier: { ...base.classifier, ...settings } });
const hard = (texts: readonly string[]): Partial<EffectiveConfiguration> => ({
  rules: { ...base.rules, hardDeny: texts.map((value) => ({ value, source: 'user' })) },
});
const make = { tool: 'bash', input: { command: 'make' }, cwd: WORKSPACE };
const edit = {
  tool: 'edit',
  input: { path: `${WORKSPACE}/src/a.ts`, old_string: 'old', new_string: 'new' },
  cwd: WORKSPACE,
};
const TREE: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'old text',
  [`${WORKSPACE}/secrets/key`]: 'old key',
  [`${HOME}/.bashrc`]: 'old',
};

/** What is in force, and may be changed by a test while it is asked. */
interface World {
  settings: EffectiveConfiguration | undefined;
  tree: Tree;
  paused: boolean;
}

/** A gate over a world that changes. Where there are no settings, they cannot be read. */
function gateIn(
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

interface Case {
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

const ALLOW = [verdict('allow')];
const ASK_EDIT = rules({ ask: entries(['edit']) });
const ASK_BASH = rules({ ask: entries(['bash']) });

const CASES: readonly Case[] = [
  {
    name: 'a deny rule written while the user is asked',
    settings: [ASK_BASH, rules({ ask: entries(['bash']), deny: entries(['bash(make)']) })],
    user: 'approved',
    classifier: ALLOW,
    expect: 'block permissions.deny',
    classified: 0,
  },
  {
    name: 'a deny rule written while the classifier thinks',
    settings: [base, rules({ deny: entries(['bash(make)']) })],
    classifier: ALLOW,
    expect: 'block permissions.deny',
  },
  {
    name: 'an ask rule written while the classifier thinks, and nobody there',
    settings: [base, ASK_BASH],
    classifier: ALLOW,
    expect: 'block permissions.ask',
  },
  {
    name: 'an ask rule written while the classifier thinks asks, and its yes is told to the classifier',
    settings: [base, ASK_BASH],
    user: 'approved',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 1,
    classified: 2,
  },
  {
    name: 'other settings with the same ask rule: the yes is good',
    settings: [ASK_BASH, rules({ ask: entries(['bash']) })],
    user: 'approved',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 1,
    classified: 1,
  },
  {
    name: 'another ask rule in front asks for itself',
    settings: [ASK_BASH, rules({ ask: entries(['bash(make)', 'bash']) })],
    user: 'approved',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 2,
    classified: 1,
  },
  {
    name: 'the same rule from another source asks for itself',
    settings: [ASK_BASH, rules({ ask: entries(['bash'], 'workspace') })],
    user: 'approved',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 2,
  },
  {
    name: 'an ask rule removed while it asks: no word of its yes reaches the classifier',
    settings: [ASK_BASH, base],
    user: 'approved',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 1,
    classified: 1,
  },
  {
    name: 'settings that the classifier is not told of: its allow stands',
    settings: [base, configuration({ pause: { consecutive: 9, total: 9 } })],
    classifier: ALLOW,
    expect: 'allow classifier',
    classified: 1,
  },
  {
    name: 'a policy rule written while the classifier thinks: it is asked again',
    settings: [base, configuration(hard(['never make']))],
    classifier: [verdict('allow'), verdict('block', 'hard_deny')],
    expect: 'block classifier',
    classified: 2,
  },
  {
    name: 'a policy rule removed while the classifier thinks: its block by that rule is none any more',
    settings: [configuration(hard(['never make'])), base],
    classifier: [verdict('block', 'hard_deny'), verdict('allow')],
    expect: 'allow classifier',
    classified: 2,
  },
  {
    name: 'another model chosen while the classifier thinks',
    settings: [base, judge({ model: 'other/one' })],
    classifier: [verdict('allow'), verdict('block')],
    expect: 'block classifier',
    classified: 2,
  },
  {
    name: 'a model chosen while its absence is found out',
    settings: [base, judge({ model: 'other/one' })],
    classifier: [OUTAGE, verdict('allow')],
    expect: 'allow classifier',
    classified: 2,
  },
  {
    name: 'trust withdrawn while the classifier thinks',
    settings: [base, configuration({ trusted: false })],
    classifier: [verdict('allow'), verdict('block')],
    expect: 'block classifier',
    classified: 2,
  },
  {
    name: 'trust withdrawn while the user is asked',
    request: edit,
    settings: [ASK_EDIT, rules({ ask: entries(['edit']) }, { trusted: false })],
    user: 'approved',
    expect: 'block classifier',
  },
  {
    name: 'a protected path written while the classifier thinks',
    request: edit,
    settings: [
      configuration({ trusted: false }),
      configuration({ trusted: false, protectedPaths: [{ value: 'src', source: 'user' }] }),
    ],
    classifier: [verdict('allow'), verdict('block')],
    expect: 'block classifier',
    classified: 2,
  },
  {
    name: 'a protected path written while the user is asked: no edit of the workspace any more',
    request: edit,
    settings: [ASK_EDIT, rules({ ask: entries(['edit']) }, { protectedPaths: [{ value: 'src', source: 'user' }] })],
    user: 'approved',
    expect: 'block classifier',
  },
  {
    name: 'an allow rule removed while the user is asked',
    settings: [rules({ ask: entries(['bash']), allow: entries(['bash(make)']) }), ASK_BASH],
    user: 'approved',
    expect: 'block classifier',
  },
  {
    name: 'switched off while the user is asked, who says yes',
    settings: [ASK_BASH, configuration({ enabled: false })],
    user: 'approved',
    expect: 'defer disabled',
    classified: 0,
  },
  {
    name: 'switched off while the user is asked, who says no',
    settings: [ASK_BASH, configuration({ enabled: false })],
    user: 'declined',
    expect: 'block permissions.ask',
  },
  {
    name: 'switched off while the classifier thinks, which blocks',
    settings: [base, configuration({ enabled: false })],
    classifier: [verdict('block', 'hard_deny')],
    expect: 'defer disabled',
  },
  {
    name: 'everything allowed while the user is asked, who says no',
    settings: [ASK_BASH, rules({ allow: entries(['*']) })],
    user: 'declined',
    expect: 'block permissions.ask',
  },
  {
    name: 'a soft block is no question any more',
    settings: [judge({ onBlock: 'ask' }), judge({ onBlock: 'ask' }), base],
    user: 'approved',
    classifier: [verdict('block', 'soft_deny')],
    expect: 'block classifier',
    asked: 1,
  },
  {
    name: 'an outage is no question any more',
    settings: [judge({ whenUnavailable: 'ask' }), judge({ whenUnavailable: 'ask' }), base],
    user: 'approved',
    expect: 'block classifier',
    asked: 1,
  },
  {
    name: 'a yes that runs the call where it would only go on now',
    settings: [
      rules({ ask: entries(['bash']) }, { classifier: { ...base.classifier, whenUnavailable: 'ask' } }),
      rules({ ask: entries(['bash']) }, { classifier: { ...base.classifier, whenUnavailable: 'ask' } }),
      ASK_BASH,
    ],
    user: 'approved',
    classifierUsable: false,
    expect: 'block classifier',
    asked: 1,
  },
  {
    name: 'a yes that only goes on where it would run the call now is asked for again',
    settings: [
      ASK_BASH,
      rules({ ask: entries(['bash']) }, { classifier: { ...base.classifier, whenUnavailable: 'ask' } }),
    ],
    user: 'approved',
    classifierUsable: false,
    expect: 'allow user',
    asked: 2,
  },
  {
    name: 'a deny rule written while it is found out whether there is a classifier',
    settings: [
      rules({ ask: entries(['bash']) }, { classifier: { ...base.classifier, whenUnavailable: 'ask' } }),
      rules({ deny: entries(['bash']) }),
    ],
    user: 'approved',
    classifierUsable: false,
    expect: 'block permissions.deny',
    asked: 0,
  },
  {
    name: 'a malformed entry set aside, and another one written meanwhile',
    settings: [
      rules({ ask: entries(['bash(('], 'workspace') }),
      rules({ ask: entries(['bash((', '??'], 'workspace') }),
    ],
    user: 'ignore-entry',
    classifier: ALLOW,
    expect: 'allow classifier',
    asked: 2,
  },
  {
    name: 'a malformed entry mended while it asks',
    settings: [rules({ deny: entries(['bash((']) }), rules({ deny: entries(['bash(make)']) })],
    user: 'approved',
    expect: 'block permissions.deny',
  },
  {
    name: 'a pause that begins while the classifier thinks',
    settings: [base],
    paused: [false, true],
    user: 'declined',
    classifier: ALLOW,
    expect: 'block user',
    asked: 1,
  },
  {
    name: 'a pause that ends while the user is asked because of it: the yes counts',
    settings: [base],
    paused: [true, true, false],
    user: 'approved',
    classifier: [verdict('block', 'soft_deny')],
    expect: 'allow user',
    asked: 1,
  },
  {
    name: 'a pause that begins while the user is asked about the same judgement: the yes counts',
    settings: [judge({ onBlock: 'ask' })],
    paused: [false, false, true],
    user: 'approved',
    classifier: [verdict('block', 'soft_deny')],
    expect: 'allow user',
    asked: 1,
  },
  {
    name: 'settings unreadable once the user answered',
    settings: [ASK_BASH, undefined],
    user: 'approved',
    classifier: ALLOW,
    expect: 'block permissions.ask',
  },
  {
    name: 'settings unreadable once the classifier answered',
    settings: [base, undefined],
    classifier: ALLOW,
    expect: 'block classifier',
  },
  { name: 'settings unreadable from the start', settings: [undefined], expect: 'block invalid-request' },
  {
    name: 'a file turned into a link to a start-up file while the user is asked',
    request: edit,
    settings: [ASK_EDIT],
    trees: [TREE, { ...TREE, [`${WORKSPACE}/src/a.ts`]: { link: `${HOME}/.bashrc` } }],
    user: 'approved',
    classifier: ALLOW,
    expect: 'block hard-deny',
    classified: 0,
  },
  {
    name: 'a folder turned into a link to one that a deny rule names while the classifier thinks',
    request: { ...edit, input: { ...edit.input, path: `${WORKSPACE}/src/key` } },
    settings: [
      rules({ deny: entries(['edit(secrets/**)']) }, { fastPaths: { ...base.fastPaths, workspaceEdits: false } }),
    ],
    trees: [
      { ...TREE, [`${WORKSPACE}/src/key`]: 'old' },
      { [`${WORKSPACE}/secrets/key`]: 'old key', [`${WORKSPACE}/src`]: { link: `${WORKSPACE}/secrets` } },
    ],
    classifier: ALLOW,
    expect: 'block permissions.deny',
  },
  {
    name: 'a file turned into a link elsewhere while the user is asked: they are asked again',
    request: edit,
    settings: [ASK_EDIT],
    trees: [TREE, { ...TREE, [`${WORKSPACE}/src/a.ts`]: { link: '/srv/x' }, '/srv/x': 'old' }],
    user: 'approved',
    classifier: [verdict('block')],
    expect: 'block classifier',
    asked: 2,
  },
  {
    name: 'a file turned into a link elsewhere while the classifier thinks: it is asked again',
    request: edit,
    settings: [configuration({ fastPaths: { ...base.fastPaths, workspaceEdits: false } })],
    trees: [TREE, { ...TREE, [`${WORKSPACE}/src/a.ts`]: { link: '/srv/x' }, '/srv/x': 'old' }],
    classifier: [verdict('allow'), verdict('block')],
    expect: 'block classifier',
    classified: 2,
  },
];

/** The item in turn; the last one stays. */
function inTurn<T>(items: readonly T[], turn: number): T {
  return items[Math.min(turn, items.length - 1)] as T;
}

/** Decides the case's call; with each answer the next settings, files and pause come into force. */
async function run(example: Case): Promise<{ decision: Decision; gate: FakeGate }> {
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

describe('settings and files that change while a decision waits', () => {
  for (const example of CASES) {
    it(`${example.name}: ${example.expect}`, async () => {
      const { decision, gate } = await run(example);
      assert.equal(`${decision.outcome} ${decision.stage}`, example.expect, decision.reason);
      if (example.asked !== undefined) assert.equal(gate.asked.length, example.asked, 'questions to the user');
      if (example.classified !== undefined)
        assert.equal(gate.classified.length, example.classified, 'classifier calls');
      const counted = decision.outcome === 'defer' ? [] : [decision];
      assert.deepEqual([gate.logged, gate.noted], [counted, counted]);
    });
  }

  it('tells the classifier of a yes only where the rule that asked is still there', async () => {
    const same = await run({
      name: '',
      settings: [ASK_BASH, rules({ ask: entries(['bash']) })],
      user: 'approved',
      expect: '',
    });
    assert.match(same.gate.classified[0]?.authorisation ?? '', /ask rule "bash"/);
    const gone = await run({ name: '', settings: [ASK_BASH, base], user: 'approved', expect: '' });
    assert.equal(gone.gate.classified[0]?.authorisation, undefined);
  });

  it('says the same as ever when the settings cannot be read', async () => {
    for (const settings of [[undefined], [base, undefined]]) {
      const { decision } = await run({ name: '', settings, classifier: ALLOW, expect: '' });
      assert.equal(decision.reason, 'Auto Mode failed while it decided this call, so the call is blocked.');
    }
  });

  it('gives up on settings that keep changing, at the stage that would wait once more', async () => {
    const endless = Array.from({ length: 50 }, (_, index) => configuration(hard([`rule ${index}`])));
    const judged = await run({ name: '', settings: endless, classifier: ALLOW, expect: '' });
    assert.equal(`${judged.decision.outcome} ${judged.decision.stage}`, 'block classifier');
    assert.match(judged.decision.reason, /kept changing/);
    assert.match(judged.decision.remedy ?? '', /Try again/);
    assert.equal(judged.gate.classified.length, 3);

    const asking = Array.from({ length: 50 }, (_, index) =>
      rules({ ask: entries([`bash(*${'*'.repeat(index)}make)`]) }),
    );
    const asked = await run({ name: '', settings: asking, user: 'approved', classifier: ALLOW, expect: '' });
    assert.equal(`${asked.decision.outcome} ${asked.decision.stage}`, 'block permissions.ask');
    assert.equal(asked.gate.asked.length, 3);
  });

  it('gives up on files that keep changing', async () => {
    const trees = Array.from({ length: 50 }, (_, index) => ({
      ...TREE,
      [`/srv/${index}`]: 'old',
      [`${WORKSPACE}/src/a.ts`]: { link: `/srv/${index}` },
    }));
    for (const [settings, count] of [
      [ASK_EDIT, ({ asked }: FakeGate) => asked.length],
      [base, ({ classified }: FakeGate) => classified.length],
    ] as const) {
      const { decision, gate } = await run({
        name: '',
        request: edit,
        settings: [settings],
        trees,
        user: 'approved',
        classifier: ALLOW,
        expect: '',
      });
      assert.match(decision.reason, /kept changing/);
      assert.equal(count(gate), 3);
    }
  });

  it('does not give up where settings come and go, but nothing new has to be asked', async () => {
    const [one, two] = [configuration(hard(['one'])), configuration(hard(['two']))];
    const { decision, gate } = await run({ name: '', settings: [one, two, one], classifier: ALLOW, expect: '' });
    assert.equal(`${decision.outcome} ${decision.stage}`, 'allow classifier');
    assert.equal(gate.classified.length, 2);
  });

  it('is cancelled at once in any round', async () => {
    for (const round of [1, 2, 3]) {
      const cancel = new AbortController();
      const world: World = { settings: configuration(hard(['0'])), tree: TREE, paused: false };
      let asked = 0;
      const gate = gateIn(world, {
        classifier: () => {
          asked += 1;
          world.settings = configuration(hard([String(asked)]));
          if (asked < round) return verdict('allow');
          setImmediate(() => {
            cancel.abort();
          });
          return new Promise<never>(() => undefined);
        },
      });
      const decision = await decide(make, gate, cancel.signal);
      assert.equal(`${decision.outcome} ${decision.stage}`, 'block cancelled');
      assert.equal(asked, round);
    }
  });

  it('uses up a release once, and keeps it through all rounds', async () => {
    const release = new Set([callKey(make)]);
    const world: World = { settings: base, tree: TREE, paused: false };
    const gate = gateIn(world, {
      allowOnce: release,
      classifier: () => {
        world.settings = configuration(hard(['new']));
        return OUTAGE;
      },
    });
    const decision = await decide(make, gate, new AbortController().signal);
    assert.equal(`${decision.outcome} ${decision.stage}`, 'allow user');
    assert.equal(release.size, 0);
  });

  it('keeps nothing in the cache that was allowed under former rules', async () => {
    const fetch = { tool: 'fetch', input: { url: 'https://a.example/' }, cwd: WORKSPACE, sessionId: 's' };
    const first = configuration(hard(['one']));
    const second = configuration(hard(['two']));
    const world: World = { settings: first, tree: TREE, paused: false };
    const gate = gateIn(world, {
      classifier: ({ rules: { hardDeny } }) => {
        world.settings = second;
        return hardDeny[0]?.value === 'one' ? verdict('allow') : verdict('block');
      },
    });
    assert.equal((await decide(fetch, gate, new AbortController().signal)).outcome, 'block');
    world.settings = first;
    assert.equal((await decide(fetch, gate, new AbortController().signal)).stage, 'classifier');
  });
});
