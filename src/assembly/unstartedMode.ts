import { AUTO_MODE_GUIDANCE } from '../agents/guidance';
import type { Decision } from '../engine/model/decision';
import type { PanelSlices } from '../panel/features';
import type { PanelAction, PanelMode, PanelSnapshot } from '../panel/messages';
import type { AutoModeApi, GateStatus } from '../gate/api';
import type { Confirm, Confirmation } from '../editor/confirmation';
import { Listeners } from '../common/listeners';
import { refuseWhereForbidden } from '../gate/looseningPolicy';
import { NO_USAGE, usageFigures } from '../log/usageSums';
import { switchOffQuestion } from '../gate/switchOffQuestion';
import type { PanelSource } from '../panel/panelSource';
import { t } from '@vscode/l10n';
import type { WindowSwitch } from '../gate/windowSwitch';

export interface UnstartedModeParts {
  /** Why there is no gate, as a sentence for the user. */
  readonly reason: string;
  readonly decide: (request: unknown) => Decision;
  /** Whether auto mode is on in the window. */
  readonly isOn: () => boolean;
  /** Whether the administrator's policy is against switching it off. */
  readonly forbidsLoosening: () => boolean;
  readonly windowSwitch: Pick<WindowSwitch, 'turnOn' | 'turnOff'>;
  readonly confirm: Confirm;
  /** Shows a sentence to the user. */
  readonly tell: (message: string) => void;
  readonly showLog: () => void;
  readonly reloadWindow: () => void;
}

/** Every answer but those of `UnstartedMode`: there is no gate to give it. The message is for the user. */
export class NotStartedError extends Error {
  override readonly name = 'NotStartedError';
}

/**
 * Stands where the gate would, after it could not be built: blocks every call, says why, and lets the user switch it off in this window.
 * What it shows, it shows in the panel and the status bar of the gate.
 */
export class UnstartedMode implements PanelSource {
  private readonly listeners = new Listeners();
  private checked = 0;
  private blocked = 0;
  private last: Decision | undefined;

  constructor(private readonly parts: UnstartedModeParts) {}

  readonly onDidChange = this.listeners.subscribe;

  /** What the status shows may have changed. */
  changed(): void {
    this.listeners.fire();
  }

  /** Never rejects. */
  check(request: unknown): Promise<Decision> {
    const decision = this.parts.decide(request);
    if (decision.outcome === 'block') {
      this.checked += 1;
      this.blocked += 1;
      this.last = decision;
      this.changed();
    }
    return Promise.resolve(decision);
  }

  on(sessionId: string | undefined): Promise<GateStatus> {
    this.parts.windowSwitch.turnOn(sessionId);
    this.changed();
    return this.status();
  }

  /** Rejects with ForbiddenByPolicyError where nothing may be loosened. */
  async off(sessionId: string | undefined, confirmation: Confirmation): Promise<GateStatus> {
    const { confirm, windowSwitch } = this.parts;
    this.refuseIfForbidden();
    const { question, detail, yes } = switchOffQuestion(sessionId);
    if (confirmation === 'given' || (await confirm(question, detail, yes))) {
      // The policy may have come while the question was open.
      this.refuseIfForbidden();
      windowSwitch.turnOff(sessionId);
      this.changed();
    }
    return this.status();
  }

  status(): Promise<GateStatus> {
    const { denials: _denials, ...rest } = this.snapshot();
    return Promise.resolve({ ...rest, enabledHere: this.parts.isOn(), paused: false, lastDecision: this.last });
  }

  /** Rejects with NotStartedError, always. */
  refuse(): Promise<never> {
    return Promise.reject(new NotStartedError(this.parts.reason));
  }

  /** What the extension exports in place of the gate's own. */
  api(): AutoModeApi {
    const refuse = (): Promise<never> => this.refuse();
    return {
      check: (request) => this.check(request),
      on: (scope) => this.on(scope?.sessionId),
      off: (scope) => this.off(scope?.sessionId, 'ask'),
      status: () => this.status(),
      guidance: () => Promise.resolve(AUTO_MODE_GUIDANCE),
      resume: refuse,
      reload: refuse,
      reset: refuse,
      defaults: refuse,
      config: refuse,
      denials: refuse,
      explain: refuse,
      model: refuse,
      allowOnce: refuse,
      letGoRules: refuse,
      confirmEnvironment: refuse,
      confirmModel: refuse,
    };
  }

  snapshot(): PanelSnapshot {
    const { reason } = this.parts;
    const none = usageFigures(NO_USAGE);
    const { checked, blocked } = this;
    return {
      mode: this.mode(),
      modeDetail: reason,
      notStarted: true,
      counters: {
        checked,
        allowed: 0,
        blocked,
        unjudged: 0,
        outages: {},
        forModel: 0,
        byStage: {},
      },
      denials: [],
      classifier: { state: 'not-set-up', detail: t('No model judges, for Auto Mode could not start in this window.') },
      usage: { today: none, total: none },
      agents: [],
      problems: [],
      unconfirmed: [],
      waiting: 0,
    };
  }

  look(): void {
    // There is nothing to compute for it.
  }

  slices(): PanelSlices {
    return {};
  }

  destination(): undefined {
    return undefined;
  }

  async execute(action: PanelAction): Promise<void> {
    const { reason, tell, showLog, reloadWindow } = this.parts;
    try {
      if (action.kind === 'turnOn') await this.on(undefined);
      else if (action.kind === 'turnOff') await this.off(undefined, 'given');
      else if (action.kind === 'showLog') showLog();
      else if (action.kind === 'reloadWindow') reloadWindow();
      else tell(reason);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  }

  private mode(): PanelMode {
    return this.parts.isOn() ? 'not-started' : 'off';
  }

  private refuseIfForbidden(): void {
    refuseWhereForbidden({ forbidsLoosening: this.parts.forbidsLoosening() });
  }
}
