import { commandForms, type CommandForms } from './command/commandForms';
import {
  commandMatchesBroadly,
  commandMatchesNarrowly,
  commandStructure,
  type CommandStructure,
} from './command/commandRules';
import type { SimpleCommand } from '../shell/analysis';
import type { FileChange } from './files/fileTouch';
import { patternsMeet, ruleMayMeet } from './files/namePattern';
import { normalise } from './files/pathText';
import { pathGlob, staticBase, textGlob, type Glob } from './globs';
import type { PermissionRule } from './permissionRule';
import type { FileSystem, MachineFacts } from './ports';
import { RulePlaces } from './rulePlaces';
import { starPattern } from './starPattern';
import type { ResolvedTouch, ToolCall } from './toolCall';

/** A permission rule with its pattern compiled for one set of workspace folders. */
export interface CompiledRule {
  readonly rule: PermissionRule;
  /** The pattern over running text: command lines, addresses, names. */
  readonly text: Glob | undefined;
  /** The pattern as a command with options, where it is one. */
  readonly structure: CommandStructure | undefined;
  /** The pattern as absolute path globs, one for each reading of a relative pattern. */
  readonly paths: readonly CompiledPath[];
}

export interface CompiledPath {
  readonly glob: Glob;
  /** The folder below which all matches lie. */
  readonly base: string;
  /** What the last name of every match begins with. */
  readonly nameStart: string;
  readonly pattern: string;
}

export interface RuleMatch {
  readonly rule: PermissionRule;
  /** The part of the input that the rule caught. */
  readonly fragment: string;
}

const CHANGES: ReadonlySet<FileChange> = new Set(['overwrite', 'in-place', 'delete', 'rename-from', 'rename-to']);
const FILE_KINDS = new Set(['read', 'write', 'edit', 'delete', 'search']);

/** `broad` for deny and ask, whose relative patterns hold anywhere; otherwise relative patterns hold in the workspace alone. */
export function compileRule(
  rule: PermissionRule,
  workspaceFolders: readonly string[],
  machine: MachineFacts,
  broad: boolean,
): CompiledRule {
  if (rule.pattern === undefined) return { rule, text: undefined, structure: undefined, paths: [] };
  const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
  const paths = pathPatterns(rule.pattern, workspaceFolders, machine, broad)
    .map(inNormalForm)
    .map((pattern) => compilePath(fold(pattern, ignoreCase), ignoreCase));
  const structure = rule.kind === undefined || rule.kind === 'bash' ? commandStructure(rule.pattern) : undefined;
  return { rule, text: textGlob(rule.pattern), structure, paths };
}

function compilePath(pattern: string, ignoreCase: boolean): CompiledPath {
  const lastName = pattern.slice(pattern.lastIndexOf('/') + 1);
  return {
    glob: pathGlob(pattern, ignoreCase),
    base: staticBase(pattern),
    // `x/**` stands for `x` too, whatever that is called.
    nameStart: /^[^*?[\\]*/.exec(lastName)?.[0] ?? '',
    pattern,
  };
}

/** Paths are matched in their normal form, so a pattern in another one would never match. `x/` is the folder with all in it. */
function inNormalForm(pattern: string): string {
  const whole = pattern.length > 1 && pattern.endsWith('/') ? `${pattern}**` : pattern;
  const drive = /^[A-Za-z]:/.exec(whole)?.[0] ?? '';
  return drive + normalise(whole.slice(drive.length), 'linux');
}

function fold(path: string, ignoreCase: boolean): string {
  const composed = path.normalize('NFC');
  return ignoreCase ? composed.toLowerCase() : composed;
}

/** A rule's file pattern as absolute globs: `~` is the home folder, anything relative lies in a workspace folder. */
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
  // As in a .gitignore: `**/x`, or a name without a slash, means that name wherever it is.
  if (relative.startsWith('**/')) return [...inWorkspace, `/${relative}`];
  return relative.includes('/') ? inWorkspace : [...inWorkspace, `/**/${relative}`];
}

