/** Only what is plainly a verdict counts as one. */
import * as z from 'zod';
import type { Tier } from '../engine/model/decision';
import { cutMiddle, visible } from './prompt/framing';
import type { PromptRule, RuleSection } from './prompt/policyPrompt';
import type { ForcedTool, ModelReply } from './models/provider';
import { parsedArguments } from './providers/toolArguments';

const TIERS = Object.keys({
  hard_deny: true,
  soft_deny: true,
  allow: true,
  explicit_intent: true,
  none: true,
} satisfies Record<Tier, true>) as Tier[];

/** Reasoning first: after deciding, a model invents reasons. */
export const VERDICT_TOOL: ForcedTool = {
  name: 'classify_result',
  description: 'Gives the verdict on the latest action. To be called exactly once.',
  schema: {
    type: 'object',
    properties: {
      thinking: { type: 'string', description: 'Brief reasoning: what the call does, and which rules it meets.' },
      decision: { type: 'string', enum: ['allow', 'block'] },
      tier: { type: 'string', enum: [...TIERS], description: 'What the decision rests on.' },
      rule: { type: 'string', description: 'The label of the one rule that decided. Left out where none did.' },
      reason: { type: 'string', description: 'One or two concrete sentences for the user and the agent.' },
    },
    required: ['thinking', 'decision', 'tier', 'reason'],
    additionalProperties: false,
  },
};

export interface Verdict {
  readonly decision: 'allow' | 'block';
  readonly tier: Tier;
  readonly rule: string | undefined;
  readonly reason: string;
}

export type ReadVerdict =
  | { readonly ok: true; readonly verdict: Verdict }
  /** `problem` ends "The answer was no verdict: ...". */
  | { readonly ok: false; readonly problem: string };

/** Answers stay below by the token limit. */
const MAX_REASON_CHARACTERS = 4_000;
const MAX_FREE_TEXT_CHARACTERS = 20_000;

const fields = {
  thinking: z.string().optional(),
  decision: z.enum(['allow', 'block']).optional(),
  should_block: z.boolean().optional(),
  tier: z.enum(TIERS).optional(),
  rule: z.string().nullish(),
  reason: z.string().trim().min(1),
};
const toolAnswer = z.strictObject(fields);
const textAnswer = z.object(fields);

export interface VerdictGrounds {
  readonly rules: readonly PromptRule[];
  /** If false, no verdict rests on the user's intent. */
  readonly mayBeAuthorised: boolean;
}

export function readVerdict(reply: ModelReply, grounds: VerdictGrounds): ReadVerdict {
  const { toolCalls, text } = reply;
  if (toolCalls.length === 0) return fromText(text, grounds);
  const [call] = toolCalls;
  if (call === undefined || toolCalls.length > 1) return invalid(`it called ${toolCalls.length} tools`);
  if (call.name !== VERDICT_TOOL.name) return invalid('it called another tool');
  const parsed = toolAnswer.safeParse(call.input);
  return parsed.success ? checked(parsed.data, text, grounds) : invalid(misshapen(parsed.error));
}

function fromText(text: string, grounds: VerdictGrounds): ReadVerdict {
  if (text.trim() === '') return invalid('it was empty');
  if (text.length > MAX_FREE_TEXT_CHARACTERS) return invalid('it was far too long');
  // A second verdict beside or inside the first, or a repeated key.
  const plainKeys = text.replace(/\\u00([4-7][\da-f])/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
  if ((plainKeys.match(/"(?:decision|should_block)"\s*:/g) ?? []).length > 1) return invalid('it held two verdicts');
  const candidates = [text, ...fenced(text), ...embedded(text)];
  for (const candidate of candidates) {
    const value = parsedObject(candidate);
    if (value === undefined) continue;
    const parsed = textAnswer.safeParse(value);
    return parsed.success ? checked(parsed.data, plainKeys, grounds) : invalid(misshapen(parsed.error));
  }
  return invalid('it held no JSON object');
}

function fenced(text: string): readonly string[] {
  return text
    .split('```')
    .filter((_, index) => index % 2 === 1)
    .map((block) => block.replace(/^[A-Za-z]*\n/, ''));
}

function embedded(text: string): readonly string[] {
  const start = text.indexOf('{');
  if (start < 0) return [];
  let depth = 0;
  let inString = false;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === '\\') index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{') depth += 1;
    else if (character === '}') {
      depth -= 1;
      if (depth === 0) return [text.slice(start, index + 1)];
    }
  }
  return [];
}

