import { createHash } from 'node:crypto';
import * as z from 'zod';

/** A window's file for the others, so that all choose the same window for a call, even while one is busy. */
export const windowCardSchema = z.object({
  /** On this machine's disk only. */
  folders: z.array(z.object({ path: z.string(), real: z.string(), isOn: z.boolean() })).readonly(),
  isOn: z.boolean(),
  /** May decide calls in folders that no window has open. */
  anyWindow: z.boolean(),
  /** Last focus, in milliseconds since the epoch. */
  focusedAt: z.number(),
  /** Bound sessions by `sessionKey`, with the binding's time. */
  sessions: z.record(z.string(), z.number()),
});
export type WindowCard = z.infer<typeof windowCardSchema>;

export interface KnownWindow {
  readonly name: string;
  readonly card: WindowCard;
}

/** A hash: cards must not reveal session ids. */
export function sessionKey(agent: string, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([agent, sessionId]))
    .digest('hex')
    .slice(0, 24);
}
