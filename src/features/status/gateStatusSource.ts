import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { ignoredSentence } from '../../config/ignoredSentence';
import type { EffectiveSettings, IgnoredSetting } from '../../config/sources';
import type { RemovedRule } from '../../config/stickyRules';
import type { Decision } from '../../engine/model/decision';
import type { RuleSource } from '../../rules/ruleSource';
import type { PanelClassifier, PanelMode, PanelProblem, PanelSnapshot, PanelUsageFigures } from '../../panel/messages';
import type { GateStatus } from '../../gate/api';
import { Listeners } from '../../common/listeners';
import { OngoingOutage, type Outage } from './ongoingOutage';
import type { PanelAgents } from '../agents/panelAgents';
import type { GateState } from '../../log/gateState';
import type { UsageLedger } from '../../log/usageLedger';
import { usageFigures } from '../../log/usageSums';
import { panelRemovedRules } from '../settings/removedRuleText';
import { ignoredLooseningText } from '../settings/looseningText';
import { pauseText } from './pauseText';
import { outageText } from '../../texts/outageText';
import { unjudgedText } from '../../texts/unjudgedText';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { t } from '@vscode/l10n';
import type { WindowSwitch } from '../../gate/windowSwitch';

export interface GateStatusParts {
  readonly state: GateState;
  readonly ledger: Pick<UsageLedger, 'today' | 'session' | 'total' | 'refresh' | 'problem'>;
  readonly windowSwitch: WindowSwitch;
  readonly settings: {
    window(): EffectiveSettings;
    removedRules(): readonly RemovedRule[];
    unconfirmed(): readonly IgnoredSetting[];
  };
  /** Beside the editor's own report. */
  readonly workspaceNotes: () => readonly IgnoredSetting[];
  readonly waiting: () => number;
  readonly classifierUsable: () => Promise<boolean>;
  readonly agents: Pick<PanelAgents, 'refresh' | 'decided' | 'list'>;
}

export class GateStatusSource {
  private readonly listeners = new Listeners();
  private usable: boolean | undefined;
  private readonly outage = new OngoingOutage();
  private lastModel: string | undefined;
  private lastSession: string | undefined;
  private lastSettings: string | undefined;

  constructor(private readonly parts: GateStatusParts) {}

  readonly onDidChange = this.listeners.subscribe;

  changed(): void {
    this.listeners.fire();
  }

  async refresh(): Promise<void> {
    this.parts.agents.refresh();
    this.parts.ledger.refresh();
    if (this.classifierSettings() !== this.lastSettings) this.outage.end();
    this.usable = await this.parts.classifierUsable();
    this.changed();
  }

  /** Shown again only if the next call meets it. */
  async judgeChanged(): Promise<void> {
    this.outage.end();
    await this.refresh();
  }

  decided(decision: Decision): void {
    const { sessionId, classifier } = decision;
    this.parts.agents.decided(decision);
    if (sessionId !== undefined) this.lastSession = sessionId;
    if (classifier !== undefined) this.lastModel = `${classifier.provider}/${classifier.model}`;
    this.outage.decided(decision);
    this.lastSettings = this.classifierSettings();
    this.changed();
  }

  snapshot(): PanelSnapshot {
    const { state, ledger, settings, waiting } = this.parts;
    const { configuration, problems } = settings.window();
    const unconfirmed = settings.unconfirmed();
    const detail = this.modeDetail();
    const names = ruleSourceNames();
    const kept = state.snapshot();
    return {
      mode: this.mode(),
      ...(detail === undefined ? {} : { modeDetail: detail }),
      ...(this.hasFolder() ? {} : { noFolder: true }),
      counters: kept.counters,
      denials: kept.denials,
      classifier: this.classifier(configuration.classifier.model),
      usage: this.usage(this.lastSession),
      agents: this.parts.agents.list(this.isOn()),
      problems: [
        ...(state.problem === undefined ? [] : [{ entry: t('Kept state'), message: state.problem }]),
        ...(ledger.problem === undefined ? [] : [{ entry: t('Figures of the judge'), message: ledger.problem }]),
        ...problems.map(({ key, source, entry, message }) => ({
          entry: `${key} (${names[source]}): ${entry}`,
          message,
          ...settingOf(key, source),
        })),
        ...this.ignored(unconfirmed),
      ],
      removedRules: panelRemovedRules(settings.removedRules()),
      unconfirmed: unconfirmed.map((one) => ignoredLooseningText(one)),
      waiting: waiting(),
    };
  }

