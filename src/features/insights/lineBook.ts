import { createHash } from 'node:crypto';
import { InputProblem } from '../../common/inputProblem';
import type { JsonObject } from '../../common/json';
import { shortLine } from '../../common/visibleText';
import { toolSpec } from '../../calls/tools/toolCatalogue';
import type { Decision } from '../../engine/model/decision';
import type { LogRecord } from '../../log/decisionLog';
import { cameToModel } from './figureBook';

/** A command line from any tool and folder; else a tool's input. */
export interface CountedLine {
  readonly key: string;
  readonly text: string;
  readonly judged: number;
  readonly asked: number;
  /** Its newest decision. */
  readonly id: string;
}

interface Line {
  readonly text: string;
  id: string;
  total: number;
  readonly uses: Use[];
}

interface Use {
  readonly day: string;
  readonly agent: string;
  judged: number;
  asked: number;
}

const MOST_LINES = 4_000;
const MOST_CHARACTERS = 300;

/** How often a model or the user was asked about a line. The rarest are forgotten. */
export class LineBook {
  readonly #lines = new Map<string, Line>();

  add(record: LogRecord, day: string, agent: string): void {
    const { decision } = record;
    const judged = decision.stage !== 'cache' && cameToModel(decision);
    const asked = userWasAsked(decision);
    if (!judged && !asked) return;
    const { key, text } = lineOf(record);
    let line = this.#lines.get(key);
    if (line === undefined) {
      if (this.#lines.size >= MOST_LINES) this.#forget();
      line = { text: shortLine(text, MOST_CHARACTERS), id: decision.id, total: 0, uses: [] };
      this.#lines.set(key, line);
    }
    line.id = decision.id;
    line.total += 1;
    let use = line.uses.find((one) => one.day === day && one.agent === agent);
    if (use === undefined) {
      use = { day, agent, judged: 0, asked: 0 };
      line.uses.push(use);
    }
    if (judged) use.judged += 1;
    if (asked) use.asked += 1;
  }

  top(count: number, days: readonly string[], agent: string | undefined): readonly CountedLine[] {
    const wanted = new Set(days);
    const counted = [...this.#lines].map(([key, { text, id, uses }]) => {
      const here = uses.filter((use) => wanted.has(use.day) && (agent === undefined || use.agent === agent));
      const judged = here.reduce((sum, use) => sum + use.judged, 0);
      const asked = here.reduce((sum, use) => sum + use.asked, 0);
      return { key, text, judged, asked, id };
    });
    return counted
      .filter(({ judged, asked }) => judged + asked > 0)
      .sort((one, other) => other.judged + other.asked - one.judged - one.asked)
      .slice(0, count);
  }

  /** Half of them: the next ones cost nothing. */
  #forget(): void {
    const rarest = [...this.#lines].sort(([, one], [, other]) => one.total - other.total);
    for (const [key] of rarest.slice(0, MOST_LINES / 2)) this.#lines.delete(key);
  }
}

function userWasAsked({ stage, trace }: Decision): boolean {
  if (trace === undefined) return stage === 'permissions.ask' || stage === 'user';
  return trace.some((step) => (step.stage === 'permissions.ask' || step.stage === 'user') && ANSWERS.has(step.said));
}

const ANSWERS: ReadonlySet<string> = new Set(['approved', 'declined', 'closed', 'expired', 'exempt']);

export function lineOf({ decision, input }: LogRecord): { readonly key: string; readonly text: string } {
  const command = commandOf(decision, input);
  const text = command ?? decision.summary;
  const key = createHash('sha256').update(JSON.stringify([command === undefined, text]));
  return { key: key.digest('base64url').slice(0, 22), text };
}

export function commandOf({ agent, tool }: Pick<Decision, 'agent' | 'tool'>, input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  try {
    return toolSpec(agent, tool)?.subject(input as JsonObject).command;
  } catch (error) {
    if (error instanceof InputProblem) return undefined;
    throw error;
  }
}