function parsedObject(text: string): object | undefined {
  const value = parsedArguments(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
}

/** The bounds keep the time linear. */
const SAYS_BLOCK =
  /(?:decision|verdict)[\\"'`*\s]{0,8}(?::|=|is\b)[\\"'`*\s]{0,8}block|should.?block[\\"'`*\s]{0,8}(?::|=|is\b)[\\"'`*\s]{0,8}true/i;

function checked(
  answer: z.infer<typeof textAnswer>,
  said: string,
  { rules, mayBeAuthorised }: VerdictGrounds,
): ReadVerdict {
  const { should_block: shouldBlock, tier = 'none', reason } = answer;
  if (answer.decision !== undefined && shouldBlock !== undefined) return invalid('it held two verdicts');
  const decision = answer.decision ?? (shouldBlock === undefined ? undefined : shouldBlock ? 'block' : 'allow');
  if (decision === undefined) return invalid('it had no decision');
  if (decision === 'allow' && SAYS_BLOCK.test(said)) return invalid('it held two verdicts');
  const contradicts =
    decision === 'allow'
      ? tier === 'hard_deny' || tier === 'soft_deny'
      : tier === 'allow' || tier === 'explicit_intent';
  if (contradicts) return invalid(`its decision ${decision} and its tier ${tier} contradict each other`);
  if (tier === 'explicit_intent' && !mayBeAuthorised) {
    return invalid("it rested on the user's word, and no word of the user was sent");
  }
  if (tier === 'allow' && !rules.some(({ section }) => section === 'allow')) {
    return invalid('it rested on an allow exception, and there is none');
  }
  let rule: PromptRule | undefined;
  if (typeof answer.rule === 'string' && answer.rule.trim() !== '') {
    rule = namedRule(answer.rule, rules);
    if (rule === undefined) return invalid('it named a rule that is not among the rules');
    if (decision === 'allow' && rule.section === 'hardDeny') return invalid('it allowed by a hard-deny rule');
    // Without a named exception only the user's word does.
    if (decision === 'allow' && rule.section === 'softDeny' && tier !== 'explicit_intent') {
      return invalid('it allowed by a soft-deny rule');
    }
    if (decision === 'block' && rule.section === 'allow') rule = undefined;
  }
  // No click or exception lifts it.
  const isHard = decision === 'block' && rule?.section === 'hardDeny';
  return {
    ok: true,
    verdict: {
      decision,
      tier: isHard ? 'hard_deny' : tier,
      rule: rule?.text,
      reason: cutMiddle(visible(reason), MAX_REASON_CHARACTERS),
    },
  };
}

const STRICTEST_FIRST: readonly RuleSection[] = ['hardDeny', 'softDeny', 'allow'];

function namedRule(name: string, all: readonly PromptRule[]): PromptRule | undefined {
  const wanted = plain(name);
  const rules = STRICTEST_FIRST.flatMap((section) => all.filter((rule) => rule.section === section));
  return (
    rules.find(({ label }) => plain(label) === wanted) ??
    rules.find(({ label, text }) => [text, `${label}: ${text}`].some((whole) => plain(whole) === wanted)) ??
    rules.find(({ label, text }) => {
      const short = /^([^:]{1,60}):/.exec(text)?.[1];
      return short !== undefined && [short, `${label}: ${short}`].some((form) => plain(form) === wanted);
    })
  );
}

function plain(text: string): string {
  return text
    .trim()
    .replace(/^\[(.*)\]$/s, '$1')
    .replace(/\s+/g, ' ')
    .replace(/[.:]$/, '')
    .toLowerCase();
}

function misshapen(error: z.ZodError): string {
  const field = error.issues[0]?.path.join('.') ?? '';
  return field === '' ? 'it had another shape' : `its field ${field} does not fit`;
}

function invalid(problem: string): ReadVerdict {
  return { ok: false, problem };
}
