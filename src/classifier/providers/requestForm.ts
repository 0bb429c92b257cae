/**
 * Servers and models differ in what they take: some refuse a temperature, a forced tool or a name of the token limit. The first request
 * has the strictest form; what a server refuses by name is left out or replaced, and the form that it took is remembered.
 */
import { ProviderFailure } from '../provider';

/** How the model is made to answer, strictest first. */
type AnswerForm =
  /** It has to call this tool. */
  | 'named-tool'
  /** It has to call some tool, and there is only this one. */
  | 'any-tool'
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

/** Requests for one answer, refused ones included. */
const MAX_REQUESTS = 5;
/** Servers and models whose form is remembered. */
const MAX_REMEMBERED = 100;

interface Adjustment {
  /** What the server complains about. */
  readonly about: RegExp;
  /** The form to try then; undefined where the complaint is not about this one. */
  readonly next: (form: RequestForm) => RequestForm | undefined;
}

/** In order: a complaint about `tool_choice` names tools too. */
const ADJUSTMENTS: readonly Adjustment[] = [
  {
    about: /max_(?:completion_)?tokens/i,
    next: (form) => (form.limit === 'max_tokens' ? { ...form, limit: 'max_completion_tokens' } : undefined),
  },
  { about: /temperature/i, next: (form) => (form.temperature ? { ...form, temperature: false } : undefined) },
  { about: /reasoning/i, next: (form) => (form.reasoning ? { ...form, reasoning: false } : undefined) },
  {
    about: /tool[_ ]choice/i,
    next: (form) => (form.answer === 'named-tool' ? { ...form, answer: 'any-tool' } : withoutTool(form)),
  },
  { about: /\bstrict\b|additionalProperties/i, next: (form) => (form.strict ? { ...form, strict: false } : undefined) },
  { about: /\btools?\b|function[ _-]?call|\bfunctions?\b|--jinja/i, next: withoutTool },
  {
    about: /response_format|text\.format|json_schema|structured[ _]output|\bgrammar\b|\bschema\b/i,
    next: withoutSchema,
  },
];

function withoutTool(form: RequestForm): RequestForm | undefined {
  return form.answer === 'named-tool' || form.answer === 'any-tool' ? { ...form, answer: 'schema' } : undefined;
}

function withoutSchema(form: RequestForm): RequestForm | undefined {
  return form.answer === 'schema' ? { ...form, answer: 'text' } : undefined;
}

function looser(form: RequestForm): RequestForm | undefined {
  return withoutTool(form) ?? withoutSchema(form);
}

/** The form to try after a server's complaint; undefined where it complains about something else. */
function adjustedForm(form: RequestForm, complaint: string): RequestForm | undefined {
  for (const { about, next } of ADJUSTMENTS) {
    const adjusted = about.test(complaint) ? next(form) : undefined;
    if (adjusted !== undefined) return adjusted;
  }
  return undefined;
}

/** The forms that servers took, in memory. */
export class AcceptedForms {
  private readonly forms = new Map<string, RequestForm>();

  /** @param first the form of the first request to a server and model */
  constructor(private readonly first: RequestForm) {}

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
    let form = this.forms.get(target) ?? this.first;
    for (let requests = 1; ; requests += 1) {
      try {
        const { reply, heeded } = await send(form);
        // An answer that is not in the form is not asked for again: it counts as what it is. The next question gets another form.
        this.remember(target, heeded ? form : (looser(form) ?? form));
        return reply;
      } catch (error) {
        const next = error instanceof RequestRefused ? adjustedForm(form, error.complaint) : undefined;
        if (next === undefined || requests === MAX_REQUESTS) throw error;
        form = next;
      }
    }
  }

  private remember(target: string, form: RequestForm): void {
    this.forms.delete(target);
    this.forms.set(target, form);
    const [oldest] = this.forms.keys();
    if (this.forms.size > MAX_REMEMBERED && oldest !== undefined) this.forms.delete(oldest);
  }
}
