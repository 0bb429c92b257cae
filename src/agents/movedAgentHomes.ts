import { join, resolve } from 'node:path';
import type { MovedAgentHome } from '../files/machineFacts';
import { claudeCodeDirectory } from './claudeCode/installation';
import { codexDirectory } from './codex/installation';
import { copilotDirectory } from './copilot/installation';

/** `environment` is the editor's. */
export function movedAgentHomes(home: string, environment: NodeJS.ProcessEnv): readonly MovedAgentHome[] {
  return [
    { usualName: '.claude', folder: claudeCodeDirectory(home, environment) },
    { usualName: '.copilot', folder: copilotDirectory(home, environment) },
    { usualName: '.codex', folder: codexDirectory(home, environment) },
  ]
    .map(({ usualName, folder }) => ({ usualName, folder: resolve(folder) }))
    .filter(({ usualName, folder }) => folder !== join(home, usualName));
}
