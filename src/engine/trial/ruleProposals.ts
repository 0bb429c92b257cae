import type { DryRunWorld } from './dryRun';
import { callRules, type RuleShape, type UnproposableCall } from './callRules';
import { jsonCopy } from '../../common/jsonCopy';
import { ruleProblem } from '../../rules/permissionRule';
import { codeVerdict } from './replay';
import { checkRequestSchema, type CheckRequest } from '../../calls/request';
import { InputProblem, toolCall, type ToolCall } from '../../calls/toolCall';

/** Where allow rules would stand. */
export interface RuleScope {
  readonly id: 'folder' | 'user';
  /** The world with these rules there; undefined: they would have no effect there. */
  with(rules: readonly string[]): DryRunWorld | undefined;
}

/** Allow rules that a person may add after a call was blocked. */
export interface RuleProposal {
  readonly shape: RuleShape;
  readonly scope: RuleScope['id'];
  readonly rules: readonly string[];
}

/** Why no allow rule is offered. */
export type NoProposal =
  | UnproposableCall
  /** The request cannot be read. */
  | 'invalid'
  /** Auto mode is off there, or rules may not allow anything there. */
  | 'off'
  /** A deny rule, an ask rule or the hard floor is against it, and no allow rule lifts these. */
  | 'denied'
  | 'asks'
  | 'floor'
  /** It would be allowed by now. */
  | 'allowed'
  /** No rule that says so little covers it: a protected path, a changed shell, an untrusted folder, a redirection. */
  | 'not-covered';

export type RuleProposals =
  | { readonly proposals: readonly RuleProposal[]; readonly why?: undefined }
  | { readonly proposals: readonly []; readonly why: NoProposal };

/** Narrowest first. What is more than the call itself is offered for its folder alone. */
const OFFERED: readonly (readonly ['exact' | 'wider', RuleScope['id']])[] = [
  ['exact', 'folder'],
  ['exact', 'user'],
  ['wider', 'folder'],
];
const MOST = 3;

/**
 * Allow rules for a call that was blocked, from exactly this call to others of its shape in its folder: at most three. Each of them was
 * tried: with it, and not without it, exactly this call is allowed by a rule. What the gate does not understand in full, and what could
 * run anything, gets none.
 * @param request as `decide` takes it, with nothing taken out of it
 */
export function ruleProposals(request: unknown, world: DryRunWorld, scopes: readonly RuleScope[]): RuleProposals {
  const none = (why: NoProposal): RuleProposals => ({ proposals: [], why });
  const call = readCall(request, world);
  if (call === undefined) return none('invalid');
  const now = codeVerdict(call.request, world);
  if (now.stage === 'hard-deny') return none('floor');
  if (now.outcome === 'ask') return none('asks');
  if (now.outcome === 'defer') return none('off');
  if (now.outcome === 'allow') return none('allowed');
  if (now.outcome === 'block') return none(now.stage === 'permissions.deny' ? 'denied' : 'invalid');
  const rules = callRules(call, world.machine);
  if ('why' in rules) return none(rules.why);
  const proposals: RuleProposal[] = [];
  for (const [which, id] of OFFERED) {
    const scope = scopes.find((candidate) => candidate.id === id);
    const wanted = rules[which];
    if (scope === undefined || wanted === undefined || proposals.length === MOST) continue;
    if (id === 'user' && wanted.onlyHere === true) continue;
    const needed = neededRules(call.request, wanted.rules, scope);
    if (needed !== undefined) proposals.push({ shape: wanted.shape, scope: id, rules: needed });
  }
  return proposals.length === 0 ? none('not-covered') : { proposals };
}

/** Those of the rules without which the call would not be allowed; undefined where it is not allowed with all of them either. */
function neededRules(request: CheckRequest, rules: readonly string[], scope: RuleScope): readonly string[] | undefined {
  const cover = (some: readonly string[]): boolean => {
    const world = scope.with(some);
    if (world === undefined) return false;
    const { outcome, stage } = codeVerdict(request, world);
    return outcome === 'allow' && stage === 'permissions.allow';
  };
  if (rules.some((rule) => ruleProblem(rule) !== undefined) || !cover(rules)) return undefined;
  let needed = rules;
  for (const rule of rules) {
    const others = needed.filter((other) => other !== rule);
    if (others.length > 0 && cover(others)) needed = others;
  }
  return needed;
}

function readCall(request: unknown, { machine, files }: DryRunWorld): ToolCall | undefined {
  const copy = jsonCopy(request);
  const parsed = copy.ok ? checkRequestSchema.safeParse(copy.value) : undefined;
  if (parsed?.success !== true) return undefined;
  try {
    return toolCall(parsed.data, machine, files);
  } catch (error) {
    if (error instanceof InputProblem) return undefined;
    throw error;
  }
}
