/** A request to a model as people are shown it. */
import type { ModelExchange, RequestStage } from './modelExchange';
import type { ModelCall } from './models/provider';

/** Without the key and every secret that is known by its form. */
export interface ShownRequest {
  readonly stage: RequestStage;
  /** Parts of the system prompt. */
  readonly system: readonly string[];
  readonly instruction: string;
  readonly tools: readonly string[];
  /** The one of them that has to be called. */
  readonly tool: string;
  /** Blocks of the user message. */
  readonly user: readonly string[];
  /** The same as the provider's own JSON. */
  readonly body: unknown;
  /** What came back, where it was sent. */
  readonly answer?: unknown;
}

/** @param clean takes secrets out of a text */
export function shownRequest(
  stage: RequestStage,
  { system, instruction, tools, tool, user }: Omit<ModelCall, 'key'>,
  body: unknown,
  clean: (text: string) => string,
): ShownRequest {
  return {
    stage,
    system: system.map(clean),
    instruction: clean(instruction),
    tools: tools.map(({ name }) => name),
    tool: tool.name,
    user: user.map(clean),
    body: cleanTexts(body, clean),
  };
}

/** What came of a request, without secrets. */
export function shownAnswer({
  result,
  latencyMs,
  clean,
}: Pick<ModelExchange, 'result' | 'latencyMs' | 'clean'>): unknown {
  const milliseconds = Math.round(latencyMs);
  if (result.kind === 'failure') return { failure: cleanTexts(result.failure, clean), milliseconds };
  const { ending, text, toolCalls, usage } = result.reply;
  return { ending, text: clean(text), toolCalls: cleanTexts(toolCalls, clean), usage, milliseconds };
}

/** Text by text: the request stays what it is, whatever a text looks like beside its neighbour. */
function cleanTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleanTexts(item, clean)]));
}
