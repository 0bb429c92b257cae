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

/** Of some of these, other tables know only the version. */
const fileSpecs = new Map<string, CommandSpec>();
for (const spec of [...FILE_CHANGES, ...TRANSFER_TOOLS]) for (const name of spec.names) fileSpecs.set(name, spec);

const projectTools = new Set(
  [GIT, GITHUB, CONTAINER_TOOLS, CLOUD_TOOLS, PACKAGE_TOOLS, BUILD_TOOLS].flat().flatMap(({ names }) => names),
);

export function readsProjectSettings(name: string): boolean {
  return projectTools.has(name);
}

export function fileSpec(name: string): CommandSpec | undefined {
  return fileSpecs.get(name) ?? specs.get(name);
}

/** @param name without folder */
export function commandSpec(name: string): CommandSpec | undefined {
  return specs.get(name);
}

/** They change which programs or files a known program uses; a final `*` matches any text. */
export function knownVariables(): readonly string[] {
  return [...new Set([...specs.values()].flatMap(variablesBelow))];
}

function variablesBelow({ variables = [], subcommands = [] }: CommandSpec): readonly string[] {
  return [...variables, ...subcommands.flatMap(variablesBelow)];
}
