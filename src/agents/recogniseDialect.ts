import { CLAUDE_CODE } from './claudeCode/dialect';
import { CODEX } from './codex/payload';
import { COPILOT } from './copilot/dialect';
import { GENERIC } from './generic/dialect';
import { readPayload } from './hooks/hookPayload';

/** Cursor has no dialect: nobody connects it. It runs the hooks that it finds in other agents' files all the same. */
export const CURSOR = 'cursor';

/**
 * Whose payload this is, from fields that only one agent sends. Agents run hooks from each other's files (Cursor and VS Code read Claude
 * Code's settings, several load Claude Code's plugins), so where a hook stands does not say who calls.
 * @param argument the agent in whose settings the hook stands: the answer where the payload does not tell, or bears the marks of several.
 * Also where it is the generic one: whoever set that up meant it, and it takes nothing for granted that a dialect of its own does.
 */
export function recogniseDialect(argument: string, payload: string): string {
  const read = readPayload(payload);
  if (argument === GENERIC || read.kind === 'error') return argument;
  const { value } = read;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  const isText = (name: string): boolean => has(name) && typeof value[name] === 'string';
  // Cursor copies the others' fields.
  if (has('cursor_version')) return CURSOR;
  const isCopilots = isText('sessionId') && has('toolArgs');
  if (!isText('hook_event_name')) return isCopilots ? COPILOT : argument;
  if (isCopilots) return argument;
  if (isText('turn_id')) return CODEX;
  return isText('tool_use_id') && isText('permission_mode') ? CLAUDE_CODE : argument;
}
