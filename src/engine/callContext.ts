import { compiledPermissions } from './compiledConfiguration';
import type { EffectiveConfiguration } from './configuration';
import { fileFloor, type FloorHit } from './files/fileFloor';
import { changesFile } from './files/fileTouch';
import { isProtected } from './files/protectedPaths';
import { commandFloor } from './floor/commandFloor';
import type { Gate } from './ports';
import type { CallContext } from './stages/stage';
import type { ToolCall } from './toolCall';

/** What the stages look at, made once for a call. */
export function callContext(
  call: ToolCall,
  configuration: EffectiveConfiguration,
  gate: Gate,
  signal: AbortSignal,
): CallContext {
  const patterns = configuration.protectedPaths.map(({ value }) => value);
  const changed = call.touches.filter(({ change }) => changesFile(change));
  return {
    call,
    gate,
    configuration,
    permissions: compiledPermissions(configuration, gate.machine, gate.files),
    signal,
    interactive: gate.user.available && call.request.interactive !== false,
    floor: hardFloor(call, gate),
    protectedPath: changed
      .map(({ resolved }) => isProtected(resolved, configuration.workspaceFolders, patterns)?.pattern)
      .find((pattern) => pattern !== undefined),
    authorisation: undefined,
    userSaidRun: false,
  };
}

function hardFloor({ touches, line }: ToolCall, { machine, files }: Gate): FloorHit | undefined {
  // The checks on commands say more exactly what is wrong.
  const byCommand = line === undefined ? undefined : commandFloor(line.analysis, machine, files);
  return byCommand ?? fileFloor(touches, machine, files);
}
