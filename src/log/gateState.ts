import { LRUCache } from 'lru-cache';
import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import * as z from 'zod';
import { readOwnFile, writeOwnFile } from '../disk/ownFile';
import type { EffectiveConfiguration } from '../engine/model/configuration';
import { decisionSchema, OUTAGE_KINDS, ruleReferenceSchema, STAGES, type Decision } from '../engine/model/decision';
import type { GateMemory } from '../engine/model/ports';
import type { Clock } from '../common/clock';
import { denialOf, isUnjudged } from '../panel/panelDenial';
import type { PanelDenial } from '../panel/panelDenial';
import { t } from '@vscode/l10n';
import type { RedactText } from './redactedJson';

const count = z.int().min(0);

const denialSchema = z.strictObject({
  id: z.string(),
  at: z.string(),
  tool: z.string(),
  reason: z.string(),
  summary: z.string(),
  kind: z.enum(STAGES),
  rule: ruleReferenceSchema.optional(),
  remedy: z.string().optional(),
  outage: z.enum(OUTAGE_KINDS).optional(),
  agent: z.string().optional(),
  // Not in old files.
  subAgent: z.string().optional(),
  mode: z.string().optional(),
}) satisfies z.ZodType<PanelDenial>;

const gateSnapshotSchema = z.strictObject({
  counters: z.strictObject({
    checked: count,
    allowed: count,
    blocked: count,
    // Not in old files.
    unjudged: count.default(0),
    outages: z.partialRecord(z.enum(OUTAGE_KINDS), count).default({}),
    forModel: count.default(0),
    byStage: z.partialRecord(z.enum(STAGES), count),
  }),
  lastDecision: decisionSchema.pick({ outcome: true, stage: true, reason: true, at: true }).optional(),
  /** Newest first. */
  denials: z.array(denialSchema).max(1000),
  pause: z.strictObject({
    paused: z.boolean(),
    /** Blocked by the classifier since its last allow. */
    consecutive: count,
    /** Blocked by the classifier since the user last resumed. */
    total: count,
    because: z.strictObject({ limit: z.enum(['consecutive', 'total']), blocked: count }).optional(),
  }),
});

export type GateSnapshot = Readonly<z.infer<typeof gateSnapshotSchema>>;
export type PauseCause = NonNullable<GateSnapshot['pause']['because']>;

const persistedSchema = z.strictObject({
  version: z.literal(1),
  ...gateSnapshotSchema.shape,
  /** Of changed living shells. */
  changedShells: z.array(z.string().max(100)).max(1000).optional(),
});

const NOTHING_YET: GateSnapshot = {
  counters: { checked: 0, allowed: 0, blocked: 0, unjudged: 0, outages: {}, forModel: 0, byStage: {} },
  lastDecision: undefined,
  denials: [],
  pause: { paused: false, consecutive: 0, total: 0 },
};

const SHOWN_DENIALS = 12;
const MAX_TEXT_CHARACTERS = 4000;
const ALLOW_ONCE_MS = 10 * 60_000;
const MAX_RELEASES = 100;
const MAX_CACHED = 1000;
const MAX_EXEMPTIONS = 1000;
const MAX_CHANGED_SHELLS = 1000;
const SAVE_DELAY_MS = 500;
/** Far above the shown denials. */
const MAX_FILE_BYTES = 2_000_000;

export interface GateStateOptions {
  /** Absolute, for one workspace. */
  readonly file: string;
  readonly redact: RedactText;
  readonly clock: Clock;
}

/** Counters, denials and the pause outlive a restart; releases and verdicts never. */
export class GateState implements GateMemory {
  private state = NOTHING_YET;
  private readonly releases = new LRUCache<string, number>({ max: MAX_RELEASES });
  private readonly allowed = new LRUCache<string, true>({ max: MAX_CACHED });
  private readonly ignored = new Set<string>();
  private readonly exemptions = new LRUCache<string, true>({ max: MAX_EXEMPTIONS });
  private changedShells = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private saving: NodeJS.Timeout | undefined;
  private readonly loadProblem: string | undefined;
  private saveProblem: string | undefined;

  constructor(private readonly options: GateStateOptions) {
    const kept = readKept(options.file);
    if (!kept.exists || (kept.text !== undefined && this.restore(kept.text))) return;
    const { file } = options;
    this.loadProblem = t(
      'The state that was kept in {file} could not be read, so counters, history and pause started anew.',
      { file },
    );
  }

