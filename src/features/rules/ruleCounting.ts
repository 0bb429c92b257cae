import type { EffectiveConfiguration } from '../../engine/model/configuration';
import type { PermissionEntry } from '../../rules/permissionEntry';
import type { Stage } from '../../engine/model/decision';
import type { RuleSource } from '../../rules/ruleSource';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import type { PermissionList } from '../../rules/ruleOverlap';
import { RULE_EFFECTS, ruleEffect, type RuleEffect } from '../../engine/trial/ruleEffects';
import {
  cannotBeDecidedAgain,
  codeVerdict,
  underChange,
  type PastCall,
  type ReplayedCall,
} from '../../engine/trial/replay';
import type { NotificationTimer } from '../../editor/foldedNotification';

export interface RuleQuestion {
  readonly key: string;
  readonly list: PermissionList | 'protectedPaths';
  readonly source: RuleSource;
  readonly folder: string | undefined;
  /** Undefined: an entry is taken away. */
  readonly text: string | undefined;
  readonly former: string | undefined;
  /** False: another list replaces this one. */
  readonly holds: boolean;
}

export interface RuleCount {
  /** Without calls in missing folders. */
  readonly of: number;
  /** For a protected path: calls that it affects. */
  readonly matched: readonly PastCall[];
  /** Settled before permission rules. */
  readonly settledBefore: number;
  readonly effects: readonly { readonly effect: RuleEffect; readonly calls: readonly PastCall[] }[];
}

export interface RuleCountingParts {
  /** Newest first. */
  readonly latestCalls: (count: number, signal: AbortSignal) => Promise<readonly PastCall[]>;
  readonly world: DryRunWorld;
  readonly isInside: (path: string, folder: string) => boolean;
  readonly timer: NotificationTimer;
  readonly breathe: () => Promise<void>;
  /** Monotonic milliseconds. */
  readonly elapsed: () => number;
  readonly onDidChange: () => void;
  readonly log: (line: string) => void;
}

const MAX_CALLS = 200;
const DELAY_MILLISECONDS = 250;
/** Following many calls a second would never end. */
const FOLLOW_MILLISECONDS = 2_000;
/** The rest is not counted. */
const MAX_MILLISECONDS = 4_000;

/** They come before allow rules. */
const BEFORE_ALLOW: ReadonlySet<Stage> = new Set(['hard-deny', 'safe-tool']);

export class RuleCounting {
  #key: string | undefined;
  #question: RuleQuestion | undefined;
  #count: RuleCount | undefined;
  #stop: () => void = () => undefined;
  #isRunning = false;
  #isStale = false;

  constructor(private readonly parts: RuleCountingParts) {}

  get count(): RuleCount | undefined {
    return this.#count;
  }

  ask(question: RuleQuestion | undefined): void {
    const isSame = question?.key === this.#key;
    this.#key = question?.key;
    this.#question = question;
    if (isSame) return;
    this.#count = undefined;
    this.#start(DELAY_MILLISECONDS);
  }

  follow(): void {
    if (this.#question === undefined) return;
    if (this.#isRunning) this.#isStale = true;
    else this.#start(FOLLOW_MILLISECONDS);
  }

  #start(milliseconds: number): void {
    this.#stop();
    this.#stop = () => undefined;
    this.#isRunning = false;
    this.#isStale = false;
    const question = this.#question;
    if (question === undefined) return;
    this.#isRunning = true;
    const controller = new AbortController();
    const cancelTimer = this.parts.timer.start(milliseconds, () => {
      this.#isStale = false;
      void this.#answer(question, controller.signal);
    });
    this.#stop = () => {
      controller.abort();
      cancelTimer();
    };
  }

  async #answer(question: RuleQuestion, signal: AbortSignal): Promise<void> {
    try {
      const count = await this.#counted(question, signal);
      if (signal.aborted) return;
      this.#count = count;
    } catch (error) {
      if (signal.aborted) return;
      this.parts.log(`The past calls could not be decided again for the rule editor: ${String(error)}`);
      this.#count = { of: 0, matched: [], settledBefore: 0, effects: [] };
    }
    this.#isRunning = false;
    if (this.#isStale) this.#start(FOLLOW_MILLISECONDS);
    this.parts.onDidChange();
  }

