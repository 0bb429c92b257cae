import type { GitRepository } from '../../files/git/gitObjection';
import { joinPath } from '../../files/pathText';
import { PrivateFiles } from './privateFiles';
import type { ReadOnlyPlace } from './readOnlyPlace';

const UNKNOWN = 'its repository lies outside of the workspace, and what it tracks is not known';

/**
 * A commit or a change names no file, yet prints what files hold. In the workspace's own repository that is accepted;
 * that of a home, or of another project, may track private files.
 * @returns the end of a sentence; undefined: nothing private is tracked there, as git's index says
 */
export function outsideContentsObjection(
  { workTree, gitFolder }: GitRepository,
  place: ReadOnlyPlace,
): string | undefined {
  const privacy = new PrivateFiles(place);
  if (privacy.isInWorkspace(workTree) || privacy.isAroundWorkspace(workTree)) return undefined;
  const { files, machine } = place;
  // Without one git tracks nothing now, and prints its commits all the same.
  if (files.inspect(joinPath(gitFolder, 'index', machine.platform)) === 'absent') return UNKNOWN;
  const isPrivate = (path: string): boolean => !privacy.isInWorkspace(path) && privacy.objection(path) !== undefined;
  switch (files.searchWouldRead(workTree, isPrivate, { hidden: true, tracked: true, byName: () => true })) {
    case 'yes':
      return 'its repository lies outside of the workspace and tracks private files';
    case 'unknown':
      return UNKNOWN;
    case 'no':
      return undefined;
  }
}
