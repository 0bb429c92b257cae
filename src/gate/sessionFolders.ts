import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';

/** Drops the longest inactive. */
const MAX_SESSIONS = 1000;

/**
 * Binds each agent session to the folder in which it began: that of its first call, where nobody knows better. A line such as `cd ../other` changes the folder that later calls name: that may
 * add the other folder's deny and ask rules, and never brings its looser override into force.
 */
export class SessionFolders {
  readonly #first = new Map<string, string | undefined>();
  /** One combination per pair of snapshots: a decision tells by the object whether something changed. */
  readonly #combined = new WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>();

  constructor(private readonly forFolder: (cwd: string | undefined) => EffectiveConfiguration) {}

  configurationFor(cwd: string | undefined, sessionId: string | undefined): EffectiveConfiguration {
    const here = this.forFolder(cwd);
    if (sessionId === undefined) return here;
    const bound = this.forFolder(this.bind(sessionId, cwd));
    return bound === here ? bound : this.#combine(bound, here);
  }

  /**
   * Notes the folder in which a session began, unless it is known already. A window that was reloaded knows none of its calls, and some
   * agents' calls name a folder of the model's choice.
   * @returns the folder to which the session is bound
   */
  bind(sessionId: string, cwd: string | undefined): string | undefined {
    const first = this.#first.has(sessionId) ? this.#first.get(sessionId) : cwd;
    // Last in the map is who called last.
    this.#first.delete(sessionId);
    this.#first.set(sessionId, first);
    const [oldest] = this.#first.keys();
    if (this.#first.size > MAX_SESSIONS && oldest !== undefined) this.#first.delete(oldest);
    return first;
  }

  #combine(bound: EffectiveConfiguration, here: EffectiveConfiguration): EffectiveConfiguration {
    const known = this.#combined.get(bound) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
    this.#combined.set(bound, known);
    const combined = known.get(here) ?? {
      ...bound,
      // A session that began where auto mode is off does not take that along to where it is on.
      enabled: bound.enabled || here.enabled,
      permissions: {
        ...bound.permissions,
        deny: union(bound.permissions.deny, here.permissions.deny),
        ask: union(bound.permissions.ask, here.permissions.ask),
      },
    };
    known.set(here, combined);
    return combined;
  }
}

function union(first: readonly PermissionEntry[], second: readonly PermissionEntry[]): readonly PermissionEntry[] {
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
}
