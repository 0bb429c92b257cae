import { compiledPermissions } from './compiledConfiguration';
import type { EffectiveConfiguration } from './configuration';
import { matchingPaths } from './command/shellPaths';
import { fileFloor, type FloorHit } from './files/fileFloor';
import { changesFile } from './files/fileTouch';
import { resolvePath } from './files/pathResolution';
import { isProtected, mayBeProtected } from './files/protectedPaths';
import { commandFloor } from './floor/commandFloor';
import type { Gate } from './ports';
import type { CallContext } from './stages/stage';
import type { ResolvedTouch, ToolCall } from './toolCall';

/** What the stages look at, made once for a call. */
export function callContext(
  call: ToolCall,
  configuration: EffectiveConfiguration,
  gate: Gate,
  signal: AbortSignal,
): CallContext {
  const changed = call.touches.filter(({ change }) => changesFile(change));
  return {
    call,
    gate,
    configuration,
    permissions: compiledPermissions(configuration, gate.machine, gate.files),
    signal,
    interactive: gate.user.available && call.request.interactive !== false,
    floor: hardFloor(call, gate),
    protectedPath: changed.length === 0 ? undefined : protectedPattern(changed, configuration, gate),
    authorisation: undefined,
    userSaidRun: false,
  };
}

/** Patterns over files that are looked for on the disk. */
const MAX_EXPANDED = 20;

/** The first protected path pattern that one of the changes meets, or may meet where that cannot be told. */
function protectedPattern(
  changed: readonly ResolvedTouch[],
  { workspaceFolders, protectedPaths }: EffectiveConfiguration,
  { machine, files }: Gate,
): string | undefined {
  const patterns = protectedPaths.map(({ value }) => value);
  for (const { resolved } of changed) {
    const hit = isProtected(resolved, workspaceFolders, patterns);
    if (hit !== undefined) return hit.pattern;
  }
  const globs = changed.filter(({ glob }) => glob === true).map(({ resolved }) => resolved);
  const likely = mayBeProtected(globs, patterns)?.pattern;
  if (likely === undefined || globs.length > MAX_EXPANDED) return likely;
  for (const pattern of globs.flatMap(({ candidates }) => candidates)) {
    const paths = files.isRemote(pattern) ? undefined : matchingPaths(pattern, files);
    if (paths === undefined) return likely;
    for (const path of paths) {
      const hit = isProtected(resolvePath(path, undefined, machine, files), workspaceFolders, patterns);
      if (hit !== undefined) return hit.pattern;
    }
  }
  return undefined;
}

function hardFloor({ touches, line }: ToolCall, { machine, files }: Gate): FloorHit | undefined {
  // The checks on commands say more exactly what is wrong.
  const byCommand = line === undefined ? undefined : commandFloor(line.analysis, machine, files);
  return byCommand ?? fileFloor(touches, machine, files);
}
