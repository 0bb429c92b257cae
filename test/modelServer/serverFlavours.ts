import { json, says, type OpenAiBody, type OpenAiReply, type OpenAiScript } from './openAiServer';

/**
 * What servers for local models refuse, in their own words, each as the script that comes before the model's answer. A request that
 * they take is answered by `model`.
 */
export const FLAVOURS = {
  /** Takes tools for models whose template has them; heeds no `tool_choice`. */
  ollamaWithoutTools: refusing(({ tools }) =>
    tools === undefined
      ? undefined
      : json(400, {
          error: {
            message: 'registry.ollama.ai/library/gemma3:1b does not support tools',
            type: 'api_error',
            param: null,
            code: null,
          },
        }),
  ),
  /** The answer is text although a tool was forced. */
  ollamaIgnoringToolChoice:
    (model: OpenAiScript): OpenAiScript =>
    (request, index) =>
      request.body?.tools === undefined ? model(request, index) : says('It looks harmless to me.'),
  /** Started without `--jinja`. */
  llamaCppWithoutJinja: refusing(({ tools }) =>
    tools === undefined
      ? undefined
      : json(500, { error: { code: 500, message: 'tools param requires --jinja flag', type: 'server_error' } }),
  ),
  /** Knows no tool by its name; the error is a bare sentence. */
  lmStudio: refusing(({ tool_choice: choice }) =>
    typeof choice === 'object'
      ? json(400, { error: "Invalid tool_choice type: 'object'. Supported string values: none, auto, required" })
      : undefined,
  ),
  /** An older vLLM, whose errors have no `error` around them, with neither tools nor structured output. */
  vllmWithoutTools: refusing(({ tools, response_format: format }) => {
    const message =
      tools !== undefined
        ? 'Tool calling requires --enable-auto-tool-choice and --tool-call-parser to be set'
        : format !== undefined
          ? 'Failed to compile the grammar of response_format'
          : undefined;
    return message === undefined
      ? undefined
      : json(400, { object: 'error', message, type: 'BadRequestError', param: null, code: 400 });
  }),
  /** FastAPI's validation of the request. */
  fastApiWithoutTemperature: refusing(({ temperature }) =>
    temperature === undefined
      ? undefined
      : json(422, {
          detail: [{ type: 'extra_forbidden', loc: ['body', 'temperature'], msg: 'Extra inputs are not permitted' }],
        }),
  ),
  /** What OpenAI's models that reason refuse, one after the other. */
  openAiReasoning: refusing(({ temperature, max_tokens: maxTokens }) => {
    if (maxTokens !== undefined) {
      return unsupported(
        "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        'max_tokens',
      );
    }
    return temperature === undefined
      ? undefined
      : unsupported("Unsupported parameter: 'temperature' is not supported with this model.", 'temperature');
  }),
} satisfies Readonly<Record<string, (model: OpenAiScript) => OpenAiScript>>;

function refusing(refusal: (body: OpenAiBody) => OpenAiReply | undefined): (model: OpenAiScript) => OpenAiScript {
  return (model) => (request, index) =>
    (request.body === undefined ? undefined : refusal(request.body)) ?? model(request, index);
}

function unsupported(message: string, param: string): OpenAiReply {
  return json(400, { error: { message, type: 'invalid_request_error', param, code: 'unsupported_parameter' } });
}
