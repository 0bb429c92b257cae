/** Formatters without plugins or configuration, in forms that only look. */
import type { CommandCall, CommandSpec, PathUse } from '../model/commandTable';
import { options, reads } from '../model/tableNotation';
import { usesOf } from '../model/pathOperands';

/** Without operands it reads its input. */
function goFiles({ operands }: CommandCall): readonly PathUse[] {
  return usesOf(operands, 'search', { includeHidden: true }).map((use) => ({ ...use, names: ['*.go'] }));
}

export const LINTERS: readonly CommandSpec[] = [
  reads('gofmt', options('-l -d -e -s -r= -w! -cpuprofile=overwrite!'), { style: 'long', paths: goFiles }),
];