  /** The state was not read or kept. */
  get problem(): string | undefined {
    return this.saveProblem ?? this.loadProblem;
  }

  snapshot(): GateSnapshot {
    return this.state;
  }

  /** Too many blocks by the classifier pause. Deny rules, hard floor and outages neither count nor reset. */
  record(decision: Decision, limits: EffectiveConfiguration['pause']): void {
    const { outcome, stage, outage, at } = decision;
    if (stage === 'disabled') return;
    const { counters, denials, pause } = this.state;
    const blocked = outcome === 'block';
    this.change({
      counters: {
        checked: counters.checked + 1,
        allowed: counters.allowed + (outcome === 'allow' ? 1 : 0),
        blocked: counters.blocked + (blocked ? 1 : 0),
        unjudged: counters.unjudged + (isUnjudged(decision) ? 1 : 0),
        outages:
          isUnjudged(decision) && outage !== undefined
            ? { ...counters.outages, [outage]: (counters.outages[outage] ?? 0) + 1 }
            : counters.outages,
        forModel: counters.forModel + (cameToModel(decision) ? 1 : 0),
        byStage: { ...counters.byStage, [stage]: (counters.byStage[stage] ?? 0) + 1 },
      },
      lastDecision: { outcome, stage, reason: this.kept(decision.reason), at },
      denials: blocked ? [this.denial(decision), ...denials].slice(0, SHOWN_DENIALS) : denials,
      pause: pauseAfter(decision, pause, limits),
    });
  }

  resume(): void {
    this.change({ ...this.state, pause: NOTHING_YET.pause });
  }

  /** With releases and exemptions. The log stays. */
  reset(): void {
    this.releases.clear();
    this.exemptions.clear();
    this.change(NOTHING_YET);
  }

  /** False: no state, and no change. */
  restore(json: string): boolean {
    let value: unknown;
    try {
      value = JSON.parse(json);
    } catch {
      return false;
    }
    const parsed = persistedSchema.safeParse(value);
    if (!parsed.success) return false;
    const { counters, lastDecision, denials, pause, changedShells = [] } = parsed.data;
    this.changedShells = new Set(changedShells);
    // Old files counted only those that the classifier ended.
    const forModel = Math.max(counters.forModel, counters.byStage.classifier ?? 0);
    this.state = { counters: { ...counters, forModel }, lastDecision, denials: denials.slice(0, SHOWN_DENIALS), pause };
    this.notify();
    return true;
  }

  readonly onDidChange = (listener: () => void): { dispose(): void } => {
    this.listeners.add(listener);
    return {
      dispose: () => {
        this.listeners.delete(listener);
      },
    };
  };

  dispose(): void {
    if (this.saving !== undefined) this.save();
    this.listeners.clear();
  }

  get paused(): boolean {
    return this.state.pause.paused;
  }

  /** Once, for ten minutes. Only on the user's word. */
  allowOnce(callKey: string): void {
    const now = this.options.clock.monotonic();
    this.releases.set(digest(callKey), now);
  }

  /** Milliseconds. */
  releasedFor(callKey: string): number | undefined {
    const at = this.releases.get(digest(callKey));
    const left = at === undefined ? 0 : ALLOW_ONCE_MS - (this.options.clock.monotonic() - at);
    return left > 0 ? left : undefined;
  }

  holdsAllowOnce(callKey: string): boolean {
    return this.releasedFor(callKey) !== undefined;
  }

  takeAllowOnce(callKey: string): boolean {
    const key = digest(callKey);
    const at = this.releases.get(key);
    this.releases.delete(key);
    return at !== undefined && this.options.clock.monotonic() - at < ALLOW_ONCE_MS;
  }

  cached(contextKey: string): boolean {
    return this.allowed.get(digest(contextKey)) === true;
  }

  remember(contextKey: string): void {
    this.allowed.set(digest(contextKey), true);
  }

  /** Call when another model may judge. */
  forgetVerdicts(): void {
    this.allowed.clear();
  }

  ignoresEntry(text: string): boolean {
    return this.ignored.has(text);
  }

  ignoreEntry(text: string): void {
    this.ignored.add(text);
    this.notify();
  }

  exempted(key: string): boolean {
    return this.exemptions.get(digest(key)) === true;
  }

