import { createHash } from 'node:crypto';
import type { Confirmations } from './secretKeys';

const MAX_KEPT = 20;

export class AnsweredTexts {
  constructor(
    private readonly kept: Confirmations,
    private readonly name: string,
  ) {}

  has(text: string): boolean {
    return this.hashes().includes(hashOf(text));
  }

  async add(text: string): Promise<void> {
    const hash = hashOf(text);
    const others = this.hashes().filter((other) => other !== hash);
    await this.kept.update(this.name, [...others, hash].slice(-MAX_KEPT));
  }

  private hashes(): readonly string[] {
    const kept = this.kept.get(this.name);
    return Array.isArray(kept) ? kept.filter((hash): hash is string => typeof hash === 'string') : [];
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
