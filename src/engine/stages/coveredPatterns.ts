/** What the shell may make of a pattern counts as named: the disk has links, repositories and their includes. */
import { goesUpBehindName } from '../../common/upwardPath';
import { writtenText, type Word } from '../../shell/model/analysis';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { isWild, pathsThatFit } from '../../files/patternMatches';
import { resolvePath, type LocatedTouch, type ResolvedPath } from '../../files/pathResolution';

export function isPatternWord({ pieces }: Word): boolean {
  return pieces.some(({ kind }) => kind === 'glob');
}

/** To the shell it is a path. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/**
 * @param pattern of the word, or a part of it
 * @returns all as one, then each folder alone; undefined: unknown
 */
export function foundByPattern(
  word: Word,
  { path, change, resolved }: LocatedTouch,
  machine: MachineFacts,
  files: FileSystem,
): readonly LocatedTouch[] | undefined {
  const { candidates, unknown, remote } = resolved;
  const isUnknown = unknown !== undefined && !ADDRESS.test(path);
  if (remote || isUnknown || candidates.length === 0 || goesUpFromPattern(path)) return undefined;
  // Names come from another folder.
  const loops = word.pieces.flatMap((piece) => (piece.kind === 'glob' ? [piece.loopsOver] : []));
  if (loops.some((written) => written !== undefined && written !== writtenText(word))) return undefined;
  const names = new Set<string>();
  for (const candidate of candidates) {
    const found = pathsThatFit(candidate, machine.platform, files);
    if (found === undefined) return undefined;
    for (const name of found) names.add(name);
  }
  if (names.size === 0) return [];
  const all = Array.from(names, (name) => located(name, resolvePath(name, undefined, machine, files)));
  const folders = all.filter(({ resolved: { real } }) => {
    const facts = real === undefined ? 'unreadable' : files.inspect(real);
    return facts === 'unreadable' || (facts !== 'absent' && facts.type === 'directory');
  });
  const every = all.flatMap((one) => one.resolved.candidates);
  const otherNames = all.flatMap((one) => one.resolved.otherNames ?? []);
  return [located(path, { candidates: every, otherNames, real: undefined, remote: false }), ...folders];

  function located(at: string, where: ResolvedPath): LocatedTouch {
    return { path: at, change, resolved: where };
  }
}

/** Behind a link `..` leads elsewhere. */
function goesUpFromPattern(path: string): boolean {
  return goesUpBehindName(path) && path.split('/').some((name, at, all) => isWild(name) && all.indexOf('..', at) > at);
}
