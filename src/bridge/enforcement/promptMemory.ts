/**
 * Whose words a transcript holds. An agent writes its transcript into a file, and tells its hooks of each prompt when it is given: only
 * where both agree do words count as the user's.
 */
import { createHash } from 'node:crypto';
import type { AgentNotice } from '../../agents/hooks/agentNotice';
import type { TranscriptEntry } from '../../calls/request';

/** The one that was quiet for longest is forgotten. */
const MAX_SESSIONS = 100;
/** More than a transcript is read for; what is forgotten counts as never told. */
const MAX_PROMPTS = 500;
/** Kept for sessions without a transcript that can be read. */
const MAX_TEXTS = 20;
const MAX_TEXT_CHARACTERS = 4 * 1024;

interface Session {
  /** Nothing was said in this session before its first prompt in here. */
  isWhole: boolean;
  /** Digests of what was told, oldest first, but for what was told to be nobody's. */
  readonly reported: string[];
  /** The first prompt that was told at all. */
  first: string | undefined;
  /** The last ones, oldest first. */
  readonly texts: TranscriptEntry[];
}

/** What agents tell of the prompts that they are given. */
export class PromptMemory {
  private readonly sessions = new Map<string, Session>();

  noticed(agent: string, notice: AgentNotice): void {
    if (notice.kind === 'session-start') {
      const known = this.session(agent, notice.sessionId);
      if (known.first === undefined && notice.continued !== true) known.isWhole = true;
    }
    if (notice.kind !== 'prompt') return;
    const session = this.session(agent, notice.sessionId);
    const digest = digestOf(notice.text);
    session.first ??= digest;
    // The model wrote what a sub-agent is given.
    const from = notice.subAgentId === undefined ? notice.from : 'task';
    if (from !== 'task') {
      session.reported.push(digest);
      if (session.reported.length > MAX_PROMPTS) session.reported.shift();
    }
    // Cut short, words may say something else.
    if (notice.text.length > MAX_TEXT_CHARACTERS || notice.text.trim() === '') return;
    session.texts.push({ role: from === 'user' ? 'user' : 'task', text: notice.text });
    if (session.texts.length > MAX_TEXTS) session.texts.shift();
  }

  /**
   * The transcript, with what the agent did not tell as a prompt marked as nobody's own words. What was said before the first prompt that
   * was told here keeps the transcript's own marks, where the session is older. Without a transcript: the prompts that were told.
   */
  agreed(
    agent: string,
    sessionId: string | undefined,
    transcript: readonly TranscriptEntry[],
  ): readonly TranscriptEntry[] {
    const session = sessionId === undefined ? undefined : this.sessions.get(keyOf(agent, sessionId));
    if (session === undefined || (session.first === undefined && !session.isWhole)) return transcript;
    if (transcript.length === 0) return [...session.texts];
    const digests = transcript.map((entry) =>
      entry.role === 'user' || entry.role === 'task' ? digestOf(entry.text) : undefined,
    );
    const from = session.isWhole ? 0 : Math.max(0, digests.indexOf(session.first));
    const written = counted(digests.filter((_digest, index) => index >= from && transcript[index]?.role === 'user'));
    const reported = counted(session.reported);
    return transcript.map((entry, index) => {
      const digest = digests[index];
      if (entry.role !== 'user' || index < from || digest === undefined) return entry;
      // Written more often than told: which of them was not, nobody can tell.
      const isReported = (written.get(digest) ?? 0) <= (reported.get(digest) ?? 0);
      return isReported ? entry : { role: 'task', text: entry.text };
    });
  }

  private session(agent: string, sessionId: string): Session {
    const key = keyOf(agent, sessionId);
    const known = this.sessions.get(key) ?? { isWhole: false, reported: [], first: undefined, texts: [] };
    // Last in the map is who was heard of last.
    this.sessions.delete(key);
    this.sessions.set(key, known);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MAX_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
    return known;
  }
}

function keyOf(agent: string, sessionId: string): string {
  return JSON.stringify([agent, sessionId]);
}

function counted(values: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) {
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

/** Equal for the same words, however lines end and whatever blanks are around them. Nothing else is overlooked. */
function digestOf(text: string): string {
  const words = text.replace(/\r\n?/g, '\n').trim();
  return createHash('sha256').update(words).digest('base64');
}
