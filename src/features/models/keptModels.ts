import type { KeptDigests, ServedName } from '../../classifier/models/modelIdentity';
import type { Confirmations } from './secretKeys';

const NAME = 'modelDigests';
const MAX_KEPT = 100;

type Entry = readonly [address: string, model: string, digest: string];

/** The model that each name meant when chosen. */
export class KeptModels implements KeptDigests {
  constructor(private readonly kept: Confirmations) {}

  get(name: ServedName): string | undefined {
    return this.entries().find((entry) => isOf(entry, name))?.[2];
  }

  async set(name: ServedName, digest: string | undefined): Promise<void> {
    const others = this.entries().filter((entry) => !isOf(entry, name));
    const entries = digest === undefined ? others : [...others, [name.address, name.model, digest] as const];
    await this.kept.update(NAME, entries.slice(-MAX_KEPT));
  }

  private entries(): readonly Entry[] {
    const kept = this.kept.get(NAME);
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  }
}

function isOf([address, model]: Entry, name: ServedName): boolean {
  return address === name.address && model === name.model;
}

function isEntry(value: unknown): value is Entry {
  return Array.isArray(value) && value.length === 3 && value.every((part) => typeof part === 'string');
}
