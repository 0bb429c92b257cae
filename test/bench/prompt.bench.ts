/**
 * How large a request to the judge is, how much of it a provider can keep from call to call, and what a call costs:
 * `npx tsx test/bench/prompt.bench.ts`. Tokens are counted as OpenAI's models count them (o200k_base); other companies publish no
 * counter. Answers are not asked for: their lengths are assumed.
 */
import { Tiktoken } from 'js-tiktoken/lite';
import o200kBase from 'js-tiktoken/ranks/o200k_base';
import { FIRST_LOOK_TOOL } from '../../src/classifier/firstLook';
import { KNOWN_PRICES, tokenCost } from '../../src/classifier/models/modelPrices';
import { modelRequests, type ModelRequests } from '../../src/classifier/modelRequests';
import type { ModelCall } from '../../src/classifier/models/provider';
import { anthropicProvider } from '../../src/classifier/providers/anthropic';
import { openAiProvider } from '../../src/classifier/providers/openAi';
import { effectiveConfiguration } from '../../src/config/effectiveConfiguration';
import { ruleProblem } from '../../src/rules/permissionRule';
import type { ClassifierQuestion } from '../../src/engine/model/ports';
import { printRow } from './times';

const counter = new Tiktoken(o200kBase);
const count = (text: string): number => counter.encode(text, []).length;

const { configuration } = effectiveConfiguration(
  { sources: [], trusted: true, workspaceFolders: ['/srv/shop'] },
  ruleProblem,
);

const INSTRUCTIONS = `# Shop

Node 22, TypeScript, PostgreSQL. \`npm test\` runs the unit tests, \`npm run e2e\` the browser tests against a local database.

- Write a test before you mend a bug. Keep functions short; no default exports.
- Migrations live in db/migrations and are written by hand. Never change one that is on main.
- Branches are called feature/..., fix/... or chore/...; open a pull request for each.
`.repeat(3);

/** What was said and done before: a user who asks for something and an agent that works on it. */
const CONVERSATION: ClassifierQuestion['transcript'] = [
  {
    role: 'user',
    text: 'The checkout fails for customers without a saved address. Find out why, mend it, and push a branch.',
  },
  { role: 'assistant', text: 'I will look at the checkout route and its tests first, then reproduce the failure.' },
  { role: 'tool_call', tool: 'Grep', input: { pattern: 'savedAddress', path: 'src/checkout', output_mode: 'content' } },
  { role: 'tool_call', tool: 'Read', input: { file_path: '/srv/shop/src/checkout/route.ts' } },
  {
    role: 'assistant',
    text: 'The route reads `customer.address.country` although `address` may be null. I add a test that shows it.',
  },
  {
    role: 'tool_call',
    tool: 'Edit',
    input: {
      file_path: '/srv/shop/test/checkout.test.ts',
      old_string: "describe('checkout', () => {",
      new_string:
        "describe('checkout', () => {\n  it('takes a customer without an address', async () => {\n    const response = await post('/checkout', { customer: withoutAddress });\n    assert.equal(response.status, 200);\n  });\n",
    },
  },
  { role: 'tool_call', tool: 'Bash', input: { command: 'npm test -- --grep checkout' } },
  {
    role: 'tool_call',
    tool: 'Edit',
    input: {
      file_path: '/srv/shop/src/checkout/route.ts',
      old_string: 'const { country } = customer.address;',
      new_string: 'const country = customer.address?.country ?? shop.country;',
    },
  },
  { role: 'tool_call', tool: 'Bash', input: { command: 'npm test' } },
  { role: 'assistant', text: 'All tests pass. I commit the change on a branch of its own and push it.' },
];

function question(command: string, transcript: ClassifierQuestion['transcript']): ClassifierQuestion {
  return {
    tool: 'Bash',
    input: { command, description: 'Push the branch with the fix' },
    cwd: '/srv/shop',
    agent: 'claude-code',
    transcript,
    loadedContext: [{ path: '/srv/shop/CLAUDE.md', text: INSTRUCTIONS }],
    rules: configuration.rules,
    settings: { ...configuration.classifier, stages: 'auto' },
    sessionModel: undefined,
    facts: [`Runs ${JSON.stringify(command)} in "/srv/shop".`],
    runs: { names: [], spellings: [], guesses: [], mayRun: [] },
    authorisation: undefined,
    closeLook: false,
    decisionId: 'bench',
  };
}

