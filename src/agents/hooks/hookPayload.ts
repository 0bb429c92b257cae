import { isAbsolute } from 'node:path';
import * as z from 'zod';
import type { JsonObject } from '../../common/json';
import { unfitShape } from './jsonShape';

export interface PayloadError {
  readonly kind: 'error';
  readonly reason: string;
}

export const payloadName = z.string().min(1).max(256);

export const payloadFolder = z
  .string()
  .max(4096)
  .refine((path) => isAbsolute(path) && !path.includes('\0'), { error: 'must be an absolute path' });

export const payloadPath = z.string().max(4096);

export const payloadObject = z.custom<JsonObject>(isJsonObject, { error: 'must be a JSON object' });

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readPayload(payload: string): { readonly kind: 'object'; readonly value: JsonObject } | PayloadError {
  const unfit = unfitShape(payload);
  if (unfit !== undefined) return { kind: 'error', reason: `The hook payload ${unfit}, so the call cannot be judged.` };
  let value: unknown;
  try {
    // Some Windows hosts send a byte order mark.
    value = JSON.parse(payload.replace(/^\ufeff/, ''));
  } catch {
    return { kind: 'error', reason: 'The hook payload is not valid JSON, so the call cannot be judged.' };
  }
  return isJsonObject(value)
    ? { kind: 'object', value }
    : { kind: 'error', reason: 'The hook payload is not a JSON object, so the call cannot be judged.' };
}

/** It has run, or a question follows. */
const HARMLESS_CALL_EVENTS = /^(?:post|after|permission)/i;

/** Silence about a renamed event would let it pass. */
export function unknownCallEvent(event: string, payload: JsonObject): PayloadError | undefined {
  if (!Object.hasOwn(payload, 'tool_input') || HARMLESS_CALL_EVENTS.test(event)) return undefined;
  return {
    kind: 'error',
    reason: `The hook payload has a call in an event that is not known ("${event.slice(0, 64)}"), so the call cannot be judged.`,
  };
}

export function unexpectedPayload(agentName: string, error: z.ZodError): PayloadError {
  const issue = error.issues[0];
  const detail = issue === undefined ? '' : ` (${issue.path.join('.')}: ${issue.message})`;
  return { kind: 'error', reason: `The hook payload is not what ${agentName} documents${detail}.` };
}
