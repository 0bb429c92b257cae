import assert from 'node:assert/strict';
import { join } from 'node:path';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, IgnoredSetting, RawSource } from '../../../../src/config/sources';
import { OUTAGE_KINDS, type Decision } from '../../../../src/engine/model/decision';
import { RULE_SOURCES } from '../../../../src/rules/ruleSource';
import { outageSentence } from '../../../../src/engine/model/outageSentence';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { GateStatusSource, type GateStatusParts } from '../../../../src/features/status/gateStatusSource';
import { GateState } from '../../../../src/log/gateState';
import { UsageLedger } from '../../../../src/log/usageLedger';
import { ruleSourceNames } from '../../../../src/texts/ruleSourceNames';
import { outageText } from '../../../../src/texts/outageText';
import { statusBarText } from '../../../../src/features/status/statusBarText';
import { WindowSwitch } from '../../../../src/gate/windowSwitch';
import { decision } from '../../engine/model/decisions';
import { temporaryFolder } from '../../log/temporaryFolder';

describe('the status', () => {
  const folder = temporaryFolder();
  const clock = { now: () => 0, monotonic: () => 0 };
  let state: GateState;
  let ledger: UsageLedger;
  let notes: readonly IgnoredSetting[];

  beforeEach(() => {
    state = new GateState({ file: join(folder(), 'state.json'), redact: (text) => text, clock });
    ledger = new UsageLedger({ directory: join(folder(), 'usage'), clock });
    notes = [];
  });
  afterEach(() => {
    state.dispose();
  });

  const ledgerOf = (): GateStatusParts['ledger'] => ({
    today: () => ledger.today(),
    session: (id) => ledger.session(id),
    total: () => ledger.total(),
    refresh: () => {
      ledger.refresh();
    },
    problem: ledger.problem,
  });

  function source(
    settings: EffectiveSettings | (() => EffectiveSettings),
    figures: GateStatusParts['ledger'] = ledger,
  ): GateStatusSource {
    return new GateStatusSource({
      state,
      ledger: figures,
      windowSwitch: new WindowSwitch(undefined, clock.now),
      settings: {
        window: typeof settings === 'function' ? settings : () => settings,
        removedRules: () => [],
        unconfirmed: () => [],
      },
      workspaceNotes: () => notes,
      waiting: () => 0,
      classifierUsable: () => Promise.resolve(true),
      agents: { refresh: () => undefined, decided: () => undefined, list: () => [] },
    });
  }

  const settingsOf = (sources: readonly RawSource[], trusted = true): EffectiveSettings =>
    effectiveConfiguration({ sources, trusted, workspaceFolders: ['/w'] }, ruleProblem);

  it('names where a bad entry stands in the words that the rest of the panel uses', () => {
    const settings = settingsOf([
      { source: 'user', values: { 'permissions.deny': ['bash(git'] } },
      { source: 'workspace', values: { 'permissions.ask': ['bash('], enabled: false } },
    ]);
    assert.deepEqual(
      source(settings)
        .snapshot()
        .problems.map(({ entry }) => entry),
      [
        'autoMode.permissions.deny (user settings): bash(git',
        'autoMode.permissions.ask (workspace settings): bash(',
        'autoMode.enabled (workspace settings)',
      ],
    );
  });

  for (const id of RULE_SOURCES) {
    it(`has a name for ${id}`, () => {
      const named = ruleSourceNames()[id];
      notes = [{ key: 'autoMode.enabled', source: id, why: 'not-its-place' }];
      const settings = settingsOf([]);
      const problem = { key: 'autoMode.enabled', source: id, entry: 'no', message: 'Write true or false.' };
      const { problems } = source({ ...settings, problems: [problem] }).snapshot();
      assert.deepEqual(
        problems.map(({ entry }) => entry),
        [`autoMode.enabled (${named}): no`, `autoMode.enabled (${named})`],
      );
    });
  }

  it('tells that the workspace is not trusted', () => {
    assert.equal(source(settingsOf([], false)).snapshot().mode, 'untrusted');
    assert.equal(source(settingsOf([])).snapshot().mode, 'on');
    const bad: RawSource = { source: 'workspace', values: { 'permissions.deny': ['bash('] } };
    assert.equal(source(settingsOf([bad])).snapshot().mode, 'configuration-error');
    const { mode, problems } = source(settingsOf([bad], false)).snapshot();
    assert.deepEqual([mode, problems.length], ['untrusted', 1], 'which a bad entry of the workspace does not hide');
  });

  describe('in an outage', () => {
    const blocked = (outage: NonNullable<Decision['outage']>): Decision =>
      decision({
        outage,
        reason: `The server is gone (HTTP 529). ${outageSentence(outage)}`,
        remedy: 'Mend it.',
        classifier: undefined,
      });

    for (const kind of OUTAGE_KINDS.filter((one) => one !== 'too-large')) {
      it(`names ${kind}, what happened and what to do, in panel and status bar, without the words to the agent`, () => {
        const status = source(settingsOf([]));
        status.decided(blocked(kind));
        status.decided(blocked(kind));
        const { mode, modeDetail, classifier } = status.snapshot();
        const told = `${outageText(kind).words}: The server is gone (HTTP 529). Mend it.`;
        assert.deepEqual([mode, modeDetail, classifier.state, classifier.detail], ['outage', told, 'outage', told]);
        const { text, tooltip, warning } = statusBarText(status.snapshot());
        assert.ok(text.includes('No Judge') && tooltip.includes(told) && warning);
      });

      it(`says what to do about ${kind} where the user answered in the classifier's place`, () => {
        const status = source(settingsOf([]));
        const answered = {
          ...blocked(kind),
          outcome: 'allow',
          stage: 'user',
          reason: 'The user approved it.',
        } as const;
        status.decided(answered);
        status.decided(answered);
        const { words, remedy } = outageText(kind);
        assert.equal(status.snapshot().modeDetail, `${words}. ${remedy}`);
      });
    }

    it('is on again with the next judgement', () => {
      const status = source(settingsOf([]));
      status.decided(blocked('network'));
      status.decided(decision({ outcome: 'allow', classifier: { provider: 'p', model: 'm', latencyMs: 1 } }));
      const { mode, modeDetail, classifier } = status.snapshot();
      assert.deepEqual([mode, modeDetail, classifier], ['on', undefined, { model: 'p/m', state: 'ready' }]);
    });

    it('is on again with other keys or models', async () => {
      const status = source(settingsOf([]));
      status.decided(blocked('no-key'));
      await status.refresh();
      assert.equal(status.snapshot().mode, 'outage', 'nothing has changed');
      await status.judgeChanged();
      assert.equal(status.snapshot().mode, 'on');
    });

    it('is on again with other settings of the classifier, not with those of anything else', async () => {
      const settings = { now: settingsOf([]) };
      const status = source(() => settings.now);
      status.decided(blocked('no-model'));
      settings.now = settingsOf([{ source: 'user', values: { 'permissions.deny': ['bash(rm*)'] } }]);
      await status.refresh();
      assert.equal(status.snapshot().mode, 'outage');
      settings.now = settingsOf([{ source: 'user', values: { 'classifier.model': 'p/m' } }]);
      await status.refresh();
      assert.equal(status.snapshot().mode, 'on');
    });

    it('is one of its window only', () => {
      const [one, other] = [source(settingsOf([])), source(settingsOf([]))];
      one.decided(blocked('network'));
      assert.deepEqual([one.snapshot().mode, other.snapshot().mode], ['outage', 'on']);
    });
  });

  it('says where calls are decided while no folder is open, and offers to open one', () => {
    const settings = effectiveConfiguration({ sources: [], trusted: true, workspaceFolders: [] }, ruleProblem);
    const { mode, modeDetail, noFolder } = source(settings).snapshot();
    assert.deepEqual([mode, noFolder], ['on', true]);
    assert.match(modeDetail ?? '', /^No folder on disk is open in this window: .+\./);
    const withFolder = source(settingsOf([])).snapshot();
    assert.deepEqual([withFolder.modeDetail, withFolder.noFolder], [undefined, undefined]);
  });

  it('links a bad entry with its setting where the Settings editor has it', () => {
    const settings = settingsOf([
      { source: 'workspace', values: { 'permissions.deny': ['bash(git'], enabled: false } },
    ]);
    const key = 'autoMode.enabled';
    const managed = { key, source: 'managed', entry: 'no', message: 'Write true or false.' } as const;
    const { problems } = source({ ...settings, problems: [...settings.problems, managed] }).snapshot();
    assert.deepEqual(
      problems.map(({ setting }) => setting),
      [{ key: 'autoMode.permissions.deny', where: 'workspace' }, undefined, { key, where: 'workspace' }],
    );
  });

  describe('while paused', () => {
    const cases: readonly (readonly [consecutive: number, total: number, blocks: number, detail: string])[] = [
      [3, 20, 3, 'It blocked 3 calls in a row (autoMode.pause.consecutive).'],
      [3, 20, 5, 'It blocked 3 calls in a row (autoMode.pause.consecutive).'],
      [1, 20, 1, 'It blocked 1 call (autoMode.pause.consecutive).'],
      [9, 4, 4, 'It blocked 4 calls in all since you last resumed (autoMode.pause.total).'],
      [4, 4, 4, 'It blocked 4 calls in a row (autoMode.pause.consecutive).'],
    ];
    for (const [consecutive, total, blocks, detail] of cases) {
      it(`says after ${blocks} blocks: ${detail}`, () => {
        const status = source(settingsOf([]));
        for (let block = 0; block < blocks; block++) state.record(decision(), { consecutive, total });
        const { mode, modeDetail } = status.snapshot();
        assert.deepEqual([mode, modeDetail], ['paused', detail]);
        state.dispose();
        state = new GateState({ file: join(folder(), 'state.json'), redact: (text) => text, clock });
        assert.equal(source(settingsOf([])).snapshot().modeDetail, detail, 'after a restart');
        state.resume();
        assert.equal(source(settingsOf([])).snapshot().modeDetail, undefined);
      });
    }

    it('says no number where an earlier version kept none', () => {
      const pause = { paused: true, consecutive: 3, total: 3 };
      assert.ok(state.restore(JSON.stringify({ version: 1, ...state.snapshot(), pause })));
      const { mode, modeDetail } = source(settingsOf([])).snapshot();
      assert.deepEqual([mode, modeDetail], ['paused', undefined]);
    });
  });

  it('tells what the classifier took: today, in the session that was here last or the one asked for, and in all', () => {
    const status = source(settingsOf([]));
    const at = new Date(clock.now()).toISOString();
    const classifier = { provider: 'p', model: 'm', latencyMs: 5, inputTokens: 10 };
    for (const sessionId of ['a', 'b', 'b']) {
      const one = decision({ at, sessionId, classifier });
      ledger.note(one);
      status.decided(one);
    }
    const { usage } = status.snapshot();
    assert.deepEqual(
      [usage.today.judged, usage.session?.judged, usage.total.judged, usage.total.inputTokens],
      [3, 2, 3, 30],
    );
    assert.match(usage.total.since ?? '', /^19(?:69-12-31|70-01-01)$/);
    assert.equal(status.status('a').usage.session?.judged, 1);
    assert.equal(status.status('nobody').usage.session, undefined);
  });

  it('lists as a problem that the figures cannot be kept', () => {
    const status = source(settingsOf([]), { ...ledgerOf(), problem: 'No space.' });
    assert.deepEqual(status.snapshot().problems, [{ entry: 'Figures of the judge', message: 'No space.' }]);
  });
});