/** A path as a pattern that stands for it alone, with `/` as separator. */
export function escapedPath(path: string, machine: MachineFacts): string {
  return slashes(path, machine).replace(/[*?[\]\\]/g, '\\$&');
}

/**
 * Deny and ask: a rule that some part of the call meets, the first one but for files in a searched folder, which is gone through once,
 * whatever the number of rules. What is not understood counts as a match.
 */
export function firstBroadMatch(
  rules: readonly CompiledRule[],
  call: ToolCall,
  files: FileSystem,
  machine: MachineFacts,
): RuleMatch | undefined {
  const reached = new Map<ResolvedTouch, CompiledRule | undefined>();
  const reaches: SearchReach = (compiled, touch) => {
    if (!reached.has(touch)) {
      const asked = rules.filter(({ rule }) => isForFiles(rule) && covers(rule, touch.change));
      reached.set(touch, ruleReached(asked, touch, files, machine));
    }
    return reached.get(touch) === compiled;
  };
  const places = rulePlaces(rules);
  const touches = call.touches.filter((touch) => mayBeNamed(touch, places, machine));
  const among = { touches, reaches };
  for (const compiled of rules) {
    // Few calls name a file that a rule is about.
    if (touches.length === 0 && compiled.rule.pattern !== undefined && isForFiles(compiled.rule)) continue;
    const match = matchesBroadly(compiled, call, files, machine, among);
    if (match !== undefined) return match;
  }
  return undefined;
}

const placesOf = new WeakMap<readonly CompiledRule[], RulePlaces | 'anywhere'>();

function rulePlaces(rules: readonly CompiledRule[]): RulePlaces | 'anywhere' {
  let places = placesOf.get(rules);
  if (places === undefined) {
    const forFiles = rules.filter(({ rule }) => isForFiles(rule));
    places = forFiles.some(({ rule }) => rule.pattern === undefined) ? 'anywhere' : new RulePlaces(forFiles);
    placesOf.set(rules, places);
  }
  return places;
}

/** Whether a rule for files may have to do with this touch. */
function mayBeNamed(touch: ResolvedTouch, places: RulePlaces | 'anywhere', machine: MachineFacts): boolean {
  const { change, glob, resolved } = touch;
  if (places === 'anywhere' || glob === true || resolved.unknown !== undefined) return true;
  // These reach what lies below.
  if (change === 'delete' || change === 'rename-from' || change === 'search') return true;
  return foldedCandidates(touch, machine).some((path) => places.mayName(path));
}

/** Whether a search reads a file that the rule names. */
type SearchReach = (compiled: CompiledRule, touch: ResolvedTouch) => boolean;

/** The same for one rule; `among`: what was found out for the list that it stands in. */
export function matchesBroadly(
  compiled: CompiledRule,
  call: ToolCall,
  files: FileSystem,
  machine: MachineFacts,
  among?: { readonly touches: readonly ResolvedTouch[]; readonly reaches: SearchReach },
): RuleMatch | undefined {
  const { rule } = compiled;
  const alone: SearchReach = (one, touch) => ruleReached([one], touch, files, machine) !== undefined;
  if (rule.tool === '*') return anyPart(compiled, call, machine, alone);
  if (isForFiles(rule)) {
    const hit = fileMatch(compiled, among?.touches ?? call.touches, machine, among?.reaches ?? alone);
    if (hit !== undefined) return hit;
  }
  if (rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind) return undefined;
  if (rule.pattern === undefined) return { rule, fragment: wholeSubject(call) };
  return isForFiles(rule) ? undefined : anyPart(compiled, call, machine, alone);
}

function isForFiles({ kind }: PermissionRule): boolean {
  return kind !== undefined && FILE_KINDS.has(kind);
}

