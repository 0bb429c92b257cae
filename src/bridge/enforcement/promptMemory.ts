/** Words are the user's only if the transcript and reported prompts agree. */
import { createHash } from 'node:crypto';
import type { AgentNotice } from '../../agents/hooks/agentNotice';
import type { TranscriptEntry } from '../../calls/request';

const MAX_SESSIONS = 100;
/** A dropped one counts as unreported. */
const MAX_PROMPTS = 500;
/** For an unreadable transcript. */
const MAX_TEXTS = 20;
const MAX_TEXT_CHARACTERS = 4 * 1024;

interface Session {
  /** No prompt came before the first one here. */
  isWhole: boolean;
  /** Digests, oldest first, without nobody's words. */
  readonly reported: string[];
  first: string | undefined;
  readonly texts: TranscriptEntry[];
}

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
    // A sub-agent's prompt is a model's.
    const from = notice.subAgentId === undefined ? notice.from : 'task';
    if (from !== 'task') {
      session.reported.push(digest);
      if (session.reported.length > MAX_PROMPTS) session.reported.shift();
    }
    // A cut may change the meaning.
    if (notice.text.length > MAX_TEXT_CHARACTERS || notice.text.trim() === '') return;
    session.texts.push({ role: from === 'user' ? 'user' : 'task', text: notice.text });
    if (session.texts.length > MAX_TEXTS) session.texts.shift();
  }

  /**
   * Unreported transcript text is nobody's. Before its first report an older session keeps the transcript's marks.
   * Without a transcript: the reported prompts.
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
      // Which of too many copies is extra is unknown.
      const isReported = (written.get(digest) ?? 0) <= (reported.get(digest) ?? 0);
      return isReported ? entry : { role: 'task', text: entry.text };
    });
  }

  private session(agent: string, sessionId: string): Session {
    const key = keyOf(agent, sessionId);
    const known = this.sessions.get(key) ?? { isWhole: false, reported: [], first: undefined, texts: [] };
    // Ordered by last contact.
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

/** Without line endings and outer blanks. */
function digestOf(text: string): string {
  const words = text.replace(/\r\n?/g, '\n').trim();
  return createHash('sha256').update(words).digest('base64');
}
