import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentNotice } from '../../src/agents/hooks/agentNotice';
import type { CheckRequest } from '../../src/calls/request';
import type { ScriptedDecision, ScriptedGate } from './scriptedGate';

/** A call of a session that makes several, one after the other. */
export interface CallInTurn {
  /** Its input names this file, and no other call's does. */
  readonly file: string;
  readonly decide: ScriptedDecision;
}

type CallEnd = Extract<AgentNotice, { kind: 'call-ended' }>;

/**
 * One session of an agent for several tests, since its start takes long: each call is decided by itself, and each test looks at its own.
 * @typeParam Result what the agent's model hears of a call
 */
export class CallsInTurn<Call extends CallInTurn, Result> {
  constructor(
    private readonly gate: ScriptedGate,
    readonly calls: readonly Call[],
    /** What its model has heard so far, oldest first. */
    private readonly results: () => readonly Result[],
  ) {
    const files = calls.map(({ file }) => file);
    const mixed = files.filter((file) => files.filter((other) => other.includes(file)).length > 1);
    assert.deepEqual(mixed, [], 'another call has this name in its own');
  }

  /** By what the call is about, not by its turn: an agent may pass over a call. */
  readonly decide: ScriptedDecision = (request, signal) => {
    const known = this.calls.find(({ file }) => names(request.input, file));
    return (known ?? assert.fail(`no call of this session is ${JSON.stringify(request.input)}`)).decide(
      request,
      signal,
    );
  };

  /** A session that fails is reported with the call that it was at. */
  async run<Report>(session: () => Promise<Report>): Promise<Report> {
    try {
      return await session();
    } catch (error) {
      const at = this.calls[this.results().length]?.file ?? 'no call, all had their results';
      const what = error instanceof Error ? error.message : String(error);
      throw new Error(`The call that was waiting for its result: ${at}. ${what}`, { cause: error });
    }
  }

  requests(file: string): readonly CheckRequest[] {
    return this.gate.requests.filter(({ input }) => names(input, file));
  }

  /** The one question to the gate about this call. */
  request(file: string): CheckRequest {
    const [request, ...more] = this.requests(file);
    assert.deepEqual(more, [], `${file} was judged more than once`);
    return request ?? assert.fail(`${file} was not judged`);
  }

  ends(file: string): readonly CallEnd[] {
    return this.gate.notices.filter((notice) => notice.kind === 'call-ended').filter(({ input }) => names(input, file));
  }

  isMade(file: string): boolean {
    return existsSync(join(this.gate.place.workspace, file));
  }

  heard(file: string): Result {
    const results = this.results();
    const missing = `no result of ${file} reached the model, only ${JSON.stringify(results)}`;
    return results[this.calls.findIndex((call) => call.file === file)] ?? assert.fail(missing);
  }
}

function names(input: object, file: string): boolean {
  return Object.values(input).some((value) => JSON.stringify(value).includes(file));
}
