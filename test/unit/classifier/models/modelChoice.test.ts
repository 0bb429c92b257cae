import assert from 'node:assert/strict';
import type { ApiKey, KeySource } from '../../../../src/classifier/models/keySource';
import { chooseModel, NO_MODEL_MESSAGE, type ModelChoice } from '../../../../src/classifier/models/modelChoice';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { keySource, question, settings } from '../classifierQuestion';

const STORED: ApiKey = { value: 'k', source: 'secret-storage' };
const FOUND: ApiKey = { value: 'k', source: 'environment' };
const DEFAULT = 'anthropic/claude-haiku-4-5-20251001';

interface Case {
  readonly configured?: string;
  readonly session?: string;
  readonly baseUrl?: string;
  readonly key?: ApiKey;
  readonly confirmed?: boolean;
}

function choose({ configured, session, baseUrl, key, confirmed }: Case): Promise<ModelChoice> {
  const keys = keySource(key === undefined ? {} : { anthropic: key }, confirmed === true ? ['anthropic'] : []);
  return chooseModel({ model: configured, baseUrl }, session, { keys, providers: PROVIDERS });
}

describe('chooseModel', () => {
  const keyAddresses: readonly (readonly [what: string, given: Case, provider: string, address: string | undefined])[] =
    [
      [
        'the configured address',
        { configured: 'local/m', baseUrl: 'https://a.example/v1' },
        'local',
        'https://a.example/v1',
      ],
      ["the provider's own", { configured: 'anthropic/m' }, 'anthropic', 'https://api.anthropic.com'],
      ['a gateway', { configured: 'anthropic/m', baseUrl: 'https://a.example' }, 'anthropic', 'https://a.example'],
      ['the address where nobody chose a model', { baseUrl: 'https://a.example' }, 'anthropic', 'https://a.example'],
    ];
  for (const [what, { configured, baseUrl }, provider, address] of keyAddresses) {
    it(`asks for the key that is for ${what}, and for no other`, async () => {
      const asked: (readonly [string, string | undefined])[] = [];
      const keys: KeySource = {
        key: (...question) => {
          asked.push(question);
          return Promise.resolve(undefined);
        },
        environmentKeyConfirmed: () => true,
      };
      await chooseModel({ model: configured, baseUrl }, undefined, { keys, providers: PROVIDERS });
      const ofProvider = asked.filter(([id]) => id === provider);
      assert.ok(ofProvider.length > 0);
      for (const [, to] of ofProvider) assert.equal(to, address);
    });
  }

  const chosen: readonly [what: string, given: Case, model: string][] = [
    ['the default where a key is stored', { key: STORED }, DEFAULT],
    [
      'the configured model before all',
      { key: STORED, configured: 'anthropic/m', session: 'anthropic/claude-opus-4-6' },
      'anthropic/m',
    ],
    ['a configured model with a key from the environment', { key: FOUND, configured: 'anthropic/m' }, 'anthropic/m'],
    ['a configured model whose id holds slashes', { key: STORED, configured: 'anthropic/a/b:c' }, 'anthropic/a/b:c'],
    ["the session's model", { key: STORED, session: 'anthropic/claude-sonnet-4-6' }, 'anthropic/claude-sonnet-4-6'],
    [
      "the session's model with a confirmed key",
      { key: FOUND, confirmed: true, session: 'anthropic/claude-sonnet-4-6' },
      'anthropic/claude-sonnet-4-6',
    ],
    [
      'the default, where the session has a model that is not in the catalogue',
      { key: STORED, session: 'anthropic/claude-next' },
      DEFAULT,
    ],
    [
      'the default, where the session has a provider that is not known',
      { key: STORED, session: 'acme/claude-sonnet-4-6' },
      DEFAULT,
    ],
    ['the default, where the session names no provider', { key: STORED, session: 'claude-sonnet-4-6' }, DEFAULT],
    ['the default, where the session names something inherited', { key: STORED, session: 'constructor/x' }, DEFAULT],
    ['the default with a confirmed key', { key: FOUND, confirmed: true }, DEFAULT],
    ['the default, where the setting is empty', { key: STORED, configured: '' }, DEFAULT],
  ];
  for (const [what, given, model] of chosen) {
    it(`takes ${what}`, async () => {
      const choice = await choose(given);
      assert.equal(choice.kind, 'model');
      assert.equal(`${choice.provider.id}/${choice.model}`, model);
      assert.equal(choice.connection.key, 'k');
    });
  }

  const none: readonly [what: string, given: Case, outage: string, message: string | RegExp, remedy: RegExp][] = [
    ['no key', {}, 'no-key', NO_MODEL_MESSAGE, /"Auto Mode: Set Classifier API Key"/],
    [
      'a key of spaces',
      { key: { value: ' \n', source: 'secret-storage' } },
      'no-key',
      NO_MODEL_MESSAGE,
      /Set Classifier API Key/,
    ],
    [
      'a key from the environment that nobody confirmed',
      { key: FOUND },
      'no-key',
      NO_MODEL_MESSAGE,
      /ANTHROPIC_API_KEY holds a key, but nobody confirmed/,
    ],
    [
      "the same for a session's model",
      { key: FOUND, session: 'anthropic/claude-sonnet-4-6' },
      'no-key',
      NO_MODEL_MESSAGE,
      /nobody confirmed/,
    ],
    [
      'a configured model without a key',
      { configured: 'anthropic/m' },
      'no-key',
      NO_MODEL_MESSAGE,
      /Anthropic key with .*ANTHROPIC_API_KEY/,
    ],
    [
      'an unknown provider',
      { key: STORED, configured: 'acme/m' },
      'no-model',
      /^The classifier model "acme\/m" names a provider that Auto Mode does not know; auto mode fails closed\.$/,
      /Known providers: .*\banthropic, openai, local\b/,
    ],
    [
      'an inherited name as provider',
      { key: STORED, configured: 'constructor/m' },
      'no-model',
      /"constructor\/m" names a provider/,
      /anthropic/,
    ],
    [
      'a model without provider',
      { key: STORED, configured: 'claude-haiku-4-5' },
      'no-model',
      /"claude-haiku-4-5" is not of the form provider\/model-id/,
      /anthropic\/claude-haiku/,
    ],
    ['a provider without model', { key: STORED, configured: 'anthropic/' }, 'no-model', /not of the form/, /anthropic/],
    ['a model with a space', { key: STORED, configured: 'anthropic/a b' }, 'no-model', /not of the form/, /anthropic/],
    [
      'a model with a line break',
      { key: STORED, configured: 'anthropic/a\nb' },
      'no-model',
      /not of the form/,
      /anthropic/,
    ],
    [
      'a model with an invisible character',
      { key: STORED, configured: 'anthropic/a\u200bb' },
      'no-model',
      /not of the form/,
      /anthropic/,
    ],
    [
      'an address that is none',
      { key: STORED, baseUrl: 'localhost:80' },
      'no-model',
      /no http or https address/,
      /setting/,
    ],
    [
      'an address of another kind',
      { key: STORED, baseUrl: 'file:///etc' },
      'no-model',
      /no http or https address/,
      /setting/,
    ],
    [
      'an address with a password',
      { key: STORED, baseUrl: 'https://a:b@example.com' },
      'no-model',
      /no user name, password/,
      /setting/,
    ],
    ['an address with a query', { key: STORED, baseUrl: 'https://example.com/?k=v' }, 'no-model', /query/, /setting/],
    [
      'plain http to another machine',
      { key: STORED, baseUrl: 'http://example.com' },
      'no-model',
      /without encryption/,
      /setting/,
    ],
    [
      'plain http to a name that begins like this machine',
      { key: STORED, baseUrl: 'http://127.0.0.1.example.com' },
      'no-model',
      /without encryption/,
      /setting/,
    ],
  ];
  for (const [what, given, outage, message, remedy] of none) {
    it(`finds none: ${what}`, async () => {
      const choice = await choose(given);
      assert.equal(choice.kind, 'none');
      assert.equal(choice.outage, outage);
      if (typeof message === 'string') assert.equal(choice.message, message);
      else assert.match(choice.message, message);
      assert.match(choice.remedy, remedy);
    });
  }

  it('keeps the words of the specification', () => {
    assert.equal(NO_MODEL_MESSAGE, 'No classifier model/API key available; auto mode fails closed.');
  });

  const addresses: readonly [given: string, used: string][] = [
    ['https://gateway.example/anthropic/', 'https://gateway.example/anthropic'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080/', 'http://[::1]:8080'],
    ['http://localhost/x', 'http://localhost/x'],
    ['http://127.1', 'http://127.0.0.1'],
  ];
  for (const [given, used] of addresses) {
    it(`takes the address ${given}`, async () => {
      const choice = await choose({ key: STORED, baseUrl: given });
      assert.equal(choice.kind === 'model' && choice.connection.baseUrl, used);
    });
  }
});

describe('chooseModel: several providers', () => {
  interface Several {
    readonly configured?: string;
    readonly session?: string;
    readonly baseUrl?: string;
    readonly keys: Readonly<Record<string, ApiKey>>;
    readonly confirmed?: readonly string[];
  }
  const ADDRESS = 'http://localhost:11434';
  /** What is asked, where (`own` is the provider's own address) and with which key; or the kind of outage. */
  const cases: readonly [what: string, given: Several, expected: string][] = [
    ['the first with a key', { keys: { anthropic: STORED, openai: STORED } }, `${DEFAULT} own k`],
    ['the only one with a key', { keys: { openai: STORED } }, 'openai/gpt-4.1-mini own k'],
    [
      'the one whose key is confirmed',
      { keys: { anthropic: FOUND, openai: FOUND }, confirmed: ['openai'] },
      'openai/gpt-4.1-mini own k',
    ],
    [
      "the session's",
      { keys: { anthropic: STORED, openai: STORED }, session: 'openai/gpt-4.1' },
      'openai/gpt-4.1 own k',
    ],
    [
      'the first, where the session has one without a key',
      { keys: { anthropic: STORED }, session: 'openai/gpt-4.1' },
      `${DEFAULT} own k`,
    ],
    [
      'the configured one at the address, with its own key',
      { keys: { anthropic: STORED, openai: STORED }, configured: 'openai/m', baseUrl: ADDRESS },
      `openai/m ${ADDRESS} k`,
    ],
    [
      'a server of the user at its address, without the keys of others',
      { keys: { anthropic: STORED, openai: STORED }, configured: 'local/m', baseUrl: ADDRESS },
      `local/m ${ADDRESS} -`,
    ],
    [
      'a server of the user with its key',
      { keys: { local: STORED }, configured: 'local/m', baseUrl: ADDRESS },
      `local/m ${ADDRESS} k`,
    ],
    [
      'the only one with a key at the address',
      { keys: { openai: STORED }, baseUrl: ADDRESS },
      `openai/gpt-4.1-mini ${ADDRESS} k`,
    ],
    [
      'nobody at an address that may be of several',
      { keys: { anthropic: STORED, openai: STORED }, baseUrl: ADDRESS },
      'no-model',
    ],
    [
      "nobody there for a session's model either",
      { keys: { anthropic: STORED, openai: STORED }, baseUrl: ADDRESS, session: 'openai/gpt-4.1' },
      'no-model',
    ],
    ['no server of the user without an address', { keys: { local: STORED }, configured: 'local/m' }, 'no-model'],
    ['no server of the user that is not configured', { keys: { local: STORED }, baseUrl: ADDRESS }, 'no-key'],
    ["no server of the user for a session's model", { keys: {}, baseUrl: ADDRESS, session: 'local/m' }, 'no-key'],
    ['nobody without a confirmed key', { keys: { openai: FOUND } }, 'no-key'],
  ];
  for (const [what, { configured, session, baseUrl, keys, confirmed }, expected] of cases) {
    it(`takes ${what}`, async () => {
      const choice = await chooseModel({ model: configured, baseUrl }, session, {
        keys: keySource(keys, confirmed),
        providers: PROVIDERS,
      });
      assert.equal(
        choice.kind === 'none'
          ? choice.outage
          : `${choice.provider.id}/${choice.model} ${choice.connection.baseUrl ?? 'own'} ${choice.connection.key ?? '-'}`,
        expected,
      );
      if (choice.kind === 'none') assert.match(choice.remedy, /Auto Mode: |autoMode\.classifier\.baseUrl/);
    });
  }

  it('names the variable in which an unconfirmed key stands', async () => {
    const choice = await chooseModel({ model: undefined, baseUrl: undefined }, undefined, {
      keys: keySource({ openai: FOUND }),
      providers: PROVIDERS,
    });
    assert.match(choice.kind === 'none' ? choice.remedy : '', /OPENAI_API_KEY holds a key, but nobody confirmed/);
  });
});

describe('createModelClassifier: usable', () => {
  const clock = { now: () => 0, monotonic: () => 0 };
  const cases: readonly [what: string, keys: ReturnType<typeof keySource>, usable: boolean][] = [
    ['a stored key', keySource(), true],
    ['no key', keySource({}), false],
    ['an unconfirmed key of the environment', keySource({ anthropic: FOUND }), false],
    ['a store that fails', { key: () => Promise.reject(new Error('x')), environmentKeyConfirmed: () => true }, false],
  ];
  for (const [what, keys, usable] of cases) {
    it(`${usable ? 'yes' : 'no'} with ${what}, told without asking a model`, async () => {
      const classifier = createModelClassifier({ keys, providers: PROVIDERS, clock });
      assert.equal(await classifier.usable(settings(), undefined), usable);
    });
  }

  it('answers with the same outage', async () => {
    const classifier = createModelClassifier({ keys: keySource({}), providers: PROVIDERS, clock });
    const answer = await classifier.classify(question(), new AbortController().signal);
    assert.equal(answer.kind, 'outage');
    assert.equal(answer.outage, 'no-key');
    assert.equal(answer.message, NO_MODEL_MESSAGE);
    assert.equal(answer.usage, undefined);
  });
});
