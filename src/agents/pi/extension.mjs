// Auto Mode's extension for pi. Written by the Auto Mode extension of VS Code, which overwrites every change. Seen with
// pi 1.6.0: what the handler of `tool_call` throws blocks the call, and pi does not start without a file that it loads.

const MAX_ENTRIES = 200;

/** @param {any} gate see pluginGate.mjs */
export function plugin(gate) {
  return (/** @type {any} */ pi) => {
    /** @type {Set<string>} what a person typed in this process */
    const typed = new Set();
    /** @type {string | undefined} */
    let guidance;

    pi.on('session_start', async (/** @type {any} */ event, /** @type {any} */ context) => {
      const continued = event.reason === 'resume' || event.reason === 'fork' || event.reason === 'reload';
      ({ guidance } = await gate.notify({ event: 'session-start', ...originOf(context), continued }));
    });
    pi.on('session_shutdown', async (/** @type {any} */ _event, /** @type {any} */ context) => {
      await gate.notify({ event: 'session-end', ...originOf(context) });
    });
    pi.on('input', async (/** @type {any} */ event, /** @type {any} */ context) => {
      // In print mode too the source is "interactive".
      const isUsers = event.source === 'interactive' && context.mode === 'tui';
      if (isUsers) typed.add(event.text);
      const from = isUsers ? 'user' : 'task';
      await gate.notify({ event: 'prompt', ...originOf(context), text: event.text, from });
    });
    pi.on('before_agent_start', (/** @type {any} */ event) => {
      if (guidance !== undefined) event.systemPromptOptions.promptGuidelines.push(guidance);
    });
    pi.on('tool_call', async (/** @type {any} */ event, /** @type {any} */ context) => {
      const { toolName, toolCallId, input } = event;
      const verdict = await gate.judge(
        {
          event: 'call',
          ...originOf(context),
          callId: toolCallId,
          tool: toolName,
          input,
          transcript: transcriptOf(context.sessionManager.getBranch(), toolCallId, typed),
        },
        context.signal,
      );
      if (verdict.decision === 'block') return { block: true, reason: verdict.reason };
      if (verdict.command !== undefined) input.command = verdict.command;
      return undefined;
    });
    pi.on('tool_result', async (/** @type {any} */ event, /** @type {any} */ context) => {
      const { toolName: tool, toolCallId: callId, input } = event;
      await gate.notify({ event: 'call-ended', ...originOf(context), tool, input, callId, end: 'ran' });
    });
  };
}

/** @param {any} context */
function originOf(context) {
  return { sessionId: context.sessionManager.getSessionId(), cwd: context.cwd };
}

/**
 * @param {readonly any[]} branch
 * @param {string} currentCall
 * @param {ReadonlySet<string>} typed
 */
function transcriptOf(branch, currentCall, typed) {
  const entries = branch.flatMap(({ type, message }) => {
    if (type !== 'message') return [];
    if (message.role === 'user') {
      const text = textOf(message.content);
      return text === '' ? [] : [{ role: typed.has(text) ? 'user' : 'task', text }];
    }
    if (message.role !== 'assistant') return [];
    return message.content.flatMap((/** @type {any} */ part) => {
      if (part.type === 'text' && part.text !== '') return [{ role: 'assistant', text: part.text }];
      if (part.type !== 'toolCall' || part.id === currentCall) return [];
      return [{ role: 'tool_call', tool: part.name, input: part.arguments }];
    });
  });
  return entries.slice(-MAX_ENTRIES);
}

/** @param {string | readonly any[]} content */
function textOf(content) {
  if (typeof content === 'string') return content;
  return content
    .filter(({ type }) => type === 'text')
    .map(({ text }) => text)
    .join('\n');
}