/** A rule that names no kind of file action, or `*`: its pattern may catch the text subject or any file. */
function anyPart(
  compiled: CompiledRule,
  call: ToolCall,
  machine: MachineFacts,
  reaches: SearchReach,
): RuleMatch | undefined {
  const { rule, text } = compiled;
  if (text === undefined) return { rule, fragment: wholeSubject(call) };
  const command = shellForms(call, machine).find((forms) =>
    commandMatchesBroadly(forms, text, compiled.structure, rule.pattern ?? ''),
  );
  if (command !== undefined) return { rule, fragment: command.texts[0] ?? wholeSubject(call) };
  const caught = textSubjects(call).find((subject) => text.matches(subject));
  if (caught !== undefined) return { rule, fragment: caught };
  // A pattern over command lines is none over paths.
  if (rule.kind === 'bash' || rule.kind === 'powershell') return undefined;
  return call.touches.reduce<RuleMatch | undefined>(
    (found, touch) => found ?? touchMatch(compiled, touch, machine, reaches),
    undefined,
  );
}

function fileMatch(
  compiled: CompiledRule,
  touches: readonly ResolvedTouch[],
  machine: MachineFacts,
  reaches: SearchReach,
): RuleMatch | undefined {
  for (const touch of touches) {
    if (!covers(compiled.rule, touch.change)) continue;
    const hit = touchMatch(compiled, touch, machine, reaches);
    if (hit !== undefined) return hit;
  }
  return undefined;
}

/** `edit` or `write` covers every change of a file, however made; `read` covers searches and listings. */
function covers(rule: PermissionRule, change: FileChange): boolean {
  switch (rule.kind) {
    case 'edit':
    case 'write':
      return CHANGES.has(change);
    case 'delete':
      return change === 'delete' || change === 'rename-from';
    case 'read':
      return !CHANGES.has(change);
    case 'search':
      return change === 'search' || change === 'list';
    default:
      return false;
  }
}

function touchMatch(
  compiled: CompiledRule,
  touch: ResolvedTouch,
  machine: MachineFacts,
  reaches: SearchReach,
): RuleMatch | undefined {
  const { rule, paths } = compiled;
  const match = { rule, fragment: touch.path };
  if (rule.pattern === undefined || touch.resolved.unknown !== undefined) return match;
  const candidates = foldedCandidates(touch, machine);
  if (paths.some((path) => candidates.some((candidate) => meets(path, candidate)))) return match;
  if (touch.glob === true && paths.some(({ pattern }) => candidates.some((path) => mayMeet(pattern, path, touch)))) {
    return match;
  }
  if (touch.change === 'delete' || touch.change === 'rename-from') {
    // Removing a folder removes what the rule protects below it.
    if (paths.some(({ base }) => candidates.some((candidate) => isBelow(base, candidate)))) return match;
  }
  if (touch.change === 'search' && reaches(compiled, touch)) return match;
  return undefined;
}

/** What is not below the known start of a pattern, or has another name, does not meet it, which is told sooner. */
function meets({ glob, base, nameStart }: CompiledPath, path: string): boolean {
  return path.startsWith(nameStart, path.lastIndexOf('/') + 1) && isBelow(path, base) && glob.matches(path);
}

const foldedOf = new WeakMap<ResolvedTouch['resolved'], readonly string[]>();

/** The forms of a path as rules are matched with them. Kept for the next rule. */
function foldedCandidates({ resolved }: ResolvedTouch, machine: MachineFacts): readonly string[] {
  let folded = foldedOf.get(resolved);
  if (folded === undefined) {
    const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
    folded = resolved.candidates.map((path) => fold(slashes(path, machine), ignoreCase));
    foldedOf.set(resolved, folded);
  }
  return folded;
}

/** A path with patterns in it may come to a file that the rule names, or, where it is removed, to a folder above one. */
function mayMeet(pattern: string, path: string, { change }: ResolvedTouch): boolean {
  if (ruleMayMeet(pattern, path)) return true;
  if (change !== 'delete' && change !== 'rename-from') return false;
  return ruleMayMeet(pattern.split('/').slice(0, path.split('/').length).join('/'), path);
}

interface ReachablePath {
  readonly compiled: CompiledRule;
  readonly path: CompiledPath;
}

/** Every search of a project is looked at for the key files that the built-in rules name. */
const BUILT_IN_SEARCH_MS = 50;
const MOST_BUILT_IN_SEARCHES = 4;

