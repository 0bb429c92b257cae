import { commandMatchesBroadly } from './commandRules';
import { commandForms } from '../calls/command/commandForms';
import { oncePerWith } from '../common/oncePer';
import { isTooMuch, mayStart, type MayStart } from '../calls/command/mayStart';
import type { FileChange } from '../files/fileTouch';
import { ruleMayMeet } from '../files/namePattern';
import type { PermissionRule } from './permissionRule';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { ResolvedTouch, ToolCall } from '../calls/toolCall';
import { shellForms, textSubjects, wholeSubject } from './callSubjects';
import { meets, type CompiledRule, type RuleMatch } from './compiledRule';
import { foldedCandidates, isBelow } from './matchedPath';
import { RulePlaces } from './rulePlaces';
import { ruleReached } from './searchReach';

const CHANGES: ReadonlySet<FileChange> = new Set(['overwrite', 'in-place', 'delete', 'rename-from', 'rename-to']);
const FILE_KINDS = new Set(['read', 'write', 'edit', 'delete', 'search']);

/**
 * Deny and ask: the first rule that a part of the call meets. Searched folders come last, in one walk. What is not
 * understood matches.
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
    // Fast: few calls name a rule's file.
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

function mayBeNamed(touch: ResolvedTouch, places: RulePlaces | 'anywhere', machine: MachineFacts): boolean {
  const { change, glob, resolved } = touch;
  if (places === 'anywhere' || glob === true || resolved.unknown !== undefined) return true;
  // These reach below too.
  if (change === 'delete' || change === 'rename-from' || change === 'search') return true;
  return foldedCandidates(touch, machine).some((path) => places.mayName(path));
}

type SearchReach = (compiled: CompiledRule, touch: ResolvedTouch) => boolean;

/** @param among found out for the rule's whole list */
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
  const mayRunCommands = rule.kind === 'bash' && call.command === undefined && call.guessedLines.length > 0;
  if (rule.tool !== call.tool.toLowerCase() && rule.kind !== call.kind && !mayRunCommands) return undefined;
  if (rule.pattern === undefined) return { rule, fragment: wholeSubject(call) };
  return isForFiles(rule) ? undefined : anyPart(compiled, call, machine, alone);
}

function isForFiles({ kind }: PermissionRule): boolean {
  return kind !== undefined && FILE_KINDS.has(kind);
}

/** For `*` and rules of no file action: the pattern may match the text or any file. */
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
  const started = rule.kind === 'bash' ? startedMatch(compiled, call, machine) : undefined;
  if (started !== undefined) return started;
  const caught = textSubjects(call).find((subject) => text.matches(subject));
  if (caught !== undefined) return { rule, fragment: caught };
  if (rule.kind === 'bash' || rule.kind === 'powershell') return undefined;
  return call.touches.reduce<RuleMatch | undefined>(
    (found, touch) => found ?? touchMatch(compiled, touch, machine, reaches),
    undefined,
  );
}

/** More cannot be looked through in time, so it counts as a match. */
const MOST_STARTED = 2_000;

const formsOf = oncePerWith((start: MayStart, platform: NodeJS.Platform) => commandForms(start.command(), platform));

/** A program that is not known may start what its words or texts name. A single word of a rule may be anything there. */
function startedMatch(
  { rule, text, structure }: CompiledRule,
  call: ToolCall,
  machine: MachineFacts,
): RuleMatch | undefined {
  const { pattern = '' } = rule;
  const [name = '', ...others] = pattern.split(/\s+/);
  if (text === undefined || call.line === undefined || !/^[\w.+-]+$/.test(name)) return undefined;
  const isOneWord = !others.some((word) => /^[^*?[\\]*\w/.test(word));
  const started = (mayStart(call.line.analysis, machine.homeDirectory).get(name) ?? []).filter(
    ({ from, isStarted }) => !isOneWord || from === 'first' || isStarted === 'here',
  );
  if (started.length > MOST_STARTED || isTooMuch(started, call.line.analysis))
    return { rule, fragment: wholeSubject(call) };
  for (const start of started) {
    const forms = formsOf(start, machine.platform);
    if (commandMatchesBroadly(forms, text, structure, pattern)) {
      return { rule, fragment: forms.texts[0] ?? wholeSubject(call) };
    }
  }
  return undefined;
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

/** `edit` and `write` cover every change of a file; `read` covers searches and listings. */
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
    // Removing a folder removes what the rule protects in it.
    if (paths.some(({ base }) => candidates.some((candidate) => isBelow(base, candidate)))) return match;
  }
  if (touch.change === 'search' && reaches(compiled, touch)) return match;
  return undefined;
}

/** A path with globs may reach the rule's file or, for a removal, a folder above it. */
function mayMeet(pattern: string, path: string, { change }: ResolvedTouch): boolean {
  if (ruleMayMeet(pattern, path)) return true;
  if (change !== 'delete' && change !== 'rename-from') return false;
  return ruleMayMeet(pattern.split('/').slice(0, path.split('/').length).join('/'), path);
}
