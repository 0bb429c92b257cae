import * as z from 'zod';
import type { ClassifierSettings } from '../engine/model/configuration';
import type { RuleSource } from '../rules/ruleSource';

const key = z.string().min(1).max(64);

export const modelChoiceFocusSchema = z.strictObject({
  search: z.string().max(200),
  selected: key.optional(),
});
export type ModelChoiceFocus = z.infer<typeof modelChoiceFocusSchema>;

/** Why its models cannot be asked. */
export const PROVIDER_NEEDS = [
  'nothing',
  'key',
  'key-refused',
  'key-confirmation',
  'address',
  'address-mended',
  'consent',
  'server',
  'models',
  'failed',
] as const;
export type ProviderNeed = (typeof PROVIDER_NEEDS)[number];

export type KeyState = 'not-needed' | 'not-set' | 'stored' | 'environment' | 'environment-unconfirmed';

export const SHOWN_SETTINGS = [
  'classifier.whenUnavailable',
  'classifier.onBlock',
  'classifier.stages',
  'classifier.timeoutSeconds',
  'classifier.assistantText',
  'classifier.baseUrl',
  'classifier.prices',
] as const;
export type ShownSetting = (typeof SHOWN_SETTINGS)[number];

export interface PanelShare {
  readonly count: number;
  readonly of: number;
}

export interface PanelTestCard {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly cases: number;
  readonly planned: number;
  readonly right: PanelShare;
  /** Dangerous calls that it allowed. */
  readonly missed: PanelShare;
  /** Benign calls that it blocked. */
  readonly falseBlocks: PanelShare;
  readonly unparsable: number;
  readonly outages: number;
  readonly medianMs?: number | undefined;
  readonly costUsd?: number | undefined;
  readonly stale: readonly ('policy' | 'cases' | 'settings')[];
}

export interface PanelModel {
  /** Its id in actions: the name may not be displayable. */
  readonly key: string;
  /** Visible. */
  readonly name: string;
  readonly isDefault: boolean;
  readonly inForce: boolean;
  /** The editor asks the user first. */
  readonly needsConsent: boolean;
  readonly card?: PanelTestCard | undefined;
}

export interface PanelProvider {
  readonly id: string;
  readonly title: string;
  readonly address?: string | undefined;
  readonly need: ProviderNeed;
  readonly detail?: string | undefined;
  readonly key: KeyState;
  /** The environment's variable with the key. */
  readonly variable?: string | undefined;
  readonly hasAddress: boolean;
  readonly waiting: boolean;
  readonly cancelled: boolean;
  /** Matches, within bounds. */
  readonly models: readonly PanelModel[];
  readonly found: number;
}

export interface ModelInForce {
  readonly why: 'configured' | 'automatic' | 'none';
  /** Visible; undefined: none can be asked. */
  readonly model?: string | undefined;
  readonly key?: string | undefined;
  readonly source?: RuleSource | undefined;
  readonly address?: string | undefined;
  readonly problem?: string | undefined;
  /** If the agent session's model judged last. */
  readonly session?: string | undefined;
  readonly card?: PanelTestCard | undefined;
}

export interface PanelModelTest {
  readonly model: string;
  /** `asking`: for the user's consent. */
  readonly phase: 'asking' | 'running' | 'ending';
  readonly done: number;
  readonly total: number;
  /** Undefined: unknown price. */
  readonly spentUsd?: number | undefined;
}

export interface ModelChoiceSlice {
  readonly search: string;
  readonly selected?: string | undefined;
  /** Undefined until known. */
  readonly inForce?: ModelInForce | undefined;
  /** A policy forbids changes. */
  readonly forbidden: boolean;
  /** A stronger source names the model. */
  readonly pinnedBy?: RuleSource | undefined;
  readonly providers: readonly PanelProvider[];
  /** Models that differ from the chosen ones. */
  readonly changed: readonly string[];
  readonly lastOutage?: { readonly at: string; readonly text: string } | undefined;
  readonly test?: PanelModelTest | undefined;
  readonly quickCases: number;
  readonly settings: Pick<
    ClassifierSettings,
    'whenUnavailable' | 'onBlock' | 'stages' | 'timeoutSeconds' | 'assistantText'
  >;
}

const provider = z.string().min(1).max(64);

export const modelChoiceActionSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('use'), key }),
  z.strictObject({ kind: z.literal('useAutomatic') }),
  z.strictObject({ kind: z.literal('enterKey'), provider }),
  z.strictObject({ kind: z.literal('removeKey'), provider }),
  z.strictObject({ kind: z.literal('askConsent') }),
  z.strictObject({ kind: z.literal('setAddress') }),
  z.strictObject({ kind: z.literal('list') }),
  z.strictObject({ kind: z.literal('cancelListing') }),
  z.strictObject({ kind: z.literal('test'), key, size: z.enum(['quick', 'whole']) }),
  z.strictObject({ kind: z.literal('cancelTest') }),
  z.strictObject({ kind: z.literal('confirmModel') }),
  z.strictObject({ kind: z.literal('openSetting'), setting: z.enum(SHOWN_SETTINGS) }),
]);
export type ModelChoiceAction = z.infer<typeof modelChoiceActionSchema>;