  /** Overridden values need no change; pending ones are elsewhere. */
  private ignored(unconfirmed: readonly IgnoredSetting[]): PanelSnapshot['problems'] {
    const { settings, workspaceNotes } = this.parts;
    const names = ruleSourceNames();
    const { ignored, forbidsLoosening } = settings.window();
    const where = { forbidsLoosening, confirmable: unconfirmed.length > 0 };
    const waiting = new Set(unconfirmed);
    const reported = [...ignored.filter((one) => one.why !== 'overridden' && !waiting.has(one)), ...workspaceNotes()];
    return reported.map((one) => ({
      entry: `${one.key} (${names[one.source]})`,
      message: ignoredSentence(one.looser === undefined ? one : { ...one, detail: ignoredLooseningText(one) }, where),
      ...settingOf(one.key, one.source),
    }));
  }

  /** @param sessionId undefined: the latest */
  status(sessionId?: string): GateStatus {
    const { state, ledger } = this.parts;
    ledger.refresh();
    const { denials: _denials, ...rest } = this.snapshot();
    const usage = this.usage(sessionId ?? this.lastSession);
    return {
      ...rest,
      usage,
      enabledHere: this.isOn(),
      paused: state.paused,
      lastDecision: state.snapshot().lastDecision,
    };
  }

  lastJudge(): string | undefined {
    return this.lastModel;
  }

  lastOutage(): { readonly at: string; readonly text: string } | undefined {
    const { last } = this.outage;
    return last === undefined ? undefined : { at: last.decision.at, text: this.outageSentences(last) };
  }

  private isOn(): boolean {
    return this.parts.settings.window().configuration.enabled && !this.parts.windowSwitch.isOff(undefined);
  }

  private mode(): PanelMode {
    const { configuration, problems } = this.parts.settings.window();
    if (!this.isOn()) return 'off';
    if (this.parts.state.paused) return 'paused';
    // A bad rule must not hide missing trust.
    if (!configuration.trusted) return 'untrusted';
    if (problems.length > 0) return 'configuration-error';
    return this.outage.current === undefined ? 'on' : 'outage';
  }

  private hasFolder(): boolean {
    return this.parts.settings.window().configuration.workspaceFolders.length > 0;
  }

  private modeDetail(): string | undefined {
    const { state } = this.parts;
    const { because } = state.snapshot().pause;
    switch (this.mode()) {
      case 'paused':
        return because === undefined ? undefined : pauseText(because);
      case 'outage':
        return this.outageDetail();
      case 'on':
        return this.hasFolder()
          ? undefined
          : t(
              "No folder on disk is open in this window: agents' calls in a folder are decided in the window that has it open. Open a folder here to have its calls checked here.",
            );
      default:
        return undefined;
    }
  }

  private classifier(model: string | undefined): PanelClassifier {
    const known = model ?? this.lastModel;
    const withModel = known === undefined ? {} : { model: known };
    if (this.usable === false) {
      return {
        ...withModel,
        state: 'not-set-up',
        detail: t('No model can judge: set a key, or let yourself be asked (autoMode.classifier.whenUnavailable).'),
      };
    }
    const detail = this.outageDetail();
    if (detail !== undefined) return { ...withModel, state: 'outage', detail };
    return { ...withModel, state: 'ready' };
  }

  private classifierSettings(): string {
    return JSON.stringify(this.parts.settings.window().configuration.classifier);
  }

  private outageDetail(): string | undefined {
    const outage = this.outage.current;
    return outage === undefined ? undefined : this.outageSentences(outage);
  }

  private outageSentences({ kind, decision }: Outage): string {
    const { words, remedy } = outageText(kind);
    // The user answered instead, so it is their reason.
    if (decision.stage !== 'classifier') return `${words}. ${remedy}`;
    return `${words}: ${unjudgedText(decision, kind)}`;
  }

  private usage(sessionId: string | undefined): PanelUsageFigures {
    const { ledger } = this.parts;
    const session = sessionId === undefined ? undefined : ledger.session(sessionId);
    const { sums, since } = ledger.total();
    return {
      today: usageFigures(ledger.today()),
      ...(session === undefined ? {} : { session: usageFigures(session) }),
      total: { ...usageFigures(sums), ...(since === undefined ? {} : { since }) },
    };
  }
}

const KEYS: ReadonlySet<string> = new Set(Object.values(SETTINGS).map((key) => `${SETTINGS_PREFIX}.${key}`));

/** Only what the Settings editor has. */
function settingOf(key: string, source: RuleSource): Pick<PanelProblem, 'setting'> {
  const where = source === 'user' || source === 'workspace' || source === 'remote' ? source : undefined;
  return where === undefined || !KEYS.has(key) ? {} : { setting: { key, where } };
}
