import type { CancellationToken } from 'vscode';
import { AUTO_MODE_GUIDANCE } from '../../agents/guidance';
import { parseModelId } from '../../classifier/models/modelCatalogue';
import { shownAddress } from '../../config/addressCredentials';
import { defaultsReport, type ConfigurationReport, type DefaultsReport } from '../../config/configurationReport';
import type { EffectiveSettings } from '../../config/sources';
import type { RemovedRule } from '../../config/stickyRules';
import { explainCommand, type Explanation } from '../../engine/explain/explainCommand';
import { decide } from '../../engine/decide';
import type { Decision } from '../../engine/model/decision';
import type { Gate } from '../../engine/model/ports';
import type { PanelDenial } from '../../panel/panelDenial';
import type { AutoModeApi, DecisionStories, GateStatus } from '../../gate/api';
import type { EnvironmentReview } from '../settings/environmentReview';
import type { Confirm, Confirmation } from '../../editor/confirmation';
import { explainer } from './explainer';
import { refuseWhereForbidden } from '../../gate/looseningPolicy';
import type { ModelConfirmation } from '../models/modelConfirmation';
import type { GateStatusSource } from '../status/gateStatusSource';
import type { CallLog } from '../../log/callLog';
import type { GateState } from '../../log/gateState';
import { switchOffQuestion } from '../../gate/switchOffQuestion';
import { agentName } from '../../editor/agentName';
import { removedRuleLines, removedRulesId } from '../settings/removedRuleText';
import { oneOrMany } from '../../common/oneOrMany';
import { actionLines } from '../questions/questionText';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';
import type { WindowSwitch } from '../../gate/windowSwitch';

export interface GateSettings {
  reload(): void;
  window(): EffectiveSettings;
  report(): ConfigurationReport;
  /** For a model named alone; undefined: its provider's own. */
  addressForModel(model: string): Promise<string | undefined>;
  setModel(choice: { readonly model: string; readonly baseUrl: string | undefined }): Promise<void>;
  /** In effect although gone from the workspace's settings. */
  removedRules(): readonly RemovedRule[];
  drop(rules: readonly RemovedRule[]): void;
}

export interface AutoModeParts {
  readonly gate: Gate;
  readonly state: GateState;
  readonly windowSwitch: WindowSwitch;
  readonly settings: GateSettings;
  readonly status: GateStatusSource;
  readonly calls: Pick<CallLog, 'blocked' | 'forgetBlocked'>;
  readonly environment: Pick<EnvironmentReview, 'review'>;
  readonly modelConfirmation: Pick<ModelConfirmation, 'review'>;
  readonly confirm: Confirm;
  /** For a text that a dialog cuts; resolves when open. */
  readonly openWhole: (text: string) => PromiseLike<void>;
}

/** The one door for commands, exports, panel and hooks. */
export class AutoMode {
  constructor(private readonly parts: AutoModeParts) {}

  decide(request: unknown, signal: AbortSignal, answerBy?: () => number | undefined): Promise<Decision> {
    return decide(request, this.parts.gate, signal, answerBy);
  }

  async check(request: unknown, token?: CancellationToken): Promise<Decision> {
    const cancel = new AbortController();
    if (token?.isCancellationRequested === true) cancel.abort();
    const subscription = token?.onCancellationRequested(() => {
      cancel.abort();
    });
    try {
      return await this.decide(request, cancel.signal);
    } finally {
      subscription?.dispose();
    }
  }

  on(sessionId?: string): Promise<GateStatus> {
    this.parts.windowSwitch.turnOn(sessionId);
    this.parts.status.changed();
    return this.status();
  }

  async off(sessionId: string | undefined, confirmation: Confirmation): Promise<GateStatus> {
    const { windowSwitch, status } = this.parts;
    const agreed = await this.agreed(confirmation, switchOffQuestion(sessionId));
    if (agreed) {
      windowSwitch.turnOff(sessionId);
      status.changed();
    }
    return this.status();
  }

  async resume(confirmation: Confirmation): Promise<GateStatus> {
    const { state, status } = this.parts;
    if (state.paused) {
      const agreed = await this.agreed(confirmation, {
        question: t('Resume Auto Mode?'),
        detail: t('It paused because the judge blocked many calls. Have a look at the denials first.'),
        yes: t('Resume'),
        despitePolicy: true,
      });
      if (agreed) state.resume();
      status.changed();
    }
    return this.status();
  }

