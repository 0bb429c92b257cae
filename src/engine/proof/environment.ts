import { programName } from '../../shell/model/analysis';
import { namesVariable } from '../../shell/proof/assignmentProof';
import { knownVariables } from '../../shell/tables/registry';
import type { CommandCall } from '../../shell/model/commandTable';
import { isHarmless } from '../../shell/proof/harmlessValues';
import { variablesOf } from '../../shell/proof/readOnlyProof';
import { resolvePath } from '../../files/pathResolution';
import { isAbsolute, isInside } from '../../files/pathText';
import { harmlessGitSettings } from './gitEnvironment';
import type { ReadOnlyPlace } from './readOnlyPlace';

/** They load code into every program or shell. */
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

const HEEDED = ['PATH', ...FOR_EVERY_PROGRAM, ...knownVariables()];
const HEEDED_NAMES = new Set(HEEDED);
const HEEDED_FAMILIES = HEEDED.filter((pattern) => pattern.endsWith('*'));

export function isHeeded(name: string): boolean {
  return HEEDED_NAMES.has(name) || HEEDED_FAMILIES.some((pattern) => namesVariable(pattern, name));
}

/** @returns the end of a sentence */
export function environmentObjections(
  place: Pick<ReadOnlyPlace, 'environment' | 'projectFolders' | 'machine' | 'files'>,
): (call: CommandCall) => string | undefined {
  const { environment } = place;
  if (environment === undefined) return () => undefined;
  if (environment === null) return () => "the environment of the agent's commands is not known";
  const ofGit = harmlessGitSettings(environment);
  // Checks each folder on disk.
  let ofPath: { readonly objection: string | undefined } | undefined;
  return (call) => {
    const read = [...FOR_EVERY_PROGRAM, ...variablesOf([call])];
    const set = Object.entries(environment).find(
      ([name, value]) =>
        (value === null || !isHarmless(name, value)) &&
        !ofGit.has(name) &&
        read.some((pattern) => namesVariable(pattern, name)),
    )?.[0];
    if (set !== undefined)
      return `the variable ${set} is set, which changes what ${programName(call.command) ?? 'it'} does`;
    if (call.command.words[0]?.text?.includes('/') === true) return undefined;
    ofPath ??= { objection: pathObjection(environment['PATH'], place) };
    return ofPath.objection;
  };
}

function pathObjection(
  path: string | null | undefined,
  { projectFolders, machine, files }: Pick<ReadOnlyPlace, 'projectFolders' | 'machine' | 'files'>,
): string | undefined {
  if (path === null) return 'the folders in PATH are not known';
  const folders = path?.split(machine.platform === 'win32' ? ';' : ':') ?? [];
  // PATH may name it differently.
  const roots = projectFolders.flatMap((root) => resolvePath(root, undefined, machine, files).candidates);
  const isOwn = (folder: string): boolean =>
    resolvePath(folder, undefined, machine, files).candidates.some((candidate) =>
      roots.some((root) => isInside(candidate, root, machine.platform)),
    );
  const own = folders.find((folder) => !isAbsolute(folder, machine.platform) || isOwn(folder));
  return own === undefined ? undefined : `PATH names a folder of the workspace (${own})`;
}
