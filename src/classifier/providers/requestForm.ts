/**
 * Servers and models differ in what they take: some refuse a temperature, a forced tool or a name of the token limit. The first request
 * has the strictest form; what a server refuses by name is left out or replaced, and the form that it took is remembered.
 */
import { ProviderFailure, type ModelCall } from '../models/provider';
import { serverWords } from './serverFailure';

/** How the model is made to answer, strictest first. */
type AnswerForm =
  /** It has to call this tool. */
  | 'named-tool'
  /** It has to call some tool, and there is only this one. */
  | 'any-tool'
  /** It may call a tool, and the prompt says that it has to. */
  | 'offered-tool'
  /** Its text has to fit the tool's schema. */
  | 'schema'
  /** Its text holds JSON because the prompt says so. */
  | 'text';

export interface RequestForm {
  readonly answer: AnswerForm;
  readonly temperature: boolean;
  /** Whether a model that takes no temperature, and so reasons before it answers, is told to keep that short. */
  readonly reasoning: boolean;
  /** Whether the tool's schema is sent with the demand to be followed to the letter. */
  readonly strict: boolean;
  /** The name of the token limit in Chat Completions. */
  readonly limit: 'max_tokens' | 'max_completion_tokens';
  /** Whether the parts that a provider may keep are marked as such. */
  readonly cacheMarks: boolean;
}

/** The server refused a request because of its form, or may have. */
export class RequestRefused extends ProviderFailure {
  constructor(
    { kind, message, remedy, retry }: ProviderFailure,
    /** The server's own words. Not cleaned: for the choice of the next form alone. */
    readonly complaint: string,
  ) {
    super(kind, message, remedy, retry);
  }
}

/** The failure, as a refusal where it may be about the form of the request: llama.cpp gives 500 and 501 for tools, routers 404. */
export function refusalOr(failure: ProviderFailure, status: number, body: unknown): ProviderFailure {
  const isPossible = ['provider-error', 'no-model'].includes(failure.kind);
  return isPossible && [400, 404, 422, 500, 501].includes(status)
    ? new RequestRefused(failure, serverWords(body))
    : failure;
}

/** What the form of requests is remembered for. */
export function serverAndModel({ baseUrl, model }: Pick<ModelCall, 'baseUrl' | 'model'>): string {
  return JSON.stringify([baseUrl, model]);
}

/** Requests for one answer, refused ones included. */
const MAX_REQUESTS = 5;
/** Servers and models whose form is remembered. */
const MAX_REMEMBERED = 100;

interface Adjustment {
  /** What the server complains about. */
  readonly about: RegExp;
  /** The form to try then; undefined where the complaint is not about this one. */
  readonly next: (form: RequestForm, answers: readonly AnswerForm[]) => RequestForm | undefined;
}

/** In order: a complaint about `tool_choice` names tools too. */
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

/** With the first looser kind of answer that will do; undefined where there is none. */
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

/** The form to try after a server's complaint; undefined where it complains about something else. */
function adjustedForm(form: RequestForm, answers: readonly AnswerForm[], complaint: string): RequestForm | undefined {
  for (const { about, next } of ADJUSTMENTS) {
    const adjusted = about.test(complaint) ? next(form, answers) : undefined;
    if (adjusted !== undefined) return adjusted;
  }
  return undefined;
}

interface KnownForm {
  /** Of the next request. */
  readonly form: RequestForm;
  /** The stricter kind of answer that was not given once. It is demanded again after this request, since a model may be odd for once. */
  readonly doubted?: AnswerForm;
}

/** The forms that servers took, in memory. */
export class AcceptedForms {
  private readonly forms = new Map<string, KnownForm>();

  private readonly first: RequestForm;

  /**
   * @param answers the kinds of answer that the protocol knows, strictest first
   * @param first the rest of the form of the first request to a server and model
   */
  constructor(
    private readonly answers: readonly [AnswerForm, ...AnswerForm[]],
    first: Omit<RequestForm, 'answer'>,
  ) {
    this.first = { ...first, answer: answers[0] };
  }

  /** The form of the next request. */
  of(target: string): RequestForm {
    return this.forms.get(target)?.form ?? this.first;
  }

  /**
   * Sends requests until the server takes one.
   * @param target the server and the model
   * @param send one request; `heeded` tells whether the answer has the form that was asked for
   * @throws what `send` throws last
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
        // An answer that is not in the form is not asked for again: it counts as what it is. The next request gets another form.
        this.remember(target, heeded ? this.afterHeeded(target, form, answer) : this.afterUnheeded(target, form));
        return reply;
      } catch (error) {
        const next = error instanceof RequestRefused ? adjustedForm(form, this.answers, error.complaint) : undefined;
        if (next === undefined || requests === MAX_REQUESTS) throw error;
        form = next;
      }
    }
  }

  /** @param started the kind of answer that the first request asked for */
  private afterHeeded(target: string, form: RequestForm, started: AnswerForm): KnownForm {
    const doubted = this.forms.get(target)?.doubted;
    return doubted !== undefined && started === 'text' ? { form: { ...form, answer: doubted }, doubted } : { form };
  }

  /** Text is the loosest form, in which a judge is most easily talked over: it is kept only where a stricter one was not heeded twice. */
  private afterUnheeded(target: string, form: RequestForm): KnownForm {
    const { answers } = this;
    const next = withoutTool(form, answers) ?? withoutSchema(form, answers) ?? form;
    const isNew = this.forms.get(target)?.doubted !== form.answer;
    return next.answer === 'text' && isNew ? { form: next, doubted: form.answer } : { form: next };
  }

  private remember(target: string, form: KnownForm): void {
    this.forms.delete(target);
    this.forms.set(target, form);
    const [oldest] = this.forms.keys();
    if (this.forms.size > MAX_REMEMBERED && oldest !== undefined) this.forms.delete(oldest);
  }
}
