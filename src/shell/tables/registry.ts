import { GNU_NAMES } from '../../facts/gnuNames';
import type { CommandSpec } from '../model/commandTable';
import { BUILD_TOOLS } from './buildTools';
import { CLOUD_TOOLS } from './cloudTools';
import { CONTAINER_TOOLS } from './containerTools';
import { FILE_CHANGES } from './fileChanges';
import { FILE_LISTING } from './fileListing';
import { GIT } from './git';
import { GITHUB } from './github';
import { KUBERNETES_TOOLS } from './kubernetesTools';
import { LINTERS } from './linters';
import { APPLE_TOOLS, refusing } from './macos/appleTools';
import { MAC_PROGRAMS } from './macos/macPrograms';
import { PACKAGE_TOOLS } from './packageTools';
import { SEARCH_TOOLS } from './searchTools';
import { SHELL_BUILTINS } from './shellBuiltins';
import { SYSTEM_STATE } from './systemState';
import { TERMINAL_MULTIPLEXER } from './terminalMultiplexer';
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
  KUBERNETES_TOOLS,
  CLOUD_TOOLS,
  PACKAGE_TOOLS,
  BUILD_TOOLS,
  LINTERS,
  TERMINAL_MULTIPLEXER,
];

const specs = new Map<string, CommandSpec>();
for (const spec of tables.flat()) for (const name of spec.names) specs.set(name, spec);

/** Of some, other tables know only the version. */
const fileSpecs = new Map<string, CommandSpec>();
for (const spec of [...FILE_CHANGES, ...TRANSFER_TOOLS]) for (const name of spec.names) fileSpecs.set(name, spec);

const projectTools = new Set(
  [GIT, GITHUB, CONTAINER_TOOLS, KUBERNETES_TOOLS, CLOUD_TOOLS, PACKAGE_TOOLS, BUILD_TOOLS]
    .flat()
    .flatMap(({ names }) => names),
);

export function readsProjectSettings(name: string): boolean {
  return projectTools.has(name);
}

const macSpecs = new Map<string, CommandSpec>();
for (const spec of MAC_PROGRAMS) for (const name of spec.names) macSpecs.set(name, spec);
for (const name of GNU_NAMES) {
  const spec = fileSpecs.get(name) ?? specs.get(name);
  if (spec !== undefined && !specs.has(`g${name}`)) macSpecs.set(`g${name}`, spec);
}

export interface TwoPrograms {
  readonly apple: CommandSpec;
  readonly gnu: CommandSpec;
}

/** Apple's program, or GNU's of that name before it in the PATH. */
const macTwoPrograms = new Map<string, TwoPrograms>();
for (const { spec, gnuRefuses } of APPLE_TOOLS) {
  for (const name of spec.names) {
    const gnu = fileSpecs.get(name) ?? specs.get(name);
    if (gnu === undefined) throw new Error(`no program: ${name}`);
    const refused = gnuRefuses === undefined ? [] : refusing(gnuRefuses);
    macTwoPrograms.set(name, { apple: spec, gnu: { ...gnu, options: [...refused, ...(gnu.options ?? [])] } });
  }
}

export function twoPrograms(name: string, platform: NodeJS.Platform | undefined): TwoPrograms | undefined {
  return platform === 'darwin' ? macTwoPrograms.get(name) : undefined;
}

export function fileSpec(name: string, platform: NodeJS.Platform | undefined): CommandSpec | undefined {
  return macSpec(name, platform) ?? fileSpecs.get(name) ?? specs.get(name);
}

/**
 * @param name without folder
 * @param platform undefined: Linux
 */
export function commandSpec(name: string, platform: NodeJS.Platform | undefined): CommandSpec | undefined {
  return macSpec(name, platform) ?? specs.get(name);
}

function macSpec(name: string, platform: NodeJS.Platform | undefined): CommandSpec | undefined {
  return platform === 'darwin' ? macSpecs.get(name) : undefined;
}

/** They change a known program's programs or files; a final `*` matches any text. */
export function knownVariables(): readonly string[] {
  const apple = [...macTwoPrograms.values()].map((two) => two.apple);
  return [...new Set([...specs.values(), ...macSpecs.values(), ...apple].flatMap(variablesBelow))];
}

function variablesBelow({ variables = [], subcommands = [] }: CommandSpec): readonly string[] {
  return [...variables, ...subcommands.flatMap(variablesBelow)];
}
