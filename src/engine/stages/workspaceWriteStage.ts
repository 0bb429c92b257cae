import type { Stage } from '../model/stage';

export const workspaceWriteStage: Stage = () => undefined;