  /** @param sessionId for the classifier's figures; undefined: the latest */
  status(sessionId?: string): Promise<GateStatus> {
    return Promise.resolve(this.parts.status.status(sessionId));
  }

  reload(): Promise<{ readonly problems: GateStatus['problems'] }> {
    this.parts.settings.reload();
    return Promise.resolve({ problems: this.parts.status.snapshot().problems });
  }

  async reset(confirmation: Confirmation): Promise<GateStatus> {
    const { state, calls, status } = this.parts;
    const { total } = state.snapshot().pause;
    // Repeated resets would prevent a pause.
    const agreed =
      (!state.paused && total === 0) ||
      (await this.agreed(
        confirmation,
        state.paused
          ? {
              question: t('Clear the counters and end the pause?'),
              detail: t('Auto Mode is paused because the judge blocked many calls.'),
              yes: t('Clear and Resume'),
              despitePolicy: true,
            }
          : {
              question: t('Clear the counters and the history?'),
              detail: t(
                'The blocks by the judge that lead to a pause, {count} so far, are then counted from the beginning.',
                { count: total },
              ),
              yes: t('Clear'),
              despitePolicy: true,
            },
      ));
    if (agreed) {
      state.reset();
      calls.forgetBlocked();
      status.changed();
    }
    return this.status();
  }

  defaults(): Promise<DefaultsReport> {
    return Promise.resolve(defaultsReport());
  }

  /** With each entry's source, and what was ignored. */
  config(): Promise<ConfigurationReport> {
    return Promise.resolve(this.parts.settings.report());
  }

  denials(): Promise<readonly PanelDenial[]> {
    return Promise.resolve(this.parts.status.snapshot().denials);
  }

  /**
   * By default in the first open folder.
   * @throws TypeError without a command
   */
  async explain(command: string | undefined, cwd?: string): Promise<Explanation> {
    if (command === undefined || command.trim() === '') {
      throw new TypeError('"command" must be the command line to explain.');
    }
    const [folder] = this.parts.settings.window().configuration.workspaceFolders;
    return Promise.resolve(explainCommand(command, cwd ?? folder, this.parts.gate));
  }

  /** @throws TypeError for a malformed id, ForbiddenByPolicyError if nothing may be loosened */
  async model(choice: string | undefined, confirmation: Confirmation): Promise<{ readonly model: string | undefined }> {
    const { settings, status } = this.parts;
    if (choice !== undefined) {
      if (parseModelId(choice) === undefined)
        throw new TypeError('"model" must be provider/model-id, such as anthropic/claude-haiku-4-5-20251001.');
      const { baseUrl: configured } = settings.window().configuration.classifier;
      const baseUrl = await settings.addressForModel(choice);
      // A look-alike name is another model.
      const model = visibleLine(choice);
      const agreed = await this.agreed(confirmation, {
        question: t('Let another model judge tool calls?'),
        detail: [
          baseUrl === undefined
            ? model
            : t('{model}, asked at {address}', { model, address: shortLine(shownAddress(baseUrl), 500) }),
          ...(configured === undefined || configured === baseUrl
            ? []
            : [
                t('The address {address} is that of another provider, and is taken out of the settings.', {
                  address: shortLine(shownAddress(configured), 500),
                }),
              ]),
        ].join('\n'),
        yes: t('Use This Model'),
      });
      // The address that the user saw, even if changed since.
      if (agreed) await settings.setModel({ model: choice, baseUrl });
      status.changed();
    }
    return { model: settings.window().configuration.classifier.model };
  }

  guidance(): Promise<string> {
    return Promise.resolve(AUTO_MODE_GUIDANCE);
  }

