/** All tables of known programs, by name. */
import type { CommandSpec } from '../model/commandTable';
import { BUILD_TOOLS } from './buildTools';
import { CLOUD_TOOLS } from './cloudTools';
import { CONTAINER_TOOLS } from './containerTools';
import { FILE_CHANGES } from './fileChanges';
import { FILE_LISTING } from './fileListing';
import { GIT } from './git';
import { GITHUB } from './github';
import { PACKAGE_TOOLS } from './packageTools';
import { SEARCH_TOOLS } from './searchTools';
import { SHELL_BUILTINS } from './shellBuiltins';
import { SYSTEM_STATE } from './systemState';
import { TEXT_TOOLS } from './textTools';
import { TRANSFER_TOOLS } from './transferTools';
import { WRAPPERS } from './wrappers';

const tables: readonly (readonly CommandSpec[])[] = [
  SHELL_BUILTINS,
  WRAPPERS,
  TEXT_TOOLS,
  SEARCH_TOOLS,
  FILE_LISTING,
  FILE_CHANGES,
  TRANSFER_TOOLS,
  SYSTEM_STATE,
  GIT,
  GITHUB,
  CONTAINER_TOOLS,
  CLOUD_TOOLS,
  PACKAGE_TOOLS,
  BUILD_TOOLS,
];

const specs = new Map<string, CommandSpec>();
for (const spec of tables.flat()) for (const name of spec.names) specs.set(name, spec);

/** Tables that tell paths: other tables know some of these programs only for their version. */
const fileSpecs = new Map<string, CommandSpec>();
for (const spec of [...FILE_CHANGES, ...TRANSFER_TOOLS]) for (const name of spec.names) fileSpecs.set(name, spec);

/** Programs that work on a project and read what it configures. */
const projectTools = new Set(
  [GIT, GITHUB, CONTAINER_TOOLS, CLOUD_TOOLS, PACKAGE_TOOLS, BUILD_TOOLS].flat().flatMap(({ names }) => names),
);

/** Whether a program of this name may obey settings that come with a repository. */
export function readsProjectSettings(name: string): boolean {
  return projectTools.has(name);
}

/** What tells which files a program of this name uses. */
export function fileSpec(name: string): CommandSpec | undefined {
  return fileSpecs.get(name) ?? specs.get(name);
}

/** What is known about a program of this name (without its folder). */
export function commandSpec(name: string): CommandSpec | undefined {
  return specs.get(name);
}

/** Every environment variable that changes which programs or files some known program uses; `*` at the end stands for any text. */
export function knownVariables(): readonly string[] {
  return [...new Set([...specs.values()].flatMap(variablesBelow))];
}

function variablesBelow({ variables = [], subcommands = [] }: CommandSpec): readonly string[] {
  return [...variables, ...subcommands.flatMap(variablesBelow)];
}
