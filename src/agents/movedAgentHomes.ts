import { join, resolve } from 'node:path';
import type { MovedAgentHome } from '../files/machineFacts';
import { AGENT_INTEGRATIONS } from './agentIntegrations';

/** `environment` is the editor's. */
export function movedAgentHomes(home: string, environment: NodeJS.ProcessEnv): readonly MovedAgentHome[] {
  return moved(home, environment).map(({ usualFolder, folder }) => ({
    usualName: usualFolder,
    folder: resolve(folder),
  }));
}

/** Absolute: the hard floor knows only usual names. */
export function movedAgentPlaces(home: string, environment: NodeJS.ProcessEnv): readonly string[] {
  return moved(home, environment).flatMap(({ folder, guardedNames }) => guardedNames.map((name) => join(folder, name)));
}

function moved(home: string, environment: NodeJS.ProcessEnv): readonly Moved[] {
  return AGENT_INTEGRATIONS.map((agent) => ({ ...agent, folder: agent.directory(home, environment) })).filter(
    ({ usualFolder, folder }) => resolve(folder) !== join(home, usualFolder),
  );
}

interface Moved {
  readonly usualFolder: string;
  readonly folder: string;
  readonly guardedNames: readonly string[];
}
