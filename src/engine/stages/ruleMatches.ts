import { InputProblem } from '../../common/inputProblem';
import { quotedWords } from '../../common/repositoryWords';
import { firstBroadMatch as firstMatchOf } from '../../rules/broadMatch';
import type { CompiledRule, RuleMatch } from '../../rules/compiledRule';
import type { PermissionRule } from '../../rules/permissionRule';
import type { RuleSource } from '../../rules/ruleSource';
import type { ToolCall } from '../../calls/toolCall';
import { insideSentence } from '../closure/callClosure';
import type { CallContext, Verdict } from '../model/stage';

/**
 * Repositories can write a workspace's and a remote's settings. Their entries only ask; a yes authorises nothing;
 * malformed ones may be set aside.
 */
export const WRITTEN_BY_REPOSITORIES: ReadonlySet<RuleSource> = new Set(['remote', 'workspace']);

const MAX_FRAGMENT_CHARACTERS = 2_000;
const MAX_SHOWN_ENTRY = 200;
const MAX_SHOWN_MESSAGE = 300;

const RULES_AT_ONCE = 500;
/** Each list; a hundred times what thousands of rules take. */
const MAX_MATCHING_MS = 1_000;

/** Our sentence comes first and marks a repository's message. */
export function saidBy({ message, source }: PermissionRule, sentence: string): string {
  if (message === undefined) return sentence;
  return WRITTEN_BY_REPOSITORIES.has(source)
    ? `${sentence} Its text is from the ${source} settings, not from the user: ${quotedWords(message, MAX_SHOWN_MESSAGE)}`
    : message;
}

export function named({ text, source }: PermissionRule): string {
  return WRITTEN_BY_REPOSITORIES.has(source) ? quotedWords(text, MAX_SHOWN_ENTRY) : text;
}

export interface FoundMatch extends RuleMatch {
  /** A sentence; absent: in the call's own words. */
  readonly inside?: string;
}

/**
 * Any part of the call counts, and any shell text that it runs.
 * @throws InputProblem if matching takes too long
 */
export function firstBroadMatch(context: CallContext, list: 'deny' | 'ask'): FoundMatch | undefined {
  const { call, closure, gate, permissions } = context;
  const rules = permissions[list];
  if (rules.length === 0) return undefined;
  const started = gate.clock.monotonic();
  const matching = (one: ToolCall): RuleMatch | undefined => {
    for (const some of inParts(rules)) {
      if (gate.clock.monotonic() - started > MAX_MATCHING_MS) {
        throw new RulesTooSlow(`it takes too long to hold it against the ${rules.length} ${list} rules`);
      }
      const match = firstMatchOf(some, one, gate.files, gate.machine);
      if (match !== undefined) return match;
    }
    return undefined;
  };
  const match = matching(call);
  if (match !== undefined) return match;
  for (const part of closure.parts) {
    const found = matching(part.call);
    if (found !== undefined) return { ...found, inside: insideSentence(part.text, found.fragment) };
  }
  return undefined;
}

export function withPlace(reason: string, { inside }: FoundMatch): string {
  return inside === undefined ? reason : `${reason} ${inside}`;
}

const partsOf = new WeakMap<readonly CompiledRule[], readonly (readonly CompiledRule[])[]>();

/** Stable: results are cached per list. */
function inParts(rules: readonly CompiledRule[]): readonly (readonly CompiledRule[])[] {
  const known = partsOf.get(rules);
  if (known !== undefined) return known;
  const parts = Array.from({ length: Math.ceil(rules.length / RULES_AT_ONCE) }, (_, part) =>
    rules.slice(part * RULES_AT_ONCE, (part + 1) * RULES_AT_ONCE),
  );
  partsOf.set(rules, parts);
  return parts;
}

class RulesTooSlow extends InputProblem {}

export function tooSlow(list: 'deny' | 'ask', error: unknown): Verdict {
  if (!(error instanceof RulesTooSlow)) throw error;
  return {
    outcome: 'block',
    stage: `permissions.${list}`,
    reason: `The call cannot be judged: ${error.message}.`,
    remedy: `Split the call into smaller ones, or shorten autoMode.permissions.${list}.`,
  };
}

export function fragment(match: RuleMatch): string {
  return shortened(match.fragment, MAX_FRAGMENT_CHARACTERS);
}

export function shortened(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max)}…`;
}
