import type { ObjectStore } from './objectStore';
import { Pace } from './pace';
import type { Records } from './records';
import type { SnapshotLimits } from './snapshotStore';

const DAY = 86_400_000;
/** Until then, a run that did not end may still go on. */
const LONGEST_RUN = DAY;
const SWEEP_MILLISECONDS = 60_000;

/**
 * Removes the oldest beyond the limits. Never the newest of a folder in which a run goes on.
 * @param grace see `ObjectStore.sweep`
 */
export async function cleanStore(
  records: Records,
  objects: ObjectStore,
  limits: SnapshotLimits,
  grace?: number,
): Promise<void> {
  const pace = new Pace(SWEEP_MILLISECONDS);
  const now = Date.now();
  const newestFirst = [...records.ids()].reverse();
  const running = runningNewest(records, newestFirst, now);
  const used = new Set<string>();
  let bytes = 0;
  let kept = 0;
  for (const id of newestFirst) {
    await pace.breathe();
    const record = records.record(id);
    const needs = records.objectsOf(id);
    if (record === undefined || needs === undefined) {
      records.remove(id);
      continue;
    }
    const added = needs.filter((hash) => !used.has(hash));
    const size = [...new Set(added)].reduce((sum, hash) => sum + objects.sizeOf(hash), 0);
    const isOver = record.at < now - limits.days * DAY || kept >= limits.snapshots || bytes + size > limits.bytes;
    if (isOver && !running.has(id)) {
      records.remove(id);
      continue;
    }
    kept += 1;
    bytes += size;
    for (const hash of added) used.add(hash);
  }
  await objects.sweep(used, pace, grace);
}

function runningNewest(records: Records, newestFirst: readonly string[], now: number): ReadonlySet<string> {
  const folders = new Set<string>();
  const running = new Set<string>();
  for (const id of newestFirst) {
    const record = records.record(id);
    if (record === undefined || folders.has(record.folder)) continue;
    folders.add(record.folder);
    if (!records.isFinished(id) && record.at > now - LONGEST_RUN) running.add(id);
  }
  return running;
}
