import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import type { AgentWrites } from '../engine/model/ports';

/** Older ones go to the classifier. */
const MAX_WRITES = 10_000;

/** As hashes. */
export class WrittenContent implements AgentWrites {
  private readonly hashes = new LRUCache<string, string>({ max: MAX_WRITES });

  note(path: string, content: string): void {
    this.hashes.set(path, hashOf(content));
  }

  wrote(path: string, content: string): boolean {
    return this.hashes.get(path) === hashOf(content);
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64');
}
