/**
 * Seen with Claude Code 2.1.329: exit code 2 refuses with any stdout; text before the JSON, or cut JSON, lets the
 * call run.
 */
import * as z from 'zod';
import type { TranscriptEntry } from '../../calls/request';
import type { AgentDialect, HookCall, HookReply, ParsedPayload } from '../hooks/agentDialect';
import {
  payloadFolder,
  payloadName,
  payloadObject,
  payloadPath,
  readPayload,
  unexpectedPayload,
  unknownCallEvent,
} from '../hooks/hookPayload';
import type { InstructionFile } from '../files/instructionFiles';
import { replyText } from '../hooks/replyText';
import { rewrittenInput } from '../hooks/rewrittenInput';
import type { JsonObject } from '../../common/json';
import { parseNotice } from './notice';
import { withoutPasted } from './pastedText';

export const CLAUDE_CODE = 'claude-code';

/** An allow would answer for the user. */
const QUESTIONS_TO_THE_USER: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

/** It decides what no hook settles. */
const OWN_CLASSIFIER_MODE = 'auto';

const payloadSchema = z.object({
  session_id: payloadName,
  cwd: payloadFolder,
  tool_name: payloadName,
  tool_input: payloadObject,
  tool_use_id: payloadName.optional(),
  permission_mode: payloadName.optional(),
  transcript_path: payloadPath.optional(),
  agent_id: payloadName.optional(),
  agent_type: payloadName.optional().catch(undefined),
});

function parse(payload: string): ParsedPayload {
  const read = readPayload(payload);
  if (read.kind === 'error') return read;
  const { value } = read;
  const event = value['hook_event_name'];
  if (typeof event !== 'string') {
    return {
      kind: 'error',
      reason: 'The hook payload names no event (hook_event_name), so the call cannot be judged.',
    };
  }
  if (event !== 'PreToolUse') {
    const notice = parseNotice(event, value);
    if (notice !== undefined) return { kind: 'notice', notice };
    return unknownCallEvent(event, value) ?? { kind: 'not-a-tool-call' };
  }

  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) return unexpectedPayload('Claude Code', parsed.error);
  const fields = parsed.data;
  return {
    kind: 'tool-call',
    call: {
      request: {
        tool: fields.tool_name,
        input: fields.tool_input,
        cwd: fields.cwd,
        agent: CLAUDE_CODE,
        sessionId: fields.session_id,
        ...(fields.tool_use_id === undefined ? {} : { callId: fields.tool_use_id }),
        interactive: true,
      },
      mode: fields.permission_mode,
      transcriptPath: fields.transcript_path,
      subAgentId: fields.agent_id,
      ...(fields.agent_type === undefined ? {} : { subAgentKind: fields.agent_type }),
    },
  };
}

function permission(decision: 'allow' | 'deny' | 'ask', reason: string, updatedInput?: JsonObject): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
      ...(updatedInput === undefined ? {} : { updatedInput }),
    },
  });
}

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: permission('deny', text), stderr: text, exitCode: 2 };
}

function isQuestion({ request }: HookCall): boolean {
  return QUESTIONS_TO_THE_USER.has(request.tool);
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
  if (isQuestion(call)) return noOpinion;
  const updatedInput = decision.rewritten === undefined ? undefined : rewrittenInput(call, decision.rewritten);
  return { stdout: permission('allow', replyText(decision.reason), updatedInput), stderr: '', exitCode: 0 };
}

function giveGuidance(text: string): HookReply {
  return {
    stdout: JSON.stringify({ hookSpecificOutput: { hookEventName: 'SessionStart', additionalContext: text } }),
    stderr: '',
    exitCode: 0,
  };
}

/** `readTranscript` and `loadedContext` must not reject. */
export function claudeCodeDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
  loadedContext?: (call: HookCall) => Promise<readonly InstructionFile[]>,
): AgentDialect {
  return {
    id: CLAUDE_CODE,
    parse,
    comparedInput: (tool, input) => (QUESTIONS_TO_THE_USER.has(tool) ? {} : input),
    reply,
    takesRewritten: (call) => !isQuestion(call),
    judgesItself: ({ mode }) => mode === OWN_CLASSIFIER_MODE,
    refuse: (reason) => refuse(reason),
    noOpinion,
    giveGuidance,
    transcript: readTranscript,
    typedWords: withoutPasted,
    ...(loadedContext === undefined ? {} : { loadedContext }),
    unreachable: {
      // `acceptEdits` asks about some calls only, `plan` and `auto` use a model.
      promptingModes: ['default'],
      prompting: JSON.stringify({
        systemMessage:
          'Auto Mode did not check this call: no VS Code window that has this folder open answered. Claude Code asks you itself where its own settings say so.',
      }),
      otherwise: permission(
        'ask',
        'Auto Mode could not check this call: no VS Code window that has this folder open answered. Open the folder in VS Code with Auto Mode, or decide yourself.',
      ),
    },
  };
}
