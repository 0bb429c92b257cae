import assert from 'node:assert/strict';
import fc from 'fast-check';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { isProtected } from '../../src/files/protectedPaths';
import { foldBroadly } from '../../src/files/pathText';
import { textGlob } from '../../src/files/globs';
import { runs } from '../unit/propertyRuns';

const segmentsOf = (path: string): string[] =>
  foldBroadly(path)
    .split(/[\\/]+/)
    .filter((segment) => segment !== '');

/** What the patterns say, tried one after the other at every place of the path. */
function plainlyProtected(written: string, folders: readonly string[], patterns: readonly string[]): boolean {
  const path = segmentsOf(written);
  const roots = folders.map(segmentsOf).filter((root) => root.length > 1 || !/^(?:[a-z]:)?$/.test(root[0] ?? ''));
  const starts = roots.filter((root) => root.every((segment, index) => path[index] === segment));
  const projects = starts.map(({ length }) => {
    let start = length;
    while (path[start] === '.claude' && path[start + 1] === 'worktrees' && path.length > start + 3) start += 3;
    return start;
  });
  return patterns.some((pattern) => {
    const bare = foldBroadly(pattern.trim())
      .replaceAll('\\', '/')
      .replace(/(?:\/\*\*)?\/*$/, '')
      .replace(/^(?:~|\.)\//, '');
    const anyDepth = /^(?:\*\*\/)+/.exec(bare)?.[0] ?? '';
    const rest = bare.slice(anyDepth.length);
    const names = rest.split('/').filter((name) => name !== '' && name !== '.');
    const anchored = anyDepth === '' && rest.includes('/');
    const standsAt = (at: number): boolean =>
      names.every((name, index) => {
        const segment = path[at + index];
        return segment === undefined || textGlob(name).matches(segment);
      });
    if (names.length === 0) return false;
    if (projects.length === 0) return path.some((_, at) => standsAt(at));
    return projects.some((start) =>
      anchored ? start < path.length && standsAt(start) : path.some((_, at) => at >= start && standsAt(at)),
    );
  });
}

describe('isProtected', () => {
  const names = [...new Set(DEFAULT_PROTECTED_PATHS.flatMap((pattern) => pattern.split('/')))].map((name) =>
    name.replaceAll('**', 'x').replaceAll('*', 'q'),
  );
  const name = fc.constantFrom(...names);
  const segment = fc.oneof(
    name,
    name.map((each) => each.toUpperCase()),
    fc.constantFrom('src', 'a.ts', '.claude', 'worktrees', 'config', '.x', 'ab', '.', 'e\u0301', '\u212a', '\u017frc'),
    // Cut off, or with something behind it.
    fc
      .tuple(name, fc.nat(8), fc.constantFrom('', 'x', '.y', '.', ' '))
      .map(([each, cut, end]) => each.slice(0, each.length - (cut % each.length)) + end),
  );
  const path = fc
    .tuple(
      fc.constantFrom('/home/u/project', '/home/u/other', '', 'C:\\project', '/home/u/project/sub'),
      fc.array(segment, { minLength: 1, maxLength: 6 }),
      fc.constantFrom('/', '\\'),
    )
    .map(([root, segments, separator]) => `${root}${separator}${segments.join(separator)}`);
  const part = fc.constantFrom(
    ...['a', 'b', '*', '?', '[ab]', '.', '**', '/', '\\', 'ab', '~/', './', '.x', 'jest', 'K', '\u017f'],
  );
  const patterns = fc.oneof(
    fc.constant(DEFAULT_PROTECTED_PATHS),
    fc.array(
      fc.oneof(
        fc.constantFrom(...DEFAULT_PROTECTED_PATHS),
        fc.array(part, { minLength: 1, maxLength: 5 }).map((parts) => parts.join('')),
      ),
      { minLength: 1, maxLength: 12 },
    ),
  );
  const folders = fc.subarray(['/home/u/project', '/home/u/project/sub', 'C:\\project', '/']);

  it('finds by first letters and endings what each pattern says by itself', () => {
    const tries = runs(7, 700);
    let hits = 0;
    fc.assert(
      fc.property(path, folders, patterns, (written, open, list) => {
        const found = isProtected({ candidates: [written], real: written, remote: false }, open, list) !== undefined;
        assert.equal(found, plainlyProtected(written, open, list));
        hits += found ? 1 : 0;
      }),
      tries,
    );
    assert.ok(hits > tries.numRuns / 4 && hits < (tries.numRuns * 7) / 8, `${hits} hits`);
  });
});
