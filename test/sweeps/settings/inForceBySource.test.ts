import assert from 'node:assert/strict';
import type { FolderOverrides } from '../../../src/config/sources';
import {
  result,
  counts,
  texts,
  KEYS,
  PLACES,
  PATHS,
  ROWS,
  type Rights,
  environmentPlace,
} from '../../unit/config/sourcesTable';

describe('what is in force, by source and setting', () => {
  for (const place of PLACES) {
    for (const trusted of [true, false]) {
      for (const forbidden of [false, true]) {
        const where = `${place.name}, ${trusted ? 'trusted' : 'untrusted'}${forbidden ? ', loosening forbidden' : ''}`;
        const rights = trusted ? place.rights.trusted : place.rights.untrusted;
        const held: Rights = forbidden && rights === 'everything' && place.rank !== 0 ? 'tightening, words' : rights;

        it(where, () => {
          for (const key of KEYS) {
            const { tighter, looser, reads, read } = ROWS[key];
            for (const [which, setting] of [tighter, looser].entries() as ArrayIterator<[0 | 1, unknown]>) {
              const settings = result(place.raw(key, setting), trusted, forbidden);
              const about = `${key}: ${JSON.stringify(setting)}`;
              assert.deepEqual(read(settings), reads[counts(held, key, which) ? which : 2], about);
              for (const other of KEYS.filter((candidate) => candidate !== key)) {
                const both = [key, other];
                // It says which of the built-in rules these two lists hold.
                const linked = both.includes('rules.softDeny') || both.includes('rules.allow');
                if (linked && both.includes('rules.defaultBranchPush')) continue;
                assert.deepEqual(ROWS[other].read(settings), ROWS[other].reads[2], `${about} changes ${other}`);
              }
              const silent = counts(held, key, which) || held === 'nothing';
              const told = settings.ignored.filter(({ key: named }) => named === `autoMode.${key}`);
              assert.equal(told.length > 0, !silent, `${about} is told to have no effect`);
              assert.deepEqual(settings.problems, [], about);
            }
          }
        });

        it(`${where}: deny and ask rules`, () => {
          for (const list of ['deny', 'ask'] as const) {
            const settings = result(place.raw(`permissions.${list}`, ['bash(x)']), trusted, forbidden);
            const expected = held === 'nothing' ? [] : ['bash(x)'];
            assert.deepEqual(texts(settings.configuration.permissions[list]), expected, list);
            assert.deepEqual(settings.ignored, [], list);
          }
        });
      }
    }
  }

  it('overrides count from the user, the confirmed environment and the policy, and nowhere else', () => {
    const folders = { '/home/u/code': { enabled: false } };
    const overrides: FolderOverrides = {
      of: [{ path: '/home/u/code/a', real: '/home/u/code/a' }],
      mayLoosen: true,
      paths: PATHS,
    };
    for (const place of PLACES.filter(({ rank }) => rank !== 2)) {
      const { sources } = place.raw('folders', folders);
      const { configuration, ignored } = result({ sources, overrides }, true);
      assert.equal(configuration.enabled, place.rights.trusted !== 'everything', place.name);
      assert.equal(ignored.length > 0, place.rights.trusted !== 'everything', place.name);
      const tightens = { '/home/u/code': { 'permissions.deny': ['bash(x)'], enabled: false } };
      const forbidden = result({ sources: place.raw('folders', tightens).sources, overrides }, true, true);
      assert.equal(forbidden.configuration.enabled, true, `${place.name}: loosening forbidden`);
      const denies = place.rights.trusted === 'everything' ? ['bash(x)'] : [];
      assert.deepEqual(texts(forbidden.configuration.permissions.deny), denies, place.name);
    }
    const nested = { '/home/u': { folders: { '/home/u/code': { enabled: false } } } };
    const inner = result({ sources: [{ source: 'user', values: { folders: nested } }], overrides }, true);
    assert.equal(inner.configuration.enabled, true, 'an override holds no overrides');
  });

  it('what only the unconfirmed environment lacks is said to loosen, so that it can be confirmed', () => {
    const { ignored } = result(
      environmentPlace('', false, false, 'tightening').raw('folders', { '/home/u': { enabled: false } }),
      true,
    );
    assert.deepEqual(
      ignored.map(({ key, source, why }) => [key, source, why]),
      [['autoMode.folders', 'environment', 'loosens']],
    );
  });
});
