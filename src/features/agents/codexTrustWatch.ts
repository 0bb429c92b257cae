import type { HookTrust } from '../../agents/codex/hookTrust';
import { POST_TOOL_USE, SESSION_START, USER_PROMPT_SUBMIT } from '../../agents/codex/payload';
import type { AgentSighting } from '../../bridge/enforcement/agentAlarm';

const MAX_SESSIONS = 1000;
const GATHERING_MILLISECONDS = 1000;

export interface CodexTrustWatchParts {
  /** Changes with what the answer rests on; undefined: nothing to ask. */
  readonly mark: () => string | undefined;
  readonly ask: () => Promise<HookTrust>;
  readonly changed: () => void;
  /** Asking starts a program, so it waits for a quiet window. */
  readonly restMilliseconds: number;
}

/** Codex's last answer, renewed when its basis changes, and the hooks that ran. */
export class CodexTrustWatch {
  private answer: HookTrust | undefined;
  private mark: string | undefined;
  private asked: string | undefined;
  private questions = 0;
  private hasRested = false;
  private timer: NodeJS.Timeout | undefined;
  private readonly running = new Set<string>();
  /** A session keeps its first hooks. */
  private readonly sessions = new Map<string, number>();
  private changes = 0;

  constructor(private readonly parts: CodexTrustWatchParts) {}

  /** Undefined: unknown. */
  get trust(): HookTrust | undefined {
    if (this.answer?.kind !== 'listed') return this.answer;
    const entries = this.answer.entries.map((entry) =>
      entry.state === 'not-trusted' && this.running.has(entry.event) ? { ...entry, state: 'trusted' as const } : entry,
    );
    return { kind: 'listed', entries };
  }

  look(): void {
    this.readMark();
    if (this.mark === undefined) {
      this.dispose();
      this.asked = undefined;
      // A pending answer is stale.
      this.questions += 1;
      if (this.answer === undefined) return;
      this.answer = undefined;
      this.parts.changed();
    } else if (this.mark !== this.asked) {
      this.timer ??= setTimeout(
        () => void this.ask(),
        this.hasRested ? GATHERING_MILLISECONDS : this.parts.restMilliseconds,
      );
    }
  }

  async ask(): Promise<HookTrust> {
    this.dispose();
    this.hasRested = true;
    this.readMark();
    this.asked = this.mark;
    this.questions += 1;
    const question = this.questions;
    const answer = await this.parts.ask();
    if (question !== this.questions) return answer;
    this.answer = answer;
    this.parts.changed();
    return this.trust ?? answer;
  }

  /** A hook that ran is trusted, if its session began after the last change. */
  seen({ kind, event, sessionId }: Pick<AgentSighting, 'kind' | 'event' | 'sessionId'>): void {
    const hook = kind === 'call' ? event : NOTICE_EVENTS[kind];
    if (hook === undefined || sessionId === undefined) return;
    if (!this.sessions.has(sessionId)) {
      if (this.sessions.size >= MAX_SESSIONS) return;
      this.sessions.set(sessionId, this.changes);
    }
    if (this.sessions.get(sessionId) !== this.changes || this.running.has(hook)) return;
    this.running.add(hook);
    if (this.answer !== undefined) this.parts.changed();
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private readMark(): void {
    const mark = this.parts.mark();
    if (mark === this.mark) return;
    this.mark = mark;
    this.changes += 1;
    this.running.clear();
  }
}

const NOTICE_EVENTS: Readonly<Partial<Record<AgentSighting['kind'], string>>> = {
  'session-start': SESSION_START,
  prompt: USER_PROMPT_SUBMIT,
  'call-ended': POST_TOOL_USE,
};