const COMMIT = 'git add -A && git commit -m "Take customers without an address"';
const FIRST = question(COMMIT, CONVERSATION);
const SECOND = question('git push -u origin fix/checkout-without-address', [
  ...CONVERSATION,
  { role: 'tool_call', tool: 'Bash', input: { command: COMMIT } },
]);

/** Assumed: a tool call around one word; some sentences of reasoning and a reason. */
const ANSWER_TOKENS = { firstLook: 15, judgement: 160 };

interface Size {
  readonly kept: number;
  readonly changing: number;
}

function sizeOf({ tools, system, instruction, user }: ModelCall): Size {
  return {
    kept: count(JSON.stringify(tools)) + count(system.join('\n\n')),
    changing: count([instruction, ...user].join('\n\n')),
  };
}

/** How many bytes of two requests differ, counted from the first byte that does. */
function changedBytes(first: string, second: string): { readonly same: number; readonly changed: number } {
  const [a, b] = [Buffer.from(first), Buffer.from(second)];
  let same = 0;
  while (same < a.length && same < b.length && a[same] === b[same]) same += 1;
  return { same, changed: b.length - same };
}

function dollars(amount: number): string {
  return `$${amount.toFixed(5)}`;
}

for (const provider of [anthropicProvider, openAiProvider]) {
  const model = provider.defaultModel;
  if (model === undefined) continue;
  const choice = {
    kind: 'model' as const,
    provider,
    model,
    contextTokens: 200_000,
    connection: { key: undefined, baseUrl: undefined },
    keySource: undefined,
  };
  const requests = (asked: ClassifierQuestion): ModelRequests & { readonly firstLook: ModelCall } => {
    const made = modelRequests(asked, choice, true);
    if (made.firstLook?.tool !== FIRST_LOOK_TOOL) throw new Error('A first look was expected.');
    return { ...made, firstLook: made.firstLook };
  };
  const [first, second] = [requests(FIRST), requests(SECOND)];
  const { kept, changing } = sizeOf(second.judgement);
  const body = (call: ModelCall): string => JSON.stringify(provider.requestBody(call));
  const between = changedBytes(body(first.firstLook), body(second.firstLook));
  const price = KNOWN_PRICES.prices[`${provider.id}/${model}`];
  if (price === undefined) throw new Error(`No price of ${model} is known.`);
  const cost = (tokens: { kept: number; cached: boolean; changing: number; output: number }): number =>
    tokenCost(
      {
        inputTokens: tokens.changing + (tokens.cached || provider.id === 'anthropic' ? 0 : tokens.kept),
        cachedTokens: tokens.cached ? tokens.kept : 0,
        cacheWriteTokens: !tokens.cached && provider.id === 'anthropic' ? tokens.kept : 0,
        outputTokens: tokens.output,
      },
      price,
    );
  const look = cost({ kept, changing, cached: true, output: ANSWER_TOKENS.firstLook });
  const judgement = cost({ kept, changing, cached: true, output: ANSWER_TOKENS.judgement });

  console.log(`\n${provider.id}/${model}`);
  printRow(
    'tokens in a request',
    [String(kept + changing)],
    `of which ${kept} stay the same (${percent(kept, kept + changing)})`,
  );
  printRow('bytes in a request', [String(Buffer.byteLength(body(second.firstLook)))]);
  printRow('  that stay the same at the start', [String(between.same)]);
  printRow('  after the first that changes', [String(between.changed)]);
  printRow('first look that clears', [dollars(look)]);
  printRow('first look, then judgement', [dollars(look + judgement)]);
  printRow('judgement alone', [dollars(judgement)]);
  printRow('judgement alone, nothing cached', [
    dollars(cost({ kept, changing, cached: false, output: ANSWER_TOKENS.judgement })),
  ]);
  printRow('two stages pay below', [percent(judgement - look, judgement)], 'of calls looked at closer');
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(0)} %`;
}
