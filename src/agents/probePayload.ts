import type { JsonObject } from '../common/json';
import { CONNECTABLE_AGENTS } from '../facts/agents';
import { AGENT_INTEGRATIONS } from './agentIntegrations';

const SHELLS: ReadonlySet<string> = new Set(
  CONNECTABLE_AGENTS.flatMap(({ tools = {} }) =>
    Object.entries(tools).flatMap(([name, { does }]) => (does === 'run-bash' ? [name.toLowerCase()] : [])),
  ),
);

/** A call with an effect is no probe under any session's name. */
export function isProbeCall(tool: string, input: JsonObject): boolean {
  const { command, description = 'Nothing', ...more } = input;
  const isSame = command === 'true' && description === 'Nothing' && Object.keys(more).length === 0;
  return isSame && SHELLS.has(tool.toLowerCase());
}

export function probePayload(agent: string, sessionId: string, cwd: string): string | undefined {
  const found = AGENT_INTEGRATIONS.find(({ id }) => id === agent);
  return found === undefined ? undefined : JSON.stringify(found.probePayload(sessionId, cwd));
}
