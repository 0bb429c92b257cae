import { projectFolders, type EffectiveConfiguration } from './configuration';
import type { PermissionEntry } from '../../rules/permissionEntry';
import { resolvePath } from '../../files/pathResolution';
import { staticBase } from '../../files/globs';
import { parsePermissionRule, type MalformedRule, type PermissionRule } from '../../rules/permissionRule';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { compileRule, escapedPath, type CompiledRule } from '../../rules/compiledRule';

export interface CompiledPermissions {
  readonly deny: readonly CompiledRule[];
  readonly ask: readonly CompiledRule[];
  readonly allow: readonly CompiledRule[];
  /** Malformed deny and ask entries ask; malformed allow entries do nothing. */
  readonly malformed: readonly MalformedRule[];
}

const compiledBySnapshot = new WeakMap<EffectiveConfiguration, CompiledPermissions>();

export function compiledPermissions(
  configuration: EffectiveConfiguration,
  machine: MachineFacts,
  files: FileSystem,
): CompiledPermissions {
  const known = compiledBySnapshot.get(configuration);
  if (known !== undefined) return known;
  const malformed: MalformedRule[] = [];
  const own = inEveryForm(configuration.workspaceFolders, files);
  const all = inEveryForm(projectFolders(configuration), files);
  const compile = (entries: readonly PermissionEntry[], broad: boolean): CompiledRule[] =>
    entries.flatMap((entry) => {
      const parsed = parsePermissionRule(entry);
      if (parsed.ok) {
        const rules = broad ? [parsed.rule, ...behindLinks(parsed.rule, machine, files)] : [parsed.rule];
        return rules.map((rule) => compileRule(rule, broad ? all : own, machine, broad));
      }
      if (broad) malformed.push(parsed.malformed);
      return [];
    });
  const compiled = {
    deny: compile(configuration.permissions.deny, true),
    ask: compile(configuration.permissions.ask, true),
    allow: compile(configuration.permissions.allow, false),
    malformed,
  };
  compiledBySnapshot.set(configuration, compiled);
  return compiled;
}

/** An absolute pattern may name a link, and a call its target. */
function behindLinks(rule: PermissionRule, machine: MachineFacts, files: FileSystem): readonly PermissionRule[] {
  const { pattern } = rule;
  if (pattern === undefined || !/^(?:~?\/|[A-Za-z]:[\\/])/.test(pattern)) return [];
  const slashed = machine.platform === 'win32' ? pattern.replaceAll('\\', '/') : pattern;
  const base = staticBase(slashed);
  const { candidates } = resolvePath(base, undefined, machine, files);
  return candidates
    .filter((path) => path !== base)
    .map((path) => ({ ...rule, pattern: escapedPath(path, machine) + slashed.slice(base === '/' ? 0 : base.length) }));
}

/** By the real path or by a link. */
function inEveryForm(folders: readonly string[], files: FileSystem): readonly string[] {
  const real = folders.filter((folder) => !files.isRemote(folder)).map((folder) => files.realPath(folder) ?? folder);
  return [...new Set([...folders, ...real])];
}
