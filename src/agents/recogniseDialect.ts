import { AGENT_INTEGRATIONS } from './agentIntegrations';
import { GENERIC } from './generic/dialect';
import { readPayload } from './hooks/hookPayload';
import { MCP } from './mcp/dialect';

/**
 * By fields of one agent alone. Agents run each other's hooks, so the file does not identify the caller.
 * @param argument the agent whose settings hold the hook: in doubt the answer, as for our own forms
 */
export function recogniseDialect(argument: string, payload: string): string {
  const read = readPayload(payload);
  if (argument === GENERIC || argument === MCP || read.kind === 'error') return argument;
  const { value } = read;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const isText = (name: string): boolean => has(name) && typeof value[name] === 'string';
  const senders = AGENT_INTEGRATIONS.filter((agent) => agent.sends({ has, isText }));
  const [copying] = senders.filter(({ runsHooksOfOthers }) => runsHooksOfOthers === true);
  if (copying !== undefined) return copying.id;
  // Fields of two agents prove nothing.
  if (isText('hook_event_name') && isText('sessionId') && has('toolArgs')) return argument;
  const marked = senders.find(({ sharesFields }) => sharesFields !== true);
  return (marked ?? senders[0])?.id ?? argument;
}

/** It has hooks of its own: others' would ask twice. */
export function runsHooksOfOthers(agent: string): boolean {
  return AGENT_INTEGRATIONS.some(({ id, runsHooksOfOthers }) => id === agent && runsHooksOfOthers === true);
}
