import { createHash } from 'node:crypto';
import * as z from 'zod';

/** Lets all windows choose the same one for a call, even while one is busy. */
export const windowCardSchema = z.object({
  /** On this machine's disk. */
  folders: z.array(z.object({ path: z.string(), real: z.string(), isOn: z.boolean() })).readonly(),
  isOn: z.boolean(),
  /** May decide calls in folders that no window has open. */
  anyWindow: z.boolean(),
  /** Milliseconds since the epoch. */
  focusedAt: z.number(),
  /** By `sessionKey`, with the binding's time. */
  sessions: z.record(z.string(), z.number()),
});
export type WindowCard = z.infer<typeof windowCardSchema>;

export interface KnownWindow {
  readonly name: string;
  readonly card: WindowCard;
}

/** Cards must not reveal session ids. */
export function sessionKey(agent: string, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([agent, sessionId]))
    .digest('hex')
    .slice(0, 24);
}
