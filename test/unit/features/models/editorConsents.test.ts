import assert from 'node:assert/strict';
import { StoredEditorConsents } from '../../../../src/features/models/editorConsents';
import type { Confirmations } from '../../../../src/features/models/secretKeys';

function memory(kept: unknown): Confirmations & { kept: unknown; updates: number } {
  return {
    kept,
    updates: 0,
    get() {
      return this.kept;
    },
    update(_, value) {
      this.kept = value;
      this.updates += 1;
      return Promise.resolve();
    },
  };
}

describe("stored consents to the editor's models", () => {
  it('are kept by vendor, changed and taken back', async () => {
    const store = memory(undefined);
    const consents = new StoredEditorConsents(store);
    assert.equal(consents.get('copilot'), undefined);
    await consents.set('copilot', 'given');
    await consents.set('ollama', 'not-needed');
    const again = new StoredEditorConsents(store);
    assert.deepEqual([again.get('copilot'), again.get('ollama')], ['given', 'not-needed']);
    await again.set('copilot', 'not-needed');
    await again.set('ollama', undefined);
    assert.deepEqual([again.get('copilot'), again.get('ollama')], ['not-needed', undefined]);
  });

  it('are not written where nothing changes', async () => {
    const store = memory([['copilot', 'given']]);
    const consents = new StoredEditorConsents(store);
    await consents.set('copilot', 'given');
    await consents.set('ollama', undefined);
    assert.equal(store.updates, 0);
  });

  it('are bounded in number', async () => {
    const store = memory(undefined);
    const consents = new StoredEditorConsents(store);
    for (let vendor = 0; vendor < 150; vendor += 1) await consents.set(`vendor${vendor}`, 'given');
    assert.ok(Array.isArray(store.kept));
    assert.equal(store.kept.length, 100);
    assert.equal(consents.get('vendor149'), 'given');
  });

  for (const kept of [undefined, null, 'given', {}, ['copilot'], [['copilot']], [['copilot', 'yes']], [[1, 'given']]]) {
    it(`are none in what was never written so: ${JSON.stringify(kept)}`, () => {
      assert.equal(new StoredEditorConsents(memory(kept)).get('copilot'), undefined);
    });
  }
});
