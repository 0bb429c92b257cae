import { canonical, keptCanonical } from '../../common/canonicalJson';
import type { EffectiveConfiguration } from './configuration';
import type { JsonObject, JsonValue } from '../../common/json';
import type { FileSystem } from '../../files/fileSystem';
import type { CheckRequest } from '../../calls/request';
import type { ResolvedTouch, ToolCall } from '../../calls/toolCall';

/** A decision and its input give the same key. */
export function callKey({
  agent,
  sessionId,
  cwd,
  tool,
  input,
}: Pick<CheckRequest, 'agent' | 'sessionId' | 'cwd' | 'tool'> & { readonly input: JsonValue }): string {
  return canonical({ agent: agent ?? null, sessionId: sessionId ?? null, cwd: cwd ?? null, tool, input });
}

export function livingShellKey({ line, request: { agent, sessionId } }: ToolCall): string | undefined {
  const living = line?.use.living;
  return living === undefined ? undefined : canonical({ agent: agent ?? null, sessionId: sessionId ?? null, living });
}

export function contextKey(call: ToolCall, configuration: EffectiveConfiguration, files: FileSystem): string {
  const { transcript, loadedContext, sessionModel } = call.request;
  const userWords = (transcript ?? []).flatMap((entry) => (entry.role === 'user' ? [entry.text] : []));
  const context = canonical({
    call: callKey(call.request),
    files: fileStates(call.touches, files),
    userWords,
    loadedContext: loadedContext ?? [],
    sessionModel: sessionModel ?? null,
  });
  return `${context}\n${settingsKey(configuration)}`;
}

/** What the classifier's answer depends on. Canonical text holds no line ends. */
export function settingsKey({ rules, classifier }: Pick<EffectiveConfiguration, 'rules' | 'classifier'>): string {
  return `${keptCanonical(rules as unknown as JsonObject)}\n${keptCanonical(classifier as unknown as JsonObject)}`;
}

/** Between equal calls a link may turn, or the user write a file. */
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
