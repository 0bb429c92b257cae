import { WORKSPACE, type Tree } from '../fakeGate';

export const ID = '0123456789012345678901234567890123456789\n';

/** A repository with one file and one branch. */
export const REPOSITORY: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'text',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n',
  [`${WORKSPACE}/.git/objects/pack/x`]: '',
  [`${WORKSPACE}/.git/refs/heads/main`]: ID,
};
