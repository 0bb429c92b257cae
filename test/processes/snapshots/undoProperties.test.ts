import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import * as fc from 'fast-check';
import { DiskSnapshotStore } from '../../../src/snapshots/diskSnapshotStore';
import { runs } from '../../unit/propertyRuns';
import { LIMITS, treeOf, useScratchStore } from '../../unit/snapshots/scratchStore';

type Change =
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'link'; readonly path: string; readonly target: string }
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'mode'; readonly path: string; readonly mode: number }
  | { readonly kind: 'rename'; readonly path: string; readonly to: string };

const name = fc.constantFrom('a', 'A', 'b', 'c\nd', '.gitignore');
const path = fc.array(name, { minLength: 1, maxLength: 3 }).map((names) => names.join('/'));
const content = fc.constantFrom('', 'one', 'two', 'x\r\n', '\0\xff', 'b\n', '*\n', 'long '.repeat(500));
const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), path, content }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('folder' as const), path }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('mode' as const), path, mode: fc.constantFrom(0o700, 0o755, 0o744) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('rename' as const), path, to: path }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('link' as const),
      path,
      target: fc.constantFrom('a', '..', '../../outside', 'none'),
    }),
  },
);
const changes = (maxLength: number): fc.Arbitrary<readonly Change[]> => fc.array(change, { maxLength });

/** As programs change files; what is in the way makes it fail. */
function make(folder: string, change: Change): void {
  const at = join(folder, change.path);
  if (!isRealFolder(folder, dirname(change.path))) {
    if (change.kind === 'remove' || change.kind === 'mode' || change.kind === 'rename') return;
    try {
      mkdirSync(dirname(at), { recursive: true });
    } catch {
      return;
    }
    if (!isRealFolder(folder, dirname(change.path))) return;
  }
  try {
    if (change.kind === 'write') {
      if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return;
      writeFileSync(at, change.content, 'latin1');
    } else if (change.kind === 'remove') rmSync(at, { recursive: true });
    else if (change.kind === 'folder') mkdirSync(at);
    else if (change.kind === 'link') symlinkSync(change.target, at);
    else if (change.kind === 'mode') {
      if (!lstatSync(at).isSymbolicLink()) chmodSync(at, change.mode);
    } else if (isRealFolder(folder, dirname(change.to))) renameSync(at, join(folder, change.to));
  } catch {
    // In the way.
  }
}

function isRealFolder(folder: string, path: string): boolean {
  if (path === '.') return true;
  return (
    isRealFolder(folder, dirname(path)) &&
    lstatSync(join(folder, path), { throwIfNoEntry: false })?.isDirectory() === true
  );
}

/** By git itself, of these and what is not tracked. */
function ignoredPaths(work: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const { status, stdout } = spawnSync('git', ['check-ignore', '--stdin', '-z'], {
    cwd: work,
    input: paths.join('\0'),
    encoding: 'utf8',
    env: { PATH: process.env['PATH'] ?? '', HOME: work, GIT_CONFIG_NOSYSTEM: '1' },
  });
  assert.ok(status === 0 || status === 1);
  return stdout.split('\0').slice(0, -1);
}

const isBeside = (one: string, other: string): boolean =>
  one === other || one.startsWith(`${other}/`) || other.startsWith(`${one}/`);

describe('properties of an undo', () => {
  const scratch = useScratchStore();

  for (const isRepository of [false, true]) {
    it(`takes back exactly what the run did, ${isRepository ? 'in a repository' : 'without git'}`, async function () {
      this.timeout(600_000);
      await fc.assert(
        fc.asyncProperty(changes(12), changes(8), changes(4), async (first, run, since) => {
          const root = mkdtempSync(join(scratch.folder.path, 'run-'));
          const work = join(root, 'work');
          mkdirSync(work);
          mkdirSync(join(root, 'outside'));
          writeFileSync(join(root, 'outside', 'a'), 'not yours');
          const outside = treeOf(join(root, 'outside'));
          for (const one of first) make(work, one);
          if (isRepository) {
            const git = (...args: readonly string[]): string =>
              scratch.folder.git(work.slice(scratch.folder.path.length + 1), ...args);
            git('init', '-q');
            git('add', '-A');
            git('commit', '-q', '--allow-empty', '-m', 'x');
            git('repack', '-adq');
          }
          const store = new DiskSnapshotStore({ directory: join(root, 'gate'), never: [], limits: () => LIMITS });
          const before = treeOf(work);
          const ignored = isRepository ? [...ignoredPaths(work, Object.keys(before))] : [];
          const { id, complete } = await store.keep({ folder: work });
          assert.equal(complete, true);
          for (const one of run) make(work, one);
          const after = treeOf(work);
          if (isRepository) ignored.push(...ignoredPaths(work, Object.keys(after)));
          await store.finish(id);
          for (const one of since) make(work, one);
          const now = treeOf(work);

          const planned = await store.difference(id);
          assert.deepEqual(treeOf(work), now, 'a look changes nothing');
          const { undoneBy, ...result } = await store.undo(id);
          const undone = treeOf(work);
          const refused = new Set(result.conflicts.map((conflict) => conflict.path));
          assert.deepEqual(result, planned, 'it does what it showed');
          assert.deepEqual(treeOf(join(root, 'outside')), outside);

          const mayStay = (at: string): boolean => ignored.some((other) => isBeside(at, other));
          for (const at of new Set([before, after, now, undone].flatMap((tree) => Object.keys(tree)))) {
            const isFolderForOthers = now[at] === undefined && undone[at]?.startsWith('folder') === true;
            if (after[at] === before[at] || now[at] !== after[at]) {
              if (!isFolderForOthers) assert.equal(undone[at], now[at], `untouched: ${at}`);
            } else if (refused.has(at)) {
              assert.equal(undone[at], now[at], `refused: ${at}`);
              const isDisturbed = Object.keys({ ...after, ...now }).some(
                (other) => isBeside(at, other) && (after[other] !== now[other] || mayStay(other)),
              );
              assert.ok(isDisturbed, `refused without a reason: ${at}`);
            } else if (!mayStay(at) || undone[at] !== now[at]) {
              assert.equal(undone[at], before[at], `put back: ${at}`);
            }
          }
          if (undoneBy !== undefined) {
            assert.deepEqual((await store.undo(undoneBy)).conflicts, []);
            const again = treeOf(work);
            for (const at of Object.keys({ ...again, ...now })) {
              if (now[at] !== undefined || !(again[at]?.startsWith('folder') ?? false))
                assert.equal(again[at], now[at], `undone again: ${at}`);
            }
          }
          rmSync(root, { recursive: true });
        }),
        runs(20_261, isRepository ? 25 : 100),
      );
    });
  }
});
