import { programName } from '../../shell/model/analysis';
import { namesVariable } from '../../shell/proof/assignmentProof';
import { knownVariables } from '../../shell/tables/registry';
import type { CommandCall } from '../../shell/model/commandTable';
import { isHarmless, ZSH_NUMBERS } from '../../shell/proof/harmlessValues';
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
  ...ZSH_NUMBERS,
];

/** The folder of zsh's start-up files. */
const OF_ZSH = 'ZDOTDIR';

const HEEDED = ['PATH', OF_ZSH, ...FOR_EVERY_PROGRAM, ...knownVariables()];
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
  const ofZsh = startFilesObjection(environment[OF_ZSH], place);
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
    if (ofZsh !== undefined) return ofZsh;
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
  const isOwn = insideTest(projectFolders, { machine, files });
  const own = folders.find((folder) => !isAbsolute(folder, machine.platform) || isOwn.some(folder));
  return own === undefined ? undefined : `PATH names a folder of the workspace (${own})`;
}

/** Elsewhere an agent could make start-up files. */
function startFilesObjection(
  folder: string | null | undefined,
  { projectFolders, machine, files }: Pick<ReadOnlyPlace, 'projectFolders' | 'machine' | 'files'>,
): string | undefined {
  if (folder === undefined) return undefined;
  const isOwn = insideTest(projectFolders, { machine, files });
  const isAtHome = insideTest([machine.homeDirectory], { machine, files });
  const isUsual =
    folder !== null && isAbsolute(folder, machine.platform) && isAtHome.every(folder) && !isOwn.some(folder);
  return isUsual
    ? undefined
    : `the variable ${OF_ZSH} is set, so zsh may read start-up files that are not the user's own`;
}

interface InsideTest {
  /** All that a folder may be lies inside one. */
  every(folder: string): boolean;
  some(folder: string): boolean;
}

/** The environment may name a folder differently. */
function insideTest(
  folders: readonly string[],
  { machine, files }: Pick<ReadOnlyPlace, 'machine' | 'files'>,
): InsideTest {
  const namesOf = (folder: string): readonly string[] => resolvePath(folder, undefined, machine, files).candidates;
  const roots = folders.flatMap(namesOf);
  const lies = (name: string): boolean => roots.some((root) => isInside(name, root, machine.platform));
  return { every: (folder) => namesOf(folder).every(lies), some: (folder) => namesOf(folder).some(lies) };
}
