import * as z from 'zod';
import type { SettingKey } from './contributions';
import { DEFAULT_ASK_RULES } from './defaultAskRules';
import { OWN_JUDGE_TURNS } from '../facts/ownJudge';

/** Inserts the built-in entries. */
export const DEFAULTS_MARKER = '$defaults';

export const permissionEntrySchema = z.union([
  z.string(),
  z.strictObject({ rule: z.string(), message: z.string().min(1).max(1000).optional() }),
]);

const permissionList = z.array(permissionEntrySchema);
const textList = z.array(z.string());

/** Each judged call compares all. */
const MAX_PRICES = 1000;
const dollars = z.number().min(0).max(10_000);
/** In US dollars per million tokens. */
const tokenPrice = z.strictObject({
  input: dollars,
  cachedInput: dollars,
  cacheWrite: dollars.optional(),
  output: dollars,
});

/** Each is checked alone: a bad value affects no other. A test compares them with the manifest's. */
export const SETTING_SCHEMAS = {
  enabled: z.boolean(),
  'permissions.deny': permissionList,
  'permissions.ask': permissionList,
  'permissions.allow': permissionList,
  'rules.allow': textList,
  'rules.softDeny': textList,
  'rules.hardDeny': textList,
  'rules.environment': textList,
  'rules.defaultBranchPush': z.enum(['mustBeNamed', 'ordinary']),
  protectedPaths: textList,
  'fastPaths.workspaceEdits': z.boolean(),
  'fastPaths.readOnlyCommands': z.boolean(),
  'fastPaths.workspaceWrites': z.boolean(),
  'fastPaths.localGit': z.boolean(),
  'fastPaths.containedCommands': z.boolean(),
  'fastPaths.keptRemovals': z.boolean(),
  'contained.commands': z
    .array(
      z
        .string()
        .regex(/^(?:\$defaults|!?\s*[\w@][\w@.+/-]*(?:\s+\S+)?)$/)
        .max(256),
    )
    .max(1000),
  'classifier.model': z.string().regex(/^$|^[^\s/]+\/\S+$/),
  'classifier.baseUrl': z.string().regex(/^$|^https?:\/\/\S+$/),
  'classifier.timeoutSeconds': z.number().min(1).max(300),
  'classifier.maxTranscriptEntries': z.int().min(0).max(500),
  'classifier.assistantText': z.boolean(),
  'classifier.whenUnavailable': z.enum(['block', 'ask']),
  'classifier.onBlock': z.enum(['block', 'ask']),
  'classifier.stages': z.enum(['auto', 'one', 'two']),
  'classifier.logRequests': z.boolean(),
  'classifier.prices': z
    .record(z.string().regex(/^[^\s/]+\/\S+$/), tokenPrice)
    .refine((prices) => Object.keys(prices).length <= MAX_PRICES),
  'pause.consecutive': z.int().min(1).max(1000),
  'pause.total': z.int().min(1).max(10_000),
  'snapshots.enabled': z.boolean(),
  'snapshots.maxMegabytes': z.int().min(10).max(10_000),
  'snapshots.maxSeconds': z.int().min(1).max(60),
  'snapshots.keepDays': z.int().min(1).max(365),
  'agents.anyWindow': z.boolean(),
  'agents.ownJudge': z.record(z.string().regex(/^[a-z][a-z-]{0,63}$/), z.enum(OWN_JUDGE_TURNS)),
  'notifications.badge': z.boolean(),
  'notifications.sound': z.boolean(),
  'notifications.questions': z.enum(['dialog', 'panel']),
  'notifications.blocks': z.enum(['all', 'outages', 'none']),
  folders: z.record(z.string(), z.record(z.string(), z.unknown())),
} as const satisfies Record<SettingKey, z.ZodType>;

export type SettingValues = { readonly [K in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[K]> };

export const SETTING_DEFAULTS: SettingValues = {
  enabled: true,
  'permissions.deny': [],
  'permissions.ask': [...DEFAULT_ASK_RULES],
  'permissions.allow': [],
  'rules.allow': [DEFAULTS_MARKER],
  'rules.softDeny': [DEFAULTS_MARKER],
  'rules.hardDeny': [DEFAULTS_MARKER],
  'rules.environment': [DEFAULTS_MARKER],
  'rules.defaultBranchPush': 'mustBeNamed',
  protectedPaths: [DEFAULTS_MARKER],
  'fastPaths.workspaceEdits': true,
  'fastPaths.readOnlyCommands': true,
  'fastPaths.workspaceWrites': true,
  'fastPaths.localGit': true,
  'fastPaths.containedCommands': true,
  'fastPaths.keptRemovals': true,
  'contained.commands': [DEFAULTS_MARKER],
  'classifier.model': '',
  'classifier.baseUrl': '',
  'classifier.timeoutSeconds': 20,
  'classifier.maxTranscriptEntries': 20,
  'classifier.assistantText': true,
  'classifier.whenUnavailable': 'block',
  'classifier.onBlock': 'block',
  'classifier.stages': 'auto',
  'classifier.logRequests': false,
  'classifier.prices': {},
  'pause.consecutive': 3,
  'pause.total': 20,
  'snapshots.enabled': true,
  'snapshots.maxMegabytes': 200,
  'snapshots.maxSeconds': 3,
  'snapshots.keepDays': 7,
  'agents.anyWindow': false,
  'agents.ownJudge': {},
  'notifications.badge': true,
  'notifications.sound': false,
  'notifications.questions': 'dialog',
  'notifications.blocks': 'all',
  folders: {},
};
