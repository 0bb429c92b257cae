/** By every name in a path. */
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { homeFolders, startsWith } from '../../files/homeFolders';
import { resolvePath } from '../../files/pathResolution';
import { foldedSegments } from '../../files/pathText';

type Names = readonly string[];

export interface GatePlaces {
  readonly all: readonly Names[];
  readonly secret: readonly Names[];
  readonly agentHomes: readonly AgentHome[];
}

interface AgentHome {
  readonly names: Names;
  readonly usual: Names;
}

const byMachine = new WeakMap<MachineFacts, GatePlaces>();

export function gatePlaces(machine: MachineFacts, files: FileSystem): GatePlaces {
  const known = byMachine.get(machine);
  if (known !== undefined) return known;
  const forms = (paths: readonly string[]): readonly Names[] =>
    paths.flatMap((path) =>
      resolvePath(path, undefined, machine, files).candidates.map((form) => foldedSegments(form, machine.platform)),
    );
  const home = foldedSegments(machine.homeDirectory, machine.platform);
  const found = {
    all: forms(machine.gatePaths),
    secret: forms(machine.secretGatePaths),
    agentHomes: (machine.movedAgentHomes ?? []).flatMap(({ folder, usualName }) =>
      forms([folder]).map((names) => ({ names, usual: [...home, ...usualName.split('/')] })),
    ),
  };
  byMachine.set(machine, found);
  return found;
}

/** Below other roots too: `/proc/1/root/home/u` is `/home/u`. */
export function viewsOf(path: Names, machine: MachineFacts, files: FileSystem): readonly Names[] {
  if (machine.platform === 'win32') return [path];
  const depths = homeFolders(machine, files).rootDepths(path);
  return depths.length === 1 ? [path] : depths.map((depth) => path.slice(depth));
}

/**
 * At or below a place.
 * @param path as written; relative to `cwd`
 */
export function liesAt(
  path: string,
  cwd: string | undefined,
  places: readonly Names[],
  machine: MachineFacts,
  files: FileSystem,
): boolean {
  return resolvePath(path, cwd, machine, files).candidates.some((candidate) =>
    viewsOf(foldedSegments(candidate, machine.platform), machine, files).some((view) =>
      places.some((place) => startsWith(view, place)),
    ),
  );
}