  exempt(key: string): void {
    this.exemptions.set(digest(key), true);
  }

  /** Call when ask rules may change: a returning rule asks again. */
  forgetExemptions(): void {
    this.exemptions.clear();
  }

  /** Above the limit every shell counts as changed. */
  livingShellChanged(key: string): boolean {
    return this.changedShells.size >= MAX_CHANGED_SHELLS || this.changedShells.has(digest(key));
  }

  noteLivingShellChanged(key: string): void {
    if (this.livingShellChanged(key)) return;
    this.changedShells.add(digest(key));
    // The agent's shell outlives the extension host.
    this.save();
  }

  private denial(decision: Decision): PanelDenial {
    const { reason, summary, rule, remedy, subAgent, mode, ...rest } = denialOf(decision);
    return {
      ...rest,
      reason: this.kept(reason),
      summary: this.kept(summary),
      ...(rule === undefined ? {} : { rule: { ...rule, text: this.kept(rule.text) } }),
      ...(remedy === undefined ? {} : { remedy: this.kept(remedy) }),
      ...(subAgent === undefined ? {} : { subAgent: this.kept(subAgent) }),
      ...(mode === undefined ? {} : { mode: this.kept(mode) }),
    };
  }

  private kept(text: string): string {
    const redacted = this.options.redact(text);
    return redacted.length > MAX_TEXT_CHARACTERS ? `${redacted.slice(0, MAX_TEXT_CHARACTERS)}…` : redacted;
  }

  private change(next: GateSnapshot): void {
    const pauseChanged = next.pause.paused !== this.state.pause.paused;
    this.state = next;
    // A crash now may lose counters, but no pause.
    if (pauseChanged) this.save();
    else
      this.saving ??= setTimeout(() => {
        const before = this.saveProblem;
        this.save();
        if (this.saveProblem !== before) this.notify();
      }, SAVE_DELAY_MS);
    this.notify();
  }

  private notify(): void {
    for (const listener of this.listeners) {
      try {
        listener();
      } catch (error) {
        // A display's failure must not fail the decision; VS Code logs it.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }

  private save(): void {
    clearTimeout(this.saving);
    this.saving = undefined;
    const { file } = this.options;
    try {
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      writeOwnFile(
        file,
        JSON.stringify({ version: 1, ...this.state, changedShells: [...this.changedShells] } satisfies z.infer<
          typeof persistedSchema
        >),
        0o600,
      );
      this.saveProblem = undefined;
    } catch {
      this.saveProblem = t(
        "The state cannot be kept in {file}: free disk space or correct the folder's permissions. Until then a restart loses counters, history and pause.",
        { file },
      );
    }
  }
}

/** Without `text` it is not our file. */
function readKept(file: string): { readonly exists: boolean; readonly text?: string | undefined } {
  try {
    const facts = lstatSync(file, { throwIfNoEntry: false });
    if (facts === undefined) return { exists: false };
    // First: opening a pipe blocks.
    const isOurs = facts.isFile() && facts.size <= MAX_FILE_BYTES;
    return { exists: true, text: isOurs ? readOwnFile(file, 0o600) : undefined };
  } catch {
    return { exists: true };
  }
}

function pauseAfter(
  decision: Decision,
  pause: GateSnapshot['pause'],
  limits: EffectiveConfiguration['pause'],
): GateSnapshot['pause'] {
  const { stage, outcome, outage, tier, classifier } = decision;
  if (stage !== 'classifier' || outage !== undefined) return pause;
  if (outcome !== 'block') return { ...pause, consecutive: 0 };
  // The gate or its log failed, not the classifier.
  if (classifier === undefined || tier === 'allow' || tier === 'explicit_intent') return pause;
  const consecutive = pause.consecutive + 1;
  const total = pause.total + 1;
  if (pause.paused) return { ...pause, consecutive, total };
  const because: PauseCause | undefined =
    consecutive >= limits.consecutive
      ? { limit: 'consecutive', blocked: consecutive }
      : total >= limits.total
        ? { limit: 'total', blocked: total }
        : undefined;
  return { paused: because !== undefined, consecutive, total, because };
}

/** Keys hold inputs and conversations. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('base64');
}

/** Even if it gave no answer, or the user decided. */
function cameToModel({ stage, classifier, outage }: Decision): boolean {
  return stage === 'classifier' || classifier !== undefined || outage !== undefined;
}
