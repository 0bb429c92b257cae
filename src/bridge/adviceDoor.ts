/** Shows other programs of the user what a window would decide, and its state. Changes, asks and counts nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { readPayload, unexpectedPayload } from '../agents/hooks/hookPayload';
import { MCP } from '../agents/mcp/dialect';
import type { CheckRequest } from '../calls/request';
import type { Clock } from '../common/clock';
import {
  ADVICE_DOOR,
  explainQuestionSchema,
  MOST_EXPLAINED_A_MINUTE,
  statusQuestionSchema,
  type ExplainAnswer,
  type StatusAnswer,
} from './protocol/advice';
import { readBody } from './protocol/requestBody';
import { TOKEN_HEADER, type Token } from './protocol/token';
import type { CallOrigin } from './windows/windowChoice';

const MAX_BODY_BYTES = 4 * 1024 * 1024;
const EXPLAINED_MS = 60_000;

export interface AdviceSource {
  /** @param isOutside the call is in no folder of the window */
  readonly explain: (request: CheckRequest, isOutside: boolean) => ExplainAnswer;
  readonly status: (folder: string) => Promise<StatusAnswer>;
}

export interface AdviceDoorOptions {
  readonly token: Pick<Token, 'accepts'>;
  readonly takes: (origin: CallOrigin) => Promise<boolean>;
  readonly isOutside: (request: CheckRequest) => Promise<boolean>;
  readonly source: AdviceSource;
  readonly clock: Clock;
  readonly log: (line: string) => void;
}

type Answer = ExplainAnswer | StatusAnswer | 'elsewhere';

/** The message is for the asking program. */
class UnusableQuestion extends Error {}

/** The message is for the asking program. */
class TooManyQuestions extends Error {}

export class AdviceDoor {
  /** Times of explanations, oldest first. */
  readonly #explained: number[] = [];

  constructor(private readonly options: AdviceDoorOptions) {}

  /** False if not a question for advice. */
  handle(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url ?? '';
    if (!url.startsWith(ADVICE_DOOR)) return false;
    response.setHeader('Connection', 'close');
    const answer =
      url === `${ADVICE_DOOR}explain`
        ? (text: string) => this.explain(text)
        : url === `${ADVICE_DOOR}status`
          ? (text: string) => this.status(text)
          : undefined;
    const shown = request.headers[TOKEN_HEADER];
    if (answer === undefined || request.method !== 'POST') {
      response.writeHead(404).end();
    } else if (!this.options.token.accepts(typeof shown === 'string' ? shown : undefined)) {
      this.options.log('A question for advice without the right token was turned away.');
      response.writeHead(403).end();
    } else {
      void this.give(request, response, answer);
    }
    return true;
  }

  private async give(
    request: IncomingMessage,
    response: ServerResponse,
    answer: (text: string) => Promise<Answer>,
  ): Promise<void> {
    try {
      const body = await readBody(request, MAX_BODY_BYTES);
      if (body.kind === 'cut-off') response.destroy();
      else if (body.kind !== 'text') throw new UnusableQuestion('The question is too large, or no UTF-8 text.');
      else {
        const said = await answer(body.text);
        if (said === 'elsewhere') response.writeHead(404).end();
        else response.end(JSON.stringify(said));
      }
    } catch (error) {
      const status = error instanceof UnusableQuestion ? 400 : error instanceof TooManyQuestions ? 429 : 500;
      const message = error instanceof Error ? error.message : 'unknown error';
      if (status !== 400) this.options.log(`A question for advice failed: ${message}`);
      response.writeHead(status).end(status === 500 ? '' : message);
    }
  }

  private async explain(text: string): Promise<Answer> {
    const { takes, isOutside, source } = this.options;
    const question = questionOf(text, explainQuestionSchema);
    // No session: nothing is bound to this window.
    if (!(await takes({ agent: MCP, sessionId: undefined, cwd: question.cwd }))) return 'elsewhere';
    this.#count();
    const request = { ...question, agent: MCP };
    const answer = source.explain(request, await isOutside(request));
    // The input may hold secrets.
    this.options.log(`A program asked what would be decided about a call: ${answer.outcome}, by ${answer.stage}.`);
    return answer;
  }

  /** @throws TooManyQuestions */
  #count(): void {
    const now = this.options.clock.monotonic();
    while ((this.#explained[0] ?? now) < now - EXPLAINED_MS) this.#explained.shift();
    if (this.#explained.length >= MOST_EXPLAINED_A_MINUTE) {
      throw new TooManyQuestions(
        `More than ${MOST_EXPLAINED_A_MINUTE} calls were explained within a minute. Make the call itself.`,
      );
    }
    this.#explained.push(now);
  }

  private async status(text: string): Promise<Answer> {
    const { cwd } = questionOf(text, statusQuestionSchema);
    if (!(await this.options.takes({ agent: MCP, sessionId: undefined, cwd }))) return 'elsewhere';
    return this.options.source.status(cwd);
  }
}

/** @throws UnusableQuestion */
function questionOf<T>(text: string, schema: z.ZodType<T>): T {
  const read = readPayload(text);
  if (read.kind === 'error') throw new UnusableQuestion(read.reason);
  const { data, error } = schema.safeParse(read.value);
  if (error !== undefined) throw new UnusableQuestion(unexpectedPayload('Auto Mode', error).reason);
  return data;
}
