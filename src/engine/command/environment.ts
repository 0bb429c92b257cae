/** What the environment of the agent's commands changes about the programs that they name. */
import { programName } from '../../shell/analysis';
import { isSwitch, namesVariable } from '../../shell/assignmentProof';
import type { CommandCall } from '../../shell/commandTable';
import { variablesOf } from '../../shell/readOnlyProof';
import { resolvePath } from '../files/pathResolution';
import { isInside } from '../files/pathText';
import type { ReadOnlyPlace } from './readOnlyPlace';

/** Variables by which code gets into every program or shell. */
const FOR_EVERY_PROGRAM = [
  'LD_*',
  'DYLD_*',
  'BASH_ENV',
  'ENV',
  'BASH_FUNC_*',
  'SHELLOPTS',
  'BASHOPTS',
  'GLIBC_TUNABLES',
  'IFS',
];

/** Settings of a person that name nothing of the project either, whatever the variable. */
const USUAL_VALUES = new Set(['less', 'more', 'never', 'auto', 'always', 'LF']);

/** Why the environment speaks against the call, as the end of a sentence; undefined: nothing known does. */
export function environmentObjection(
  call: CommandCall,
  {
    environment,
    workspaceFolders,
    machine,
    files,
  }: Pick<ReadOnlyPlace, 'environment' | 'workspaceFolders' | 'machine' | 'files'>,
): string | undefined {
  if (environment === undefined) return undefined;
  const read = [...FOR_EVERY_PROGRAM, ...variablesOf([call])];
  const set = Object.entries(environment).find(
    ([name, value]) =>
      !isSwitch(value) && !USUAL_VALUES.has(value) && read.some((pattern) => namesVariable(pattern, name)),
  )?.[0];
  if (set !== undefined)
    return `the variable ${set} is set, which changes what ${programName(call.command) ?? 'it'} does`;
  if (call.command.words[0]?.text?.includes('/') === true) return undefined;
  const folders = environment['PATH']?.split(':') ?? [];
  // The window may have the folder open under one name while PATH has the other.
  const roots = workspaceFolders.flatMap((root) => resolvePath(root, undefined, machine, files).candidates);
  const isOwn = (folder: string): boolean =>
    resolvePath(folder, undefined, machine, files).candidates.some((candidate) =>
      roots.some((root) => isInside(candidate, root, machine.platform)),
    );
  const own = folders.find((folder) => !folder.startsWith('/') || isOwn(folder));
  return own === undefined ? undefined : `PATH names a folder of the workspace (${own})`;
}
