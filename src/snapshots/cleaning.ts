import type { ObjectStore } from './objectStore';
import { Pace } from './pace';
import type { Records } from './records';
import type { SnapshotLimits } from './snapshotStore';

const DAY = 86_400_000;
/** By then a run without an end is over. */
const LONGEST_RUN = DAY;
const SWEEP_MILLISECONDS = 60_000;

/**
 * Removes the oldest beyond the limits, but never the newest of a folder in which a run goes on, and held ones only
 * after their days.
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
  // Held ones first; the others share the rest.
  const isHeld = (id: string): boolean => records.record(id)?.held === true;
  for (const id of [...newestFirst.filter(isHeld), ...newestFirst.filter((one) => !isHeld(one))]) {
    await pace.breathe();
    const record = records.record(id);
    const needs = records.objectsOf(id);
    if (record === undefined || needs === undefined) {
      records.remove(id);
      continue;
    }
    const added = needs.filter((hash) => !used.has(hash));
    const size = [...new Set(added)].reduce((sum, hash) => sum + objects.sizeOf(hash), 0);
    const isOld = record.at < now - limits.days * DAY;
    const isBeyond = record.held !== true && (kept >= limits.snapshots || bytes + size > limits.bytes);
    if ((isOld || isBeyond) && !running.has(id)) {
      records.remove(id);
      continue;
    }
    if (record.held !== true) kept += 1;
    bytes += size;
    for (const hash of added) used.add(hash);
  }
  await objects.sweep(used, pace, grace);
}

/** One more held snapshot of so many bytes fits. Held ones take half the room. */
export function hasRoomForHeld(records: Records, added: number, limits: SnapshotLimits): boolean {
  const oldest = Date.now() - limits.days * DAY;
  const held = records.ids().flatMap((id) => {
    const record = records.record(id);
    return record?.held === true && record.at >= oldest ? [record] : [];
  });
  const bytes = held.reduce((sum, record) => sum + record.bytes, added);
  return limits.days > 0 && held.length < limits.snapshots && bytes <= limits.bytes / 2;
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
