import * as z from 'zod';
import type { JsonValue } from '../common/json';
import { denialOf } from '../panel/panelDenial';
import type { PanelDenial } from '../panel/panelDenial';
import { pastCall } from './pastCalls';
import type { CallLog } from './callLog';
import { MAX_RECORDS, type LoggedDecision, type LogReader } from './logReader';
import type { LogRecord } from './decisionLog';

export interface BlockedCallsParts {
  readonly reader: Pick<LogReader, 'recent' | 'whole'>;
  readonly calls: Pick<CallLog, 'blocked'>;
  readonly redact: (text: string) => string;
}

export interface KnownCall {
  readonly request: unknown;
  readonly action: string;
  readonly cwd: string | undefined;
  /** For a release: see `callKey`. */
  readonly key: string | undefined;
  /** A secret was or would be removed. */
  readonly secret: boolean;
}

/** Empty fields match all blocks. */
export const blockFilterSchema = z.strictObject({
  search: z.string().max(200),
  agent: z.string().max(256),
  stage: z.string().max(64),
  unjudged: z.boolean(),
});
export type BlockFilter = z.infer<typeof blockFilterSchema>;

export const NO_FILTER: BlockFilter = { search: '', agent: '', stage: '', unjudged: false };

/** From `redactSecrets`. */
const REDACTED = '[REDACTED ';

export class BlockedCalls {
  constructor(private readonly parts: BlockedCallsParts) {}

  /** Newest first. */
  async records(filter: BlockFilter, take: (record: LogRecord) => void): Promise<void> {
    const wanted = filter.search.toLowerCase();
    for (const logged of await this.#logged()) {
      if (!matches(denialOf(logged.decision), filter, wanted)) continue;
      const record = await this.parts.reader.whole(logged);
      if (record !== undefined) take(record);
    }
  }

  /** Undefined: not whole any more. */
  async call(id: string): Promise<KnownCall | undefined> {
    const { calls, redact, reader } = this.parts;
    const recent = calls.blocked(id);
    if (recent !== undefined) {
      const { request, action, cwd, key } = recent;
      const text = JSON.stringify(request);
      return { request, action, cwd, key, secret: redact(text) !== text || text.includes(REDACTED) };
    }
    const logged = (await reader.recent(MAX_RECORDS)).find(({ decision }) => decision.id === id);
    const record = logged === undefined ? undefined : await reader.whole(logged);
    if (record?.input === undefined) return undefined;
    const { decision } = record;
    const { request } = pastCall(decision, record.input as JsonValue);
    return {
      request,
      action: `${decision.tool} ${JSON.stringify(record.input, undefined, 2)}`,
      cwd: decision.cwd,
      key: undefined,
      secret: JSON.stringify(request).includes(REDACTED),
    };
  }

  async #logged(): Promise<readonly LoggedDecision[]> {
    return (await this.parts.reader.recent(MAX_RECORDS)).filter(({ decision }) => decision.outcome === 'block');
  }
}

/** Ignores case. */
function matches(denial: PanelDenial, { agent, stage, unjudged }: BlockFilter, wanted: string): boolean {
  if (agent !== '' && denial.agent !== agent) return false;
  if (stage !== '' && denial.kind !== stage) return false;
  if (unjudged && denial.outage === undefined) return false;
  if (wanted === '') return true;
  const { tool, summary, reason, rule, remedy, agent: name, subAgent, mode } = denial;
  return [tool, summary, reason, rule?.text, remedy, name, subAgent, mode].some(
    (text) => text?.toLowerCase().includes(wanted) === true,
  );
}
