import { compiledPermissions } from './model/compiledConfiguration';
import type { EffectiveConfiguration } from './model/configuration';
import { matchingPaths } from '../calls/command/shellPaths';
import { changesFile } from '../files/fileTouch';
import { resolvePath } from '../files/pathResolution';
import { isInside, joinPath } from '../files/pathText';
import { callChanges, protectedPatterns, protectingPattern } from './edits/protectedChange';
import { isProtected, mayBeProtected } from '../files/protectedPaths';
import { hardFloor } from '../floor/hardFloor';
import type { Gate } from './model/ports';
import type { Answers } from './model/answers';
import type { CallContext } from './model/stage';
import type { ResolvedTouch, ToolCall } from '../calls/toolCall';

/** What the stages look at in one round of a decision. */
export function callContext(
  call: ToolCall,
  configuration: EffectiveConfiguration,
  gate: Gate,
  signal: AbortSignal,
  answers: Answers,
): CallContext {
  const changed = call.touches.filter(({ change }) => changesFile(change));
  let found: { readonly pattern: string | undefined } | undefined;
  return {
    call,
    gate,
    configuration,
    permissions: compiledPermissions(configuration, gate.machine, gate.files),
    signal,
    answers,
    interactive: gate.user.available && call.request.interactive !== false,
    floor: hardFloor(call, gate.machine, gate.files),
    // Looks at the disk, and most calls are decided without it.
    get protectedPath() {
      found ??= { pattern: changed.length === 0 ? undefined : protectedPattern(call, changed, configuration, gate) };
      return found.pattern;
    },
    authorisation: undefined,
    userSaidRun: false,
  };
}

/** Patterns over files that are looked for on the disk. */
const MAX_EXPANDED = 20;

/** More entries than a folder of a project has; one with more is taken to hold something protected. */
const MAX_ENTRIES = 10_000;

/**
 * What is done to a folder is done to what lies in it. Looked at are its own entries, and the workspace as a whole: below any folder
 * with packages in it there is a protected name somewhere.
 */
function protectedInside(
  { change, resolved }: ResolvedTouch,
  workspaceFolders: readonly string[],
  patterns: readonly string[],
  { machine, files }: Gate,
): string | undefined {
  const { real } = resolved;
  if (change === 'overwrite' || change === 'rename-to' || real === undefined || resolved.remote) return undefined;
  const facts = files.inspect(real);
  if (typeof facts === 'string' || facts.type !== 'directory') return undefined;
  const root = workspaceFolders.find((folder) => isInside(files.realPath(folder) ?? folder, real, machine.platform));
  if (root !== undefined) return root;
  const names = files.listNames(real, MAX_ENTRIES);
  if (names === undefined) return real;
  for (const name of names) {
    const path = joinPath(real, name, machine.platform);
    const hit = isProtected({ candidates: [path], real: path, remote: false }, workspaceFolders, patterns);
    if (hit !== undefined) return hit.pattern;
  }
  return undefined;
}

/** The first protected path pattern that one of the changes meets, or may meet where that cannot be told. */
function protectedPattern(
  call: ToolCall,
  changed: readonly ResolvedTouch[],
  configuration: EffectiveConfiguration,
  gate: Gate,
): string | undefined {
  const { machine, files } = gate;
  const { workspaceFolders, protectedPaths } = configuration;
  const patterns = protectedPatterns(protectedPaths);
  const changes = callChanges(call);
  for (const touch of changed) {
    const found =
      protectingPattern(touch, changes, configuration, files) ??
      protectedInside(touch, workspaceFolders, patterns, gate);
    if (found !== undefined) return found;
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
