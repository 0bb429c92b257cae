import { createHash } from 'node:crypto';
import * as z from 'zod';

/** So all windows choose the same one for a call, even with one busy. */
export const windowCardSchema = z.object({
  /** On this machine's disk. */
  folders: z.array(z.object({ path: z.string(), real: z.string(), isOn: z.boolean() })).readonly(),
  isOn: z.boolean(),
  /** May decide outside all open folders. */
  anyWindow: z.boolean(),
  /** Milliseconds since the epoch. */
  focusedAt: z.number(),
  /** With binding times, by `sessionKey`. */
  sessions: z.record(z.string(), z.number()),
});
export type WindowCard = z.infer<typeof windowCardSchema>;

export interface KnownWindow {
  readonly name: string;
  readonly card: WindowCard;
}

/** Session ids stay secret. */
export function sessionKey(agent: string, sessionId: string): string {
  return createHash('sha256')
    .update(JSON.stringify([agent, sessionId]))
    .digest('hex')
    .slice(0, 24);
}
