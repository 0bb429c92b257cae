import type { JsonValue } from '../../common/json';
import { pacer } from '../../common/pacer';
import type { Decision } from '../../engine/model/decision';
import { GATE_TOOLS } from '../../facts/agents/gateTools';
import type { CallLog, DecidedCall } from '../../log/callLog';
import { redactedJson } from '../../log/redactedJson';
import { redactedTexts } from '../../log/redactedTexts';
import type { PanelDenial } from '../../panel/panelDenial';

/** Without known secrets. */
export type KnownDecision = Pick<
  Decision,
  | 'id'
  | 'at'
  | 'outcome'
  | 'stage'
  | 'tool'
  | 'summary'
  | 'reason'
  | 'rule'
  | 'fragment'
  | 'remedy'
  | 'outage'
  | 'agent'
  | 'cwd'
  | 'trace'
>;

export interface DecisionSearchParts {
  readonly calls: Pick<CallLog, 'allDecided'>;
  /** Of this workspace, kept over restarts. */
  readonly denials: () => readonly PanelDenial[];
  readonly redact: (text: string) => string;
}

interface Candidate {
  readonly decision: KnownDecision;
  readonly input: DecidedCall['input'];
}

/** Of longer ones only the summary is searched. */
const MAX_INPUT_CHARACTERS = 200_000;

const OWN_TOOLS: ReadonlySet<string> = new Set(Object.values(GATE_TOOLS));

/** This window's alone: the log holds other projects' calls, which this chat must not see. */
export class DecisionSearch {
  constructor(private readonly parts: DecisionSearchParts) {}

  lastBlock(): KnownDecision | undefined {
    const found = this.#all().find(({ decision }) => decision.outcome === 'block');
    return found && this.#clean(found.decision);
  }

  byId(id: string): KnownDecision | undefined {
    const found = this.#all().find(({ decision }) => decision.id === id);
    return found && this.#clean(found.decision);
  }

  /**
   * The newest whose action contains one of the texts, the first text first; ignores case and numbers of blanks.
   * Searches redacted text, so secrets cannot be guessed.
   * @param cancelled asked between steps; then nothing is found
   */
  async containing(
    texts: readonly string[],
    which: 'any' | 'blocked',
    cancelled: () => boolean,
  ): Promise<KnownDecision | undefined> {
    const { redact } = this.parts;
    const candidates = this.#all().filter(({ decision }) => which === 'any' || decision.outcome === 'block');
    const actions = new Map<string, string>();
    const breathe = pacer();
    for (const text of texts) {
      const wanted = folded(redact(text));
      if (wanted === '') continue;
      for (const candidate of candidates) {
        await breathe();
        if (cancelled()) return undefined;
        const { id } = candidate.decision;
        const action = actions.get(id) ?? actionOf(candidate, redact);
        actions.set(id, action);
        if (action.includes(wanted)) return this.#clean(candidate.decision);
      }
    }
    return undefined;
  }

  /** Newest first, without questions about decisions: they quote what they ask for. */
  #all(): readonly Candidate[] {
    const decided = this.parts.calls.allDecided();
    const known = new Set(decided.map(({ decision }) => decision.id));
    const earlier = this.parts
      .denials()
      .filter(({ id }) => !known.has(id))
      .map(({ kind, ...denial }): Candidate => {
        return { decision: { ...denial, outcome: 'block', stage: kind }, input: undefined };
      });
    return [...decided, ...earlier]
      .filter(({ decision }) => !OWN_TOOLS.has(decision.tool))
      .sort((one, other) => Date.parse(other.decision.at) - Date.parse(one.decision.at));
  }

  #clean(decision: KnownDecision): KnownDecision {
    const { redact } = this.parts;
    const { tool, agent, cwd } = decision;
    return {
      ...redactedTexts(decision, redact),
      tool: redact(tool),
      ...(agent === undefined ? {} : { agent: redact(agent) }),
      ...(cwd === undefined ? {} : { cwd: redact(cwd) }),
    };
  }
}

function actionOf({ decision, input }: Candidate, redact: (text: string) => string): string {
  const summary = folded(redact(decision.summary));
  if (input === undefined || JSON.stringify(input).length > MAX_INPUT_CHARACTERS) return summary;
  const clean = JSON.parse(redactedJson(input, redact)) as JsonValue;
  return [summary, ...textsIn(clean).map(folded)].join('\n');
}

function textsIn(value: JsonValue): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap((item: JsonValue) => textsIn(item));
}

function folded(text: string): string {
  return text.replace(/\s+/gu, ' ').trim().toLowerCase();
}
