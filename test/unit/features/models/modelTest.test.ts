import assert from 'node:assert/strict';
import { join } from 'node:path';
import { readEvaluationSet } from '../../../../src/classifier/evaluation/evaluationCase';
import type { TestCard } from '../../../../src/classifier/evaluation/testCard';
import { addressForModel } from '../../../../src/classifier/models/modelListing';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import type { ModelChoice } from '../../../../src/classifier/models/modelChoice';
import { priceTable } from '../../../../src/classifier/models/modelPrices';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierSettings } from '../../../../src/engine/model/configuration';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import {
  ModelTest,
  ModelTestRunning,
  type ModelTestParts,
  type ModelTestResult,
  type NotTested,
  type OfferedTest,
} from '../../../../src/features/models/modelTest';
import { allows, blocks, outage } from '../../classifier/evaluation/scriptedJudge';
import { keySource } from '../../classifier/classifierQuestion';
import { configuration } from '../../engine/fakeGate';

const SET = readEvaluationSet(join(import.meta.dirname, '..', '..', '..', '..', 'media', 'evaluation'));
const MODEL = 'anthropic/claude-haiku-4-5-20251001';

type Judge = (question: ClassifierQuestion, signal: AbortSignal) => Promise<ClassifierAnswer>;
const always =
  (answer: ClassifierAnswer): Judge =>
  () =>
    Promise.resolve(answer);

interface World {
  judge: Judge;
  settings: ClassifierSettings;
  keys: KeySource;
  /** What the user does. */
  confirms: boolean;
  picks: RegExp | undefined;
  cancelAfter: number;
  readonly asked: ClassifierQuestion[];
  readonly dialogs: string[];
  readonly offers: OfferedTest[];
  readonly progress: string[];
  readonly cards: TestCard[];
}

function world(): { readonly test: ModelTest; readonly seen: World } {
  const seen: World = {
    judge: always(allows()),
    settings: { ...configuration().classifier, model: MODEL, logRequests: true },
    keys: keySource(),
    confirms: true,
    picks: /^Quick/,
    cancelAfter: Infinity,
    asked: [],
    dialogs: [],
    offers: [],
    progress: [],
    cards: [],
  };
  let now = 0;
  const parts: ModelTestParts = {
    cases: () => SET,
    settings: () => seen.settings,
    chooseModel: (settings) => Promise.resolve(chosen(settings)),
    addressForModel: (model, settings) => addressForModel(model, { keys: seen.keys, providers: PROVIDERS, settings }),
    createClassifier: () => ({
      usable: () => assert.fail('nobody asks this'),
      classify: (question, signal) => {
        seen.asked.push(question);
        return seen.judge(question, signal);
      },
    }),
    prices: ({ prices }) => priceTable(prices),
    monotonic: () => (now += 5),
    now: () => Date.UTC(2026, 2, 4, 5, 6, 7),
    keep: (card) => {
      seen.cards.push(card);
      return Promise.resolve();
    },
    confirm: (question, detail, yes) => {
      seen.dialogs.push([question, detail, yes].join('\n'));
      assert.equal(seen.asked.length, 0, 'asked before the user agreed');
      return Promise.resolve(seen.confirms);
    },
    pick: (model, offers) => {
      seen.dialogs.push(model);
      seen.offers.push(...offers);
      const { picks } = seen;
      return Promise.resolve(picks === undefined ? undefined : offers.find(({ name }) => picks.test(name)));
    },
    withProgress: (model, work) => {
      const cancel = new AbortController();
      return work((done, total) => {
        seen.progress.push(`${model}: ${done} of ${total}`);
        if (done === seen.cancelAfter) cancel.abort();
      }, cancel.signal);
    },
  };
  return { test: new ModelTest(parts), seen };
}

function chosen({ model, baseUrl }: ClassifierSettings): ModelChoice {
  const [provider = '', ...rest] = (model ?? MODEL).split('/');
  const known = PROVIDERS[provider];
  if (known === undefined) {
    return { kind: 'none', outage: 'no-model', message: 'There is no such provider.', remedy: 'Choose another model.' };
  }
  return {
    kind: 'model',
    provider: known,
    model: rest.join('/'),
    contextTokens: 200_000,
    connection: { key: undefined, baseUrl },
    keySource: undefined,
  };
}

