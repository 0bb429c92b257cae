import type { EditorConsent, EditorConsents } from '../../classifier/providers/editorModels';
import type { Confirmations } from './secretKeys';

const NAME = 'editorModelConsents';
/** More vendors than one editor has. */
const MAX_KEPT = 100;

/** The user's consent was given or not needed. */
export class StoredEditorConsents implements EditorConsents {
  constructor(private readonly kept: Confirmations) {}

  get(vendor: string): EditorConsent | undefined {
    return this.entries().find(([name]) => name === vendor)?.[1];
  }

  async set(vendor: string, consent: EditorConsent | undefined): Promise<void> {
    if (this.get(vendor) === consent) return;
    const others = this.entries().filter(([name]) => name !== vendor);
    const entries = consent === undefined ? others : [...others, [vendor, consent] as const];
    await this.kept.update(NAME, entries.slice(-MAX_KEPT));
  }

  private entries(): readonly (readonly [vendor: string, consent: EditorConsent])[] {
    const kept = this.kept.get(NAME);
    return Array.isArray(kept) ? kept.filter(isEntry) : [];
  }
}

function isEntry(value: unknown): value is readonly [string, EditorConsent] {
  return (
    Array.isArray(value) &&
    value.length === 2 &&
    typeof value[0] === 'string' &&
    (value[1] === 'given' || value[1] === 'not-needed')
  );
}
