import { provenRepository } from '../../files/git/gitObjection';
import { PrivateFiles } from './privateFiles';
import type { ReadOnlyPlace } from './readOnlyPlace';

/**
 * A commit or a change names no file, yet prints what files hold. In the workspace's own repository that is accepted; that of a home, or of
 * another project, may track private files.
 * @param folder absolute, where git runs
 * @returns the end of a sentence; undefined: nothing private is tracked there, as git's index says
 */
export function outsideContentsObjection(folder: string, subcommand: string, place: ReadOnlyPlace): string | undefined {
  const repository = provenRepository(folder, subcommand, place);
  if (typeof repository === 'string') return undefined;
  const privacy = new PrivateFiles(place);
  const { workTree } = repository;
  if (privacy.isInWorkspace(workTree) || privacy.isAroundWorkspace(workTree)) return undefined;
  const isPrivate = (path: string): boolean => !privacy.isInWorkspace(path) && privacy.objection(path) !== undefined;
  const prints = place.files.searchWouldRead(workTree, isPrivate, { hidden: true, tracked: true, byName: () => true });
  if (prints === 'yes') return 'its repository lies outside of the workspace and tracks private files';
  if (prints === 'unknown') return 'its repository lies outside of the workspace, and what it tracks is not known';
  return undefined;
}
