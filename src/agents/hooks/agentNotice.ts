import type { JsonObject } from '../../common/json';

export interface NoticeOrigin {
  readonly sessionId: string;
  /** Absolute; finds the window. */
  readonly cwd: string;
  readonly mode: string | undefined;
  /** Undefined: the agent itself. */
  readonly subAgentId: string | undefined;
}

export type AgentNotice = NoticeOrigin &
  /** `continued`: with earlier words. */
  (
    | { readonly kind: 'session-start'; readonly continued?: boolean }
    | { readonly kind: 'session-end' }
    /** `user` or `task` if the payload marks it; `unmarked` only confirms the transcript's marks. */
    | { readonly kind: 'prompt'; readonly text: string; readonly from: 'user' | 'task' | 'unmarked' }
    /** Ran, failed, or refused by the agent. Without a verdict it is an alarm, for tools that it asks about. */
    | {
        readonly kind: 'call-ended';
        readonly tool: string;
        /** As judged. */
        readonly input: JsonObject;
        readonly callId: string | undefined;
        readonly end: 'ran' | 'refused-by-agent';
        /** The agent's reason for a refusal. */
        readonly reason?: string;
      }
  );
