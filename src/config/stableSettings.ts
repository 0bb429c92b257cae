import type { EffectiveSettings } from './sources';

/** By folder. Unchanged settings stay the same object: decisions compare its identity. */
export class StableSettings {
  readonly #current = new Map<string, EffectiveSettings>();
  readonly #earlier = new Map<string, { readonly settings: EffectiveSettings; readonly json: string }>();

  of(key: string, read: () => EffectiveSettings): EffectiveSettings {
    let snapshot = this.#current.get(key);
    if (snapshot === undefined) {
      const found = read();
      const json = JSON.stringify(found);
      const earlier = this.#earlier.get(key);
      snapshot = earlier?.json === json ? earlier.settings : found;
      this.#earlier.set(key, { settings: snapshot, json });
      this.#current.set(key, snapshot);
    }
    return snapshot;
  }

  expire(): void {
    this.#current.clear();
  }
}
