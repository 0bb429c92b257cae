import * as z from 'zod';
import type { PanelCommand } from './messages';

const nonce = z.string().min(1).max(64);

/** Checks a message from the panel. A webview can be made to send anything, so the host acts on nothing that does not fit this. */
export const panelCommandSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('ready') }),
  z.strictObject({ kind: z.literal('turnOn') }),
  z.strictObject({ kind: z.literal('turnOff'), nonce }),
  z.strictObject({ kind: z.literal('resume'), nonce }),
  z.strictObject({ kind: z.literal('reset'), nonce }),
  z.strictObject({ kind: z.literal('chooseModel'), nonce }),
  z.strictObject({ kind: z.literal('letGoRules'), nonce, id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('confirmEnvironment') }),
  z.strictObject({ kind: z.literal('openSettings') }),
  z.strictObject({ kind: z.literal('setKey') }),
  z.strictObject({ kind: z.literal('connectClaudeCode') }),
  z.strictObject({ kind: z.literal('showLog') }),
  z.strictObject({ kind: z.literal('manageTrust') }),
  z.strictObject({ kind: z.literal('copyDenial'), id: z.string().min(1).max(128) }),
]) satisfies z.ZodType<PanelCommand>;
