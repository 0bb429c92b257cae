import type { ModelExchange, RequestStage } from './modelExchange';
import type { ModelCall } from './models/provider';

export interface ShownRequest {
  readonly stage: RequestStage;
  readonly system: readonly string[];
  readonly instruction: string;
  readonly tools: readonly string[];
  readonly tool: string;
  readonly user: readonly string[];
  readonly body: unknown;
  readonly answer?: unknown;
}

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

/** Texts beside each other cannot change the structure. */
function cleanTexts(value: unknown, clean: (text: string) => string): unknown {
  if (typeof value === 'string') return clean(value);
  if (Array.isArray(value)) return value.map((item) => cleanTexts(item, clean));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [clean(name), cleanTexts(item, clean)]));
}
