import { createHash } from 'node:crypto';
import * as z from 'zod';

/** What one window tells the others in a file beside its socket, so that all come to the same window for a call, also while one is busy. */
export const windowCardSchema = z.object({
  /** The folders that it has open on this machine's disk, and whether auto mode is on there. */
  folders: z.array(z.object({ path: z.string(), real: z.string(), isOn: z.boolean() })).readonly(),
  /** Whether auto mode is on for calls from none of its folders. */
  isOn: z.boolean(),
  /** Whether it may decide calls in folders that no window has open. */
  anyWindow: z.boolean(),
  /** When the user last turned to it, in milliseconds since the epoch. */
  focusedAt: z.number(),
  /** Agent sessions that are bound to it, by `sessionKey`, and since when. */
  sessions: z.record(z.string(), z.number()),
});
export type WindowCard = z.infer<typeof windowCardSchema>;

export interface KnownWindow {
  readonly name: string;
  readonly card: WindowCard;
}

/** Stands for one session of one agent in a card: what an agent calls its session is nobody else's business. */
export function sessionKey(agent: string, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([agent, sessionId]))
    .digest('hex')
    .slice(0, 24);
}
