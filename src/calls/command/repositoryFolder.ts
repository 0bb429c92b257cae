import { goesUpBehindName } from '../../common/upwardPath';
import type { CommandCall } from '../../shell/model/commandTable';
import { isAbsolute, joinPath } from '../../files/pathText';
import type { MachineFacts } from '../../files/machineFacts';

/** Undefined: unknown. */
export function repositoryFolder(
  start: string | undefined,
  { options, specs }: CommandCall,
  { machine: { platform } }: { readonly machine: Pick<MachineFacts, 'platform'> },
): string | undefined {
  let folder = start;
  for (const { spec, name, value } of options) {
    if (name !== '-C' || value === undefined || specs[0]?.options?.includes(spec) !== true) continue;
    const target = value.word.text?.slice(value.from);
    if (target === undefined || goesUpBehindName(target)) return undefined;
    if (isAbsolute(target, platform)) folder = target;
    else folder = folder === undefined ? undefined : joinPath(folder, target, platform);
  }
  return folder;
}
