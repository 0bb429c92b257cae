import { ignoredSentence } from '../config/ignoredSentence';
import type { EffectiveSettings, IgnoredSetting } from '../config/sources';
import type { GoneRule } from '../config/stickyRules';
import type { Decision } from '../engine/decision';
import type { PanelAgent, PanelClassifier, PanelMode, PanelSnapshot } from '../panel/messages';
import type { GateStatus } from './api';
import type { GateState } from './state/gateState';
import { panelGoneRules } from './ui/goneRuleText';
import { ruleSourceNames } from './ui/ruleSourceNames';
import type { Translate } from './ui/translate';
import type { WindowSwitch } from './windowSwitch';

export interface GateStatusParts {
  readonly state: GateState;
  readonly windowSwitch: WindowSwitch;
  readonly settings: {
    window(): EffectiveSettings;
    goneRules(): readonly GoneRule[];
    unconfirmed(): readonly IgnoredSetting[];
  };
  /** What settings files of the workspace set that is ignored, beside what the editor itself says of them. */
  readonly workspaceNotes: () => readonly IgnoredSetting[];
  readonly waiting: () => number;
  /** Whether a model and its key are there; asked again after every change that may matter. */
  readonly classifierUsable: () => Promise<boolean>;
  /** Whether each agent's hook is in place. */
  readonly connections: () => readonly { readonly agent: string; readonly connected: boolean }[];
  readonly t: Translate;
}

/** Puts together what status bar, panel and `autoMode.status` show. */
export class GateStatusSource {
  private readonly listeners = new Set<() => void>();
  private usable: boolean | undefined;
  private lastJudged: Decision | undefined;
  private readonly lastSeen = new Map<string, string>();
  private connections: readonly { readonly agent: string; readonly connected: boolean }[] = [];

  constructor(private readonly parts: GateStatusParts) {}

  readonly onDidChange = (listener: () => void): { dispose(): void } => {
    this.listeners.add(listener);
    return { dispose: () => this.listeners.delete(listener) };
  };

  /** Something that the status shows may have changed. */
  changed(): void {
    for (const listener of this.listeners) listener();
  }

  /** Asks again what costs a look at the disk or the key store. */
  async refresh(): Promise<void> {
    this.connections = this.parts.connections();
    this.usable = await this.parts.classifierUsable();
    this.changed();
  }

  decided(decision: Decision): void {
    if (decision.agent !== undefined) this.lastSeen.set(decision.agent, decision.at);
    if (decision.outage !== undefined || decision.classifier !== undefined) this.lastJudged = decision;
    this.changed();
  }

  snapshot(): PanelSnapshot {
    const { state, settings, waiting } = this.parts;
    const { configuration, problems } = settings.window();
    const unconfirmed = settings.unconfirmed();
    const detail = this.mode() === 'outage' ? this.lastJudged?.reason : undefined;
    const { t } = this.parts;
    const names = ruleSourceNames(t);
    const kept = state.snapshot();
    return {
      mode: this.mode(),
      ...(detail === undefined ? {} : { modeDetail: detail }),
      counters: kept.counters,
      denials: kept.denials,
      classifier: this.classifier(configuration.classifier.model),
      agents: this.agents(),
      problems: [
        ...(state.problem === undefined ? [] : [{ entry: t('Kept state'), message: state.problem }]),
        ...problems.map(({ key, source, entry, message }) => ({
          entry: `${key} (${names[source]}): ${entry}`,
          message,
        })),
        ...this.ignored(unconfirmed),
      ],
      goneRules: panelGoneRules(settings.goneRules()),
      unconfirmed: unconfirmed.map(({ key, detail }) => detail ?? key),
      waiting: waiting(),
    };
  }

  /** A value that a stronger source overrides is nothing to be mended, and what waits for the user is shown by itself. */
  private ignored(unconfirmed: readonly IgnoredSetting[]): PanelSnapshot['problems'] {
    const { settings, workspaceNotes, t } = this.parts;
    const names = ruleSourceNames(t);
    const { ignored, forbidsLoosening } = settings.window();
    const where = { forbidsLoosening, confirmable: unconfirmed.length > 0 };
    const waiting = new Set(unconfirmed);
    const told = [...ignored.filter((one) => one.why !== 'overridden' && !waiting.has(one)), ...workspaceNotes()];
    return told.map((one) => ({ entry: `${one.key} (${names[one.source]})`, message: ignoredSentence(one, where) }));
  }

  status(): GateStatus {
    const { denials: _denials, ...rest } = this.snapshot();
    const { state } = this.parts;
    return { ...rest, enabledHere: this.isOn(), paused: state.paused, lastDecision: state.snapshot().lastDecision };
  }

  private isOn(): boolean {
    return this.parts.settings.window().configuration.enabled && !this.parts.windowSwitch.isOff(undefined);
  }

  private mode(): PanelMode {
    const { configuration, problems } = this.parts.settings.window();
    if (!this.isOn()) return 'off';
    if (this.parts.state.paused) return 'paused';
    // A repository could hide that it is not trusted behind a bad rule; problems are listed and counted besides.
    if (!configuration.trusted) return 'untrusted';
    if (problems.length > 0) return 'configuration-error';
    return this.lastJudged?.outage === undefined ? 'on' : 'outage';
  }

  private classifier(model: string | undefined): PanelClassifier {
    const judged = this.lastJudged;
    const used =
      judged?.classifier === undefined ? undefined : `${judged.classifier.provider}/${judged.classifier.model}`;
    const known = model ?? used;
    const withModel = known === undefined ? {} : { model: known };
    if (this.usable === false) {
      return {
        ...withModel,
        state: 'not-set-up',
        detail: this.parts.t(
          'No model can judge: set a key, or let yourself be asked (autoMode.classifier.whenUnavailable).',
        ),
      };
    }
    if (judged?.outage !== undefined) return { ...withModel, state: 'outage', detail: judged.reason };
    return { ...withModel, state: 'ready' };
  }

  private agents(): PanelAgent[] {
    const known = new Map(this.connections.map(({ agent, connected }) => [agent, connected]));
    for (const agent of this.lastSeen.keys()) if (!known.has(agent)) known.set(agent, false);
    return [...known].map(([name, connected]) => {
      const lastSeen = this.lastSeen.get(name);
      return { name, connected, ...(lastSeen === undefined ? {} : { lastSeen }) };
    });
  }
}
