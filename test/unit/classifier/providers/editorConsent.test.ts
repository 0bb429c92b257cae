import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { ApiKey } from '../../../../src/classifier/models/keySource';
import { createModelClassifier } from '../../../../src/classifier/modelClassifier';
import { listModels } from '../../../../src/classifier/models/modelListing';
import {
  createEditorProvider,
  type EditorAccess,
  type EditorConsent,
  type EditorProvider,
} from '../../../../src/classifier/providers/editorModels';
import { anthropicProvider } from '../../../../src/classifier/providers/anthropic';
import type { ClassifierAnswer, ClassifierQuestion } from '../../../../src/engine/model/ports';
import { CANARY_KEY, keySource, question, settings } from '../classifierQuestion';
import {
  FakeConsents,
  FakeEditor,
  NAME,
  NEVER,
  VERDICT,
  call,
  classifyBy,
  failureOf,
  languageModelError,
} from './fakeEditorModels';

describe("the editor's models as a provider", () => {
  let editor: FakeEditor;
  let consents: FakeConsents;
  let provider: EditorProvider;
  beforeEach(() => {
    editor = new FakeEditor();
    consents = new FakeConsents();
    provider = createEditorProvider(editor, consents);
  });

  const classify = (changes: Partial<ClassifierQuestion> = {}, signal = NEVER): Promise<ClassifierAnswer> =>
    classifyBy(provider, changes, signal);

  async function outageOf(changes: Partial<ClassifierQuestion> = {}): Promise<ClassifierAnswer & { kind: 'outage' }> {
    const given = await classify(changes);
    assert.equal(given.kind, 'outage');
    return given;
  }

  describe('failures are told apart', () => {
    const failures: readonly [string, unknown, string, RegExp][] = [
      ['NoPermissions', languageModelError('NoPermissions', 'cannot be used'), 'no-consent', /Choose Classifier Model/],
      ['NotFound', languageModelError('NotFound', 'unknown'), 'no-model', /installed/],
      ['Blocked', languageModelError('Blocked', 'You shall not'), 'access-blocked', /plan/],
      ['Blocked for a quota', languageModelError('Blocked', 'Monthly quota exceeded'), 'quota', /quota is renewed/],
      [
        'a quota in an unknown error',
        languageModelError('Unknown', '', { message: 'You have exceeded your premium request quota' }),
        'quota',
        /plan/,
      ],
      [
        "Copilot's quota error",
        Object.assign(new Error('Upgrade now'), { name: 'ChatQuotaExceeded' }),
        'quota',
        /plan/,
      ],
      [
        "Copilot's rate error",
        Object.assign(new Error('Slow down'), { name: 'ChatRateLimited' }),
        'rate-limit',
        /moment/,
      ],
      ['too many requests', languageModelError('Blocked', 'blocked due to too many requests'), 'rate-limit', /moment/],
      [
        'a prompt that is too large',
        languageModelError('Unknown', 'prompt is too long: 9 tokens'),
        'too-large',
        /another model/,
      ],
      ['any other error', new Error('socket hang up'), 'provider-error', /Try again/],
      ['an error without a message', new Error(), 'provider-error', /Try again/],
      ['something that is no error', 'nonsense', 'provider-error', /Try again/],
      ['nothing at all', null, 'provider-error', /Try again/],
    ];
    for (const [what, error, kind, remedy] of failures) {
      for (const [when, script] of [
        ['when it is asked', { refusal: error as Error }],
        ['while it answers', { parts: [{ kind: 'text', text: '{' }], error: error as Error }],
      ] as const) {
        it(`${what}, ${when}: ${kind}`, async () => {
          editor.scripts = [script];
          const given = await outageOf();
          assert.equal(given.outage, kind);
          assert.match(given.message, /[.!]$/);
          assert.match(given.remedy ?? '', remedy);
        });
      }
    }

    it('a rate limit is tried again', async () => {
      editor.scripts = [{ refusal: languageModelError('Unknown', 'rate limit') }, { parts: [VERDICT] }];
      const classifier = createModelClassifier({
        keys: keySource({}),
        providers: { editor: provider },
        clock: { now: () => 0, monotonic: () => 0 },
        retryDelaysMs: [1],
      });
      const given = await classifier.classify(question({ settings: settings({ model: `editor/${NAME}` }) }), NEVER);
      assert.equal(given.kind, 'verdict');
    });

    it("an error's own words are quoted in short, visible and without secrets", async () => {
      const secret = `sk-ant-${'a1'.repeat(20)}`;
      editor.scripts = [{ error: new Error(`no\u202eway ${secret} ${'long '.repeat(1_000)}`) }];
      const { message } = await outageOf();
      assert.match(message, /\\u202e/);
      assert.doesNotMatch(message, /a1a1/);
      assert.ok(message.length < 700, String(message.length));
    });

    it('an editor that lists nothing in time', async () => {
      editor.selecting = () => new Promise(() => undefined);
      const impatient = createEditorProvider(editor, consents, 20);
      assert.equal((await failureOf(impatient.ask(call(), NEVER))).kind, 'timeout');
    });

    for (const model of ['acme/none', 'nobody/small', 'acme', 'acme/', '/small']) {
      it(`a model that is not there: ${model}`, async () => {
        const { kind, remedy } = await failureOf(provider.ask(call({ model }), NEVER));
        assert.equal(kind, 'no-model');
        assert.match(remedy ?? '', /Choose Classifier Model/i);
        assert.equal(editor.requests.length, 0);
      });
    }
  });

  describe('consent', () => {
    const gates: readonly [EditorAccess, EditorConsent | undefined, boolean][] = [
      ['given', undefined, true],
      ['given', 'given', true],
      ['not-given', undefined, false],
      ['not-given', 'given', false],
      ['not-given', 'not-needed', false],
      ['not-seen', undefined, false],
      ['not-seen', 'given', false],
      ['not-seen', 'not-needed', true],
      ['unknown', undefined, false],
      ['unknown', 'given', true],
      ['unknown', 'not-needed', true],
    ];
    for (const [access, consent, open] of gates) {
      it(`by the editor ${access}, remembered ${consent ?? 'as nothing'}: ${open ? 'asks the model' : 'asks nobody'}`, async () => {
        editor.access = access;
        if (consent !== undefined) consents.kept.set('acme', consent);
        const given = await classify();
        assert.equal(given.kind, open ? 'verdict' : 'outage');
        assert.equal(editor.requests.length, open ? 1 : 0);
        if (given.kind === 'outage') {
          assert.equal(given.outage, 'no-consent');
          assert.match(given.remedy ?? '', /"Auto Mode: Choose Classifier Model"/);
        }
      });
    }

    it('of one vendor is none of another', async () => {
      editor.access = 'unknown';
      consents.kept.set('other', 'given');
      assert.equal((await outageOf()).outage, 'no-consent');
    });

    it('is looked at before every request', async () => {
      assert.equal((await classify()).kind, 'verdict');
      editor.access = 'not-seen';
      assert.equal((await outageOf()).outage, 'no-consent');
      assert.equal(editor.requests.length, 1);
    });

    it('that turns out to be missing is not relied on again', async () => {
      editor.access = 'unknown';
      consents.kept.set('acme', 'given');
      editor.scripts = [{ refusal: languageModelError('NoPermissions') }];
      assert.equal((await outageOf()).outage, 'no-consent');
      assert.equal((await outageOf()).outage, 'no-consent');
      assert.equal(editor.requests.length, 1);
    });

    const granted: readonly [string, EditorAccess, EditorConsent][] = [
      ['as given where the editor has it on record', 'given', 'given'],
      ['as given where the editor gives no answer', 'unknown', 'given'],
      ['as not needed where the editor asked for none', 'not-seen', 'not-needed'],
    ];
    for (const [what, after, consent] of granted) {
      it(`is asked for by a tiny request, and remembered ${what}`, async () => {
        editor.access = 'not-seen';
        editor.scripts = [{ parts: [{ kind: 'text', text: 'OK' }], access: after }, { parts: [VERDICT] }];
        await provider.requestAccess(NAME, NEVER);
        assert.equal(consents.get('acme'), consent);
        const { tool, messages } = editor.requests[0]?.request ?? {};
        assert.equal(tool, undefined);
        assert.ok((messages ?? []).join('').length < 100);
        assert.equal((await classify()).kind, 'verdict');
      });
    }

    const refused: readonly [string, Error, string, EditorConsent | undefined][] = [
      ['the user refuses', languageModelError('NoPermissions'), 'no-consent', undefined],
      ['the model is gone', languageModelError('NotFound'), 'no-model', undefined],
      ['the quota is used up', languageModelError('Blocked', 'quota'), 'quota', 'given'],
      ['the model fails', new Error('no'), 'provider-error', 'given'],
    ];
    for (const [what, refusal, kind, consent] of refused) {
      it(`is ${consent === undefined ? 'not ' : ''}there where ${what}`, async () => {
        editor.access = 'unknown';
        editor.scripts = [{ refusal }];
        assert.equal((await failureOf(provider.requestAccess(NAME, NEVER))).kind, kind);
        assert.equal(consents.get('acme'), consent);
      });
    }

    it('may be given up by the user', async () => {
      editor.scripts = [{ hangs: true }];
      const controller = new AbortController();
      const asked = provider.requestAccess(NAME, controller.signal);
      asked.catch(() => undefined);
      await delay(10);
      controller.abort(new Error('closed'));
      await assert.rejects(asked, /closed/);
      assert.equal(consents.get('acme'), undefined);
    });
  });

  describe('the choice', () => {
    const anthropicKey: ApiKey = { value: CANARY_KEY, source: 'secret-storage' };

    it('lists what is there, as often as it has another name', async () => {
      editor.names = [
        ...editor.names,
        ['acme', 'small', 'again'],
        ['acme', 'with space', 'x'],
        ['', 'x', 'x'],
        ['acme', '', 'x'],
        ['a/b', 'x', 'x'],
      ];
      assert.deepEqual(await provider.listModels({ key: undefined, baseUrl: undefined }, NEVER), [
        'acme/small',
        'acme/org/large',
        'other/small',
      ]);
    });

    it('is listed at no address, whatever is configured', async () => {
      for (const model of [undefined, `editor/${NAME}`, 'anthropic/m']) {
        const listed = await listModels(
          {
            keys: keySource({}),
            providers: { anthropic: anthropicProvider, editor: provider },
            settings: { model, baseUrl: 'http://localhost:1' },
          },
          NEVER,
        );
        assert.deepEqual(
          listed
            .filter(({ id }) => id.startsWith('editor/'))
            .map(({ id, baseUrl, isDefault }) => [id, baseUrl, isDefault]),
          [
            ['editor/acme/small', undefined, false],
            ['editor/acme/org/large', undefined, false],
            ['editor/other/small', undefined, false],
          ],
        );
      }
    });

    const byItself: readonly [string, Partial<ClassifierQuestion>][] = [
      ['where nothing is configured', { settings: settings() }],
      ["as the session's model", { settings: settings(), sessionModel: `editor/${NAME}` }],
    ];
    for (const [what, changes] of byItself) {
      it(`never takes a model of the editor by itself: ${what}`, async () => {
        assert.equal((await outageOf(changes)).outage, 'no-key');
        assert.equal(editor.selections, 0);
      });
    }

    it('asks for the key of no provider, and sends none', async () => {
      const asked: string[] = [];
      const classifier = createModelClassifier({
        keys: {
          key: (name) => {
            asked.push(name);
            return Promise.resolve(anthropicKey);
          },
          environmentKeyConfirmed: () => true,
        },
        providers: { anthropic: anthropicProvider, editor: provider },
        clock: { now: () => 0, monotonic: () => 0 },
      });
      await classifier.classify(question({ settings: settings({ model: `editor/${NAME}` }) }), NEVER);
      assert.deepEqual(asked, []);
      assert.doesNotMatch(JSON.stringify(editor.requests), new RegExp(CANARY_KEY));
    });

    it('is usable only where the model is there and consent is not missing', async () => {
      const classifier = createModelClassifier({
        keys: keySource({}),
        providers: { editor: provider },
        clock: { now: () => 0, monotonic: () => 0 },
      });
      const usable = (model: string): Promise<boolean> => classifier.usable(settings({ model }), undefined);
      assert.equal(await usable(`editor/${NAME}`), true);
      assert.equal(await usable('editor/acme/none'), false);
      editor.access = 'not-given';
      assert.equal(await usable(`editor/${NAME}`), false);
      assert.equal(editor.requests.length, 0);
    });
  });
});
