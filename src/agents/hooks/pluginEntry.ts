import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Beside the launcher. */
export function pluginName(agent: string): string {
  return `${agent}.mjs`;
}

/** As an agent imports it. */
export function pluginAddress(agent: string, launcherPath: string): string {
  return pathToFileURL(join(dirname(launcherPath), pluginName(agent))).href;
}

export function pluginProbe(sessionId: string, cwd: string): unknown {
  const input = { command: 'true', description: 'Nothing' };
  return { event: 'call', sessionId, cwd, callId: 'probe', tool: 'bash', input, transcript: [] };
}
