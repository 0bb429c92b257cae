import * as z from 'zod';
import type { SettingKey } from './contributions';
import { DEFAULT_ASK_RULES } from './defaultAskRules';

/** In a list of rules or protected paths: the built-in entries, at this place. */
export const DEFAULTS_MARKER = '$defaults';

/** A permission rule as text, or with a message for the agent. */
export const permissionEntrySchema = z.union([
  z.string(),
  z.strictObject({ rule: z.string(), message: z.string().min(1).max(1000).optional() }),
]);

const permissionList = z.array(permissionEntrySchema);
const textList = z.array(z.string());

/**
 * What each setting may hold, every one checked by itself, so that a bad value of one never touches another. The manifest states
 * the same types and limits for the Settings editor; a test compares them.
 */
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
  'classifier.model': z.string().regex(/^$|^[^\s/]+\/\S+$/),
  'classifier.baseUrl': z.string().regex(/^$|^https?:\/\/\S+$/),
  'classifier.timeoutSeconds': z.number().min(1).max(300),
  'classifier.maxTranscriptEntries': z.int().min(0).max(500),
  'classifier.assistantText': z.boolean(),
  'classifier.whenUnavailable': z.enum(['block', 'ask']),
  'classifier.onBlock': z.enum(['block', 'ask']),
  'pause.consecutive': z.int().min(1).max(1000),
  'pause.total': z.int().min(1).max(10_000),
  folders: z.record(z.string(), z.record(z.string(), z.unknown())),
} as const satisfies Record<SettingKey, z.ZodType>;

export type SettingValues = { readonly [K in SettingKey]: z.infer<(typeof SETTING_SCHEMAS)[K]> };

/** The value of a setting that nobody has set. */
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
  'classifier.model': '',
  'classifier.baseUrl': '',
  'classifier.timeoutSeconds': 20,
  'classifier.maxTranscriptEntries': 20,
  'classifier.assistantText': true,
  'classifier.whenUnavailable': 'block',
  'classifier.onBlock': 'block',
  'pause.consecutive': 3,
  'pause.total': 20,
  folders: {},
};

/** What to write in a setting that does not fit: the end of the sentence "Write ...". */
export const SETTING_REMEDIES: Readonly<Record<SettingKey, string>> = {
  enabled: 'true or false',
  'permissions.deny': 'a list of rules such as ["bash(git push --force*)"]',
  'permissions.ask': 'a list of rules such as ["bash(npm publish*)"]',
  'permissions.allow': 'a list of rules such as ["fetch(https://docs.example.com/*)"]',
  'rules.allow': 'a list of sentences, with "$defaults" for the built-in ones',
  'rules.softDeny': 'a list of sentences, with "$defaults" for the built-in ones',
  'rules.hardDeny': 'a list of sentences, with "$defaults" for the built-in ones',
  'rules.environment': 'a list of sentences, with "$defaults" for the built-in ones',
  'rules.defaultBranchPush': '"mustBeNamed" or "ordinary"',
  protectedPaths: 'a list of names or paths, with "$defaults" for the built-in ones',
  'fastPaths.workspaceEdits': 'true or false',
  'fastPaths.readOnlyCommands': 'true or false',
  'classifier.model': 'provider/model-id, or nothing for the automatic choice',
  'classifier.baseUrl': "an address that begins with http:// or https://, or nothing for the provider's own",
  'classifier.timeoutSeconds': 'a number from 1 to 300',
  'classifier.maxTranscriptEntries': 'a whole number from 0 to 500',
  'classifier.assistantText': 'true or false',
  'classifier.whenUnavailable': '"block" or "ask"',
  'classifier.onBlock': '"block" or "ask"',
  'pause.consecutive': 'a whole number from 1 to 1000',
  'pause.total': 'a whole number from 1 to 10000',
  folders: 'an object such as {"~/projects/website": {"enabled": false}}',
};
