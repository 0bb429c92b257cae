import { localGitObjection } from '../localGit/localGit';
import { readOnlyPlace } from '../proof/readOnlyPlace';
import type { Stage } from '../model/stage';
import { inChangedShell } from './localStages';

export const localGitStage: Stage = (context) => {
  const { call, configuration, gate, protectedPath } = context;
  const { trusted, fastPaths } = configuration;
  const { line } = call;
  if (line === undefined || !trusted || !fastPaths.localGit) return undefined;
  if (protectedPath !== undefined || inChangedShell(call, gate.memory)) return undefined;
  return localGitObjection(line, readOnlyPlace(context), fastPaths.readOnlyCommands) === undefined
    ? { outcome: 'allow', stage: 'local-git', reason: 'Git only changes its own record of the repository.' }
    : undefined;
};
