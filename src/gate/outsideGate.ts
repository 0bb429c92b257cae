import { parse } from 'node:path';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { Gate } from '../engine/model/ports';

/**
 * A gate for agent sessions that began in none of this window's folders. What they do is no work in its workspace: the settings hold that
 * hold elsewhere, as in a workspace that nobody has trusted, and of a folder into which a session goes later its deny and ask rules.
 */
export function outsideGate<World extends Pick<Gate, 'configurationFor'>>(
  gate: World,
): Omit<World, 'configurationFor'> & Pick<Gate, 'configurationFor'> {
  const outside = new WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>();
  return {
    ...gate,
    configurationFor: (cwd) => {
      const here = gate.configurationFor(cwd, undefined);
      // The root is in an open folder only where everything is, and then no session is outside.
      const elsewhere = cwd === undefined ? here : gate.configurationFor(parse(cwd).root, undefined);
      const known = outside.get(elsewhere) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
      outside.set(elsewhere, known);
      const combined = known.get(here) ?? {
        ...elsewhere,
        trusted: false,
        enabled: elsewhere.enabled || here.enabled,
        permissions: {
          deny: union(elsewhere.permissions.deny, here.permissions.deny),
          ask: union(elsewhere.permissions.ask, here.permissions.ask),
          allow: [],
        },
        fastPaths: {
          workspaceEdits: false,
          readOnlyCommands: elsewhere.fastPaths.readOnlyCommands && here.fastPaths.readOnlyCommands,
        },
      };
      known.set(here, combined);
      return combined;
    },
  };
}

function union(first: readonly PermissionEntry[], second: readonly PermissionEntry[]): readonly PermissionEntry[] {
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
}
