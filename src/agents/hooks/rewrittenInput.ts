import type { JsonObject } from '../../common/json';
import type { HookCall } from './agentDialect';

/** The call's input with another command line: all connected agents name it `command`. */
export function rewrittenInput({ request }: HookCall, command: string): JsonObject {
  return { ...request.input, command };
}