/**
 * A rule that names a file which the search would read: the first one for the first such file. A search of a parent folder counts
 * only where it would really read the file. Where that cannot be told, the first rule for a place below or above counts, but a built-in
 * one does not: each search of a large project would be asked about.
 */
function ruleReached(
  rules: readonly CompiledRule[],
  touch: ResolvedTouch,
  files: FileSystem,
  machine: MachineFacts,
): CompiledRule | undefined {
  const candidates = foldedCandidates(touch, machine);
  const reachable = rules.flatMap((compiled) =>
    compiled.paths
      .filter(({ base }) => candidates.some((candidate) => isBelow(base, candidate) || isBelow(candidate, base)))
      .map((path): ReachablePath => ({ compiled, path })),
  );
  const own = reachable.filter(({ compiled: { rule } }) => rule.source !== 'default');
  const builtIn = reachable.filter(
    ({ compiled: { rule }, path }) => rule.source === 'default' && !isPassedOver(path, touch, candidates),
  );
  const { real: root, remote } = touch.resolved;
  if (own.length > 0) {
    const found = root === undefined || remote ? 'unknown' : searched(own, root, touch, files, machine);
    if (found !== undefined) return found === 'unknown' ? own[0]?.compiled : found;
  }
  if (remote) return undefined;
  // At home it is known where they are.
  const atHome = builtIn.find(({ compiled, path }) => isAtHome(compiled) && files.inspect(path.base) !== 'absent');
  if (atHome !== undefined) return atHome.compiled;
  const elsewhere = builtIn.filter(({ compiled }) => !isAtHome(compiled));
  if (elsewhere.length === 0) return undefined;
  // A text that can be read in several ways, such as a pattern that is looked for, mostly names no folder that exists.
  const roots =
    root === undefined ? touch.resolved.candidates.filter((path) => files.inspect(path) !== 'absent') : [root];
  for (const at of roots.slice(0, MOST_BUILT_IN_SEARCHES)) {
    const one = searched(elsewhere, at, touch, files, machine, BUILT_IN_SEARCH_MS);
    if (one !== undefined && one !== 'unknown') return one;
  }
  return undefined;
}

function isAtHome({ rule }: CompiledRule): boolean {
  return rule.pattern?.startsWith('~') === true;
}

function searched(
  reachable: readonly ReachablePath[],
  root: string,
  touch: ResolvedTouch,
  files: FileSystem,
  machine: MachineFacts,
  maxMilliseconds?: number,
): CompiledRule | 'unknown' | undefined {
  const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
  let found: CompiledRule | undefined;
  const wanted = (path: string): boolean => {
    const name = path.slice(path.lastIndexOf('/') + 1);
    if (touch.onlyNamed?.some((pattern) => patternsMeet(pattern, name)) === false) return false;
    const folded = fold(slashes(path, machine), ignoreCase);
    const met = reachable.find((place) => meets(place.path, folded));
    // The search may turn out to leave this file out, and goes on; what was found last is what it would read.
    if (met !== undefined) found = met.compiled;
    return met !== undefined;
  };
  const named = (touch.includeNamed ?? []).map((name) => starPattern(name.toLowerCase()));
  const byName = (name: string): boolean => named.some((matches) => matches(name.toLowerCase()));
  const limit = maxMilliseconds === undefined ? {} : { maxMilliseconds };
  const answer = files.searchWouldRead(root, wanted, { hidden: touch.includeHidden === true, byName, ...limit });
  if (answer === 'no') return undefined;
  return answer === 'yes' && found !== undefined ? found : 'unknown';
}

/**
 * Whether a search that leaves hidden files out has nothing to do with what a built-in rule names. Each search of a project would be
 * looked at for its key files otherwise. Links to them are not looked for, as they are for everybody's own rules.
 */
function isPassedOver(
  { base, pattern }: CompiledPath,
  { includeHidden, includeNamed }: ResolvedTouch,
  candidates: readonly string[],
): boolean {
  if (includeHidden === true || (includeNamed?.length ?? 0) > 0) return false;
  return candidates.every((candidate) => {
    const from = isBelow(base, candidate) ? candidate : base;
    return pattern.slice(from.length).includes('/.') || (from === '/' && pattern.startsWith('/.'));
  });
}

