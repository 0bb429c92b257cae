import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { AgentWrite, AgentWrites } from '../engine/model/ports';

/** Older ones go to the classifier. */
const MAX_WRITES = 10_000;

/** As hashes. */
export class WrittenContent implements AgentWrites {
  private readonly hashes = new LRUCache<string, string>({ max: MAX_WRITES });
  private readonly changes = new LRUCache<string, AgentWrite>({ max: MAX_WRITES });

  note(path: string, content: string): void {
    this.hashes.set(path, hashOf(content));
  }

  wrote(path: string, content: string): boolean {
    return this.hashes.get(path) === hashOf(content);
  }

  noteChange(path: string, content: string | undefined, by: Omit<AgentWrite, 'sha256'>): void {
    this.changes.set(path, { ...by, sha256: content === undefined ? undefined : hashOf(content) });
  }

  lastWrite(path: string): AgentWrite | undefined {
    return this.changes.get(path);
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('hex');
}
