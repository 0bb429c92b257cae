/** Answers every request with the token; failures refuse. */
import { setMaxListeners } from 'node:events';
import { chmodSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { AgentDialect, HookCall, HookReply } from '../agents/hooks/agentDialect';
import type { AgentNotice } from '../agents/hooks/agentNotice';
import { isProbeCall } from '../agents/probePayload';
import { recogniseDialect, runsHooksOfOthers } from '../agents/recogniseDialect';
import { agentReason } from '../engine/agentReason';

import type { Clock } from '../common/clock';
import type { CheckRequest } from '../calls/request';
import type { AgentObserver } from './enforcement/agentAlarm';
import { AgentWatch } from './enforcement/agentWatch';
import { CallJudge } from './callJudge';
import type { Decide } from './protocol/decide';
import { Deadline } from './enforcement/deadline';
import type { DecidedElsewhere, GivenAnswer, VerdictOnItsWay } from './enforcement/enforcement';
import { LAUNCHER_LIMITS } from './launcher/launcherScript';
import { isProbe, probeAnswer, type Probes } from './probes';
import { HEARTBEAT, replyFrame } from './protocol/replyFrame';
import { readBody } from './protocol/requestBody';
import { TOKEN_HEADER, type Token } from './protocol/token';
import type { CallOrigin } from './windows/windowChoice';
import type { WindowMessages } from './windows/windowMessages';
import { OtherWindowError } from './windows/windowRouter';

export interface HookServerLimits {
  readonly bodyBytes: number;
  readonly tickMs: number;
  /** So much earlier a refusal leaves, before the launcher gives up. */
  readonly marginSeconds: number;
}

/** A launcher beyond these gets no answer. */
const MAX_CONNECTIONS = 2048;

const LIMITS: HookServerLimits = { bodyBytes: 32 * 1024 * 1024, tickMs: 2_000, marginSeconds: 5 };

export interface HookServerOptions extends AgentObserver {
  readonly dialects: readonly AgentDialect[];
  readonly token: Token;
  /** See `WindowRouter.takes`. */
  readonly takes: (origin: CallOrigin, sessionFolder?: () => Promise<string | undefined>) => Promise<boolean>;
  readonly messages?: Pick<WindowMessages, 'handle'>;
  /** A throw becomes a refusal. */
  readonly decide: Decide;
  /** Beside answers. Absent: no reuse. */
  readonly basis?: (request: CheckRequest) => Promise<string | undefined>;
  readonly decidedElsewhere?: DecidedElsewhere;
  readonly noticed?: (agent: string, notice: AgentNotice) => { readonly guidance?: string | undefined };
  readonly probes?: Pick<Probes, 'take'>;
  readonly log: (line: string) => void;
  readonly clock?: Clock;
  readonly limits?: Partial<HookServerLimits>;
}

/** 'elsewhere': another window decides. 'gone': the launcher ended while sending. */
type Answer = HookReply | 'elsewhere' | 'gone';

const NOTICE_DOOR = '/v1/notice/';
/** Both accept calls. */
const DOORS = ['/v1/hook/', NOTICE_DOOR];

export class HookServer {
  /** Old ones finish their answers. */
  private readonly servers = new Set<Server>();
  private readonly closing = new AbortController();
  private readonly clock: Clock;
  private readonly limits: HookServerLimits;
  private readonly watch: AgentWatch;
  private readonly judge: CallJudge;

  constructor(private readonly options: HookServerOptions) {
    // Each open call listens.
    setMaxListeners(MAX_CONNECTIONS, this.closing.signal);
    this.clock = options.clock ?? { now: () => Date.now(), monotonic: () => performance.now() };
    this.limits = { ...LIMITS, ...options.limits };
    this.watch = new AgentWatch({
      clock: this.clock,
      observer: options,
      dialects: options.dialects,
      decidedElsewhere: options.decidedElsewhere,
    });
    this.judge = new CallJudge({
      clock: this.clock,
      decide: options.decide,
      basis: (request) => options.basis?.(request) ?? Promise.resolve(undefined),
      agreed: (agent, sessionId, transcript) => this.watch.agreed(agent, sessionId, transcript),
    });
  }

  /** The previous address still answers. Rejects if unusable. */
  listen(address: string): Promise<void> {
    // Only strangers are slow.
    const server = createServer({ requestTimeout: 60_000, headersTimeout: 10_000 }, (request, response) => {
      void this.serve(request, response);
    });
    server.maxConnections = MAX_CONNECTIONS;
    return new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen({ path: address, backlog: MAX_CONNECTIONS }, () => {
        server.off('error', reject);
        try {
          // Others may enter the folder.
          if (process.platform !== 'win32') chmodSync(address, 0o600);
        } catch (error) {
          server.close();
          reject(error instanceof Error ? error : new Error('The socket cannot be closed to others.'));
          return;
        }
        for (const earlier of this.servers) earlier.close();
        this.servers.add(server);
        server.once('close', () => this.servers.delete(server));
        resolve();
      });
    });
  }

  /** Refuses pending calls. */
  async close(): Promise<void> {
    const closed = [...this.servers].map((server) => new Promise((resolve) => server.close(resolve)));
    // Time for the refusals to leave.
    const force = setTimeout(() => {
      for (const server of this.servers) server.closeAllConnections();
    }, 1_000);
    this.closing.abort();
    await Promise.all(closed);
    clearTimeout(force);
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Closing does not wait for idle connections.
    response.setHeader('Connection', 'close');
    if (this.options.messages?.handle(request, response) === true) return;
    const dialect = this.options.dialects.find(({ id }) => DOORS.some((door) => request.url === door + id));
    if (dialect === undefined || request.method !== 'POST') {
      response.writeHead(404).end();
      return;
    }
    const shown = request.headers[TOKEN_HEADER];
    if (!this.options.token.accepts(typeof shown === 'string' ? shown : undefined)) {
      this.log(`A request for ${dialect.id} without the right token was turned away.`);
      response.writeHead(403).end();
      return;
    }
    let answer: Answer;
    try {
      answer = await this.answer(request, response, dialect);
    } catch (error) {
      this.log(`A request of ${dialect.id} failed: ${messageOf(error)}`);
      answer = dialect.refuse('Deciding failed inside Auto Mode. See its log in VS Code.');
    }
    if (answer === 'gone') response.destroy();
    else if (answer === 'elsewhere') response.writeHead(404).end();
    else response.end(replyFrame(answer));
  }

  private async answer(request: IncomingMessage, response: ServerResponse, hooked: AgentDialect): Promise<Answer> {
    const entry = request.url?.startsWith(NOTICE_DOOR) === true ? 'notice' : 'call';
    const unreadable = (dialect: AgentDialect, reason: string): HookReply =>
      entry === 'notice' ? this.unreadableReply(dialect, reason) : this.refuse(dialect, reason);
    const body = await readBody(request, this.limits.bodyBytes);
    if (body.kind === 'cut-off') return 'gone';
    if (body.kind === 'too-large') {
      const limit = `${Math.floor(this.limits.bodyBytes / 1024 / 1024)} MB`;
      return unreadable(hooked, `The call is too large to be judged (more than ${limit}). Split it into smaller ones.`);
    }
    if (body.kind === 'not-text') return unreadable(hooked, 'The hook payload is not UTF-8 text and cannot be judged.');

    const agent = recogniseDialect(hooked.id, body.text);
    if (agent !== hooked.id && runsHooksOfOthers(agent)) return hooked.noOpinion;
    const dialect = this.options.dialects.find(({ id }) => id === agent) ?? hooked;
    const parsed = dialect.parse(body.text, entry);
    if (parsed.kind === 'not-a-tool-call') return dialect.noOpinion;
    if (parsed.kind === 'error') return unreadable(dialect, parsed.reason);
    const { cwd, sessionId } = parsed.kind === 'notice' ? parsed.notice : parsed.call.request;
    if (parsed.kind === 'tool-call' && isProbe(sessionId)) {
      const { tool, input } = parsed.call.request;
      if (isProbeCall(tool, input)) return this.answerProbe(dialect, sessionId);
    }
    const began = parsed.kind === 'tool-call' ? async () => dialect.sessionFolder?.(parsed.call) : undefined;
    if (!(await this.options.takes({ agent: dialect.id, sessionId, cwd }, began))) return 'elsewhere';
    if (parsed.kind === 'notice') return this.take(parsed.notice, dialect);
    const { call } = parsed;
    const { environment } = body;
    const withEnvironment = environment === undefined ? call : { ...call, request: { ...call.request, environment } };
    return this.answerCall(withEnvironment, dialect, launcherSeconds(request), response);
  }

  /** A probe is neither judged nor counted. */
  private answerProbe(dialect: AgentDialect, sessionId: string): Answer {
    return this.options.probes?.take(sessionId) === true ? dialect.refuse(probeAnswer(sessionId)) : 'elsewhere';
  }

  private take(notice: AgentNotice, dialect: AgentDialect): HookReply {
    this.watch.noticed(dialect.id, notice);
    if (notice.kind === 'call-ended') this.judge.ended(dialect.id, notice);
    if (notice.kind === 'prompt') this.judge.prompted(dialect.id, notice);
    const guidance = this.options.noticed?.(dialect.id, notice).guidance;
    return (guidance === undefined ? undefined : dialect.giveGuidance?.(guidance)) ?? dialect.noOpinion;
  }

  private async answerCall(
    call: HookCall,
    dialect: AgentDialect,
    waitsSeconds: number,
    response: ServerResponse,
  ): Promise<Answer> {
    const seconds = Math.max(1, waitsSeconds - this.limits.marginSeconds);
    const deadline = new Deadline(this.clock, seconds * 1000);
    const stop = new AbortController();
    const answerBy = this.clock.now() + seconds * 1000;
    const stopBecause = (reason: string) => (): void => {
      stop.abort(new Error(reason));
    };
    const expire = stopBecause(`No decision was made within ${seconds} seconds.`);
    const disconnected = stopBecause('The agent no longer waits for a decision.');
    const close = stopBecause('The VS Code window was closed while the call was being decided.');

    const tick = setInterval(() => {
      if (deadline.passed) expire();
      else response.write(HEARTBEAT);
    }, this.limits.tickMs);
    response.once('close', disconnected);
    this.closing.signal.addEventListener('abort', close);
    if (response.destroyed) disconnected();
    if (this.closing.signal.aborted) close();
    this.watch.called(dialect.id, call);
    let verdict: GivenAnswer = { outcome: 'block' };
    try {
      const decision = await this.judge.judge(call, dialect, stop.signal, answerBy);
      const reply = dialect.reply({ ...decision, reason: agentReason(decision) }, call);
      verdict = decision;
      return reply;
    } catch (error) {
      if (error instanceof OtherWindowError) return this.refuse(dialect, error.message);
      if (!stop.signal.aborted) throw error;
      return this.refuse(dialect, messageOf(stop.signal.reason));
    } finally {
      clearInterval(tick);
      this.expectDelivery(response, this.watch.judged(dialect.id, call, verdict));
      response.off('close', disconnected);
      this.closing.signal.removeEventListener('abort', close);
    }
  }

  private expectDelivery(response: ServerResponse, verdict: VerdictOnItsWay): void {
    const look = (): void => {
      if (!response.writableFinished) verdict.lost();
    };
    if (response.destroyed) look();
    else response.once('close', look);
  }

  /** A refusal would hide a prompt or result from the model. */
  private unreadableReply(dialect: AgentDialect, reason: string): HookReply {
    this.log(`A notice of ${dialect.id} could not be read: ${reason}`);
    this.watch.noteUnreadable(dialect.id);
    return dialect.noOpinion;
  }

  private refuse(dialect: AgentDialect, reason: string): HookReply {
    this.log(`A call of ${dialect.id} was refused: ${reason}`);
    return dialect.refuse(reason);
  }

  private log(line: string): void {
    try {
      this.options.log(line);
    } catch {
      // VS Code throws on logging in a closing window; the refusal must leave.
    }
  }
}

function launcherSeconds(request: IncomingMessage): number {
  const seconds = Number(request.headers['x-auto-mode-seconds']);
  return Number.isInteger(seconds) && seconds > 0
    ? Math.min(seconds, LAUNCHER_LIMITS.seconds)
    : LAUNCHER_LIMITS.seconds;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : 'unknown error';
}
