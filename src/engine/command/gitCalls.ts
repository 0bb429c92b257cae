import type { CommandCall } from '../../shell/commandTable';
import { isAbsolute, joinPath } from '../files/pathText';
import { gitObjection } from '../git/gitObjection';
import type { ReadOnlyPlace } from './readOnlyCommand';

/** Why a git call that only reads is not settled: what the repository's own settings would run. Undefined: nothing. */
export function gitCallObjection(call: CommandCall, place: ReadOnlyPlace): string | undefined {
  const [, subcommand] = call.specs;
  // `git --version` looks at no repository.
  if (subcommand === undefined) return undefined;
  if (!place.trusted) return "in an untrusted workspace git would obey the repository's settings";
  const folder = startFolder(call, place);
  if (folder === undefined) return 'it is not known in which folder git would run';
  if (place.files.isRemote(folder)) return 'git would run in a network folder';
  return gitObjection(folder, subcommand.names[0] ?? '', place);
}

/** The command's folder with every `-C` applied, one after the other. */
function startFolder(
  { command, options, specs }: CommandCall,
  { machine: { platform } }: ReadOnlyPlace,
): string | undefined {
  let folder = command.cwd;
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