  /** @throws TypeError if the id is not a recent denial's */
  async allowOnce(id: string | undefined, confirmation: Confirmation): Promise<{ readonly released: boolean }> {
    const { state, calls, status, openWhole } = this.parts;
    const call = id === undefined ? undefined : calls.blocked(id);
    if (call === undefined)
      throw new TypeError('"id" must be the id of a call that was blocked in this window; see autoMode.denials.');
    const denial = status.snapshot().denials.find((candidate) => candidate.id === id);
    // The history shortens the call; the user must see it whole.
    const shown = actionLines(call.action);
    if (confirmation === 'ask' && shown.whole !== undefined) await openWhole(shown.whole);
    const agreed = await this.agreed(confirmation, {
      question: t('Let exactly this call run once?'),
      detail: [
        ...shown.lines,
        '',
        ...(call.cwd === undefined ? [] : [t('Folder: {folder}', { folder: visibleLine(call.cwd) })]),
        t('Agent: {agent}', {
          agent: call.agent === undefined ? t('not named by the caller') : agentName(call.agent),
        }),
        ...(denial === undefined ? [] : [t('Why it was blocked: {reason}', { reason: shortLine(denial.reason, 500) })]),
        '',
        t(
          'It holds for ten minutes, in this agent session and folder. Deny rules and the hard floor still block it. About a shell command, an unknown tool or a protected path the judge is asked again: it learns that you released this call, and can still block it.',
        ),
      ].join('\n'),
      yes: t('Allow Once'),
    });
    if (agreed) state.allowOnce(call.key);
    return { released: agreed };
  }

  /** @param shown the id of the rules that the user saw; otherwise drops nothing */
  async dropRules(confirmation: Confirmation, shown?: string): Promise<{ readonly dropped: number }> {
    const { settings, status, openWhole } = this.parts;
    const rules = settings.removedRules();
    if (rules.length === 0 || (shown !== undefined && shown !== removedRulesId(rules))) return { dropped: 0 };
    const { lines, whole, count } = removedRuleLines(rules);
    if (confirmation === 'ask' && whole !== undefined) await openWhole(whole);
    const agreed = await this.agreed(confirmation, {
      question: oneOrMany(
        count,
        t('Let the rule go that the settings of the workspace do not have any more?'),
        t('Let {count} rules go that the settings of the workspace do not have any more?', { count }),
      ),
      detail: [...lines, '', t('They hold until then. If you did not remove them, put them back instead.')].join('\n'),
      yes: oneOrMany(count, t('Drop It'), t('Drop Them')),
    });
    if (agreed) {
      settings.drop(rules);
      status.changed();
    }
    return { dropped: agreed ? count : 0 };
  }

  /** The click that opens the question does not answer it. */
  confirmEnvironment(): Promise<{ readonly confirmed: boolean }> {
    this.refuseIfForbidden();
    return this.parts.environment.review();
  }

  /** Shows which models on this machine changed. */
  async confirmModel(): Promise<{ readonly confirmed: boolean }> {
    this.refuseIfForbidden();
    const answer = await this.parts.modelConfirmation.review();
    this.parts.status.changed();
    return answer;
  }

  /** Asks the user before an outside caller loosens anything. */
  api(story: DecisionStories): AutoModeApi {
    return {
      check: (request, token) => this.check(request, token),
      on: (scope) => this.on(scope?.sessionId),
      off: (scope) => this.off(scope?.sessionId, 'ask'),
      resume: () => this.resume('ask'),
      status: (scope) => this.status(scope?.sessionId),
      reload: () => this.reload(),
      reset: () => this.reset('ask'),
      defaults: () => this.defaults(),
      config: () => this.config(),
      denials: () => this.denials(),
      explain: explainer(this, story),
      model: (choice) => this.model(choice?.model, 'ask'),
      guidance: () => this.guidance(),
      allowOnce: ({ id }) => this.allowOnce(id, 'ask'),
      dropRules: () => this.dropRules('ask'),
      confirmEnvironment: async () => this.confirmEnvironment(),
      confirmModel: () => this.confirmModel(),
    };
  }

  private refuseIfForbidden(): void {
    refuseWhereForbidden(this.parts.settings.window());
  }

  private async agreed(
    confirmation: Confirmation,
    { question, detail, yes, despitePolicy = false }: Loosening,
  ): Promise<boolean> {
    if (!despitePolicy) this.refuseIfForbidden();
    const agreed = confirmation === 'given' || (await this.parts.confirm(question, detail, yes));
    // A policy may have arrived.
    if (agreed && !despitePolicy) this.refuseIfForbidden();
    return agreed;
  }
}

interface Loosening {
  readonly question: string;
  readonly detail: string;
  readonly yes: string;
  /** Ends only what the gate began, so no policy forbids it. */
  readonly despitePolicy?: boolean;
}
