import type { DryRunWorld } from './dryRun';
import { callRules, type RuleShape, type UnproposableCall } from './callRules';
import { ruleProblem } from '../../rules/permissionRule';
import { codeVerdict } from './replay';
import type { CheckRequest } from '../../calls/request';
import { readPastCall } from './readPastCall';

export interface RuleScope {
  readonly id: 'folder' | 'user';
  with(rules: readonly string[]): DryRunWorld | undefined;
}

export interface RuleProposal {
  readonly shape: RuleShape;
  readonly scope: RuleScope['id'];
  readonly rules: readonly string[];
}

export type NoProposal = UnproposableCall | 'invalid' | 'off' | 'denied' | 'asks' | 'floor' | 'allowed' | 'not-covered';

export type RuleProposals =
  | { readonly proposals: readonly RuleProposal[]; readonly why?: undefined }
  | { readonly proposals: readonly []; readonly why: NoProposal };

/** Narrowest first. Wider rules hold only in the call's folder. */
const OFFERED: readonly (readonly ['exact' | 'wider', RuleScope['id']])[] = [
  ['exact', 'folder'],
  ['exact', 'user'],
  ['wider', 'folder'],
];
const MOST = 3;

/**
 * At most three, from this call to its shape in its folder. Each is tried: only it lets the call run. None for calls
 * not understood, or that can run anything.
 * @param request unredacted
 */
export function ruleProposals(request: unknown, world: DryRunWorld, scopes: readonly RuleScope[]): RuleProposals {
  const none = (why: NoProposal): RuleProposals => ({ proposals: [], why });
  const call = readPastCall(request, world);
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
