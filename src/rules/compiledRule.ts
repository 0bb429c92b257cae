import { commandStructure, type CommandStructure } from './commandRules';
import { normalise } from '../files/pathText';
import { pathGlob, staticBase, textGlob, type Glob } from '../files/globs';
import type { PermissionRule } from './permissionRule';
import type { MachineFacts } from '../files/machineFacts';
import { fold, foldNarrowly, isBelow, slashes } from './matchedPath';

/** For one set of workspace folders. */
export interface CompiledRule {
  readonly rule: PermissionRule;
  /** Lines, addresses, names. */
  readonly text: Glob | undefined;
  /** For a command with options. */
  readonly structure: CommandStructure | undefined;
  /** One absolute glob for each reading. */
  readonly paths: readonly CompiledPath[];
}

export interface CompiledPath {
  readonly glob: Glob;
  /** All matches lie below. */
  readonly base: string;
  /** Starts every match's last name. */
  readonly nameStart: string;
  readonly pattern: string;
}

export interface RuleMatch {
  readonly rule: PermissionRule;
  /** The caught part of the input. */
  readonly fragment: string;
}

/** `broad`, for deny and ask: relative patterns hold anywhere; else only in the workspace. */
export function compileRule(
  rule: PermissionRule,
  workspaceFolders: readonly string[],
  machine: MachineFacts,
  broad: boolean,
): CompiledRule {
  if (rule.pattern === undefined) {
    const all = !broad && rule.starred === true ? pathPatterns('**', workspaceFolders, machine, false) : [];
    const paths = all.map((pattern) => compilePath(foldNarrowly(pattern, machine), false));
    return { rule, text: undefined, structure: undefined, paths };
  }
  const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
  const same = broad ? (path: string) => fold(path, ignoreCase) : (path: string) => foldNarrowly(path, machine);
  const paths = pathPatterns(rule.pattern, workspaceFolders, machine, broad)
    .map(inNormalForm)
    .map((pattern) => compilePath(same(pattern), ignoreCase));
  const structure = rule.kind === undefined || rule.kind === 'bash' ? commandStructure(rule.pattern) : undefined;
  return { rule, text: textGlob(rule.pattern), structure, paths };
}

function compilePath(pattern: string, ignoreCase: boolean): CompiledPath {
  const lastName = pattern.slice(pattern.lastIndexOf('/') + 1);
  return {
    glob: pathGlob(pattern, ignoreCase),
    base: staticBase(pattern),
    // `x/**` also matches `x` itself.
    nameStart: /^[^*?[\\]*/.exec(lastName)?.[0] ?? '',
    pattern,
  };
}

/** Paths are matched in normal form, so others would never match. `x/` is the folder with its contents. */
function inNormalForm(pattern: string): string {
  const whole = pattern.length > 1 && pattern.endsWith('/') ? `${pattern}**` : pattern;
  const drive = /^[A-Za-z]:/.exec(whole)?.[0] ?? '';
  return drive + normalise(whole.slice(drive.length), 'linux');
}

/** Absolute globs: `~` is home, relative ones are in a workspace folder. */
function pathPatterns(
  pattern: string,
  workspaceFolders: readonly string[],
  machine: MachineFacts,
  broad: boolean,
): readonly string[] {
  const windows = machine.platform === 'win32';
  const slashed = windows ? pattern.replaceAll('\\', '/') : pattern;
  if (slashed === '~' || slashed.startsWith('~/')) {
    return [escapedPath(machine.homeDirectory, machine) + slashed.slice(1)];
  }
  if (slashed.startsWith('/') || /^[A-Za-z]:\//.test(slashed)) return [slashed];
  const relative = slashed.startsWith('./') ? slashed.slice(2) : slashed;
  const inWorkspace = workspaceFolders.map(
    (folder) => `${escapedPath(folder, machine).replace(/\/$/, '')}/${relative}`,
  );
  if (!broad) return inWorkspace;
  // As in .gitignore: a name without a slash, anywhere.
  if (relative.startsWith('**/')) return [...inWorkspace, `/${relative}`];
  return relative.includes('/') ? inWorkspace : [...inWorkspace, `/**/${relative}`];
}

/** Matches only this path, with `/`. */
export function escapedPath(path: string, machine: MachineFacts): string {
  return slashes(path, machine).replace(/[*?[\]\\]/g, '\\$&');
}

/** `base` and `nameStart` are cheap, so come first. */
export function meets({ glob, base, nameStart }: CompiledPath, path: string): boolean {
  return path.startsWith(nameStart, path.lastIndexOf('/') + 1) && isBelow(path, base) && glob.matches(path);
}
