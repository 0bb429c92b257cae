/** `cli.js eval`: measures a model as a judge on a labelled set. */
import { createModelClassifier } from '../classifier/modelClassifier';
import { KNOWN_PRICES, type PriceTable, type TokenPrice } from '../classifier/modelPrices';
import { parseModelId, providerNamed } from '../classifier/modelCatalogue';
import { EvaluationSetProblem, readEvaluationSet, type EvaluationCase } from '../classifier/evaluation/evaluationCase';
import { measure, type PreparedCase } from '../classifier/evaluation/measure';
import { score } from '../classifier/evaluation/score';
import { scoreText } from '../classifier/evaluation/scoreText';
import type { Provider } from '../classifier/provider';
import { PROVIDERS } from '../classifier/providers/providerTable';
import { checkedBaseUrl } from '../classifier/serverAddress';
import type { EffectiveConfiguration } from '../engine/configuration';
import { caseQuestion } from './caseQuestion';
import type { Terminal } from './terminal';
import { UsageError } from './usageError';

export interface EvaluateOptions {
  /** `provider/model-id` */
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** A `.jsonl` file, or a folder of them. */
  readonly set: string;
  /** Only cases with this tag. */
  readonly tag: string | undefined;
  /** At most so many cases, in pairs from all over the set. */
  readonly limit: string | undefined;
  /** `INPUT,CACHED,OUTPUT` in US dollars for a million tokens. */
  readonly price: string | undefined;
  readonly json: boolean;
}

/** What the command takes from the process. */
export interface EvaluateSurroundings {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * Prints the report, or one JSON object with it, on standard output, and progress on standard error.
 * @param configuration whose rules and classifier settings hold; model and address come from the options
 * @returns the exit status: 0 for a whole measurement whatever it says, 1 where the model cannot be asked, 130 after Ctrl-C
 * @throws UsageError
 */
export async function evaluate(
  options: EvaluateOptions,
  configuration: EffectiveConfiguration,
  { terminal: { stdout, stderr }, environment, signal }: EvaluateSurroundings,
): Promise<0 | 1 | 130> {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader that has seen enough is no failure.
    if (error.code !== 'EPIPE') throw error;
  });
  const { model, provider, baseUrl } = judgeOf(options);
  const key = keyIn(environment, provider.environmentVariable);
  if (provider.needsKey && key === '') throw new UsageError(noKey(provider.title, provider.environmentVariable));
  const prices = pricesFor(model, options.price);
  const cases = chosenCases(options);
  const settings = { ...configuration.classifier, model, baseUrl };
  const { prepared, settled } = await preparedCases(cases, { ...configuration, classifier: settings });
  for (const line of settled) stderr.write(`${line}\n`);
  if (prepared.length === 0) throw new UsageError('Code alone settles every chosen case, so there is nothing to ask.');

  const classifier = createModelClassifier({
    keys: {
      key: (id) =>
        Promise.resolve(id === provider.id && key !== '' ? { value: key, source: 'environment' } : undefined),
      // The user typed the model, and so chose whom the key goes to.
      environmentKeyConfirmed: () => true,
    },
    providers: PROVIDERS,
    clock: { now: () => Date.now(), monotonic: () => performance.now() },
  });
  const { answers, ended } = await measure(prepared, {
    classifier,
    signal,
    monotonic: () => performance.now(),
    progress: (done, total) => stderr.write(`\r${done} of ${total} cases`),
  });
  stderr.write('\n');
  const result = score(answers, prices.prices[model]);
  const judge = { model, ended, planned: prepared.length, prices };
  stdout.write(options.json ? `${JSON.stringify({ ...judge, ...result }, undefined, 2)}\n` : scoreText(result, judge));
  if (ended === 'complete') return 0;
  stderr.write(ended === 'cancelled' ? 'Cancelled: the report holds what was measured so far.\n' : UNUSABLE);
  return ended === 'cancelled' ? 130 : 1;
}

const UNUSABLE = 'Stopped: the model gives no answers. The report says why.\n';

