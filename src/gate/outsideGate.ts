import { parse } from 'node:path';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { Gate } from '../engine/model/ports';

/**
 * Sessions outside this window's folders get the settings for elsewhere, as if untrusted, and the deny and ask rules of
 * folders entered later.
 */
export function outsideGate<World extends Pick<Gate, 'configurationFor'>>(
  gate: World,
): Omit<World, 'configurationFor'> & Pick<Gate, 'configurationFor'> {
  const outside = new WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>();
  return {
    ...gate,
    configurationFor: (cwd) => {
      const here = gate.configurationFor(cwd, undefined);
      // If even the root is open, no session is outside.
      const elsewhere = cwd === undefined ? here : gate.configurationFor(parse(cwd).root, undefined);
      const known = outside.get(elsewhere) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
      outside.set(elsewhere, known);
      const combined = known.get(here) ?? {
        ...elsewhere,
        trusted: false,
        worktree: here.worktree && {
          ...here.worktree,
          projectFolders: [...elsewhere.workspaceFolders, ...here.workspaceFolders],
        },
        enabled: elsewhere.enabled || here.enabled,
        permissions: {
          deny: union(elsewhere.permissions.deny, here.permissions.deny),
          ask: union(elsewhere.permissions.ask, here.permissions.ask),
          allow: [],
        },
        fastPaths: {
          workspaceEdits: false,
          readOnlyCommands: elsewhere.fastPaths.readOnlyCommands && here.fastPaths.readOnlyCommands,
          workspaceWrites: false,
          localGit: false,
          containedCommands: false,
          keptRemovals: false,
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
