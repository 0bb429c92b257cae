import { isBelow, slashes } from '../../rules/matchedPath';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { CompiledPath, CompiledRule } from '../../rules/compiledRule';
import type { CompiledPermissions } from '../model/compiledConfiguration';

export const READING: ReadonlySet<string> = new Set(['read', 'search']);
export const CHANGING: ReadonlySet<string> = new Set(['edit', 'write', 'delete']);

/**
 * All names of a place that a link leads to.
 * @returns the folder as configured, and its real path
 */
export function foldersByLinks(
  workspaceFolders: readonly string[],
  files: FileSystem,
): readonly { readonly given: string; readonly real: string }[] {
  return workspaceFolders.flatMap((given) => {
    const real = files.realPath(given);
    return real === undefined || real === given ? [] : [{ given, real }];
  });
}

/** @returns the places in a workspace folder that deny and ask rules name */
export function placesOfRules(
  { deny, ask }: CompiledPermissions,
  kinds: ReadonlySet<string>,
  workspaceFolders: readonly string[],
  machine: MachineFacts,
): readonly CompiledPath[] {
  const roots = workspaceFolders.map((folder) => slashes(folder, machine));
  const mayLieIn = ({ base }: CompiledPath): boolean =>
    roots.some((root) => isBelow(base, root) || isBelow(root, base));
  return [...deny, ...ask].flatMap((compiled) => (isFor(compiled, kinds) ? compiled.paths : [])).filter(mayLieIn);
}

/** Such a rule names no place. */
export function isAboutAllFiles({ deny, ask }: CompiledPermissions): boolean {
  return [...deny, ...ask].some(
    (compiled) =>
      compiled.rule.pattern === undefined &&
      compiled.rule.kind !== undefined &&
      (READING.has(compiled.rule.kind) || CHANGING.has(compiled.rule.kind)),
  );
}

function isFor({ rule }: CompiledRule, kinds: ReadonlySet<string>): boolean {
  return rule.tool === '*' || (rule.kind !== undefined && kinds.has(rule.kind));
}