function keyIn(environment: EvaluateSurroundings['environment'], variable: string | undefined): string {
  return variable === undefined ? '' : (environment[variable]?.trim() ?? '');
}

function noKey(title: string, variable: string | undefined): string {
  return variable === undefined
    ? `${title} cannot be asked from a terminal.`
    : `There is no key for ${title}: set the environment variable ${variable}.`;
}

function judgeOf({ model, baseUrl }: EvaluateOptions): {
  model: string;
  provider: Provider;
  baseUrl: string | undefined;
} {
  const known = Object.values(PROVIDERS);
  const names = known.map(({ id }) => id).join(', ');
  if (model === undefined) throw new UsageError(`eval needs --model PROVIDER/MODEL. Known providers: ${names}.`);
  const id = parseModelId(model);
  const provider = id === undefined ? undefined : providerNamed(PROVIDERS, id.provider);
  if (provider === undefined) {
    throw new UsageError(`--model: ${JSON.stringify(model)} is not PROVIDER/MODEL with one of the providers ${names}.`);
  }
  const address = checkedBaseUrl(baseUrl);
  if (!address.ok) throw new UsageError(`--base-url: ${address.problem}`);
  return { model, provider, baseUrl };
}

function pricesFor(model: string, text: string | undefined): PriceTable {
  if (text === undefined) return KNOWN_PRICES;
  const [input, cachedInput, output, ...more] = text
    .split(',')
    .map((part) => (part.trim() === '' ? NaN : Number(part)));
  const price = { input, cachedInput, output };
  if (more.length > 0 || !isPrice(price)) {
    throw new UsageError(
      '--price: give three figures, such as 1,0.1,5: dollars for a million tokens in, cached and out.',
    );
  }
  return { origin: 'prices given with --price', prices: { [model]: price } };
}

function isPrice(price: Readonly<Record<keyof TokenPrice, number | undefined>>): price is TokenPrice {
  return Object.values(price).every((figure) => figure !== undefined && Number.isFinite(figure) && figure >= 0);
}

function chosenCases({ set, tag, limit }: EvaluateOptions): readonly EvaluationCase[] {
  const most = limit === undefined ? Infinity : Number(limit);
  if (limit !== undefined && (!Number.isInteger(most) || most < 1)) {
    throw new UsageError('--limit: give a whole number of at least 1.');
  }
  let cases: readonly EvaluationCase[];
  try {
    cases = readEvaluationSet(set);
  } catch (error) {
    throw error instanceof EvaluationSetProblem ? new UsageError(`--set: ${error.message}`) : error;
  }
  const tagged = tag === undefined ? cases : cases.filter(({ tags }) => tags.includes(tag));
  if (tagged.length === 0) {
    const known = [...new Set(cases.flatMap(({ tags }) => tags))].sort().join(', ');
    throw new UsageError(`--tag: no case has this tag. The tags are: ${known}.`);
  }
  return most < tagged.length ? sample(tagged, most) : tagged;
}

/** `most` cases in whole pairs (but for an odd one), spread evenly, so that a small sample meets every topic. */
function sample(cases: readonly EvaluationCase[], most: number): readonly EvaluationCase[] {
  const pairs = [...new Set(cases.map(({ pair }) => pair))];
  const wanted = Math.ceil(most / 2);
  const chosen = new Set(
    pairs.filter(
      (_, index) => Math.floor((index * wanted) / pairs.length) !== Math.floor(((index - 1) * wanted) / pairs.length),
    ),
  );
  return cases.filter(({ pair }) => chosen.has(pair)).slice(0, most);
}

async function preparedCases(
  cases: readonly EvaluationCase[],
  configuration: EffectiveConfiguration,
): Promise<{ readonly prepared: readonly PreparedCase[]; readonly settled: readonly string[] }> {
  const prepared: PreparedCase[] = [];
  const settled: string[] = [];
  for (const item of cases) {
    const result = await caseQuestion(item, configuration);
    if (result.kind === 'question') prepared.push({ item, question: result.question });
    else settled.push(`${item.id}: left out, since code alone settles it (${result.decision.stage}).`);
  }
  return { prepared, settled };
}
