import type { JsonObject } from '../../common/json';

/** What every notice tells of where it comes from. */
export interface NoticeOrigin {
  readonly sessionId: string;
  /** Absolute path of the folder in which the agent works: it finds the window, as with calls. */
  readonly cwd: string;
  /** The agent's permission mode, as the agent names it. */
  readonly mode: string | undefined;
  /** Undefined for the agent itself. */
  readonly subAgentId: string | undefined;
}

/** What an agent tells its hooks beside the calls that it asks about. Nothing is decided by it. */
export type AgentNotice = NoticeOrigin &
  /** `continued`: the session has words from before, as one that was resumed or whose history was shortened. */
  (
    | { readonly kind: 'session-start'; readonly continued?: boolean }
    | { readonly kind: 'session-end' }
    /**
     * The words of one prompt. `user` only where this very payload marks them as typed by a person, `task` where it says that they are not;
     * `unmarked` where it does not tell: they confirm what the transcript marks, and are nobody's where there is none.
     */
    | { readonly kind: 'prompt'; readonly text: string; readonly from: 'user' | 'task' | 'unmarked' }
    /**
     * A call is over: it ran, failed in running, or was refused by the agent's own rules. Told only of tools about which the agent also asks
     * before they run: a call without a verdict is an alarm.
     */
    | {
        readonly kind: 'call-ended';
        readonly tool: string;
        /** The input with which it ran, in the form in which calls of this agent are judged. */
        readonly input: JsonObject;
        readonly callId: string | undefined;
        readonly end: 'ran' | 'refused-by-agent';
      }
  );
