import { foldersOf } from '../../shell/model/analysis';
import type { CommandCall } from '../../shell/model/commandTable';
import { isAbsolute, joinPath, parentPath } from '../../files/pathText';
import { gitObjection } from '../../files/git/gitObjection';
import type { ReadOnlyPlace } from './readOnlyPlace';

/** Why a git call that only reads is not settled: what the repository's own settings would run. Undefined: nothing. */
export function gitCallObjection(call: CommandCall, place: ReadOnlyPlace): string | undefined {
  const [, subcommand] = call.specs;
  // `git --version` looks at no repository.
  if (subcommand === undefined) return undefined;
  const folders = foldersOf(call.command);
  for (const start of folders.length === 0 ? [undefined] : folders) {
    const folder = repositoryFolder(start, call, place);
    if (folder === undefined) return 'it is not known in which folder git would run';
    if (place.files.isRemote(folder)) return 'git would run in a network folder';
    const objection = gitObjection(existingFolder(folder, place), subcommand.names[0] ?? '', place);
    if (objection !== undefined) return objection;
  }
  return undefined;
}

/** In a folder that is not there git does not run; made anew and empty, it belongs to the repository around it. */
function existingFolder(folder: string, { files, machine: { platform } }: ReadOnlyPlace): string {
  let at = folder;
  while (files.inspect(at) === 'absent' && parentPath(at, platform) !== at) at = parentPath(at, platform);
  return at;
}

/** The folder with every `-C` applied, one after the other. */
export function repositoryFolder(
  start: string | undefined,
  { options, specs }: CommandCall,
  { machine: { platform } }: Pick<ReadOnlyPlace, 'machine'>,
): string | undefined {
  let folder = start;
  for (const { spec, name, value } of options) {
    // `git log -C` is another option.
    if (name !== '-C' || value === undefined || specs[0]?.options?.includes(spec) !== true) continue;
    const target = value.word.text?.slice(value.from);
    if (target === undefined) return undefined;
    if (isAbsolute(target, platform)) folder = target;
    else folder = folder === undefined ? undefined : joinPath(folder, target, platform);
  }
  return folder;
}
