import { parse } from 'node:path';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import type { PermissionEntry } from '../rules/permissionEntry';
import type { Gate } from '../engine/model/ports';

type Configured = Pick<Gate, 'configurationFor'>;

/**
 * Sessions outside this window's folders get the settings for elsewhere, as if untrusted, with deny and ask rules of
 * folders entered later.
 * @param repositoryOf the open folder whose git work tree a session began in: its deny and ask rules hold even if the
 *   work tree broke
 */
export function outsideGate<World extends Configured>(
  gate: World,
  repositoryOf: (sessionId: string) => string | undefined = () => undefined,
): Omit<World, 'configurationFor'> & Configured {
  const known = new WeakMap<EffectiveConfiguration, WeakMap<EffectiveConfiguration, EffectiveConfiguration>>();
  const restricted = (elsewhere: EffectiveConfiguration, here: EffectiveConfiguration): EffectiveConfiguration => {
    const all = known.get(elsewhere) ?? new WeakMap<EffectiveConfiguration, EffectiveConfiguration>();
    known.set(elsewhere, all);
    const combined = all.get(here) ?? both(elsewhere, here);
    all.set(here, combined);
    return combined;
  };
  return {
    ...gate,
    configurationFor: (cwd, sessionId) => {
      const here = gate.configurationFor(cwd, undefined);
      // With the root open no session is outside.
      const elsewhere = cwd === undefined ? here : gate.configurationFor(parse(cwd).root, undefined);
      const outside = restricted(elsewhere, here);
      const repository = sessionId === undefined ? undefined : repositoryOf(sessionId);
      return repository === undefined ? outside : restricted(outside, gate.configurationFor(repository, undefined));
    },
  };
}

function both(elsewhere: EffectiveConfiguration, here: EffectiveConfiguration): EffectiveConfiguration {
  return {
    ...elsewhere,
    trusted: false,
    worktree:
      here.worktree === undefined
        ? elsewhere.worktree
        : { ...here.worktree, projectFolders: [...elsewhere.workspaceFolders, ...here.workspaceFolders] },
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
}

function union(first: readonly PermissionEntry[], second: readonly PermissionEntry[]): readonly PermissionEntry[] {
  const known = new Set(first.map(({ text }) => text));
  return [...first, ...second.filter(({ text }) => !known.has(text))];
}
