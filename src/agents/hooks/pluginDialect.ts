/** Agents that load our plugin: it sends one form of JSON for all. */
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';
import type { InstructionFile } from '../files/instructionFiles';
import type { AgentDialect, HookCall, HookReply, ParsedPayload } from './agentDialect';
import type { AgentNotice, NoticeOrigin } from './agentNotice';
import { payloadFolder, payloadName, payloadObject, readPayload, unexpectedPayload } from './hookPayload';
import { replyText } from './replyText';

export interface PluginAgent {
  readonly id: string;
  readonly name: string;
  readonly plugin: string;
  /** With these the agent asks its user: an allow would answer. */
  readonly questions: ReadonlySet<string>;
  /** Prompts may come from another device, unseen by its plugin: no words count as the user's. */
  readonly isDrivenFromAfar?: true;
  /** Must not reject. */
  readonly loadedContext: (call: HookCall) => Promise<readonly InstructionFile[]>;
}

const originSchema = z.object({
  sessionId: payloadName,
  cwd: payloadFolder,
  mode: payloadName.optional(),
  /** Absent: the agent itself. */
  subAgentId: payloadName.optional(),
});
const calledSchema = originSchema.extend({
  tool: payloadName,
  input: payloadObject,
  callId: payloadName.optional(),
});
const transcriptSchema: z.ZodType<readonly TranscriptEntry[]> = z.array(
  z.discriminatedUnion('role', [
    z.object({ role: z.enum(['user', 'task', 'assistant']), text: z.string() }),
    z.object({ role: z.literal('tool_call'), tool: z.string(), input: z.unknown() }),
  ]),
);
const callSchema = calledSchema.extend({ event: z.literal('call'), transcript: transcriptSchema });
const noticeSchema = z.discriminatedUnion('event', [
  originSchema.extend({ event: z.literal('session-start'), continued: z.boolean() }),
  originSchema.extend({ event: z.literal('session-end') }),
  originSchema.extend({ event: z.literal('prompt'), text: z.string(), from: z.enum(['user', 'task']) }),
  calledSchema.extend({ event: z.literal('call-ended'), end: z.enum(['ran', 'refused-by-agent']) }),
]);

const noOpinion: HookReply = { stdout: JSON.stringify({ decision: 'none' }), stderr: '', exitCode: 0 };

export function pluginDialect(agent: PluginAgent): AgentDialect {
  const { id, name, questions, loadedContext, plugin } = agent;
  const refusal = `Auto Mode did not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or disconnect ${name} there: "Auto Mode: Disconnect All Agents" lets you choose it.`;
  return {
    id,
    plugin,
    parse: (payload) => parse(agent, payload),
    comparedInput: (tool, input) => (questions.has(tool) ? {} : input),
    reply(decision, { request }) {
      if (decision.outcome === 'defer') return noOpinion;
      if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
      if (questions.has(request.tool)) return noOpinion;
      return answer('allow', replyText(decision.reason), decision.rewritten);
    },
    takesRewritten: ({ request }) => !questions.has(request.tool),
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance: (text) => ({ stdout: JSON.stringify({ guidance: text }), stderr: '', exitCode: 0 }),
    transcript: ({ said = [] }) => Promise.resolve(said),
    loadedContext,
    unreachable: { promptingModes: [], prompting: noOpinion.stdout, otherwise: blocked(refusal), refusal },
  };
}

function answer(decision: 'allow', reason: string, command: string | undefined): HookReply {
  const stdout = JSON.stringify({ decision, reason, ...(command === undefined ? {} : { command }) });
  return { stdout, stderr: '', exitCode: 0 };
}

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: blocked(text), stderr: text, exitCode: 2 };
}

function blocked(reason: string): string {
  return JSON.stringify({ decision: 'block', reason });
}

function parse({ id, name, isDrivenFromAfar }: PluginAgent, payload: string): ParsedPayload {
  const speaker: Speaker = isDrivenFromAfar === true ? () => 'task' : (from) => from;
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  if (read.value['event'] !== 'call') {
    const { data, error } = noticeSchema.safeParse(read.value);
    return data === undefined ? unexpectedPayload(name, error) : { kind: 'notice', notice: noticeOf(data, speaker) };
  }
  const { data, error } = callSchema.safeParse(read.value);
  return data === undefined ? unexpectedPayload(name, error) : { kind: 'tool-call', call: callOf(id, data, speaker) };
}

/** Whose words they count as; `from` is the plugin's view. */
type Speaker = (from: 'user' | 'task') => 'user' | 'task';

function callOf(agent: string, fields: z.infer<typeof callSchema>, speaker: Speaker): HookCall {
  const { tool, input, cwd, sessionId, callId, mode, subAgentId, transcript } = fields;
  return {
    request: {
      tool,
      input,
      cwd,
      agent,
      sessionId,
      ...(callId === undefined ? {} : { callId }),
      interactive: true,
    },
    mode,
    transcriptPath: undefined,
    subAgentId,
    said: transcript.map((entry) =>
      entry.role === 'user' || entry.role === 'task' ? { ...entry, role: speaker(entry.role) } : entry,
    ),
  };
}

function noticeOf(fields: z.infer<typeof noticeSchema>, speaker: Speaker): AgentNotice {
  const { sessionId, cwd, mode, subAgentId } = fields;
  const origin: NoticeOrigin = { sessionId, cwd, mode, subAgentId };
  switch (fields.event) {
    case 'session-start':
      return { ...origin, kind: 'session-start', continued: fields.continued };
    case 'session-end':
      return { ...origin, kind: 'session-end' };
    case 'prompt':
      return { ...origin, kind: 'prompt', text: fields.text, from: speaker(fields.from) };
    case 'call-ended': {
      const { tool, input, callId, end } = fields;
      return { ...origin, kind: 'call-ended', tool, input, callId, end };
    }
  }
}
