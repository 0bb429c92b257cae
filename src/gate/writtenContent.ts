import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { AgentChange, AgentWrite, AgentWrites } from '../engine/model/ports';

/** Older ones go to the classifier. A size, since for `max` the cache reserves room for all. */
const MOST_WRITES = { maxSize: 10_000, sizeCalculation: () => 1 };
/** Of all texts together. */
const MAX_TEXT_CHARACTERS = 8_000_000;

/** Hashes; for people also the latest texts. */
export class WrittenContent implements AgentWrites {
  private readonly hashes = new LRUCache<string, string>(MOST_WRITES);
  private readonly changes = new LRUCache<string, AgentWrite>(MOST_WRITES);

  private readonly texts = new LRUCache<string, AgentChange>({
    maxSize: MAX_TEXT_CHARACTERS,
    sizeCalculation: ({ before, after = '' }) => before.length + after.length + 1,
  });

  note(path: string, content: string): void {
    this.hashes.set(path, hashOf(content));
  }

  wrote(path: string, content: string): boolean {
    return this.hashes.get(path) === hashOf(content);
  }

  noteChange(path: string, content: string | undefined, by: Omit<AgentWrite, 'sha256'>, before?: string): void {
    this.noteTexts(path, content, before);
    this.changes.set(path, { ...by, sha256: content === undefined ? undefined : hashOf(content) });
  }

  lastWrite(path: string): AgentWrite | undefined {
    return this.changes.get(path);
  }

  changeOf(path: string): AgentChange | undefined {
    return this.texts.get(path);
  }

  /** What others changed meanwhile is not the agent's. */
  private noteTexts(path: string, after: string | undefined, before: string | undefined): void {
    const earlier = this.texts.get(path);
    const isSame = earlier?.after !== undefined && earlier.after === before;
    const first = isSame ? earlier.before : before;
    if (first === undefined) this.texts.delete(path);
    else this.texts.set(path, { before: first, after });
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
