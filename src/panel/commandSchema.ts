import * as z from 'zod';
import { featureActionSchema, panelFocusSchema } from './features';
import type { PanelCommand } from './messages';

const nonce = z.string().min(1).max(64);

/** A webview can be made to send anything, so only what fits counts. */
export const panelCommandSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('look'), focus: panelFocusSchema }),
  z.strictObject({ kind: z.literal('act'), nonce, act: featureActionSchema }),
  z.strictObject({ kind: z.literal('turnOn') }),
  z.strictObject({ kind: z.literal('resume'), nonce }),
  z.strictObject({ kind: z.literal('dropRules'), nonce, id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('confirmEnvironment') }),
  z.strictObject({ kind: z.literal('openSettings') }),
  z.strictObject({
    kind: z.literal('openSetting'),
    setting: z.strictObject({
      key: z
        .string()
        .max(100)
        .regex(/^autoMode\.[A-Za-z.]+$/),
      where: z.enum(['user', 'workspace', 'remote']),
    }),
  }),
  z.strictObject({ kind: z.literal('openFolder') }),
  z.strictObject({ kind: z.literal('seeExample') }),
  z.strictObject({ kind: z.literal('setKey') }),
  z.strictObject({ kind: z.literal('connectAgent'), id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('disconnectAgent'), nonce, id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('dismissAlarm'), nonce, id: z.string().min(1).max(64) }),
  z.strictObject({ kind: z.literal('runDoctor') }),
  z.strictObject({ kind: z.literal('showLog') }),
  z.strictObject({ kind: z.literal('reloadWindow'), nonce }),
  z.strictObject({ kind: z.literal('manageTrust') }),
]) satisfies z.ZodType<PanelCommand>;
