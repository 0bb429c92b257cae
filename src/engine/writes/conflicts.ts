/** Verdicts see the disk before the line. That holds for two changes only if no order or repetition changes either. */
import { foldedSegments } from '../../files/pathText';
import { startsWith } from '../../files/homeFolders';
import type { Act, ActKind } from './acts';

/** In any order: new folders are plain, and the line's own content may be lost. */
const FREE: Readonly<Record<ActKind, ReadonlySet<ActKind>>> = {
  folder: new Set(['folder', 'overwrite', 'append', 'move-to']),
  overwrite: new Set(['folder', 'overwrite', 'append']),
  append: new Set(['folder', 'overwrite', 'append']),
  'move-from': new Set(),
  'move-to': new Set(['folder']),
  delete: new Set(['delete']),
};

export function conflictOf(acts: readonly Act[], platform: NodeJS.Platform): Act | undefined {
  const places = acts.map(({ touch: { resolved } }) =>
    [...resolved.candidates, ...(resolved.real === undefined ? [] : [resolved.real])].map((path) =>
      foldedSegments(path, platform),
    ),
  );
  return acts.find((act, at) =>
    acts.some(
      (other, index) =>
        index > at &&
        act.deed !== other.deed &&
        !areFree(act, other) &&
        (places[at] ?? []).some((one) =>
          (places[index] ?? []).some((two) => startsWith(one, two) || startsWith(two, one)),
        ),
    ),
  );
}

function areFree(one: Act, two: Act): boolean {
  return FREE[one.kind].has(two.kind) || isWrittenThenTaken(one, two) || isWrittenThenTaken(two, one);
}

/** `> new; rm new`: the verdict on writing covers the loss. */
function isWrittenThenTaken(written: Act, taken: Act): boolean {
  return (
    written.kind === 'overwrite' &&
    (taken.kind === 'move-from' || taken.kind === 'delete') &&
    written.touch.resolved.real !== undefined &&
    written.touch.resolved.real === taken.touch.resolved.real
  );
}
