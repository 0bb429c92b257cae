import { createHash } from 'node:crypto';
import type { AgentWrites } from '../engine/model/ports';

/** Older ones go to the classifier. */
const MAX_WRITES = 10_000;

/** As hashes. */
export class WrittenContent implements AgentWrites {
  private readonly hashes = new Map<string, string>();

  note(path: string, content: string): void {
    this.hashes.delete(path);
    this.hashes.set(path, hashOf(content));
    const [oldest] = this.hashes.keys();
    if (this.hashes.size > MAX_WRITES && oldest !== undefined) this.hashes.delete(oldest);
  }

  wrote(path: string, content: string): boolean {
    return this.hashes.get(path) === hashOf(content);
  }
}

function hashOf(content: string): string {
  return createHash('sha256').update(content).digest('base64');
}
