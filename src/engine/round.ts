import { InputProblem } from '../common/inputProblem';
import { toolCall } from '../calls/toolCall';
import type { FloorHit } from '../floor/files/fileFloor';
import { compiledPermissions, type CompiledPermissions } from './model/compiledConfiguration';
import { projectFolders, type EffectiveConfiguration } from './model/configuration';
import { matchingPaths } from '../calls/command/shellPaths';
import { changesFile } from '../files/fileTouch';
import { resolvePath } from '../files/pathResolution';
import { isInside, joinPath } from '../files/pathText';
import { callClosure, insideSentence } from './closure/callClosure';
import { callChanges, protectedPatterns, protectingPattern } from './edits/protectedChange';
import { isProtected, mayBeProtected } from '../files/protectedPaths';
import { hardFloor } from '../floor/hardFloor';
import type { Gate } from './model/ports';
import type { RoundPorts, Steps } from './known/recall';
import type { GivenAnswers } from './model/answers';
import { requireFolder } from './readRequest';
import type { CallClosure, CallContext } from './model/stage';
import type { ResolvedTouch, ToolCall } from '../calls/toolCall';

export class Round implements CallContext {
  #floor: { readonly hit: FloorHit | undefined } | undefined;
  #protected: { readonly pattern: string | undefined } | undefined;
  #closure: CallClosure | undefined;

  #call: ToolCall | undefined;

  /** @param read without its request, or why there is no call */
  constructor(
    private readonly read: Omit<ToolCall, 'request'> | string,
    readonly configuration: EffectiveConfiguration,
    private readonly ports: RoundPorts,
    readonly cancelled: boolean,
  ) {}

  /** For what follows the round. */
  over(ports: RoundPorts): Round {
    return new Round(this.read, this.configuration, ports, this.cancelled);
  }

  forCall({ request: _, ...read }: ToolCall): Round {
    return new Round(read, this.configuration, this.ports, this.cancelled);
  }

  get gate(): Gate {
    return this.ports.gate;
  }

  get answers(): GivenAnswers {
    return this.ports.answers;
  }

  get permissions(): CompiledPermissions {
    return compiledPermissions(this.configuration, this.gate.machine, this.gate.files);
  }

  get problem(): string | undefined {
    return typeof this.read === 'string' ? this.read : undefined;
  }

  get call(): ToolCall {
    const { request } = this.ports;
    if (typeof this.read === 'string' || request === undefined) {
      throw new Error('a request that cannot be read is no call');
    }
    this.#call ??= { ...this.read, request };
    return this.#call;
  }

  get interactive(): boolean {
    return this.gate.user.available && this.call.request.interactive !== false;
  }

  get closure(): CallClosure {
    this.#closure ??= callClosure(this.call, this.gate);
    return this.#closure;
  }

  get floor(): FloorHit | undefined {
    this.#floor ??= { hit: hardFloor(this.call, this.gate.machine, this.gate.files) ?? this.#floorInside() };
    return this.#floor.hit;
  }

  #floorInside(): FloorHit | undefined {
    for (const { call, text } of this.closure.parts) {
      const hit = hardFloor(call, this.gate.machine, this.gate.files);
      if (hit !== undefined) return { ...hit, reason: `${hit.reason} ${insideSentence(text, hit.fragment)}` };
    }
    return undefined;
  }

  get protectedPath(): string | undefined {
    this.#protected ??= { pattern: firstProtected([this.call, ...this.closure.parts.map(({ call }) => call)], this) };
    return this.#protected.pattern;
  }
}

/** @param problem why there is no call to decide; undefined where there is one */
export function roundOf(
  steps: Steps,
  problem: string | undefined,
  configuration: EffectiveConfiguration,
  isCancelled: boolean,
): Round {
  const round = (read: Omit<ToolCall, 'request'> | string): Round => new Round(read, configuration, steps, isCancelled);
  if (problem !== undefined) return round(problem);
  try {
    return round(steps.step(() => callOf(steps)));
  } catch (error) {
    if (error instanceof InputProblem) return round(error.message);
    // While auto mode is off, unreadable calls are left to the agent too.
    if (!configuration.enabled) return round(UNREADABLE);
    throw error;
  }
}

export const UNREADABLE = 'it could not be read';

/** A kept step must not hold the recorded request, and all that was recorded with it. */
function callOf({ request, gate }: RoundPorts): Omit<ToolCall, 'request'> {
  if (request === undefined) throw new Error('there is no request');
  if (request.cwd !== undefined) requireFolder(request.cwd, gate);
  const { request: _, ...read } = toolCall(request, gate.machine, gate.files);
  return read;
}

const MAX_EXPANDED = 20;

/** Larger folders count as holding something protected. */
const MAX_ENTRIES = 10_000;

/** Packages always have a protected name, so only a folder's own entries, and the workspace as a whole, are checked. */
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

function firstProtected(calls: readonly ToolCall[], { configuration, gate }: Round): string | undefined {
  for (const call of calls) {
    const pattern = protectedPattern(call, configuration, gate);
    if (pattern !== undefined) return pattern;
  }
  return undefined;
}

function protectedPattern(call: ToolCall, configuration: EffectiveConfiguration, gate: Gate): string | undefined {
  const changed = call.touches.filter(({ change }) => changesFile(change));
  if (changed.length === 0) return undefined;
  const { machine, files } = gate;
  const folders = projectFolders(configuration);
  const patterns = protectedPatterns(configuration.protectedPaths);
  const changes = callChanges(call);
  for (const touch of changed) {
    const found =
      protectingPattern(touch, changes, configuration, files, machine) ??
      protectedInside(touch, folders, patterns, gate);
    if (found !== undefined) return found;
  }
  const globs = changed.filter(({ glob }) => glob === true).map(({ resolved }) => resolved);
  const likely = mayBeProtected(globs, patterns)?.pattern;
  if (likely === undefined || globs.length > MAX_EXPANDED) return likely;
  for (const pattern of globs.flatMap(({ candidates }) => candidates)) {
    const paths = files.isRemote(pattern) ? undefined : matchingPaths(pattern, files);
    if (paths === undefined) return likely;
    for (const path of paths) {
      const hit = isProtected(resolvePath(path, undefined, machine, files), folders, patterns);
      if (hit !== undefined) return hit.pattern;
    }
  }
  return undefined;
}
