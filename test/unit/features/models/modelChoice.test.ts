import assert from 'node:assert/strict';
import type { TestCard } from '../../../../src/classifier/evaluation/testCard';
import { modelKey } from '../../../../src/features/models/modelChoiceSlice';
import { configuration } from '../../engine/fakeGate';
import { AT_HOME, HAIKU, KEY, card, fails, gives, listed, provider, world, type World } from './modelPage';

describe('the page of models', () => {
  it('asks nothing of anybody before it is open, nor after it is closed', async () => {
    const { page, seen } = world();
    assert.equal(page.slice(), undefined);
    assert.equal(seen.asked.length, 0);
    await listed(page);
    assert.ok(seen.asked.includes('anthropic'));
    const count = seen.asked.length;
    page.look(undefined);
    assert.equal(page.slice(), undefined);
    await page.execute({ kind: 'list' });
    assert.equal(seen.asked.length, count);
  });

  it('never holds a key, also where a server quotes it', async () => {
    const { page, seen } = world({ anthropic: () => Promise.reject(new Error(`Wrong header: ${KEY}`)) });
    seen.keys['local'] = { value: 'local-canary-key', source: 'secret-storage' };
    const text = JSON.stringify(await listed(page));
    assert.ok(!text.includes(KEY) && !text.includes('local-canary-key'));
    assert.equal(provider(await listed(page), 'anthropic').key, 'stored');
  });

  const needs: readonly (readonly [what: string, id: string, over: Partial<World>, need: string, key: string])[] = [
    ['a key that is used', 'anthropic', {}, 'nothing', 'stored'],
    ['no key', 'anthropic', { keys: {} }, 'key', 'not-set'],
    [
      'a key in the environment that nobody confirmed',
      'anthropic',
      { keys: { anthropic: { value: KEY, source: 'environment' } } },
      'key-confirmation',
      'environment-unconfirmed',
    ],
    [
      'a confirmed key in the environment',
      'anthropic',
      { keys: { anthropic: { value: KEY, source: 'environment' } }, confirmed: ['anthropic'] },
      'nothing',
      'environment',
    ],
    ['a key that is refused', 'anthropic', { anthropic: fails('authentication') }, 'key-refused', 'stored'],
    ['a company that does not answer', 'anthropic', { anthropic: fails('network') }, 'failed', 'stored'],
    ['no address', 'local', {}, 'address', 'not-needed'],
    [
      'a server that is down',
      'local',
      { settings: { ...configuration().classifier, ...AT_HOME }, local: fails('network') },
      'server',
      'not-needed',
    ],
    [
      'a server that asks for a key',
      'local',
      { settings: { ...configuration().classifier, ...AT_HOME }, local: fails('authentication') },
      'key',
      'not-needed',
    ],
    [
      'a server of which no model was chosen, and that asks for a key',
      'local',
      {
        keys: {},
        settings: { ...configuration().classifier, baseUrl: AT_HOME.baseUrl },
        local: fails('authentication'),
      },
      'address',
      'not-needed',
    ],
    [
      'a server without a model',
      'local',
      { settings: { ...configuration().classifier, ...AT_HOME }, local: gives() },
      'models',
      'not-needed',
    ],
    [
      'an address that cannot be used',
      'anthropic',
      { settings: { ...configuration().classifier, model: HAIKU, baseUrl: 'http://example.com' } },
      'address-mended',
      'stored',
    ],
    ['an editor without models', 'editor', {}, 'models', 'not-needed'],
    ['an editor without consent', 'editor', { editor: gives('vendor/small') }, 'consent', 'not-needed'],
    [
      'an editor with consent',
      'editor',
      { editor: gives('vendor/small', 'vendor/large'), open: ['vendor/large'] },
      'nothing',
      'not-needed',
    ],
  ];
  for (const [what, id, over, need, key] of needs) {
    it(`says what is missing: ${what}`, async () => {
      const { page } = world(over);
      const shown = provider(await listed(page), id);
      assert.deepEqual([shown.need, shown.key], [need, key]);
    });
  }

  it('lists, searches and bounds what a server names, and leaves out what cannot be chosen', async () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `m${index}`);
    const { page } = world({ anthropic: gives('two words', 'a\u202Eb', '<img/src=x>', ...names) });
    const all = provider(await listed(page), 'anthropic');
    assert.equal(all.found, 2_000 - 2);
    assert.equal(all.models.length, 30);
    const found = provider(await listed(page, 'IMG'), 'anthropic');
    assert.deepEqual(
      found.models.map(({ name }) => name),
      ['anthropic/<img/src=x>'],
    );
  });

  it('makes what a server says visible, and bounds it', async () => {
    const { page } = world({ anthropic: fails('provider-error', `bad \u202Eword ${'x'.repeat(5_000)}`) });
    const { detail = '' } = provider(await listed(page), 'anthropic');
    assert.ok(detail.includes('\\u{202E}') && !detail.includes('\u202E'));
    assert.ok(detail.length <= 600);
    const { changed, test } = await listed(page);
    assert.deepEqual([changed, test?.model], [['qwen\\u{202E}3'], 'local/\\u{202E}qwen']);
  });

  const reasons: readonly (readonly [what: string, over: Partial<World>, why: string, model: string | undefined])[] = [
    ['the automatic choice', {}, 'automatic', HAIKU],
    [
      'a configured model',
      { settings: { ...configuration().classifier, model: 'anthropic/claude-next' } },
      'configured',
      'anthropic/claude-next',
    ],
    ['none at all', { keys: {} }, 'none', undefined],
  ];
  for (const [what, over, why, model] of reasons) {
    it(`says which model is in force, and why: ${what}`, async () => {
      const { page } = world(over);
      const { inForce, providers } = await listed(page);
      assert.deepEqual([inForce?.why, inForce?.model], [why, model]);
      const marked = providers.flatMap(({ models }) => models.filter((one) => one.inForce).map(({ name }) => name));
      assert.deepEqual(marked, model === undefined ? [] : [model]);
    });
  }

  const cards: readonly (readonly [
    what: string,
    cards: readonly TestCard[],
    missed: number | undefined,
    stale: string,
  ])[] = [
    ['none', [], undefined, ''],
    ['of another model', [card({ model: 'anthropic/claude-next' })], undefined, ''],
    ['at another address', [card({ baseUrl: 'https://gateway.example' })], undefined, ''],
    ['of today', [card()], 2, ''],
    ['of an older policy', [card({ policy: 'p0' })], 2, 'policy'],
    ['of older cases and other settings', [card({ caseSet: 'c0', settings: 's0' })], 2, 'cases settings'],
    [
      'of today before a later one of an older policy',
      [card(), card({ policy: 'p0', recall: { count: 0, of: 20 } })],
      2,
      '',
    ],
    [
      'the later of two old ones',
      [card({ policy: 'p0' }), card({ policy: 'p0', settings: 's0', recall: { count: 20, of: 20 } })],
      0,
      'policy settings',
    ],
  ];
  for (const [what, kept, missed, stale] of cards) {
    it(`shows the card of the last test: ${what}`, async () => {
      const { page } = world({ cards: [...kept] });
      const shown = (await listed(page)).inForce?.card;
      assert.deepEqual([shown?.missed.count, shown?.stale.join(' ') ?? ''], [missed, stale]);
      if (missed !== undefined) assert.deepEqual(shown?.right, { count: 39 - missed, of: 40 });
    });
  }

  it('does what is clicked, and only with models that are listed', async () => {
    const { page, seen } = world({ editor: gives('vendor/small') });
    await listed(page);
    const key = modelKey('anthropic/claude-next');
    await page.execute({ kind: 'use', key });
    await page.execute({ kind: 'useAutomatic' });
    await page.execute({ kind: 'enterKey', provider: 'anthropic' });
    await page.execute({ kind: 'removeKey', provider: 'anthropic' });
    await page.execute({ kind: 'setAddress' });
    await listed(page);
    await page.execute({ kind: 'askConsent' });
    await listed(page);
    await page.execute({ kind: 'test', key, size: 'quick' });
    await page.execute({ kind: 'test', key, size: 'whole' });
    await page.execute({ kind: 'cancelTest' });
    await page.execute({ kind: 'confirmModel' });
    await page.execute({ kind: 'openSetting', setting: 'classifier.stages' });
    assert.deepEqual(seen.did, [
      'use anthropic/claude-next',
      'use automatic',
      'enter anthropic',
      'remove anthropic',
      'pickOnServer',
      'askConsent editor/vendor/small',
      'test {"model":"anthropic/claude-next","limit":40}',
      'test {"model":"anthropic/claude-next"}',
      'cancelTest',
      'confirmModel',
      'open autoMode.classifier.stages',
    ]);
    const forged = modelKey('anthropic/not-listed');
    await assert.rejects(page.execute({ kind: 'use', key: forged }), /not listed any more/);
    await assert.rejects(page.execute({ kind: 'enterKey', provider: 'constructor' }), TypeError);
  });

  it('can be told to stop asking, keeps what it knew, and asks again', async () => {
    let hangs = false;
    let aborted = 0;
    const { page } = world({
      anthropic: (_, signal) => {
        if (!hangs) return Promise.resolve(['claude-next']);
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            aborted += 1;
            reject(new Error('aborted'));
          });
        });
      },
    });
    await listed(page);
    hangs = true;
    await page.execute({ kind: 'list' });
    while (page.slice()?.providers.find(({ id }) => id === 'local')?.waiting === true) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    await page.execute({ kind: 'cancelListing' });
    const stopped = provider(page.slice()!, 'anthropic');
    assert.deepEqual([stopped.waiting, stopped.cancelled, stopped.found], [false, true, 1]);
    assert.equal(aborted, 1);
    hangs = false;
    await page.execute({ kind: 'list' });
    assert.equal(provider(await listed(page), 'anthropic').cancelled, false);
  });

  it('says where a policy is against another choice', async () => {
    const { page } = world({
      forbidden: true,
      origins: { 'classifier.model': 'managed' },
      settings: { ...configuration().classifier, model: HAIKU },
    });
    const { forbidden, pinnedBy, inForce } = await listed(page);
    assert.deepEqual([forbidden, pinnedBy, inForce?.source], [true, 'managed', 'managed']);
  });
});
