/**
 * Some servers refuse a temperature, a forced tool or the name of a token limit. What they refuse by name changes, and
 * the accepted form is remembered.
 */
import { LRUCache } from 'lru-cache';
import { ProviderFailure, type ModelCall } from '../models/provider';
import { serverWords } from './serverFailure';

/** Strictest first. */
type AnswerForm = 'named-tool' | 'any-tool' | 'offered-tool' | 'schema' | 'text';

export interface RequestForm {
  readonly answer: AnswerForm;
  readonly temperature: boolean;
  readonly reasoning: boolean;
  readonly strict: boolean;
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  readonly cacheMarks: boolean;
}

export class RequestRefused extends ProviderFailure {
  constructor(
    { kind, message, remedy, retry }: ProviderFailure,
    /** The server's words, not cleaned: they only choose the next form. */
    readonly complaint: string,
  ) {
    super(kind, message, remedy, retry);
  }
}

/** The form may be the reason: llama.cpp gives 500 and 501 for tools, routers 404. */
export function refusalOr(failure: ProviderFailure, status: number, body: unknown): ProviderFailure {
  const isPossible = ['provider-error', 'no-model'].includes(failure.kind);
  return isPossible && [400, 404, 422, 500, 501].includes(status)
    ? new RequestRefused(failure, serverWords(body))
    : failure;
}

export function serverAndModel({ baseUrl, model }: Pick<ModelCall, 'baseUrl' | 'model'>): string {
  return JSON.stringify([baseUrl, model]);
}

/** Per answer. */
const MAX_REQUESTS = 5;
const MAX_REMEMBERED = 100;

interface Adjustment {
  readonly about: RegExp;
  readonly next: (form: RequestForm, answers: readonly AnswerForm[]) => RequestForm | undefined;
}

/** Ordered: a complaint about `tool_choice` names tools too. */
const ADJUSTMENTS: readonly Adjustment[] = [
  { about: /cache_control/i, next: (form) => (form.cacheMarks ? { ...form, cacheMarks: false } : undefined) },
  {
    about: /max_(?:completion_)?tokens/i,
    next: (form) => (form.limit === 'max_tokens' ? { ...form, limit: 'max_completion_tokens' } : undefined),
  },
  { about: /temperature/i, next: (form) => (form.temperature ? { ...form, temperature: false } : undefined) },
  {
    about: /reasoning|output_config|\beffort\b/i,
    next: (form) => (form.reasoning ? { ...form, reasoning: false } : undefined),
  },
  {
    about: /tool[_ ]choice/i,
    next: (form, answers) => (usesTool(form.answer) ? withAnswer(form, answers, () => true) : undefined),
  },
  { about: /\bstrict\b|additionalProperties/i, next: (form) => (form.strict ? { ...form, strict: false } : undefined) },
  { about: /\btools?\b|function[ _-]?call|\bfunctions?\b|--jinja/i, next: withoutTool },
  {
    about: /response_format|text\.format|json_schema|structured[ _]output|\bgrammar\b|\bschema\b/i,
    next: withoutSchema,
  },
];

export function usesTool(answer: AnswerForm): boolean {
  return answer === 'named-tool' || answer === 'any-tool' || answer === 'offered-tool';
}

function withAnswer(
  form: RequestForm,
  answers: readonly AnswerForm[],
  willDo: (answer: AnswerForm) => boolean,
): RequestForm | undefined {
  const answer = answers.slice(answers.indexOf(form.answer) + 1).find(willDo);
  return answer === undefined ? undefined : { ...form, answer };
}

function withoutTool(form: RequestForm, answers: readonly AnswerForm[]): RequestForm | undefined {
  return usesTool(form.answer) ? withAnswer(form, answers, (answer) => !usesTool(answer)) : undefined;
}

function withoutSchema(form: RequestForm, answers: readonly AnswerForm[]): RequestForm | undefined {
  return form.answer === 'schema' ? withAnswer(form, answers, () => true) : undefined;
}

function adjustedForm(form: RequestForm, answers: readonly AnswerForm[], complaint: string): RequestForm | undefined {
  for (const { about, next } of ADJUSTMENTS) {
    const adjusted = about.test(complaint) ? next(form, answers) : undefined;
    if (adjusted !== undefined) return adjusted;
  }
  return undefined;
}

interface KnownForm {
  readonly form: RequestForm;
  /** Once is a slip: it is demanded again. */
  readonly doubted?: AnswerForm;
}

export class AcceptedForms {
  private readonly forms = new LRUCache<string, KnownForm>({ max: MAX_REMEMBERED });

  private readonly first: RequestForm;

  /** @param answers strictest first */
  constructor(
    private readonly answers: readonly [AnswerForm, ...AnswerForm[]],
    first: Omit<RequestForm, 'answer'>,
  ) {
    this.first = { ...first, answer: answers[0] };
  }

  of(target: string): RequestForm {
    return this.forms.get(target)?.form ?? this.first;
  }

  /**
   * @param target server and model
   * @param send one request; `heeded`: the answer has the form
   * @throws the last error of `send`
   */
  async ask<T>(
    target: string,
    send: (form: RequestForm) => Promise<{ readonly reply: T; readonly heeded: boolean }>,
  ): Promise<T> {
    let form = this.of(target);
    const { answer } = form;
    for (let requests = 1; ; requests += 1) {
      try {
        const { reply, heeded } = await send(form);
        this.remember(target, heeded ? this.afterHeeded(target, form, answer) : this.afterUnheeded(target, form));
        return reply;
      } catch (error) {
        const next = error instanceof RequestRefused ? adjustedForm(form, this.answers, error.complaint) : undefined;
        if (next === undefined || requests === MAX_REQUESTS) throw error;
        form = next;
      }
    }
  }

  /** @param started the first answer's kind */
  private afterHeeded(target: string, form: RequestForm, started: AnswerForm): KnownForm {
    const doubted = this.forms.get(target)?.doubted;
    return doubted !== undefined && started === 'text' ? { form: { ...form, answer: doubted }, doubted } : { form };
  }

  /** A judge is most easily persuaded in text, so a stricter form must fail twice. */
  private afterUnheeded(target: string, form: RequestForm): KnownForm {
    const { answers } = this;
    const next = withoutTool(form, answers) ?? withoutSchema(form, answers) ?? form;
    const isNew = this.forms.get(target)?.doubted !== form.answer;
    return next.answer === 'text' && isNew ? { form: next, doubted: form.answer } : { form: next };
  }

  private remember(target: string, form: KnownForm): void {
    this.forms.set(target, form);
  }
}
