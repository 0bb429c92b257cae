import type { KeptState, LaterState } from './fileState';
import type { Pace } from './pace';
import type { PresentState } from './presentState';
import { childOf, parentOf } from './relativePath';
import type { Conflict, PutBackKind } from './snapshotStore';

export interface Step {
  readonly path: string;
  /** Undefined: the run made it. */
  readonly before: KeptState;
  readonly now: LaterState;
}

export interface Comparison {
  readonly steps: readonly Step[];
  readonly conflicts: readonly Conflict[];
}

/**
 * What an undo would do.
 * @param changes by the run; undefined: unknown, so only what is gone comes back
 */
export async function compare(
  entries: ReadonlyMap<string, KeptState>,
  changes: readonly LaterState[] | undefined,
  present: PresentState,
  pace: Pace,
): Promise<Comparison> {
  const steps = new Map<string, Step>();
  const conflicts = new Map<string, Conflict>();
  const blocked = new Set<string>();
  const candidates = changes ?? [...entries.values()].map(({ path }): LaterState => ({ kind: 'unknown', path }));
  for (const after of candidates) {
    await pace.breathe();
    const { path } = after;
    const before = entries.get(path) ?? { kind: 'missing' as const, path };
    if (path === '' || before.kind === 'passed') continue;
    const now = await lookedAt(before, present);
    if ((await present.isSame(before, now)) === true) continue;
    const why = await conflictAt(before, after, now, present);
    if (why === undefined) steps.set(path, { path, before, now });
    else conflicts.set(path, { path, why });
    if (why !== undefined && now.kind !== 'folder') blocked.add(path);
  }
  refuseBelow(blocked, steps, conflicts);
  refuseFullFolders(steps, conflicts, present);
  return { steps: [...steps.values()], conflicts: [...conflicts.values()] };
}

/** With its content where only the mode may differ. */
async function lookedAt(before: KeptState, present: PresentState): Promise<LaterState> {
  const now = await present.at(before.path);
  const mayBeSame = before.kind === 'file' && now.kind === 'file' && before.size === now.size;
  return mayBeSame ? ((await present.hashed(now)) ?? now) : now;
}

async function conflictAt(
  before: KeptState,
  after: LaterState,
  now: LaterState,
  present: PresentState,
): Promise<Conflict['why'] | undefined> {
  if (after.kind === 'unknown') return before.kind !== 'missing' && now.kind === 'missing' ? undefined : 'not-recorded';
  const isAsLeft = await present.isSame(after, now);
  if (isAsLeft === true) return undefined;
  return isAsLeft === false ? 'changed-since' : 'not-recorded';
}

/** What needs a refused folder is refused too. */
function refuseBelow(blocked: ReadonlySet<string>, steps: Map<string, Step>, conflicts: Map<string, Conflict>): void {
  for (const { path, before, now } of steps.values()) {
    if (before.kind === 'missing' || now.kind !== 'missing') continue;
    for (let place = parentOf(path); place !== ''; place = parentOf(place)) {
      if (!blocked.has(place)) continue;
      steps.delete(path);
      conflicts.set(path, { path, why: 'changed-since' });
      break;
    }
  }
}

/** A folder goes only if the run made everything in it. */
function refuseFullFolders(steps: Map<string, Step>, conflicts: Map<string, Conflict>, present: PresentState): void {
  const emptied = [...steps.values()]
    .filter(({ before, now }) => now.kind === 'folder' && before.kind !== 'folder')
    .sort((a, b) => b.path.length - a.path.length);
  for (const { path } of emptied) {
    const names = present.namesIn(path);
    const goes = (name: string): boolean => {
      const step = steps.get(childOf(path, name));
      return step?.before.kind === 'missing';
    };
    if (typeof names !== 'string' && [...names].every(goes)) continue;
    steps.delete(path);
    conflicts.set(path, { path, why: 'changed-since' });
  }
}

export function putBackKind({ before, now }: Step): PutBackKind {
  if (now.kind === 'missing') return 'missing';
  if (before.kind !== now.kind) return 'replaced';
  if (before.kind === 'folder') return 'mode';
  const isContent =
    before.kind !== 'file' || now.kind !== 'file' || before.size !== now.size || before.hash !== now.hash;
  return isContent ? 'content' : 'mode';
}