function tested(result: ModelTestResult | NotTested): ModelTestResult {
  assert.ok(result.tested);
  return result;
}

describe('testing a model in the editor', () => {
  it('tells the user model, address, requests and cost, and sends nothing without their yes', async () => {
    const { test, seen } = world();
    seen.confirms = false;
    assert.deepEqual(await test.run({ limit: 10 }), { tested: false });
    const [dialog = ''] = seen.dialogs;
    assert.match(dialog, /^Test anthropic\/claude-haiku-4-5-20251001 as a judge\?/);
    assert.match(dialog, /Asked at https:\/\/api\.anthropic\.com/);
    assert.match(dialog, /\b10 (?:to \d\d )?requests; at most about 0\.\d\d US dollars/);
    assert.deepEqual([seen.asked, seen.progress], [[], []]);
  });

  it('says so where no price is known, and names the address that is configured', async () => {
    const { test, seen } = world();
    seen.settings = { ...seen.settings, model: 'local/qwen3:8b', baseUrl: 'http://localhost:11434' };
    seen.confirms = false;
    await test.run({ limit: 2 });
    assert.match(seen.dialogs[0] ?? '', /Asked at http:\/\/localhost:11434\./);
    assert.match(seen.dialogs[0] ?? '', /the cost is not known/);
  });

  it('counts by the prices that the user has given', async () => {
    const { test, seen } = world();
    const price = { input: 1_000, cachedInput: 1_000, output: 1_000 };
    seen.settings = { ...seen.settings, model: 'local/qwen3:8b', prices: { 'local/qwen3:8b': price } };
    const { cost, prices } = tested(await test.run({ limit: 2 }));
    assert.match(seen.dialogs[0] ?? '', /at most about \d+\.\d\d US dollars/);
    // 1,050 tokens a case, by the scripted judge.
    assert.equal(cost, 2.1);
    assert.match(prices.origin, /^the setting autoMode\.classifier\.prices, else /);
  });

  it('offers a quick test and the whole set, and does nothing where the user picks neither', async () => {
    const { test, seen } = world();
    seen.picks = undefined;
    assert.equal(await test.show(), undefined);
    assert.deepEqual(
      seen.offers.map(({ name }) => name),
      ['Quick (40 cases)', `Whole set (${SET.length} cases)`],
    );
    assert.ok((seen.offers[0]?.mostDollars ?? 0) < (seen.offers[1]?.mostDollars ?? 0));
    assert.deepEqual([seen.asked, seen.progress], [[], []]);
  });

  const judges: readonly (readonly [string, Judge, RegExp, RegExp])[] = [
    ['always allows', always(allows()), /blocked +0\.0 % \(0\/20\)/, /blocked +0\.0 % \(0\/20\)/],
    ['always blocks', always(blocks()), /blocked +100\.0 % \(20\/20\)/, /blocked +100\.0 % \(20\/20\)/],
  ];
  for (const [what, judge, recall, falseAlarms] of judges) {
    it(`reports on a judge that ${what}, with each failure`, async () => {
      const { test, seen } = world();
      seen.judge = judge;
      const report = (await test.show()) ?? '';
      assert.match(report, /^anthropic\/claude-haiku-4-5-20251001: 40 of 40 cases asked, 40 verdicts\n/);
      assert.match(report, new RegExp(`Recall: dangerous calls ${recall.source}`));
      assert.match(report, new RegExp(`False alarms: benign calls ${falseAlarms.source}`));
      assert.match(report, /\nWrong: 20\n- /);
      assert.equal(seen.progress.at(-1), `${MODEL}: 40 of 40`);
    });
  }

  it('answers a caller with the figures themselves', async () => {
    const { test, seen } = world();
    seen.judge = always(blocks());
    const { model, ended, planned, recall, failures, cost } = tested(await test.run({ limit: 6, tag: 'git' }));
    assert.deepEqual([model, ended, planned, recall], [MODEL, 'complete', 6, { count: 3, of: 3 }]);
    assert.equal(failures.length, 3);
    assert.ok(cost !== undefined && cost > 0);
  });

  it("puts the built-in rules' questions with the user's classifier settings, and keeps no requests in the gate's file", async () => {
    const { test, seen } = world();
    seen.settings = { ...seen.settings, maxTranscriptEntries: 7 };
    await test.run({ limit: 4 });
    assert.equal(seen.asked.length, 4);
    for (const { settings, rules, sessionModel, authorisation } of seen.asked) {
      assert.deepEqual(settings, { ...seen.settings, model: MODEL, baseUrl: undefined, logRequests: false });
      assert.ok(rules.softDeny.length > 5 && rules.softDeny.every(({ source }) => source === 'default'));
      assert.deepEqual([sessionModel, authorisation], [undefined, undefined]);
    }
  });

  it('asks the model that the user agreed to, also where the setting changes meanwhile', async () => {
    const { test, seen } = world();
    seen.judge = () => {
      seen.settings = { ...seen.settings, model: 'openai/gpt-4.1-mini' };
      return Promise.resolve(allows());
    };
    const { model } = tested(await test.run({ limit: 6 }));
    assert.equal(model, MODEL);
    assert.deepEqual([...new Set(seen.asked.map(({ settings }) => settings.model))], [MODEL]);
  });

  const addresses: readonly (readonly [string | undefined, string, string | undefined])[] = [
    [MODEL, 'anthropic/claude-sonnet-4-5', 'https://gateway.example'],
    [MODEL, 'openai/gpt-4.1-mini', undefined],
    [undefined, 'anthropic/claude-sonnet-4-5', 'https://gateway.example'],
    ['local/qwen3:8b', 'anthropic/claude-haiku-4-5', undefined],
  ];
  for (const [configured, wanted, expected] of addresses) {
    it(`asks ${wanted} at ${expected ?? "the provider's own address"} where the address is that of ${configured ?? 'the automatic choice'}`, async () => {
      const { test, seen } = world();
      seen.settings = { ...seen.settings, model: configured, baseUrl: 'https://gateway.example' };
      await test.run({ model: wanted, limit: 1 });
      assert.deepEqual([seen.asked[0]?.settings.model, seen.asked[0]?.settings.baseUrl], [wanted, expected]);
    });
  }

  it('asks a server at the configured address where nobody has chosen a model yet', async () => {
    const { test, seen } = world();
    seen.settings = { ...seen.settings, model: undefined, baseUrl: 'http://localhost:11434' };
    seen.keys = { key: () => Promise.resolve(undefined), environmentKeyConfirmed: () => false };
    await test.run({ model: 'local/qwen3:8b', limit: 1 });
    assert.deepEqual(
      [seen.asked[0]?.settings.model, seen.asked[0]?.settings.baseUrl],
      ['local/qwen3:8b', 'http://localhost:11434'],
    );
  });

  it('reports what was measured where the user cancels, and lets the requests go', async () => {
    const { test, seen } = world();
    let hanging = 0;
    seen.judge = (_, signal) => {
      if (seen.asked.length <= 5) return Promise.resolve(blocks());
      hanging += 1;
      return new Promise<never>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          hanging -= 1;
          reject(new Error('aborted'));
        });
      });
    };
    seen.cancelAfter = 5;
    const report = (await test.show()) ?? '';
    assert.match(report, /: 5 of 40 cases asked \(cancelled\), 5 verdicts/);
    assert.equal(hanging, 0);
  });

  it('asks nothing any more where the user cancels while the cases are prepared', async () => {
    const { test, seen } = world();
    seen.cancelAfter = 0;
    const { ended, cases, planned } = tested(await test.run({ limit: 4 }));
    assert.deepEqual([ended, cases, planned, seen.asked], ['cancelled', 0, 4, []]);
  });

  it('ends early, and says why, where the model cannot be asked', async () => {
    const { test, seen } = world();
    seen.judge = always(outage('authentication'));
    const report = (await test.show()) ?? '';
    assert.match(report, /stopped: the model cannot be asked/);
    assert.match(report, /authentication: There was authentication\./);
    assert.ok(seen.asked.length <= 8);
  });

  it('keeps the figures with what they were measured with', async () => {
    const { test, seen } = world();
    seen.judge = always(blocks());
    await test.show();
    const [card, ...others] = seen.cards;
    assert.deepEqual(others, []);
    assert.ok(card);
    const { policy, caseSet, settings, ...figures } = card;
    assert.deepEqual({ policy, caseSet, settings }, test.versions());
    const { medianMs, costUsd, ...counts } = figures;
    assert.ok((medianMs ?? 0) > 0 && (costUsd ?? 0) > 0);
    assert.deepEqual(counts, {
      model: MODEL,
      at: '2026-03-04T05:06:07.000Z',
      cases: 40,
      planned: 40,
      recall: { count: 20, of: 20 },
      falseAlarms: { count: 20, of: 20 },
      unparsable: 0,
      outages: 0,
    });
    seen.settings = { ...seen.settings, maxTranscriptEntries: 3 };
    assert.notEqual(test.versions().settings, settings);
  });

  const unkept: readonly (readonly [string, unknown, Judge])[] = [
    ['some cases of one topic', { tag: 'git' }, always(blocks())],
    ['a handful of cases', { limit: 6 }, always(blocks())],
    ['no verdict', { limit: 40 }, always(outage('authentication'))],
  ];
  for (const [what, argument, judge] of unkept) {
    it(`keeps no figures of ${what}`, async () => {
      const { test, seen } = world();
      seen.judge = judge;
      await test.run(argument);
      assert.deepEqual(seen.cards, []);
    });
  }

  it('tells how far it is and what was spent, and is cancelled from elsewhere too', async () => {
    const { test } = world();
    const phases: string[] = [];
    const spent: number[] = [];
    const listening = test.onDidChange(() => {
      const { running } = test;
      if (running !== undefined && phases.at(-1) !== running.phase) phases.push(running.phase);
      if (running?.spent !== undefined) spent.push(running.spent);
      if (running?.done === 5) test.cancel();
    });
    const report = (await test.show()) ?? '';
    assert.match(report, /cases asked \(cancelled\)/);
    assert.deepEqual(phases, ['asking', 'running', 'ending']);
    assert.ok(spent.every((dollars, index) => dollars >= (spent[index - 1] ?? 0)) && (spent.at(-1) ?? 0) > 0);
    assert.equal(test.running, undefined);
    listening.dispose();
    test.cancel();
    assert.ok((await test.show())?.includes('40 of 40'));
  });

  it('runs once at a time, and again afterwards, whatever became of it', async () => {
    const { test, seen } = world();
    const first = test.run({ limit: 2 });
    await assert.rejects(test.run({ limit: 2 }), ModelTestRunning);
    await assert.rejects(test.show(), ModelTestRunning);
    await first;
    assert.equal(seen.dialogs.length, 1);
    seen.judge = () => Promise.reject(new Error('mistake'));
    seen.asked.length = 0;
    await assert.rejects(test.run({ limit: 2 }), /mistake/);
    seen.judge = always(allows());
    seen.asked.length = 0;
    assert.ok((await test.run({ limit: 2 })).tested);
  });

  const refused: readonly (readonly [string, unknown, RegExp])[] = [
    ['an argument of another form', { colour: 1 }, /must be an object with "model", "limit" and "tag"/],
    ['text', 'all', /must be an object/],
    ['a limit that is none', { limit: 0 }, /must be an object/],
    ['an unknown tag', { tag: 'colour' }, /"tag": no case has this tag\. The tags are: .*git/],
    ['a model without a provider', { model: 'haiku' }, /"model" must be provider\/model-id/],
    ['a model that cannot be asked', { model: 'acme/one' }, /There is no such provider\. Choose another model\./],
  ];
  for (const [what, argument, message] of refused) {
    it(`refuses ${what}, without a dialog`, async () => {
      const { test, seen } = world();
      await assert.rejects(test.run(argument), message);
      assert.deepEqual(seen.dialogs, []);
    });
  }
});
