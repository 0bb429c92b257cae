import assert from 'node:assert/strict';
import { SecretKeys, UnusableKeyError } from '../../../../src/features/models/secretKeys';

const STORED = 'sk-stored-0123456789';
const FROM_ENVIRONMENT = 'sk-environment-0123456789';
const OWN = 'https://api.example.com';

function keys(
  environment: Record<string, string | undefined> = {},
  secrets = new Map<string, string>(),
  kept = new Map<string, unknown>(),
): SecretKeys {
  return new SecretKeys({
    secrets: {
      get: (name) => Promise.resolve(secrets.get(name)),
      store: (name, value) => Promise.resolve(void secrets.set(name, value)),
      delete: (name) => Promise.resolve(void secrets.delete(name)),
    },
    confirmations: {
      get: (name) => kept.get(name),
      update: (name, value) => Promise.resolve(void kept.set(name, value)),
    },
    environment,
    note: () => undefined,
    environmentVariables: { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' },
  });
}

describe('SecretKeys', () => {
  const cases: readonly [string, Record<string, string>, string | undefined, unknown][] = [
    ['no key', {}, undefined, undefined],
    ['a stored key', {}, STORED, { value: STORED, source: 'secret-storage' }],
    [
      'a key from the environment',
      { ANTHROPIC_API_KEY: FROM_ENVIRONMENT },
      undefined,
      { value: FROM_ENVIRONMENT, source: 'environment' },
    ],
    [
      'blanks around it',
      { ANTHROPIC_API_KEY: ` ${FROM_ENVIRONMENT}\n` },
      undefined,
      { value: FROM_ENVIRONMENT, source: 'environment' },
    ],
    [
      'the stored key before the other',
      { ANTHROPIC_API_KEY: FROM_ENVIRONMENT },
      STORED,
      { value: STORED, source: 'secret-storage' },
    ],
    ['an empty variable', { ANTHROPIC_API_KEY: '' }, undefined, undefined],
    ['what cannot be a header', { ANTHROPIC_API_KEY: 'sk-a\r\nx: y' }, undefined, undefined],
    ['the variable of another provider', { OPENAI_API_KEY: FROM_ENVIRONMENT }, undefined, undefined],
  ];
  for (const [name, environment, stored, expected] of cases) {
    it(`finds: ${name}`, async () => {
      const source = keys(environment);
      if (stored !== undefined) await source.set('anthropic', stored, OWN);
      assert.deepEqual(await source.key('anthropic', OWN), expected);
    });
  }

  it('has no key of a provider that it does not know, whatever its name', async () => {
    for (const provider of ['unknown', 'toString', '__proto__', 'constructor']) {
      assert.equal(await keys({ ANTHROPIC_API_KEY: FROM_ENVIRONMENT }).key(provider, OWN), undefined);
    }
  });

  it('keeps the keys of different providers apart, and forgets one of them', async () => {
    const source = keys();
    await source.set('anthropic', 'key-a', OWN);
    await source.set('openai', ' key-b ', OWN);
    await source.delete('anthropic');
    assert.equal(await source.key('anthropic', OWN), undefined);
    assert.deepEqual(await source.key('openai', OWN), { value: 'key-b', source: 'secret-storage' });
  });

  for (const key of ['', '   ', 'two words', '"quoted"\n"', '"quoted"', 'schlüssel', 'x'.repeat(1001)]) {
    it(`refuses ${JSON.stringify(key.slice(0, 12))} and does not repeat it`, async () => {
      const source = keys();
      await assert.rejects(source.set('anthropic', key, OWN), (error: unknown) => {
        assert.ok(error instanceof UnusableKeyError);
        assert.equal(key.trim() !== '' && error.message.includes(key.trim()), false);
        return true;
      });
      assert.equal(await source.key('anthropic', OWN), undefined);
    });
  }

  it('does not fall back on the environment when the stored keys cannot be read', async () => {
    const source = new SecretKeys({
      secrets: {
        get: () => Promise.reject(new Error('locked')),
        store: () => Promise.resolve(),
        delete: () => Promise.resolve(),
      },
      confirmations: { get: () => undefined, update: () => Promise.resolve() },
      environment: { ANTHROPIC_API_KEY: FROM_ENVIRONMENT },
      note: () => undefined,
      environmentVariables: { anthropic: 'ANTHROPIC_API_KEY' },
    });
    await assert.rejects(source.key('anthropic', OWN));
  });

  describe('a stored key belongs to the address that it was entered for', () => {
    const there = { value: STORED, source: 'secret-storage' };
    const addresses: readonly [string, string, string | undefined, unknown][] = [
      ['the same', 'https://one.example', 'https://one.example', there],
      ['another path there', 'https://one.example/v1', 'https://one.example/other', there],
      ['another host', 'https://one.example', 'https://two.example', undefined],
      ['a host below it', 'https://one.example', 'https://evil.one.example', undefined],
      ['a host that begins like it', 'https://one.example', 'https://one.example.evil', undefined],
      ['another port', 'http://localhost:11434', 'http://localhost:11435', undefined],
      ['without encryption', 'https://localhost:8000', 'http://localhost:8000', undefined],
      ['none', 'https://one.example', undefined, undefined],
      ['no address at all', 'https://one.example', 'one.example', undefined],
    ];
    for (const [name, entered, asked, expected] of addresses) {
      it(name, async () => {
        const source = keys();
        await source.set('local', STORED, entered);
        assert.deepEqual(await source.key('local', asked), expected);
        assert.equal(await source.isStored('local'), true);
      });
    }

    it('and the one in the environment does not stand in for it elsewhere', async () => {
      const source = keys({ ANTHROPIC_API_KEY: FROM_ENVIRONMENT });
      await source.set('anthropic', STORED, OWN);
      assert.equal(await source.key('anthropic', 'https://two.example'), undefined);
    });

    it('and one of which nobody knows for which address it was entered is sent nowhere', async () => {
      const source = keys({}, new Map([['autoMode.key.local', STORED]]));
      assert.equal(await source.key('local', OWN), undefined);
      assert.equal(await source.isStored('local'), true);
      await source.delete('local');
      assert.equal(await source.isStored('local'), false);
    });

    it('and without an address it is not stored', async () => {
      const source = keys();
      await assert.rejects(source.set('local', STORED, undefined), UnusableKeyError);
      assert.equal(await source.isStored('local'), false);
    });
  });

  describe('a key from the environment', () => {
    it('counts as confirmed only after the user confirmed it, and only this one', async () => {
      const kept = new Map<string, unknown>();
      const source = keys({ ANTHROPIC_API_KEY: FROM_ENVIRONMENT, OPENAI_API_KEY: 'other' }, undefined, kept);
      assert.equal(source.environmentKeyConfirmed('anthropic'), false);
      await source.confirmEnvironmentKey('anthropic');
      assert.equal(source.environmentKeyConfirmed('anthropic'), true);
      assert.equal(source.environmentKeyConfirmed('openai'), false);
      const changed = keys({ ANTHROPIC_API_KEY: 'sk-of-somebody-else' }, undefined, kept);
      assert.equal(changed.environmentKeyConfirmed('anthropic'), false);
      const later = keys({ ANTHROPIC_API_KEY: FROM_ENVIRONMENT }, undefined, kept);
      assert.equal(later.environmentKeyConfirmed('anthropic'), true);
      await later.delete('anthropic');
      assert.equal(later.environmentKeyConfirmed('anthropic'), false);
    });

    it('that is not there cannot be confirmed', async () => {
      const kept = new Map<string, unknown>();
      await keys({}, undefined, kept).confirmEnvironmentKey('anthropic');
      assert.deepEqual([...kept], []);
      assert.equal(keys({}, undefined, kept).environmentKeyConfirmed('anthropic'), false);
    });

    it('is not stored by its confirmation', async () => {
      const kept = new Map<string, unknown>();
      const source = keys({ ANTHROPIC_API_KEY: FROM_ENVIRONMENT }, undefined, kept);
      await source.confirmEnvironmentKey('anthropic');
      assert.equal(JSON.stringify([...kept]).includes(FROM_ENVIRONMENT), false);
    });
  });
});
