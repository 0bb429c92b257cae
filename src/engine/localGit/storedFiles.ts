/** Git may store no likely secret, and nothing from another repository or outside. */
import { isInside, joinPath, parentPath } from '../../files/pathText';
import { everyName, resolvePath } from '../../files/pathResolution';
import type { GitRepository } from '../../files/git/gitObjection';
import { PrivateFiles } from '../proof/privateFiles';
import type { ReadOnlyPlace } from '../proof/readOnlyPlace';
import type { GitAct } from './gitForms';

const MAX_SEARCH_MS = 500;

export function storedObjection(
  repository: GitRepository,
  act: GitAct,
  folder: string,
  place: ReadOnlyPlace,
): string | undefined {
  const privacy = new PrivateFiles(place);
  const { workTree } = repository;
  // Elsewhere a window decides nothing.
  if (!privacy.isInWorkspace(workTree)) return 'its work tree is not inside the workspace';
  for (const path of act.paths) {
    const why = pathObjection(path, act, folder, workTree, privacy, place);
    if (why !== undefined) return why;
  }
  return act.stores === 'tree' || act.stores === 'tracked'
    ? searchObjection(workTree, workTree, privacy, place)
    : undefined;
}

function pathObjection(
  path: string,
  { stores }: GitAct,
  folder: string,
  workTree: string,
  privacy: PrivateFiles,
  place: ReadOnlyPlace,
): string | undefined {
  const { files, machine } = place;
  const { platform } = machine;
  const resolved = resolvePath(path, folder, machine, files);
  const { real, remote, unknown, candidates } = resolved;
  if (remote || unknown !== undefined || real === undefined || candidates.length !== 1 || candidates[0] !== real) {
    return `it is not known which file ${path} is`;
  }
  if (!isInside(real, workTree, platform)) return `${path} lies outside of the work tree`;
  if (isGits(real.slice(workTree.length))) return `${path} is git's own`;
  if (stores === 'nothing') return undefined;
  for (let at = real; at !== workTree && at.length > workTree.length; at = parentPath(at, platform)) {
    if (files.inspect(joinPath(at, '.git', platform)) !== 'absent') return `${path} is another repository's`;
  }
  const facts = files.inspect(real);
  if (typeof facts === 'object' && facts.type === 'directory') return searchObjection(real, workTree, privacy, place);
  return privacy.objection(real, everyName(resolved));
}

/** Other names fold to no such one; a search asks about each file. */
const MAY_BE_GITS = /git|[^\x00-\x7f]/i;

/** Also in spellings that some file systems accept. */
function isGits(path: string): boolean {
  if (!MAY_BE_GITS.test(path)) return false;
  return path.split('/').some((name) => /^(?:\.git|git~\d+)$/i.test(name.normalize('NFKC').replace(/\p{Cf}/gu, '')));
}

function searchObjection(
  folder: string,
  workTree: string,
  privacy: PrivateFiles,
  { files, machine: { platform } }: ReadOnlyPlace,
): string | undefined {
  const own = joinPath(workTree, '.git', platform);
  let found: string | undefined;
  const answer = files.searchWouldRead(
    folder,
    (path) => {
      if (path === own) return false;
      if (isGits(path.slice(workTree.length))) found ??= 'there is another repository inside it';
      else if (privacy.objection(path) !== undefined) found ??= `it would store ${path}, which usually holds secrets`;
      return found !== undefined;
    },
    {
      hidden: true,
      byName: () => false,
      maxMilliseconds: MAX_SEARCH_MS,
      enters: (path) => {
        if (path !== own && isGits(path.slice(workTree.length))) found ??= 'there is another repository inside it';
        return path !== own && found === undefined;
      },
    },
  );
  return found ?? (answer === 'no' ? undefined : 'it is not known which files it would store');
}
