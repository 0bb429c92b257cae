/** Tells other programs of the user what a window would decide, and how it is. Changes, asks and counts nothing. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as z from 'zod';
import { readPayload, unexpectedPayload } from '../agents/hooks/hookPayload';
import { MCP } from '../agents/mcp/dialect';
import type { CheckRequest } from '../calls/request';
import {
  ADVICE_DOOR,
  explainQuestionSchema,
  statusQuestionSchema,
  type ExplainAnswer,
  type StatusAnswer,
} from './protocol/advice';
import { readBody } from './protocol/requestBody';
import { TOKEN_HEADER, type Token } from './protocol/token';
import type { CallOrigin } from './windows/windowChoice';

const MAX_BODY_BYTES = 4 * 1024 * 1024;

export interface AdviceSource {
  /** @param isOutside the call is in none of the window's folders */
  readonly explain: (request: CheckRequest, isOutside: boolean) => ExplainAnswer;
  readonly status: (folder: string) => Promise<StatusAnswer>;
}

export interface AdviceDoorOptions {
  readonly token: Pick<Token, 'accepts'>;
  /** See `WindowRouter`. */
  readonly takes: (origin: CallOrigin) => Promise<boolean>;
  readonly isOutside: (request: CheckRequest) => Promise<boolean>;
  readonly source: AdviceSource;
  readonly log: (line: string) => void;
}

type Answer = ExplainAnswer | StatusAnswer | 'elsewhere';

/** Its message is for the program that asked. */
class UnusableQuestion extends Error {}

export class AdviceDoor {
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
      const isUnusable = error instanceof UnusableQuestion;
      const message = error instanceof Error ? error.message : 'unknown error';
      if (!isUnusable) this.options.log(`A question for advice failed: ${message}`);
      response.writeHead(isUnusable ? 400 : 500).end(isUnusable ? message : '');
    }
  }

  private async explain(text: string): Promise<Answer> {
    const { takes, isOutside, source } = this.options;
    const question = questionOf(text, explainQuestionSchema);
    // Without a session nothing is bound to this window.
    if (!(await takes({ agent: MCP, sessionId: undefined, cwd: question.cwd }))) return 'elsewhere';
    const request = { ...question, agent: MCP };
    return source.explain(request, await isOutside(request));
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
