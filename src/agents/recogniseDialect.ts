import { AGENT_INTEGRATIONS } from './agentIntegrations';
import { CURSOR } from './cursor/payload';
import { GENERIC } from './generic/dialect';
import { readPayload } from './hooks/hookPayload';
import { MCP } from './mcp/dialect';

/**
 * By fields of one agent alone. Agents run each other's hooks, so the file does not identify the caller.
 * @param argument the agent whose settings hold the hook: the answer in doubt, or for our own forms
 */
export function recogniseDialect(argument: string, payload: string): string {
  const read = readPayload(payload);
  if (argument === GENERIC || argument === MCP || read.kind === 'error') return argument;
  const { value } = read;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const isText = (name: string): boolean => has(name) && typeof value[name] === 'string';
  // Cursor copies the others' fields.
  if (has('cursor_version')) return CURSOR;
  // Fields of two agents at once say nothing.
  if (isText('hook_event_name') && isText('sessionId') && has('toolArgs')) return argument;
  return AGENT_INTEGRATIONS.find((agent) => agent.sends({ has, isText }))?.id ?? argument;
}
