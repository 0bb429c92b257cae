import type { JsonObject } from '../../common/json';
import type { HookCall } from './agentDialect';

/** All connected agents name the line `command`. */
export function rewrittenInput({ request }: HookCall, command: string): JsonObject {
  return { ...request.input, command };
}
