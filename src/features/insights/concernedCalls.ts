import { InputProblem } from '../../common/inputProblem';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject, JsonValue } from '../../common/json';
import { toolSpec } from '../../calls/tools/toolCatalogue';
import type { PastDecision } from '../../engine/trial/settlingRule';
import { recordOf, type DecisionLog, type LogRecord } from '../../log/decisionLog';
import { scanLog } from '../../log/logScan';
import { pastCall } from '../../log/pastCalls';

export interface ConcernedCall {
  readonly call: PastDecision;
  readonly times: number;
}

/** With more, no rule is proposed. */
const MOST_CALLS = 300;
const MOST_CHARACTERS = 4_000_000;
/** What the agent says about a command. */
const SAID = new Set(['description', 'explanation', 'justification']);

/** The program or host: a word of each call that the rule could cover. */
export function wordOf(rule: string): string {
  const pattern = rule.slice(rule.indexOf('(') + 1, -1).replace(/\\(.)/gs, '$1');
  const host = /^https?:\/\/([^/?#:]+)/.exec(pattern)?.[1];
  return host ?? pattern.split(' ', 1)[0] ?? '';
}

/**
 * All calls of the log that a rule could cover, equal ones once.
 * @param words see `wordOf`; each has its calls in the result
 * @returns undefined for a word: too many, or one is not kept whole
 */
export async function concernedCalls(
  log: Pick<DecisionLog, 'filePaths'>,
  words: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly ConcernedCall[] | undefined>> {
  const searches = words.map((word) => ({ word, mark: JSON.stringify(word).slice(1, -1) }));
  const found = new Map<string, Map<string, { call: PastDecision; times: number }> | undefined>();
  for (const word of words) found.set(word, new Map());
  const known = new Map<string, PastDecision>();
  let characters = 0;
  await scanLog(
    log,
    new Map(),
    (line) => {
      const here = searches.filter(({ word, mark }) => found.get(word) !== undefined && line.includes(mark));
      const record = here.length === 0 ? undefined : recordOf(line);
      if (record === undefined || !mayBeCovered(record)) return;
      const whole = pastDecision(record);
      const key = whole === undefined ? '' : keyOf(whole);
      for (const { word } of here) {
        const calls = found.get(word);
        if (whole === undefined || calls === undefined) {
          found.set(word, undefined);
          continue;
        }
        const call = known.get(key) ?? whole;
        if (!known.has(key)) {
          known.set(key, call);
          characters += line.length;
        }
        const times = (calls.get(key)?.times ?? 0) + 1;
        calls.set(key, { call, times });
        if (calls.size > MOST_CALLS || characters > MOST_CHARACTERS) found.set(word, undefined);
      }
    },
    signal,
  );
  return new Map([...found].map(([word, calls]) => [word, calls === undefined ? undefined : [...calls.values()]]));
}

/** Exact rules cover only commands and fetched addresses. */
function mayBeCovered({ decision: { outcome, agent, tool }, input }: LogRecord): boolean {
  if (outcome === 'defer') return false;
  try {
    const spec = toolSpec(agent, tool);
    if (spec === undefined || input === undefined) return spec?.kind === 'bash' || spec?.kind === 'fetch';
    const subject = spec.subject(input as JsonObject);
    return subject.command !== undefined || subject.url !== undefined;
  } catch (error) {
    // It did not fit its tool.
    if (error instanceof InputProblem) return false;
    throw error;
  }
}

function pastDecision({ decision, input }: LogRecord): PastDecision | undefined {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined;
  const fields = Object.entries(input).filter(([name, value]) => !(SAID.has(name) && typeof value === 'string'));
  const call = pastCall(decision, Object.fromEntries<JsonValue>(fields as [string, JsonValue][]));
  return { ...call, outage: decision.outage !== undefined };
}

function keyOf({ request, outcome, outage }: PastDecision): string {
  return `${outcome} ${String(outage)} ${canonical(request as JsonObject)}`;
}
