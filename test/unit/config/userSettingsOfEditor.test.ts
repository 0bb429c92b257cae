import assert from 'node:assert/strict';
import { SETTINGS, type SettingKey } from '../../../src/config/contributions';
import type { RawSource } from '../../../src/config/sources';
import { userSources, whyNotWritable } from '../../../src/config/userSettings';
import { result, texts, KEYS, ROWS, LOOSEST_BY_DEFAULT } from './sourcesTable';

describe("the user's settings, as the editor gives them", () => {
  const own = { 'permissions.deny': ['bash(own)'] };
  const host = { 'permissions.deny': ['bash(host)'] };
  const deny = (sources: readonly RawSource[]): string[] =>
    texts(result({ sources }, true).configuration.permissions.deny);
  const levels = (all: Readonly<Record<string, Readonly<Partial<Record<SettingKey, unknown>>>>>) => (key: SettingKey) =>
    Object.fromEntries(Object.entries(all).map(([level, set]) => [level, set[key]]));

  it('on the own machine are the global ones', () => {
    const { sources, lists } = userSources(levels({ globalValue: own }), false, undefined);
    assert.deepEqual(deny(sources), ['bash(own)']);
    assert.deepEqual(lists?.['permissions.deny'], ['bash(own)']);
  });

  it('in a remote window are united with those of the host', () => {
    const all = levels({ globalValue: host, globalLocalValue: own, globalRemoteValue: host });
    assert.deepEqual(deny(userSources(all, true, undefined).sources), ['bash(own)', 'bash(host)']);
  });

  it('are not hidden by the host where they are set for all profiles', () => {
    const all = levels({ globalValue: host, globalLocalValue: {}, globalRemoteValue: host });
    const { sources, lists } = userSources(all, true, own);
    assert.deepEqual(deny(sources), ['bash(own)', 'bash(host)']);
    assert.deepEqual(lists?.['permissions.deny'], ['bash(own)'], 'and are not forgotten');
  });

  it('that are set for all profiles count where the host sets nothing', () => {
    const all = levels({ globalValue: own, globalLocalValue: {}, globalRemoteValue: {} });
    assert.deepEqual(deny(userSources(all, true, undefined).sources), ['bash(own)']);
  });

  it('stay as they were last seen in an editor that does not tell them apart, and that is said', () => {
    const { sources, lists } = userSources(levels({ globalValue: host }), true, own);
    assert.deepEqual(deny(sources), ['bash(own)', 'bash(host)']);
    assert.equal(lists, undefined);
    assert.equal(result({ sources }, true).problems.length, 1);
  });

  it('of the host loosen nothing', () => {
    const loose = Object.fromEntries(KEYS.map((key) => [key, ROWS[key].looser]));
    const { sources } = userSources(
      levels({ globalValue: loose, globalLocalValue: {}, globalRemoteValue: loose }),
      true,
      undefined,
    );
    for (const key of KEYS) {
      assert.deepEqual(
        ROWS[key].read(result({ sources }, true)),
        ROWS[key].reads[LOOSEST_BY_DEFAULT.has(key) ? 1 : 2],
        key,
      );
    }
  });

  it('are not written where another value than the own one would be', () => {
    const [deny, enabled] = [SETTINGS.permissionsDeny, SETTINGS.enabled];
    const local = { globalValue: ['a'], globalLocalValue: ['a'], globalRemoteValue: undefined };
    assert.equal(whyNotWritable(deny, { globalValue: ['a'] }, false), undefined);
    assert.equal(whyNotWritable(deny, local, true), undefined);
    assert.equal(whyNotWritable(deny, undefined, true) === undefined, false);
    // The list of the host would be replaced in place of the user's own.
    assert.match(whyNotWritable(deny, { ...local, globalRemoteValue: ['b'] }, true) ?? '', /remote host/);
    // Entries that were written since this machine saw the list last would be lost.
    assert.match(whyNotWritable(deny, { globalValue: ['a'] }, true) ?? '', /without a remote host/);
    // A host sets no value of an application's setting.
    assert.equal(whyNotWritable(enabled, { globalValue: true }, true), undefined);
  });

  it('every setting stands in this table', () => {
    const known = new Set<string>([...KEYS, 'folders', 'permissions.deny', 'permissions.ask']);
    assert.deepEqual(known, new Set(Object.values(SETTINGS)));
  });
});
