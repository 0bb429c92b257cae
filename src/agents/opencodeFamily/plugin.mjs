// Auto Mode's plugin for opencode and programs made from it. Written by the Auto Mode extension, which overwrites every
// change. Seen with opencode 1.18.33: the hook before a call comes before opencode asks for a permission, and what it
// throws becomes the call's result.

/** opencode asks these for a reason of its own. */
const OF_OPENCODE = new Set(['doom_loop', 'question', 'plan_enter', 'plan_exit']);
/** Without a person at a terminal. */
const WITHOUT_A_PERSON = new Set(['run', 'serve', 'web', 'acp', 'github', 'attach']);
const MAX_ENTRIES = 200;
const MAX_REMEMBERED = 1000;

/** @param {any} gate see pluginGate.mjs */
export function plugin(gate) {
  return { id: 'auto-mode', server: (/** @type {any} */ context) => hooksOf(gate, context) };
}

/**
 * @param {any} gate
 * @param {{ directory: string, client: any }} context
 */
async function hooksOf(gate, { directory, client }) {
  /** @type {Map<string, string>} allowed calls that may be granted, with their session */
  const allowed = new Map();
  /** @type {Map<string, string | undefined>} each session's parent */
  const parents = new Map();
  /** @type {Map<string, string>} guidance for each session's model */
  const guidance = new Map();
  /** @type {Set<string>} what a person typed in this process */
  const typed = new Set();
  const isTyped = process.stdin.isTTY === true && !process.argv.some((word) => WITHOUT_A_PERSON.has(word));

  /** @param {string} sessionID */
  async function parentOf(sessionID) {
    if (!parents.has(sessionID)) {
      const { data } = await client.session.get({ path: { id: sessionID } });
      remember(parents, sessionID, data?.parentID);
    }
    return parents.get(sessionID);
  }

  /**
   * The session that a user began, and the sub-agent's in it.
   *
   * @param {string} sessionID
   */
  async function originOf(sessionID) {
    let root = sessionID;
    for (let level = 0; level < 10; level += 1) {
      const parent = await parentOf(root);
      if (parent === undefined) break;
      root = parent;
    }
    return { sessionId: root, cwd: directory, ...(root === sessionID ? {} : { subAgentId: sessionID }) };
  }

  /** @param {string} sessionID */
  async function notifyStart(sessionID, continued = false) {
    const { guidance: text } = await gate.notify({ event: 'session-start', ...(await originOf(sessionID)), continued });
    if (text !== undefined) remember(guidance, sessionID, text);
  }

  /** Decides nothing, so nothing of it reaches opencode.
   *
   * @param {() => Promise<unknown>} work
   */
  async function quietly(work) {
    try {
      await work();
    } catch {
      // The session goes on.
    }
  }

  return {
    /** @param {{ event: { type: string, properties: any } }} input */
    event: ({ event: { type, properties } }) =>
      quietly(async () => {
        if (type === 'session.created') {
          remember(parents, properties.info.id, properties.info.parentID);
          if (properties.info.parentID === undefined) await notifyStart(properties.info.id);
        }
        if (type === 'permission.asked') {
          const { id, sessionID, permission, tool } = properties;
          if (OF_OPENCODE.has(permission) || tool === undefined || allowed.get(tool.callID) !== sessionID) return;
          // Unanswered, opencode asks the user.
          await client.postSessionIdPermissionsPermissionId({
            path: { id: sessionID, permissionID: id },
            body: { response: 'once' },
          });
        }
      }),

    /**
     * @param {{ sessionID: string }} input
     * @param {{ parts: readonly any[] }} output
     */
    'chat.message': ({ sessionID }, { parts }) =>
      quietly(async () => {
        const origin = await originOf(sessionID);
        const text = textOf(parts);
        const isUsers = isTyped && origin.sessionId === sessionID;
        if (isUsers) typed.add(text);
        await gate.notify({ event: 'prompt', ...origin, text, from: isUsers ? 'user' : 'task' });
      }),

    /**
     * @param {{ sessionID?: string }} input
     * @param {{ system: string[] }} output
     */
    'experimental.chat.system.transform': async ({ sessionID = '' }, { system }) => {
      const text = guidance.get(sessionID);
      if (text !== undefined) system.push(text);
    },

    /**
     * What goes wrong here is thrown, and blocks the call.
     *
     * @param {{ tool: string, sessionID: string, callID: string }} input
     * @param {{ args: any }} output
     */
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      const origin = await originOf(sessionID);
      const { data: messages } = await client.session.messages({ path: { id: sessionID } });
      const verdict = await gate.judge({
        event: 'call',
        ...origin,
        callId: callID,
        tool,
        input: args,
        transcript: transcriptOf(messages ?? [], callID, (text) => origin.sessionId === sessionID && typed.has(text)),
      });
      if (verdict.decision === 'block') throw new Error(verdict.reason);
      if (verdict.decision === 'none') return;
      if (verdict.command !== undefined) args.command = verdict.command;
      remember(allowed, callID, sessionID);
    },

    /** @param {{ tool: string, sessionID: string, callID: string, args: any }} input */
    'tool.execute.after': ({ tool, sessionID, callID, args }) =>
      quietly(async () => {
        allowed.delete(callID);
        const origin = await originOf(sessionID);
        await gate.notify({ event: 'call-ended', ...origin, tool, input: args, callId: callID, end: 'ran' });
      }),
  };
}

/**
 * @param {readonly any[]} messages
 * @param {string} currentCall
 * @param {(text: string) => boolean} isUsers
 */
function transcriptOf(messages, currentCall, isUsers) {
  const entries = messages.flatMap(({ info, parts }) => {
    if (info.role === 'user') {
      const text = textOf(parts);
      return text === '' ? [] : [{ role: isUsers(text) ? 'user' : 'task', text }];
    }
    return parts.flatMap((/** @type {any} */ part) => {
      if (part.type === 'text' && part.text !== '') return [{ role: 'assistant', text: part.text }];
      if (part.type !== 'tool' || part.callID === currentCall) return [];
      return [{ role: 'tool_call', tool: part.tool, input: part.state?.input ?? {} }];
    });
  });
  return entries.slice(-MAX_ENTRIES);
}

/**
 * Without what opencode itself adds to a message.
 *
 * @param {readonly any[]} parts
 */
function textOf(parts) {
  return parts
    .filter(({ type, synthetic, ignored }) => type === 'text' && synthetic !== true && ignored !== true)
    .map(({ text }) => text)
    .join('\n');
}

/**
 * @template Value
 * @param {Map<string, Value>} map
 * @param {string} key
 * @param {Value} value
 */
function remember(map, key, value) {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_REMEMBERED && oldest !== undefined) map.delete(oldest);
}
