/** What the environment of the agent's commands changes about the programs that they name. */
import { programName } from '../../shell/analysis';
import type { CommandCall } from '../../shell/commandTable';
import { isInside } from '../files/pathText';
import { starPattern } from '../starPattern';
import type { ReadOnlyPlace } from './readOnlyCommand';

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
].map(starPattern);

/** Values that name nothing harmful, whatever the variable. */
const HARMLESS_VALUES = new Set([
  '',
  '0',
  '1',
  'true',
  'false',
  'cat',
  'less',
  'more',
  'never',
  'auto',
  'always',
  'LF',
]);

/** Why the environment speaks against the call, as the end of a sentence; undefined: nothing known does. */
export function environmentObjection(
  call: CommandCall,
  { environment, workspaceFolders, machine }: Pick<ReadOnlyPlace, 'environment' | 'workspaceFolders' | 'machine'>,
): string | undefined {
  if (environment === undefined) return undefined;
  const read = [...FOR_EVERY_PROGRAM, ...call.specs.flatMap(({ variables = [] }) => variables.map(starPattern))];
  const names = Object.keys(environment).filter((name) => !HARMLESS_VALUES.has(environment[name] ?? ''));
  const set = names.find((name) => read.some((matches) => matches(name)));
  if (set !== undefined)
    return `the variable ${set} is set, which changes what ${programName(call.command) ?? 'it'} does`;
  if (call.command.words[0]?.text?.includes('/') === true) return undefined;
  const folders = environment['PATH']?.split(':') ?? [];
  const own = folders.find(
    (folder) => !folder.startsWith('/') || workspaceFolders.some((root) => isInside(folder, root, machine.platform)),
  );
  return own === undefined ? undefined : `PATH names a folder of the workspace (${own})`;
}
