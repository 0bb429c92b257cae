/** Through our MCP server (src/mcp) an agent gets advice, which it may skip. */
import * as z from 'zod';
import type { Decision } from '../../engine/model/decision';
import type { AgentDialect, HookReply, ParsedPayload } from '../hooks/agentDialect';
import { payloadFolder, payloadName, payloadObject, readPayload, unexpectedPayload } from '../hooks/hookPayload';
import { printable, replyText } from '../hooks/replyText';

/** Also the agent in requests. A name proves nothing, so it has no tools. */
export const MCP = 'mcp';

const callSchema = z.strictObject({
  tool: payloadName,
  input: payloadObject,
  cwd: payloadFolder,
  sessionId: payloadName,
  callId: payloadName,
  /** Shown, never trusted. */
  client: payloadName.optional(),
});
export type McpCall = z.infer<typeof callSchema>;

/** Without a stage nothing was decided. */
type McpAnswer = Pick<Decision, 'outcome' | 'reason'> & Partial<Pick<Decision, 'stage' | 'remedy'>>;

function parse(payload: string): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  const { data, error } = callSchema.safeParse(read.value);
  if (data === undefined) return unexpectedPayload('Auto Mode', error);
  const { client, ...request } = data;
  return {
    kind: 'tool-call',
    call: {
      request: { ...request, agent: MCP, interactive: true },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: client,
    },
  };
}

function reply(answer: McpAnswer): HookReply {
  const isRefusal = answer.outcome === 'block';
  return { stdout: JSON.stringify(answer), stderr: isRefusal ? answer.reason : '', exitCode: isRefusal ? 2 : 0 };
}

const UNREACHABLE =
  'Auto Mode did not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode.';

export const mcpDialect: AgentDialect = {
  id: MCP,
  parse,
  reply: ({ outcome, stage, reason, remedy }) =>
    reply({
      outcome,
      ...(stage === undefined ? {} : { stage }),
      reason: replyText(reason),
      ...(remedy === undefined ? {} : { remedy: printable(remedy) }),
    }),
  refuse: (reason) => reply({ outcome: 'block', reason: replyText(reason) }),
  noOpinion: reply({ outcome: 'defer', reason: 'Auto Mode does not judge this.' }),
  transcript: () => Promise.resolve([]),
  unreachable: {
    promptingModes: [],
    prompting: '{}',
    otherwise: reply({ outcome: 'block', reason: UNREACHABLE }).stdout,
    refusal: UNREACHABLE,
  },
};
