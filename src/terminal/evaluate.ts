/** `cli.js eval`. */
import { createModelClassifier } from '../classifier/modelClassifier';
import { KNOWN_PRICES, type PriceTable } from '../classifier/models/modelPrices';
import { parseModelId, providerNamed } from '../classifier/models/modelCatalogue';
import { UnknownTag, chosenCases } from '../classifier/evaluation/chosenCases';
import { EvaluationSetProblem, readEvaluationSet, type EvaluationCase } from '../classifier/evaluation/evaluationCase';
import { measure } from '../classifier/evaluation/measure';
import { preparedCases } from '../classifier/evaluation/preparedCases';
import { score } from '../classifier/evaluation/score';
import { scoreText } from '../classifier/evaluation/scoreText';
import type { Provider } from '../classifier/models/provider';
import { PROVIDERS } from '../classifier/providers/providerTable';
import { checkedBaseUrl } from '../classifier/models/serverAddress';
import { createListedFileSystem } from '../disk/listedFileSystem';
import type { ClassifierSettings, EffectiveConfiguration, TokenPrice } from '../engine/model/configuration';
import { dryRunOnPaper } from '../engine/trial/dryRunOnPaper';
import type { Terminal } from './terminal';
import { UsageError } from './usageError';

export interface EvaluateOptions {
  readonly model: string | undefined;
  readonly baseUrl: string | undefined;
  /** A `.jsonl` file, or a folder of them. */
  readonly set: string;
  readonly tag: string | undefined;
  readonly limit: string | undefined;
  /** `INPUT,CACHED,OUTPUT` in US dollars per million tokens. */
  readonly price: string | undefined;
  /** `auto`, `one` or `two`; undefined: as configured. */
  readonly stages: string | undefined;
  readonly json: boolean;
}

export interface EvaluateSurroundings {
  readonly terminal: Terminal;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Aborts at Ctrl-C. */
  readonly signal: AbortSignal;
}

/**
 * The report or its JSON goes to standard output, progress to standard error.
 * @param configuration the options replace its model and address
 * @returns exit status: 0 for a whole measurement, 1 if the model cannot be asked, 130 after Ctrl-C
 * @throws UsageError
 */
export async function evaluate(
  options: EvaluateOptions,
  configuration: EffectiveConfiguration,
  { terminal: { stdout, stderr }, environment, signal }: EvaluateSurroundings,
): Promise<0 | 1 | 130> {
  stdout.on('error', (error: NodeJS.ErrnoException) => {
    // A reader may stop early.
    if (error.code !== 'EPIPE') throw error;
  });
  const { model, provider, baseUrl } = judgeOf(options);
  const key = keyIn(environment, provider.environmentVariable);
  if (provider.needsKey && key === '') throw new UsageError(noKey(provider.title, provider.environmentVariable));
  const prices = pricesFor(model, options.price);
  const cases = casesOf(options);
  const stages = stagesOf(options.stages) ?? configuration.classifier.stages;
  const settings = { ...configuration.classifier, model, baseUrl, stages };
  const { prepared, leftOut } = await preparedCases(cases, (call, paths) =>
    dryRunOnPaper(call, createListedFileSystem(paths), { ...configuration, classifier: settings }),
  );
  for (const line of leftOut) stderr.write(`${line}\n`);
  if (prepared.length === 0) throw new UsageError('Code alone settles every chosen case, so there is nothing to ask.');

  const classifier = createModelClassifier({
    keys: {
      key: (id) =>
        Promise.resolve(id === provider.id && key !== '' ? { value: key, source: 'environment' } : undefined),
      // The user typed the model, and so chose who gets the key.
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
  stdout.write(
    options.json
      ? `${JSON.stringify({ ...judge, ...result }, undefined, 2)}\n`
      : scoreText(result, { ...judge, priceOption: '--price' }),
  );
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

function stagesOf(text: string | undefined): ClassifierSettings['stages'] | undefined {
  if (text === undefined || text === 'auto' || text === 'one' || text === 'two') return text;
  throw new UsageError('--stages: give auto, one or two.');
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

function isPrice(price: Readonly<Record<'input' | 'cachedInput' | 'output', number | undefined>>): price is TokenPrice {
  return Object.values(price).every((figure) => figure !== undefined && Number.isFinite(figure) && figure >= 0);
}

function casesOf({ set, tag, limit }: EvaluateOptions): readonly EvaluationCase[] {
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
  try {
    return chosenCases(cases, { tag, limit: most });
  } catch (error) {
    throw error instanceof UnknownTag ? new UsageError(`--tag: ${error.message}`) : error;
  }
}
