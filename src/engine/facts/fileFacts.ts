import { changesFile } from '../../files/fileTouch';
import type { FileSystem, VersionControlState } from '../../files/fileSystem';
import type { ResolvedTouch } from '../../calls/toolCall';
import { quotedFact, withRest } from './factText';

const MAX_FILES = 40;
const MAX_STATES = 20;

const STATES: Readonly<Record<VersionControlState, string>> = {
  held: 'git holds exactly its present content',
  staged: 'its present content is staged in git, and in no commit',
  changed: 'tracked by git, but changed: git does not hold its present content',
  tracked: 'tracked by git; whether changed since is not known',
  'holds-tracked': 'git tracks files in it; whether they are changed, and what else is in it, was not looked at',
  untracked: 'not tracked by git',
  ignored: 'not tracked by git, which ignores it',
  'no-repository': 'not in a git repository',
  unknown: 'whether git tracks it is not known',
};

/**
 * Changes first.
 * @param areGuesses some touches come from text that is not understood
 */
export function fileFacts(
  touches: readonly ResolvedTouch[],
  files: FileSystem,
  areGuesses: boolean,
): readonly string[] {
  const changed = touches.filter(({ change }) => changesFile(change));
  const read = touches.filter(({ change }) => !changesFile(change));
  // Any word may be guessed as a file: only existing ones matter.
  const ordered = [...changed, ...(areGuesses ? read.filter((touch) => isThere(touch, files)) : read)];
  const shown = ordered.slice(0, MAX_FILES).map((touch) => ({ touch, ...presentState(touch, files) }));
  const existing = [...new Set(shown.flatMap(({ there }) => (there === undefined ? [] : [there])))].slice(
    0,
    MAX_STATES,
  );
  const known = existing.length === 0 ? [] : files.versionControlStates(existing);
  const states = new Map(existing.map((path, index) => [path, known[index] ?? 'unknown']));
  const facts = shown.map(({ touch: { path, change, resolved }, state, there }) => {
    const real = resolved.real === undefined ? 'not known' : quotedFact(resolved.real);
    const git = there === undefined ? '' : `; ${STATES[states.get(there) ?? 'unknown']}`;
    return `File ${quotedFact(path)}: ${change}; resolved path ${real}; at present: ${state}${git}.`;
  });
  const doubt =
    areGuesses && facts.length > 0 ? ['Not all of the call is understood: some of these files are guesses.'] : [];
  return [...doubt, ...withRest(facts, ordered.length, 'file(s), not looked at')];
}

function isThere(touch: ResolvedTouch, files: FileSystem): boolean {
  return presentState(touch, files).state !== 'absent';
}

function presentState(
  { resolved }: ResolvedTouch,
  files: FileSystem,
): { readonly state: string; readonly there: string | undefined } {
  if (resolved.remote || resolved.real === undefined) return { state: 'not looked at', there: undefined };
  const facts = files.inspect(resolved.real);
  if (typeof facts === 'string') return { state: facts, there: undefined };
  const isKept = facts.type === 'file' || facts.type === 'directory';
  return { state: facts.type, there: isKept ? resolved.real : undefined };
}
