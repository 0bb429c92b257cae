import type { Stage } from '../model/stage';

export const localGitStage: Stage = () => undefined;