function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

function slashes(path: string, machine: MachineFacts): string {
  return machine.platform === 'win32' ? path.replaceAll('\\', '/') : path;
}

const formsOf = new WeakMap<ToolCall, readonly CommandForms[]>();

/** The simple commands of a shell line in the forms that rules are tried on. Kept for the next rule. */
function shellForms(call: ToolCall, machine: MachineFacts): readonly CommandForms[] {
  const known = formsOf.get(call);
  if (known !== undefined) return known;
  const commands = call.line?.analysis.commands ?? [];
  const forms = commands
    .filter(({ words }) => words.length > 0)
    .map((command) => commandForms(command, machine.platform));
  formsOf.set(call, forms);
  return forms;
}

const subjectsOf = new WeakMap<ToolCall, readonly string[]>();

/**
 * What a text pattern is tried against. A command line also without the blanks around it, an address also in its normal form. Kept
 * for the next rule: an input may be large.
 */
function textSubjects(call: ToolCall): readonly string[] {
  const known = subjectsOf.get(call);
  if (known !== undefined) return known;
  const subjects: string[] = [];
  if (call.command !== undefined) subjects.push(call.command, call.command.trim());
  if (call.url !== undefined) subjects.push(call.url, normalUrl(call.url) ?? call.url);
  if (call.query !== undefined) subjects.push(call.query);
  subjects.push(...call.mcpNames);
  if (call.subagent !== undefined) subjects.push(call.subagent);
  if (subjects.length === 0) subjects.push(JSON.stringify(call.input));
  const distinct = [...new Set(subjects)];
  subjectsOf.set(call, distinct);
  return distinct;
}

function normalUrl(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).href : undefined;
}

function wholeSubject(call: ToolCall): string {
  return textSubjects(call)[0] ?? call.tool;
}

/** Allow: its own kind only, everything covered, nothing unknown. Shell commands are covered one by one: see `allowsCommand`. */
export function matchesNarrowly(compiled: CompiledRule, call: ToolCall, machine: MachineFacts): RuleMatch | undefined {
  const { rule } = compiled;
  if (call.command !== undefined) return undefined;
  if (rule.tool !== '*' && rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind) return undefined;
  if (!call.understood && call.mcpNames.length === 0) return undefined;
  const match = { rule, fragment: wholeSubject(call) };
  if (
    call.touches.some((touch) => call.understood && (touch.resolved.unknown !== undefined || touch.resolved.remote))
  ) {
    return undefined;
  }
  if (rule.pattern === undefined) return match;
  if (call.understood && call.touches.length > 0) {
    const ignoreCase = machine.platform === 'win32' || machine.platform === 'darwin';
    const covered = call.touches.every((touch) =>
      touch.resolved.candidates.every((candidate) =>
        compiled.paths.some(({ glob }) => glob.matches(fold(slashes(candidate, machine), ignoreCase))),
      ),
    );
    return covered ? match : undefined;
  }
  const subjects = narrowSubjects(call);
  // U+E000 stands for a slash inside text globs; a subject that holds it could pass for something that it is not.
  const covered = subjects.every((subject) => !subject.includes('\uE000') && compiled.text?.matches(subject) === true);
  return covered && subjects.length > 0 ? match : undefined;
}

/** What a text pattern must cover, all of it; empty where the call has no such text. */
function narrowSubjects(call: ToolCall): readonly string[] {
  // A server whose name holds a slash could pass for a tool of another one.
  if (call.mcpNames.length > 0) return call.mcpNames.some((name) => /\/.*\//s.test(name)) ? [] : call.mcpNames;
  const subject = call.url === undefined ? (call.query ?? call.subagent) : normalUrl(call.url);
  return subject === undefined ? [] : [subject];
}

/** Whether an allow rule is one for shell commands of this tool and covers all words of the simple command. */
export function allowsCommand({ rule, text }: CompiledRule, call: ToolCall, command: SimpleCommand): boolean {
  if (rule.tool !== '*' && rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind) return false;
  return commandMatchesNarrowly(command, text, rule.pattern);
}
