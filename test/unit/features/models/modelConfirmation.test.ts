import assert from 'node:assert/strict';
import type { ChosenModel, ModelChange, ModelIdentity } from '../../../../src/classifier/models/modelIdentity';
import { ProviderFailure } from '../../../../src/classifier/models/provider';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import { ModelConfirmation } from '../../../../src/features/models/modelConfirmation';
import { keySource } from '../../classifier/classifierQuestion';

const ADDRESS = 'http://localhost:11434';
const CHANGE: ModelChange = {
  address: ADDRESS,
  model: 'qwen3:8b',
  kept: 'ollama 500a1f067a9f782620b40bee6f7b0c89e17ae61f686b92c24933e4ca4b2b8b41',
  seen: 'ollama 9f438cb9cd581fc025612d27f7c1a6669ff83a8bb0ed86c94fcf4c5440555697',
};

type Found = Awaited<ReturnType<ModelIdentity['examine']>> | Error;

describe('the confirmation of a changed model', () => {
  let model: string | undefined;
  let found: Readonly<Record<string, Found>>;
  let changed: readonly ChosenModel[];
  let confirmed: ModelChange[];
  let kept: string[];
  let asked: { readonly question: string; readonly detail: string; readonly yes: string }[];
  let answer: () => boolean;
  let forbidden: boolean;
  let click: string | undefined;
  let messages: string[];

  beforeEach(() => {
    model = 'local/qwen3:8b';
    found = { 'qwen3:8b': CHANGE };
    changed = [];
    confirmed = [];
    kept = [];
    asked = [];
    answer = () => true;
    forbidden = false;
    click = undefined;
    messages = [];
  });

  function confirmation(): ModelConfirmation {
    return new ModelConfirmation({
      identity: {
        keep: (chosen) => {
          kept.push(chosen.model);
          return Promise.resolve();
        },
        examine: (chosen) => {
          const result = found[chosen.model] ?? 'same';
          return result instanceof Error ? Promise.reject(result) : Promise.resolve(result);
        },
        changedModels: () => changed,
        confirm: (change) => {
          confirmed.push(change);
          return Promise.resolve();
        },
      },
      settings: () => ({ model, baseUrl: ADDRESS }),
      keys: keySource({}),
      providers: PROVIDERS,
      confirm: (question, detail, yes) => {
        asked.push({ question, detail, yes });
        return Promise.resolve(answer());
      },
      onConfirmed: () => {
        assert.ok(confirmed.length > 0, 'told only once it is kept');
      },
      refuseIfForbidden: () => {
        if (forbidden) throw new Error('the policy is against it');
      },
      window: {
        showWarningMessage: (message, ...buttons) => {
          assert.deepEqual(buttons, ['Review']);
          messages.push(message);
          return Promise.resolve(click);
        },
        showInformationMessage: (message) => {
          messages.push(message);
          return Promise.resolve();
        },
        showErrorMessage: (message) => {
          messages.push(`error: ${message}`);
          return Promise.resolve();
        },
      },
    });
  }

  const chosenAs = (name: string): ChosenModel => ({ model: name, connection: { key: undefined, baseUrl: ADDRESS } });

  it('shows address, model and both digests, and keeps the new one on yes', async () => {
    assert.deepEqual(await confirmation().review(), { confirmed: true });
    const [{ question, detail, yes } = { question: '', detail: '', yes: '' }] = asked;
    assert.equal(question, 'Let the changed model judge tool calls?');
    assert.equal(yes, 'Let It Judge');
    for (const line of [
      'Model: qwen3:8b',
      `Server: ${ADDRESS}`,
      'When you chose it: ollama 500a1f067a9f',
      'Now: ollama 9f438cb9cd58',
    ]) {
      assert.ok(detail.split('\n').includes(line), line);
    }
    assert.deepEqual(confirmed, [CHANGE]);
  });

  it('changes nothing without a yes', async () => {
    answer = () => false;
    assert.deepEqual(await confirmation().review(), { confirmed: false });
    assert.deepEqual(confirmed, []);
  });

  it('says where the server does not tell any more', async () => {
    found = { 'qwen3:8b': { ...CHANGE, seen: undefined } };
    await confirmation().review();
    assert.match(asked[0]?.detail ?? '', /Now: the server does not say/);
  });

  it('is refused where the policy lets nothing be loosened, also where it comes while the question is open', async () => {
    forbidden = true;
    await assert.rejects(confirmation().review(), /policy/);
    assert.deepEqual(asked, []);
    forbidden = false;
    answer = () => {
      forbidden = true;
      return true;
    };
    await assert.rejects(confirmation().review(), /policy/);
    assert.deepEqual(confirmed, []);
  });

  for (const state of ['same', 'untold', 'elsewhere'] as const) {
    it(`asks nothing where the model is "${state}"`, async () => {
      found = { 'qwen3:8b': state };
      assert.deepEqual(await confirmation().review(), { confirmed: true });
      assert.deepEqual(asked, []);
    });
  }

  it('asks about each changed model of the window, that in force once', async () => {
    changed = [chosenAs('gemma3:4b'), chosenAs('qwen3:8b')];
    found = { 'qwen3:8b': CHANGE, 'gemma3:4b': { ...CHANGE, model: 'gemma3:4b' } };
    answer = () => asked.length > 1;
    assert.deepEqual(await confirmation().review(), { confirmed: false });
    assert.deepEqual(
      confirmed.map(({ model: name }) => name),
      ['qwen3:8b'],
    );
    assert.equal(asked.length, 2);
  });

  it('asks about the others where one server cannot be reached, and then says so', async () => {
    changed = [chosenAs('gemma3:4b')];
    found = { 'qwen3:8b': CHANGE, 'gemma3:4b': new ProviderFailure('network', 'Nothing answers.', undefined) };
    await assert.rejects(confirmation().review(), /Nothing answers/);
    assert.deepEqual(confirmed, [CHANGE]);
  });

  it('is offered in a notification, and asked only after a click there', async () => {
    await confirmation().announce(CHANGE);
    assert.match(messages[0] ?? '', /The model qwen3:8b at http:\/\/localhost:11434 is not the one that you chose/);
    assert.deepEqual(asked, []);
    click = 'Review';
    await confirmation().announce(CHANGE);
    assert.deepEqual(confirmed, [CHANGE]);
  });

  it('tells in a notification why it was refused after a click', async () => {
    click = 'Review';
    forbidden = true;
    await confirmation().announce(CHANGE);
    assert.deepEqual(messages.slice(1), ['error: the policy is against it']);
  });

  it('lets no name of a model form a link in the notification', async () => {
    await confirmation().announce({ ...CHANGE, model: '[x](command:autoMode.off)' });
    assert.ok(!(messages[0] ?? '').includes(']('));
  });

  it('comes with the choice of a model of which another digest is kept', async () => {
    await confirmation().chosen();
    assert.deepEqual(confirmed, [CHANGE]);
  });

  it('does not come with the choice of a model that is as it was, elsewhere or out of reach', async () => {
    for (const result of [
      'same',
      'elsewhere',
      new ProviderFailure('network', 'Nothing answers.', undefined),
    ] as const) {
      found = { 'qwen3:8b': result };
      await confirmation().chosen();
    }
    model = 'local';
    await confirmation().chosen();
    assert.deepEqual([asked, messages], [[], []]);
  });

  it('says at the choice where nobody can tell the model', async () => {
    found = { 'qwen3:8b': 'untold' };
    await confirmation().chosen();
    assert.match(messages[0] ?? '', /does not say which model qwen3:8b is/);
  });

  it('follows the settings: what is in force is kept at once', async () => {
    await confirmation().follow();
    model = undefined;
    await confirmation().follow();
    assert.deepEqual(kept, ['qwen3:8b']);
    assert.deepEqual(asked, []);
  });
});
