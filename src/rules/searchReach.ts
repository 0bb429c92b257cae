import { namedBy, searchPatternMeets } from '../files/namePattern';
import type { FileSystem } from '../files/fileSystem';
import type { MachineFacts } from '../files/machineFacts';
import type { ResolvedTouch } from '../calls/toolCall';
import { meets, type CompiledPath, type CompiledRule } from './compiledRule';
import { fold, foldedCandidates, isBelow, slashes } from './matchedPath';

interface ReachablePath {
  readonly compiled: CompiledRule;
  readonly path: CompiledPath;
}

/** Every project search checks the built-in rules' key files, and most of the budget is the proof's. */
const BUILT_IN_SEARCH_MS = 5;
const MOST_BUILT_IN_SEARCHES = 4;

/**
 * The first rule for the first file that the search would read. If unknown, the first for a place below or above,
 * except a built-in one.
 */
export function ruleReached(
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
  // At home they have known places.
  const atHome = builtIn.find(({ compiled, path }) => isAtHome(compiled) && files.inspect(path.base) !== 'absent');
  if (atHome !== undefined) return atHome.compiled;
  const elsewhere = builtIn.filter(({ compiled }) => !isAtHome(compiled));
  if (elsewhere.length === 0) return undefined;
  // Ambiguous text, such as a search pattern, rarely names a folder.
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
    if (touch.onlyNamed?.some((pattern) => searchPatternMeets(pattern, name)) === false) return false;
    const folded = fold(slashes(path, machine), ignoreCase);
    const met = reachable.find((place) => meets(place.path, folded));
    // The search may skip it and go on; the last one is what it would read.
    if (met !== undefined) found = met.compiled;
    return met !== undefined;
  };
  const byName = namedBy(touch.includeNamed);
  const limit = maxMilliseconds === undefined ? {} : { maxMilliseconds };
  const answer = files.searchWouldRead(root, wanted, {
    hidden: touch.includeHidden === true,
    byName,
    ...(touch.tracked === true && { tracked: true }),
    ...limit,
  });
  if (answer === 'no') return undefined;
  return answer === 'yes' && found !== undefined ? found : 'unknown';
}

/**
 * A search without hidden files avoids a built-in rule's names. Otherwise each project search would look for its key
 * files.
 */
function isPassedOver(
  { base, pattern }: CompiledPath,
  { includeHidden, tracked, includeNamed }: ResolvedTouch,
  candidates: readonly string[],
): boolean {
  if (includeHidden === true || tracked === true || (includeNamed?.length ?? 0) > 0) return false;
  return candidates.every((candidate) => {
    const from = isBelow(base, candidate) ? candidate : base;
    return pattern.slice(from.length).includes('/.') || (from === '/' && pattern.startsWith('/.'));
  });
}
