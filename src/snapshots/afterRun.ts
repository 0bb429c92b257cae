import type { KeptState, LaterState } from './fileState';
import type { Pace } from './pace';
import { PresentState } from './presentState';
import { parentOf } from './relativePath';
import { listTree } from './treeListing';

export interface BeforeRun {
  readonly folder: string;
  readonly entries: ReadonlyMap<string, KeptState>;
  /** There, but not kept. */
  readonly leftPaths: ReadonlySet<string>;
  readonly only: readonly string[] | undefined;
  readonly alsoIgnored: readonly string[];
  readonly never: readonly string[];
  readonly fileBytes: number;
}

/** What differs from before the run. What time did not allow to look at is unknown. */
export async function changesAfter(before: BeforeRun, pace: Pace): Promise<readonly LaterState[]> {
  const present = new PresentState(before.folder, before.fileBytes, pace);
  const changes: LaterState[] = [];
  for (const entry of before.entries.values()) {
    if (entry.kind === 'passed' || entry.path === '') continue;
    const now = pace.isOver ? unknownAt(entry.path) : await present.at(entry.path);
    const isSame = await present.isSame(entry, now);
    if (isSame === undefined) changes.push(unknownAt(entry.path));
    else if (!isSame) changes.push(await described(now, present, pace));
  }
  for (const made of await madeSince(before, pace)) changes.push(await described(made, present, pace));
  return changes;
}

/** With its content's hash if time allows: only a content shows every later change. */
export async function described(state: LaterState, present: PresentState, pace: Pace): Promise<LaterState> {
  if (state.kind !== 'file' || pace.isOver) return state;
  return (await present.hashed(state)) ?? state;
}

function unknownAt(path: string): LaterState {
  return { kind: 'unknown', path };
}

async function madeSince(before: BeforeRun, pace: Pace): Promise<readonly LaterState[]> {
  const { folder, only, alsoIgnored, never, entries } = before;
  const listing = await listTree({ folder, only, alsoIgnored, never, before: entries, pace });
  return [...listing.entries.values()]
    .filter((entry) => entry.kind !== 'passed')
    .filter(({ path }) => !entries.has(path) && wasAbsent(path, before));
}

/** Certain only if everything beside it is known. */
function wasAbsent(path: string, { entries, leftPaths }: BeforeRun): boolean {
  for (let place = path; ; place = parentOf(place)) {
    if (leftPaths.has(place)) return false;
    const entry = place === path ? undefined : entries.get(place);
    if (entry !== undefined) return !(entry.kind === 'passed' || (entry.kind === 'folder' && entry.partly === true));
    if (place === '') return false;
  }
}
