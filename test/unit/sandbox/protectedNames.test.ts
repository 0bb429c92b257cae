import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DEFAULT_PROTECTED_PATHS } from '../../../src/config/defaultProtectedPaths';
import { protectedNames } from '../../../src/sandbox/protectedNames';
import { runs } from '../propertyRuns';

const FOLDER = '/home/me/project';
const PLACES = ['/**/HEAD', '/etc/**', '/home/*/a?b', '/x/**/y/[ab]c*', `${FOLDER}/odd[`, '/back\\*slash'];

describe('the names that a contained run may not make', () => {
  const names = protectedNames(DEFAULT_PROTECTED_PATHS, [FOLDER], PLACES);

  /** As the program of a ticket looks for it, by two runs of grep. */
  const hasPart = (part: string, path: string): boolean => `${path}\u0001`.toLowerCase().includes(part);

  it('have a part that all paths have that they match', () => {
    const piece = fc.constantFrom('a', 'b', 'x', 'y', '/', '.', '-', 'HEAD', '[', '\\', '*', '\u0001', 'é');
    const glob = fc
      .array(fc.oneof(piece, fc.constantFrom('**/', '**', '*', '?', '[ab]', '\\*')), { maxLength: 6 })
      .map((parts) => parts.join(''));
    const path = fc.array(piece, { maxLength: 6 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(glob, fc.boolean(), fc.array(path, { minLength: 1, maxLength: 20 }), (text, isPlace, paths) => {
        const made = isPlace ? protectedNames([], [''], [`/${text}`]) : protectedNames([text], ['']);
        for (const { expression, part } of made) {
          const matches = new RegExp(expression, 's');
          for (const one of paths) if (matches.test(one)) assert.ok(hasPart(part, one), `${expression} ${one}`);
        }
      }),
      runs(71, 2_000),
    );
  });

  it('have a part that every pattern itself has, where what is wild is nothing or a letter', () => {
    const compiled = names.map(({ expression, part }) => ({ part, matches: new RegExp(expression) }));
    for (const pattern of [...DEFAULT_PROTECTED_PATHS, ...PLACES]) {
      for (const instead of ['', 'a', 'A']) {
        const plain = pattern.replace(/^\*\*\//, '').replace(/\*+\/?|\?|\[[^\]]*\]?/g, instead);
        const path = plain.startsWith('/') ? plain : `${FOLDER}/${plain}`;
        for (const { matches, part } of compiled)
          if (matches.test(path)) assert.ok(hasPart(part, path), `${matches.source} ${path}`);
      }
    }
  });

  it('have parts that ordinary names do not have', () => {
    const parts = new Set(protectedNames(DEFAULT_PROTECTED_PATHS, [FOLDER], ['/**/HEAD']).map(({ part }) => part));
    for (const name of ['index.ts', 'src/main.c', 'README', 'tool', 'test/a.test.js', 'lib/x.py', 'out/bundle.min.js'])
      assert.deepEqual([name, [...parts].filter((part) => hasPart(part, `${FOLDER}/${name}`))], [name, []]);
  });
});
