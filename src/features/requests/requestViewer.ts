import { formatModelId } from '../../classifier/models/modelCatalogue';
import type { RequestPreview } from '../../classifier/requestPreview';
import { shownAnswer, shownRequest, type ShownRequest } from '../../classifier/shownRequest';
import type { RequestStage } from '../../classifier/modelExchange';
import type { ClassifierSettings } from '../../engine/model/configuration';
import type { Decision } from '../../engine/model/decision';
import type { DryRun } from '../../engine/trial/dryRun';
import type { ClassifierQuestion } from '../../engine/model/ports';
import type { CallLog, JudgedCall } from '../../log/callLog';
import { t } from '@vscode/l10n';

export interface RequestView {
  readonly model?: string;
  readonly address?: string;
  /** False: they would be sent now. */
  readonly sent?: boolean;
  readonly requests: readonly ShownRequest[];
  readonly settled?: {
    readonly stage: Decision['stage'];
    readonly outcome: Decision['outcome'];
    readonly reason: string;
  };
  readonly notes: readonly string[];
}

export interface RequestAnswer {
  readonly provider?: string;
  readonly model?: string;
  readonly address?: string;
  readonly sent?: boolean;
  readonly stages: readonly { readonly stage: RequestStage; readonly body: unknown; readonly answer?: unknown }[];
  readonly settled?: RequestView['settled'];
  readonly notes: readonly string[];
}

export interface ListedCall {
  readonly id: string;
  readonly summary: string;
  readonly decision: Decision | undefined;
}

export interface RequestViewerParts {
  readonly calls: Pick<CallLog, 'judged' | 'allJudged'>;
  readonly dryRun: (request: unknown) => DryRun;
  /** @throws Error if listing models takes too long */
  readonly preview: (question: ClassifierQuestion) => Promise<RequestPreview>;
  readonly settingsFor: (cwd: string | undefined) => ClassifierSettings;
  /** Undefined: no model can judge. */
  readonly modelInForce: (
    settings: ClassifierSettings,
    sessionModel: string | undefined,
  ) => Promise<string | undefined>;
  readonly redact: (text: string) => string;
}

/** Sends nothing. */
export class RequestViewer {
  constructor(private readonly parts: RequestViewerParts) {}

  /**
   * @param argument `{id}` of a decision, or `{request}` of `autoMode.check`
   * @throws TypeError for another argument or id, Error if listing models times out
   */
  async run(argument: unknown): Promise<RequestAnswer> {
    const { id, request }: { readonly id?: unknown; readonly request?: unknown } =
      typeof argument === 'object' && argument !== null ? argument : {};
    if ((id === undefined) === (request === undefined) || (id !== undefined && typeof id !== 'string')) {
      throw new TypeError(
        'Pass {id} of a call that the classifier was asked about, or {request} as autoMode.check takes it.',
      );
    }
    const { model, requests, ...view } = id === undefined ? await this.ofRequest(request) : await this.ofPastCall(id);
    const [provider, ...rest] = (model ?? '').split('/');
    return {
      ...(model === undefined ? {} : { provider, model: rest.join('/') }),
      ...view,
      stages: requests.map(({ stage, body, answer }) => ({ stage, body, ...(answer === undefined ? {} : { answer }) })),
    };
  }

  /** Newest first. */
  list(): readonly ListedCall[] {
    return this.parts.calls
      .allJudged()
      .map(({ id, tool, decision }) => ({ id, summary: decision?.summary ?? tool, decision }));
  }

  /** @throws TypeError if no recent call has the id */
  async ofPastCall(id: string): Promise<RequestView> {
    const call = this.parts.calls.judged(id);
    if (call === undefined) {
      throw new TypeError(
        '"id" must be the id of one of the latest calls that the classifier was asked about in this window.',
      );
    }
    const { asked } = call;
    return 'sent' in asked ? this.sentView(call, asked.sent) : this.unsentView(call, asked.question);
  }

  /** @param request of `autoMode.check` */
  async ofRequest(request: unknown): Promise<RequestView> {
    const dry = this.parts.dryRun(request);
    if (dry.kind === 'question') return this.previewView(dry.question);
    const { stage, outcome, reason } = dry.decision;
    return { requests: [], settled: { stage, outcome, reason: this.parts.redact(reason) }, notes: [] };
  }

  private async sentView(
    { cwd, sessionModel }: JudgedCall,
    sent: Extract<JudgedCall['asked'], { sent: unknown }>['sent'],
  ): Promise<RequestView> {
    const { modelInForce, settingsFor } = this.parts;
    const last = sent.at(-1);
    const model = last === undefined ? undefined : formatModelId(last);
    const now = await modelInForce(settingsFor(cwd), sessionModel);
    const notes =
      now === model
        ? []
        : [
            now === undefined
              ? t('No judge can be asked at present.')
              : t('Another model is in effect now: {model}.', { model: now }),
          ];
    return {
      ...(model === undefined ? {} : { model }),
      ...(last?.address === undefined ? {} : { address: last.address }),
      sent: true,
      requests: sent.map((exchange) => {
        const { stage, call, body, clean } = exchange;
        return { ...shownRequest(stage, call, body, clean), answer: shownAnswer(exchange) };
      }),
      notes,
    };
  }

  private async unsentView({ decision }: JudgedCall, question: ClassifierQuestion): Promise<RequestView> {
    const { redact, settingsFor } = this.parts;
    const view = await this.previewView({ ...question, settings: settingsFor(question.cwd) });
    const why =
      decision === undefined
        ? t('Nothing was sent so far. This is what would be sent now.')
        : t('Nothing was sent for this call: {reason}', { reason: redact(decision.reason) });
    return { ...view, notes: [why, ...view.notes] };
  }

  private async previewView(question: ClassifierQuestion): Promise<RequestView> {
    const { preview } = this.parts;
    const shown = await preview(question);
    if (shown.kind === 'none') {
      return { requests: [], settled: { stage: 'classifier', outcome: 'block', reason: shown.reason }, notes: [] };
    }
    const { model, address, requests, problem } = shown;
    return {
      model,
      ...(address === undefined ? {} : { address }),
      sent: false,
      requests,
      notes:
        problem === undefined
          ? []
          : [
              t('Nothing can be sent at present: {problem} The request is shown as {model} would get it.', {
                problem,
                model,
              }),
            ],
    };
  }
}
