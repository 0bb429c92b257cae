import assert from 'node:assert/strict';
import { join } from 'node:path';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, IgnoredSetting, RawSource } from '../../../src/config/sources';
import { RULE_SOURCES } from '../../../src/engine/decision';
import { ruleProblem } from '../../../src/engine/permissionRule';
import { GateStatusSource } from '../../../src/host/gateStatusSource';
import { GateState } from '../../../src/host/state/gateState';
import { ruleSourceNames } from '../../../src/host/ui/ruleSourceNames';
import { inEnglish } from '../../../src/host/ui/translate';
import { WindowSwitch } from '../../../src/host/windowSwitch';
import { temporaryFolder } from './state/temporaryFolder';

describe('the status', () => {
  const folder = temporaryFolder();
  const clock = { now: () => 0, monotonic: () => 0 };
  let state: GateState;
  let notes: readonly IgnoredSetting[];

  beforeEach(() => {
    state = new GateState({ file: join(folder(), 'state.json'), redact: (text) => text, clock });
    notes = [];
  });
  afterEach(() => {
    state.dispose();
  });

  function source(settings: EffectiveSettings): GateStatusSource {
    return new GateStatusSource({
      state,
      windowSwitch: new WindowSwitch(undefined, clock.now),
      settings: { window: () => settings, goneRules: () => [], unconfirmed: () => [] },
      workspaceNotes: () => notes,
      waiting: () => 0,
      classifierUsable: () => Promise.resolve(true),
      connections: () => [],
      t: inEnglish,
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
      const named = ruleSourceNames(inEnglish)[id];
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
});
