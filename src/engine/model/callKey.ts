import { canonical, keptCanonical } from '../../common/canonicalJson';
import { nodesOf } from '../../closure/closure';
import type { Gate } from './ports';
import type { CallClosure, CallContext } from './stage';
import type { EffectiveConfiguration } from './configuration';
import type { JsonObject, JsonValue } from '../../common/json';
import type { FileSystem } from '../../files/fileSystem';
import type { CheckRequest } from '../../calls/request';
import type { ResolvedTouch, ToolCall } from '../../calls/toolCall';

interface RunFile {
  readonly kind: string;
  readonly path: string;
  readonly name?: string | undefined;
  readonly sha256?: string | undefined;
  readonly problem?: string | undefined;
}

function runsKey(files: readonly RunFile[]): JsonValue {
  return files.map(({ kind, path, name, sha256, problem }) => [
    kind,
    path,
    name ?? null,
    sha256 ?? null,
    problem ?? null,
  ]);
}

/** The same for a decision and its input. Other content that runs gives another. */
export function callKey({
  agent,
  sessionId,
  cwd,
  tool,
  input,
  runs,
}: Pick<CheckRequest, 'agent' | 'sessionId' | 'cwd' | 'tool'> & {
  readonly input: JsonValue;
  readonly runs?: { readonly files: readonly RunFile[] } | undefined;
}): string {
  const files = runs?.files ?? [];
  return canonical({
    agent: agent ?? null,
    sessionId: sessionId ?? null,
    cwd: cwd ?? null,
    tool,
    input,
    ...(files.length === 0 ? {} : { runs: runsKey(files) }),
  });
}

/** Other content is another call. */
export function closureKey({ closure }: CallClosure): JsonValue {
  return runsKey(nodesOf(closure).map(({ node }) => node));
}

/** Equal to `callKey` of its decision. */
export function keyOfCall({ call: { request }, closure }: Pick<CallContext, 'call' | 'closure'>): string {
  // Not all fields: a round that asks which there are is never known.
  const { agent, sessionId, cwd, tool, input } = request;
  const runs = { files: nodesOf(closure.closure).map(({ node }) => node) };
  return callKey({ agent, sessionId, cwd, tool, input, runs });
}

export function livingShellKey({ line, request: { agent, sessionId } }: ToolCall): string | undefined {
  const living = line?.use.living;
  return living === undefined ? undefined : canonical({ agent: agent ?? null, sessionId: sessionId ?? null, living });
}

/** @param facts for the classifier, where the call's words do not say all */
export function contextKey(
  {
    call,
    closure,
    configuration,
    gate: { files },
  }: Pick<CallContext, 'call' | 'closure' | 'configuration'> & { readonly gate: Pick<Gate, 'files'> },
  facts: readonly string[],
): string {
  const { transcript, loadedContext, sessionModel, environment } = call.request;
  const userWords = (transcript ?? []).flatMap((entry) => (entry.role === 'user' ? [entry.text] : []));
  const context = canonical({
    call: keyOfCall({ call, closure }),
    facts,
    environment: environment ?? null,
    saysEnvironment: environment !== undefined,
    files: fileStates(call.touches, files),
    userWords,
    loadedContext: loadedContext ?? [],
    sessionModel: sessionModel ?? null,
  });
  return `${context}\n${settingsKey(configuration)}`;
}

/** What the answer depends on. Canonical text has no line ends. */
export function settingsKey({ rules, classifier }: Pick<EffectiveConfiguration, 'rules' | 'classifier'>): string {
  return `${keptCanonical(rules as unknown as JsonObject)}\n${keptCanonical(classifier as unknown as JsonObject)}`;
}

/** Between equal calls a link may turn or a file change. */
function fileStates(touches: readonly ResolvedTouch[], files: FileSystem): readonly JsonObject[] {
  const states = touches.map(({ resolved: { candidates, real, remote } }) => {
    const present = real === undefined || remote ? null : files.inspect(real);
    const isThere = typeof present === 'object' && present !== null;
    return {
      candidates,
      real: real ?? null,
      present: isThere ? present.type : present,
      there: isThere ? real : undefined,
    };
  });
  const there = [...new Set(states.flatMap((state) => (state.there === undefined ? [] : [state.there])))];
  const held = there.length === 0 ? [] : files.versionControlStates(there);
  const heldAt = new Map(there.map((path, index) => [path, held[index]]));
  return states.map(({ there: path, ...state }) => ({
    ...state,
    held: (path === undefined ? undefined : heldAt.get(path)) ?? null,
  }));
}
