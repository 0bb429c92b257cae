/** By their sockets, as the launcher does. */
import type * as z from 'zod';
import { MCP, type McpCall } from '../agents/mcp/dialect';
import {
  ADVICE_DOOR,
  checkAnswerSchema,
  explainAnswerSchema,
  statusAnswerSchema,
  type CheckAnswer,
  type ExplainAnswer,
  type ExplainQuestion,
  type StatusAnswer,
  type StatusQuestion,
} from '../bridge/protocol/advice';
import { readReplyFrame } from '../bridge/protocol/replyFrame';
import { readSecret, TOKEN_HEADER } from '../bridge/protocol/token';
import { isWindow } from '../bridge/windows/windowMessages';
import { OpenWindows } from '../bridge/windows/openWindows';
import { requestWindow } from '../bridge/windows/windowRequest';
import type { Clock } from '../common/clock';
import { gateHome, type GateHome } from '../disk/gateHome';

const MAX_ANSWER_CHARACTERS = 1_000_000;

export interface AskLimits {
  /** The user may be asked. */
  readonly checkSeconds: number;
  readonly adviceSeconds: number;
  /** Without a heartbeat for so long a window is frozen. */
  readonly silentSeconds: number;
}

const LIMITS: AskLimits = { checkSeconds: 300, adviceSeconds: 20, silentSeconds: 20 };

interface Question {
  readonly path: string;
  readonly body: object;
  readonly seconds: number;
  readonly signal: AbortSignal;
}

/** Undefined: no window answered. Rejects once `signal` aborts. */
export class AskWindows {
  private readonly gate: GateHome;

  constructor(
    home: string,
    private readonly clock: Clock,
    private readonly limits: AskLimits = LIMITS,
  ) {
    this.gate = gateHome(home);
  }

  async check(call: McpCall, signal: AbortSignal): Promise<CheckAnswer | undefined> {
    const question = { path: `/v1/hook/${MCP}`, body: call, seconds: this.limits.checkSeconds, signal };
    return this.firstAnswer(question, (text) => {
      const frame = readReplyFrame(text);
      const answer = frame === undefined ? undefined : parsed(frame.stdout, checkAnswerSchema);
      // A refusal's exit code counts, not its text.
      return frame?.exitCode === 2 && answer?.outcome !== 'block' ? undefined : answer;
    });
  }

  explain(call: ExplainQuestion, signal: AbortSignal): Promise<ExplainAnswer | undefined> {
    return this.advice('explain', call, explainAnswerSchema, signal);
  }

  status(folder: StatusQuestion, signal: AbortSignal): Promise<StatusAnswer | undefined> {
    return this.advice('status', folder, statusAnswerSchema, signal);
  }

  private advice<T>(kind: string, body: object, schema: z.ZodType<T>, signal: AbortSignal): Promise<T | undefined> {
    const question = { path: ADVICE_DOOR + kind, body, seconds: this.limits.adviceSeconds, signal };
    return this.firstAnswer(question, (text) => parsed(text, schema));
  }

  private async firstAnswer<T>(question: Question, read: (text: string) => T | undefined): Promise<T | undefined> {
    const secret = readSecret(this.gate);
    if (secret === undefined) return undefined;
    const late = AbortSignal.timeout(question.seconds * 1000);
    const signal = AbortSignal.any([question.signal, late]);
    for (const address of await this.windows(secret)) {
      const text = await this.send(address, secret, { ...question, signal });
      question.signal.throwIfAborted();
      const answer = text === undefined ? undefined : read(text);
      if (answer !== undefined || late.aborted) return answer;
    }
    question.signal.throwIfAborted();
    return undefined;
  }

  /** Undefined without a whole answer. */
  private send(
    address: string,
    secret: string,
    { path, body, seconds, signal }: Question,
  ): Promise<string | undefined> {
    const headers = {
      [TOKEN_HEADER]: secret,
      'x-auto-mode-seconds': String(seconds),
      'content-type': 'application/json',
    };
    const limits = { silentMs: this.limits.silentSeconds * 1000, mostCharacters: MAX_ANSWER_CHARACTERS };
    return requestWindow(address, { path, headers, body: JSON.stringify(body), ...limits, signal }).catch(
      () => undefined,
    );
  }

  /** The last used window comes first. */
  private async windows(secret: string): Promise<readonly string[]> {
    const { gate, clock } = this;
    const windows = new OpenWindows(gate, process.platform, clock, (address) =>
      isWindow(address, { secret: () => secret }),
    );
    const known = [...knownWindows(windows)].sort((a, b) => b.card.focusedAt - a.card.focusedAt);
    const present = await Promise.all(known.map((window) => windows.isPresent(window)));
    return known.filter((_, index) => present[index]).map(({ name }) => windows.address(name));
  }
}

function knownWindows(windows: OpenWindows): ReturnType<OpenWindows['others']> {
  try {
    return windows.others('');
  } catch {
    // There is no folder of windows.
    return [];
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
