/**
 * Claude Code's `PreToolUse` hook: one JSON object in, one JSON object out.
 * Tried with 2.1.329: exit code 2 refuses whatever stdout says; text before the JSON, or JSON cut short, counts as no answer and the call runs.
 */
import { isAbsolute } from 'node:path';
import * as z from 'zod';
import type { JsonObject } from '../../engine/json';
import type { TranscriptEntry } from '../../engine/request';
import type { AgentDialect, HookCall, HookReply, ParsedPayload } from '../agentDialect';
import { replyText } from '../replyText';

export const CLAUDE_CODE = 'claude-code';

/** Tools that are themselves a question to the user: an allow would answer in the user's place. */
const QUESTIONS_TO_THE_USER: ReadonlySet<string> = new Set(['AskUserQuestion', 'EnterPlanMode', 'ExitPlanMode']);

/** In this mode Claude Code's own classifier judges; an allow from a hook would switch it off for the call. */
const OWN_CLASSIFIER_MODE = 'auto';

const name = z.string().min(1).max(256);

/** Fields that are not needed are not looked at: every version of Claude Code adds some. */
const payloadSchema = z.object({
  session_id: name,
  cwd: z
    .string()
    .max(4096)
    .refine((path) => isAbsolute(path) && !path.includes('\0'), { error: 'must be an absolute path' }),
  tool_name: name,
  tool_input: z.custom<JsonObject>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), {
    error: 'must be a JSON object',
  }),
  tool_use_id: name.optional(),
  permission_mode: name.optional(),
  transcript_path: z.string().max(4096).optional(),
  agent_id: name.optional(),
});

function parse(payload: string): ParsedPayload {
  let value: unknown;
  try {
    // Some hosts on Windows put a byte order mark in front.
    value = JSON.parse(payload.replace(/^\ufeff/, ''));
  } catch {
    return { kind: 'error', reason: 'The hook payload is not valid JSON, so the call cannot be judged.' };
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { kind: 'error', reason: 'The hook payload is not a JSON object, so the call cannot be judged.' };
  }
  // Cursor runs the hooks of Claude Code's settings as well, with payloads of its own. Nobody connected Cursor.
  if ('cursor_version' in value) return { kind: 'not-a-tool-call' };
  const event: unknown = 'hook_event_name' in value ? value.hook_event_name : undefined;
  if (typeof event !== 'string') {
    return {
      kind: 'error',
      reason: 'The hook payload names no event (hook_event_name), so the call cannot be judged.',
    };
  }
  if (event !== 'PreToolUse') return { kind: 'not-a-tool-call' };

  const parsed = payloadSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const detail = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
    return { kind: 'error', reason: `The hook payload is not what Claude Code documents${detail}.` };
  }
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
    },
  };
}

function permission(decision: 'allow' | 'deny' | 'ask', reason: string): string {
  return JSON.stringify({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision,
      permissionDecisionReason: reason,
    },
  });
}

const noOpinion: HookReply = { stdout: '{}', stderr: '', exitCode: 0 };

function refuse(reason: string, remedy?: string): HookReply {
  const text = replyText(reason, remedy);
  return { stdout: permission('deny', text), stderr: text, exitCode: 2 };
}

function reply(decision: Parameters<AgentDialect['reply']>[0], call: HookCall): HookReply {
  if (decision.outcome === 'defer') return noOpinion;
  // Written so that whatever is not an allow is a refusal.
  if (decision.outcome !== 'allow') return refuse(decision.reason, decision.remedy);
  return QUESTIONS_TO_THE_USER.has(call.request.tool) || call.mode === OWN_CLASSIFIER_MODE
    ? noOpinion
    : { stdout: permission('allow', replyText(decision.reason)), stderr: '', exitCode: 0 };
}

/** Claude Code's dialect. `readTranscript` finds what was said before a call; it must not reject. */
export function claudeCodeDialect(
  readTranscript: (call: HookCall) => Promise<readonly TranscriptEntry[]>,
): AgentDialect {
  return {
    id: CLAUDE_CODE,
    parse,
    reply,
    refuse: (reason) => refuse(reason),
    noOpinion,
    transcript: readTranscript,
    unreachable: {
      // `acceptEdits` prompts for some calls only, `plan` and `auto` judge by a model, the others do not ask at all.
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
