import { randomUUID } from 'node:crypto';
import { CLIENT_INFO_META_KEY, McpServer, type CallToolResult, type ServerContext } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { isJsonObject, payloadFolder, payloadName } from '../agents/hooks/hookPayload';
import {
  checkAnswerSchema,
  explainAnswerSchema,
  statusAnswerSchema,
  type CheckAnswer,
  type ExplainAnswer,
  type StatusAnswer,
} from '../bridge/protocol/advice';
import { visibleLine } from '../common/visibleText';
import { ADVICE, checkText, explainText, statusText, UNANSWERED_CHECK } from './answerTexts';
import type { AskWindows } from './askWindows';

const MAX_NAME = 256;
const MAX_INPUT_CHARACTERS = 1_000_000;

const tool = payloadName.describe('The tool that would run, such as "bash".');
/** zod's record drops keys such as `__proto__`, and what is judged must be whole. */
const input = z
  .unknown()
  .refine(isJsonObject, { error: 'must be a JSON object' })
  .refine((value) => JSON.stringify(value).length <= MAX_INPUT_CHARACTERS, { error: 'is too large to be judged' })
  .meta({ type: 'object', description: 'Its whole input, such as {"command": "git push"}. Nothing may be left out.' });
const cwd = payloadFolder.describe('Absolute path of the folder in which it would run.');

const callSchema = z.strictObject({ tool, input, cwd });
const folderSchema = z.strictObject({ cwd });

const clientSchema = z.looseObject({ [CLIENT_INFO_META_KEY]: z.looseObject({ name: z.string() }) });

const advice = z.string().describe('What the answer is worth.');
const checkedSchema = checkAnswerSchema.extend({ advice });
const explainedSchema = z.strictObject({
  answered: z.boolean().describe('False: no window has this folder open.'),
  verdict: explainAnswerSchema.optional(),
  advice,
});
const statusSchema = z.strictObject({
  open: z.boolean().describe('Whether a window with Auto Mode has this folder open.'),
  window: statusAnswerSchema.optional(),
  advice,
});

export interface AdviceServerParts {
  readonly windows: Pick<AskWindows, 'check' | 'explain' | 'status'>;
  readonly version: string;
}

/** Asks only: nothing loosens or releases. */
export function adviceServer({ windows, version }: AdviceServerParts): McpServer {
  const server = new McpServer(
    { name: 'auto-mode', title: 'Auto Mode', version },
    {
      instructions: `Before each tool call that runs a command or changes something, ask "check", and run the call only if the outcome is "allow". ${ADVICE}`,
    },
  );
  const sessionId = `mcp-${randomUUID()}`;
  server.registerTool(
    'check',
    {
      title: 'Check a tool call',
      description: `Asks Auto Mode in VS Code whether exactly this tool call may run now; the user may be asked there. Run it only if the outcome is "allow". ${ADVICE}`,
      inputSchema: callSchema,
      outputSchema: checkedSchema,
      annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    },
    async (call, context) => {
      const client = clientName(server, context);
      const asked = { ...call, sessionId, callId: randomUUID(), ...(client === '' ? {} : { client }) };
      const answer: CheckAnswer = (await windows.check(asked, context.mcpReq.signal)) ?? UNANSWERED_CHECK;
      return result(checkText(answer), { ...answer, advice: ADVICE });
    },
  );
  server.registerTool(
    'explain',
    {
      title: 'Explain a tool call',
      description: `Tells what Auto Mode would decide about a tool call by its rules alone. Asks neither the user nor a model, and allows nothing. ${ADVICE}`,
      inputSchema: callSchema,
      outputSchema: explainedSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (call, { mcpReq: { signal } }) => {
      const verdict: ExplainAnswer | undefined = await windows.explain(call, signal);
      return result(explainText(verdict), {
        answered: verdict !== undefined,
        ...(verdict === undefined ? {} : { verdict }),
        advice: ADVICE,
      });
    },
  );
  server.registerTool(
    'status',
    {
      title: 'Status of Auto Mode',
      description: `Tells whether a VS Code window with Auto Mode has a folder open, and whether it decides there. ${ADVICE}`,
      inputSchema: folderSchema,
      outputSchema: statusSchema,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (folder, { mcpReq: { signal } }) => {
      const window: StatusAnswer | undefined = await windows.status(folder, signal);
      return result(statusText(window), {
        open: window !== undefined,
        ...(window === undefined ? {} : { window }),
        advice: ADVICE,
      });
    },
  );
  return server;
}

/** Empty if unknown. */
function clientName({ server }: McpServer, { mcpReq: { envelope } }: ServerContext): string {
  // Newer clients name themselves in each request, older ones once.
  const said = clientSchema.safeParse(envelope);
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const name = said.success ? said.data[CLIENT_INFO_META_KEY].name : (server.getClientVersion()?.name ?? '');
  return visibleLine(name.slice(0, MAX_NAME)).slice(0, MAX_NAME);
}

function result(text: string, structuredContent: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text }], structuredContent };
}
