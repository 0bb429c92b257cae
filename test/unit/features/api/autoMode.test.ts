import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { KeySource } from '../../../../src/classifier/models/keySource';
import { addressForModel } from '../../../../src/classifier/models/modelListing';
import { PROVIDERS } from '../../../../src/classifier/providers/providerTable';
import type { ClassifierSettings } from '../../../../src/engine/model/configuration';
import type { JsonObject } from '../../../../src/common/json';
import { callKey } from '../../../../src/engine/model/callKey';
import type { RemovedRule } from '../../../../src/config/stickyRules';
import { AutoMode, type AutoModeParts } from '../../../../src/features/api/autoMode';
import { ForbiddenByPolicyError } from '../../../../src/gate/looseningPolicy';
import { CallLog } from '../../../../src/log/callLog';
import { GateState } from '../../../../src/log/gateState';
import { removedRulesId } from '../../../../src/features/settings/removedRuleText';
import { decision } from '../../engine/model/decisions';
import { temporaryFolder } from '../../log/temporaryFolder';

const NO_KEYS: KeySource = { key: () => Promise.resolve(undefined), environmentKeyConfirmed: () => false };
const LIMITS = { consecutive: 3, total: 20 };

describe('AutoMode, asked to loosen the gate', () => {
  const folder = temporaryFolder();
  let state: GateState;
  let calls: CallLog;
  let asked: { readonly question: string; readonly detail: string }[];
  let opened: string[];
  let yes: boolean;
  let forbidsLoosening: boolean;
  let gone: readonly RemovedRule[];
  let dropped: RemovedRule[];
  let classifier: Pick<ClassifierSettings, 'model' | 'baseUrl'>;
  let chosen: object[];

  beforeEach(() => {
    state = new GateState({
      file: join(folder(), 'state.json'),
      redact: (text) => text,
      clock: { now: () => 0, monotonic: () => 0 },
    });
    calls = new CallLog();
    asked = [];
    opened = [];
    yes = false;
    forbidsLoosening = false;
    gone = [];
    dropped = [];
    classifier = { model: undefined, baseUrl: undefined };
    chosen = [];
  });
  afterEach(() => {
    state.dispose();
  });

  function autoMode(): AutoMode {
    const parts: Pick<
      AutoModeParts,
      'state' | 'calls' | 'confirm' | 'openWhole' | 'environment' | 'modelConfirmation'
    > &
      Readonly<Record<'status' | 'settings' | 'windowSwitch', unknown>> = {
      state,
      calls,
      confirm: (question, detail) => {
        asked.push({ question, detail });
        return Promise.resolve(yes);
      },
      openWhole: (text) => {
        opened.push(text);
        return Promise.resolve();
      },
      environment: { review: () => Promise.resolve({ confirmed: true }) },
      modelConfirmation: { review: () => Promise.resolve({ confirmed: true }) },
      windowSwitch: { turnOff: () => undefined },
      settings: {
        window: () => ({ forbidsLoosening, configuration: { classifier } }),
        addressForModel: (model: string) =>
          addressForModel(model, { keys: NO_KEYS, providers: PROVIDERS, settings: classifier }),
        setModel: (choice: object) => {
          chosen.push(choice);
          return Promise.resolve();
        },
        removedRules: () => gone,
        drop: (rules: readonly RemovedRule[]) => dropped.push(...rules),
      },
      status: {
        changed: () => undefined,
        status: () => ({}),
        snapshot: () => ({ denials: state.snapshot().denials }),
      },
    };
    return new AutoMode(parts as unknown as AutoModeParts);
  }

  function blocked(id: string, input: JsonObject, summary = 'bash …'): void {
    const made = decision({ id, summary, cwd: '/w/app', agent: 'claude-code', sessionId: 's1' });
    calls.note(made, input);
    state.record(made, { consecutive: 1000, total: 1000 });
  }

  describe('to release a call once', () => {
    it('shows the whole call, its folder and its agent, with nothing hidden in it', async () => {
      blocked('d1', { command: 'echo \u202egnp\nrm -rf ~/photos' });
      assert.deepEqual(await autoMode().allowOnce('d1', 'ask'), { released: false });
      const [{ detail } = assert.fail()] = asked;
      assert.match(detail, /rm -rf ~\/photos/);
      assert.match(detail, /\/w\/app/);
      assert.match(detail, /Claude Code/);
      assert.doesNotMatch(detail, /\u202e/);
    });

    it('opens a call that is too long for a dialog in an editor, and shows its end', async () => {
      blocked('d1', { command: `echo ${'a'.repeat(5000)}; rm -rf ~/photos` });
      await autoMode().allowOnce('d1', 'ask');
      assert.match(opened[0] ?? '', /a{5000}; rm -rf ~\/photos/);
      assert.match(asked[0]?.detail ?? '', /rm -rf ~\/photos/);
    });

    it('shows a call that the history no longer lists just as well', async () => {
      blocked('d1', { command: 'rm -rf ~/photos' });
      for (let index = 0; index < 20; index += 1) blocked(`later ${index}`, { command: 'true' });
      await autoMode().allowOnce('d1', 'ask');
      assert.match(asked[0]?.detail ?? '', /rm -rf ~\/photos/);
    });

    it('releases exactly that call, on yes alone', async () => {
      const input = { command: 'make' };
      const key = callKey({ agent: 'claude-code', sessionId: 's1', cwd: '/w/app', tool: 'bash', input });
      blocked('d1', input);
      await autoMode().allowOnce('d1', 'ask');
      assert.equal(state.takeAllowOnce(key), false);
      yes = true;
      assert.deepEqual(await autoMode().allowOnce('d1', 'ask'), { released: true });
      assert.equal(state.takeAllowOnce(key), true);
      await assert.rejects(autoMode().allowOnce('unknown', 'ask'), TypeError);
    });
  });

  describe('to let rules go that the workspace has no more', () => {
    const rule = (entry: unknown): RemovedRule => ({ place: 'file:///w', key: 'permissions.deny', entry });

    it('asks, names them, and lets them go on yes alone', async () => {
      gone = [rule('bash(rm*)'), rule({ rule: 'bash(\u202eb)' })];
      assert.deepEqual(await autoMode().dropRules('ask'), { dropped: 0 });
      assert.deepEqual(dropped, []);
      assert.match(asked[0]?.detail ?? '', /autoMode\.permissions\.deny: bash\(rm\*\)\n/);
      assert.doesNotMatch(asked[0]?.detail ?? '', /\u202e/);
      yes = true;
      assert.deepEqual(await autoMode().dropRules('ask'), { dropped: 2 });
      assert.deepEqual(dropped, gone);
    });

    it('shows many of them in an editor', async () => {
      gone = Array.from({ length: 40 }, (_, index) => rule(`bash(tool${index})`));
      await autoMode().dropRules('ask');
      assert.match(opened[0] ?? '', /bash\(tool39\)/);
      assert.match(asked[0]?.detail ?? '', /and 25 more/);
    });

    it('lets a click let go only what was shown when it was clicked', async () => {
      gone = [rule('a')];
      const shown = removedRulesId(gone);
      gone = [rule('a'), rule('b')];
      assert.deepEqual(await autoMode().dropRules('given', shown), { dropped: 0 });
      assert.deepEqual(await autoMode().dropRules('given', removedRulesId(gone)), { dropped: 2 });
      assert.deepEqual(asked, []);
    });
  });

  it('shows what hides in the name of a model before it may judge', async () => {
    await autoMode().model('local/judge\uFE0F\u3164', 'ask');
    assert.equal(asked[0]?.detail, 'local/judge\\u{FE0F}\\u{3164}');
  });

  describe('to choose a model by its name', () => {
    const SERVER = 'https://gateway.example';
    const rows: readonly (readonly [configured: string | undefined, wanted: string, address: string | undefined])[] = [
      ['local/qwen3:8b', 'anthropic/claude-haiku-4-5', undefined],
      ['local/qwen3:8b', 'openai/gpt-4.1-mini', undefined],
      ['anthropic/claude-haiku-4-5', 'openai/gpt-4.1-mini', undefined],
      ['anthropic/claude-haiku-4-5', 'local/qwen3:8b', undefined],
      ['local/qwen3:8b', 'editor/open/small', undefined],
      ['local/qwen3:8b', 'local/other', SERVER],
      ['anthropic/claude-haiku-4-5', 'anthropic/claude-sonnet-4-6', SERVER],
      [undefined, 'local/qwen3:8b', SERVER],
      [undefined, 'openai/gpt-4.1-mini', undefined],
    ];
    for (const [configured, wanted, address] of rows) {
      it(`asks ${wanted} at ${address ?? 'no configured address'} where that is set for ${configured ?? 'no model'}`, async () => {
        classifier = { model: configured, baseUrl: SERVER };
        yes = true;
        await autoMode().model(wanted, 'ask');
        assert.deepEqual(chosen, [{ model: wanted, baseUrl: address }]);
        const detail = asked[0]?.detail ?? '';
        assert.equal(detail.includes(`asked at ${SERVER}`), address !== undefined);
        assert.equal(detail.includes('taken out of the settings'), address === undefined);
      });
    }

    it('takes the address that the user saw, where another one is configured meanwhile', async () => {
      classifier = { model: 'local/qwen3:8b', baseUrl: SERVER };
      yes = true;
      const going = autoMode().model('local/other', 'ask');
      classifier = { model: 'local/qwen3:8b', baseUrl: 'https://elsewhere.example' };
      await going;
      assert.deepEqual(chosen, [{ model: 'local/other', baseUrl: SERVER }]);
    });
  });

  describe('against the policy of the administrator', () => {
    beforeEach(() => {
      forbidsLoosening = true;
      yes = true;
      gone = [{ place: 'file:///w', key: 'permissions.deny', entry: 'bash(rm*)' }];
      blocked('d1', { command: 'make' });
    });

    const refused: readonly (readonly [what: string, run: (mode: AutoMode) => Promise<unknown>])[] = [
      ['switch off', (mode) => mode.off(undefined, 'given')],
      ['switch off for one session', (mode) => mode.off('s1', 'ask')],
      ['choose a model', (mode) => mode.model('anthropic/x', 'ask')],
      ['release a call once', (mode) => mode.allowOnce('d1', 'given')],
      ['let rules go', (mode) => mode.dropRules('given')],
      ['confirm the environment variable', async (mode) => mode.confirmEnvironment()],
      ['confirm a changed model', (mode) => mode.confirmModel()],
    ];
    for (const [what, run] of refused) {
      it(`refuses to ${what}, and says whose word that is`, async () => {
        await assert.rejects(run(autoMode()), (error) => {
          assert.ok(error instanceof ForbiddenByPolicyError);
          return error.message.startsWith("Your administrator's policy ");
        });
        assert.deepEqual(dropped, []);
        assert.deepEqual(asked, []);
      });
    }

    it('refuses also where the policy comes while the question is open', async () => {
      forbidsLoosening = false;
      const mode = autoMode();
      const going = mode.dropRules('ask');
      forbidsLoosening = true;
      await assert.rejects(going, ForbiddenByPolicyError);
      assert.deepEqual(dropped, []);
    });

    it('ends a pause and clears the counters all the same', async () => {
      for (let count = 0; count < 3; count += 1) state.record(decision(), LIMITS);
      assert.equal(state.paused, true);
      await autoMode().resume('ask');
      assert.equal(state.paused, false);
      state.record(decision(), LIMITS);
      await autoMode().reset('ask');
      assert.equal(state.snapshot().pause.total, 0);
    });
  });

  describe('to forget what led towards a pause', () => {
    const cases: readonly (readonly [what: string, blocks: number, asks: boolean])[] = [
      ['nothing was blocked', 0, false],
      ['one block short of the pause', 2, true],
      ['paused', 3, true],
    ];
    for (const [what, blocks, asks] of cases) {
      it(`${what}: ${asks ? 'asks' : 'does not ask'}`, async () => {
        for (let count = 0; count < blocks; count += 1) state.record(decision(), LIMITS);
        await autoMode().reset('ask');
        assert.equal(asked.length, asks ? 1 : 0);
        assert.equal(state.snapshot().pause.total, blocks, 'without a yes the count stays');
        yes = true;
        await autoMode().reset('ask');
        assert.equal(state.snapshot().pause.total, 0);
        assert.equal(state.paused, false);
      });
    }
  });
});