  async #counted(question: RuleQuestion, signal: AbortSignal): Promise<RuleCount> {
    const { latestCalls, world, isInside, breathe, elapsed } = this.parts;
    const { folder } = question;
    const calls = (await latestCalls(MAX_CALLS, signal)).filter((call) => {
      const cwd = folder === undefined ? undefined : cwdOf(call);
      return folder === undefined || (cwd !== undefined && isInside(cwd, folder));
    });
    const changed = underChange(world, (configuration) => withQuestion(configuration, question));
    const alone = underChange(world, (configuration) => onlyQuestion(configuration, question));
    const replayed: ReplayedCall[] = [];
    const matched: PastCall[] = [];
    let settledBefore = 0;
    const end = elapsed() + MAX_MILLISECONDS;
    for (const call of calls) {
      if (signal.aborted || elapsed() > end) break;
      const before = codeVerdict(call.request, world);
      await breathe();
      if (cannotBeDecidedAgain(before)) continue;
      const after = codeVerdict(call.request, changed);
      await breathe();
      replayed.push({ call, before, after });
      const inAlone =
        question.list === 'protectedPaths' || question.text === undefined
          ? undefined
          : codeVerdict(call.request, alone);
      const isMatch =
        question.list === 'protectedPaths'
          ? before.stage !== after.stage || before.outcome !== after.outcome
          : inAlone?.stage === `permissions.${question.list}`;
      if (question.list === 'allow' && inAlone !== undefined && BEFORE_ALLOW.has(inAlone.stage)) settledBefore += 1;
      if (isMatch) matched.push(call);
      await breathe();
    }
    const effects = RULE_EFFECTS.map((effect) => ({
      effect,
      calls: replayed.filter((one) => ruleEffect(one) === effect).map(({ call }) => call),
    })).filter(({ calls: concerned }) => concerned.length > 0);
    return { of: replayed.length, matched, settledBefore, effects };
  }
}

function cwdOf({ request }: PastCall): string | undefined {
  if (typeof request !== 'object' || request === null || !('cwd' in request)) return undefined;
  return typeof request.cwd === 'string' ? request.cwd : undefined;
}

function withQuestion(configuration: EffectiveConfiguration, question: RuleQuestion): EffectiveConfiguration {
  const { list, source, text, former, holds } = question;
  if (!holds) return configuration;
  if (list === 'protectedPaths') {
    const others = without(configuration.protectedPaths, (entry) => entry.source === source && entry.value === former);
    return { ...configuration, protectedPaths: text === undefined ? others : [...others, { value: text, source }] };
  }
  const others = without(configuration.permissions[list], (entry) => entry.source === source && entry.text === former);
  const entries: PermissionEntry[] = text === undefined ? others : [...others, { text, source }];
  return { ...configuration, permissions: { ...configuration.permissions, [list]: entries } };
}

/** Nothing before this rule settles the call. */
function onlyQuestion(
  configuration: EffectiveConfiguration,
  { list, source, text }: RuleQuestion,
): EffectiveConfiguration {
  const none = { deny: [], ask: [], allow: [] };
  const permissions = list === 'protectedPaths' || text === undefined ? none : { ...none, [list]: [{ text, source }] };
  // Also while auto mode is off.
  return {
    ...configuration,
    enabled: true,
    permissions,
    fastPaths: {
      workspaceEdits: false,
      readOnlyCommands: false,
      workspaceWrites: false,
      localGit: false,
      containedCommands: false,
      keptRemovals: false,
    },
  };
}

function without<T>(entries: readonly T[], isIt: (entry: T) => boolean): T[] {
  const at = entries.findIndex(isIt);
  return entries.filter((_, index) => index !== at);
}
