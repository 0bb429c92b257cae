import assert from 'node:assert/strict';
import type { EffectiveSettings, RawSource } from '../../../src/config/sources';
import { result, builtIn, texts, KEYS, PLACES, ROWS, type Place, type PlainKey } from './sourcesTable';

describe('who wins, between two sources', () => {
  /** Two values that every source which may tighten can set, the second tighter than the first, and both than the built-in one. */
  const PAIRS: Readonly<Partial<Record<PlainKey, readonly [unknown, unknown]>>> = {
    'pause.consecutive': [2, 1],
    'pause.total': [10, 5],
    'classifier.maxTranscriptEntries': [30, 40],
    'classifier.timeoutSeconds': [10, 15],
    protectedPaths: [
      ['$defaults', 'a'],
      ['$defaults', 'a', 'b'],
    ],
  };
  const places = PLACES.filter(({ rights }) => rights.trusted !== 'nothing' && rights.trusted !== 'lists');
  const together = (key: PlainKey, a: Place, first: unknown, b: Place, second: unknown): EffectiveSettings => {
    const raws = [a.raw(key, first), b.raw(key, second)];
    const ordered = [a, b].map((place, at) => ({ rank: place.rank === 2 ? 3 : place.rank, raw: raws[at]! }));
    const sources = ordered.toSorted((x, y) => x.rank - y.rank).flatMap(({ raw }) => raw.sources);
    const users = sources.filter(({ source }) => source === 'user');
    const user: RawSource = {
      source: 'user',
      values: Object.assign({}, ...users.map((source) => source.values)) as object,
    };
    const at = sources.findIndex(({ source }) => source === 'user');
    const others = sources.filter(({ source }) => source !== 'user');
    const overrides = raws.find((raw) => raw.overrides !== undefined)?.overrides;
    return result(
      {
        sources: users.length === 0 ? others : [...others.slice(0, at), user, ...others.slice(at)],
        ...(overrides === undefined ? {} : { overrides }),
      },
      true,
    );
  };

  for (const [at, stronger] of places.entries()) {
    for (const weaker of places.slice(at + 1).filter(({ rank }) => rank > stronger.rank)) {
      it(`${stronger.name} over ${weaker.name}`, () => {
        for (const key of KEYS) {
          const pair = PAIRS[key];
          if (pair === undefined) continue;
          const expanded = (setting: unknown): unknown =>
            Array.isArray(setting) ? [...builtIn('protectedPaths'), ...(setting as string[]).slice(1)] : setting;
          const [loose, tight] = pair;
          const tighter = together(key, stronger, tight, weaker, loose);
          assert.deepEqual(ROWS[key].read(tighter), expanded(tight), `${key}: the stronger one is tighter`);
          const looser = together(key, stronger, loose, weaker, tight);
          const mayLoosen = stronger.rights.trusted === 'everything' || key === 'classifier.timeoutSeconds';
          const expected = expanded(mayLoosen ? loose : tight);
          assert.deepEqual(ROWS[key].read(looser), expected, `${key}: the stronger one is looser`);
        }
      });

      it(`${stronger.name} and ${weaker.name}: deny and ask rules of both`, () => {
        for (const list of ['deny', 'ask'] as const) {
          const raws = [
            stronger.raw(`permissions.${list}`, ['bash(s)']),
            weaker.raw(`permissions.${list}`, ['bash(w)']),
          ];
          const overrides = raws.find((raw) => raw.overrides !== undefined)?.overrides;
          const settings = result(
            { sources: raws.flatMap((raw) => raw.sources), ...(overrides === undefined ? {} : { overrides }) },
            true,
          );
          assert.deepEqual(texts(settings.configuration.permissions[list]).toSorted(), ['bash(s)', 'bash(w)'], list);
        }
      });
    }
  }
});
