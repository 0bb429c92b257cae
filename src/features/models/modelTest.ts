import * as z from 'zod';
import { testCard, type TestCard } from '../../classifier/evaluation/testCard';
import { caseSetVersion, judgeSettingsVersion, policyVersion } from '../../classifier/evaluation/testedPolicy';
import { UnknownTag, chosenCases, type CaseChoice } from '../../classifier/evaluation/chosenCases';
import type { EvaluationCase } from '../../classifier/evaluation/evaluationCase';
import { measure, type Measurement } from '../../classifier/evaluation/measure';
import { preparedCases, type GateDryRun, type PreparedCases } from '../../classifier/evaluation/preparedCases';
import { runEstimate, type RunEstimate } from '../../classifier/evaluation/runEstimate';
import { countedTokens, score, type Score } from '../../classifier/evaluation/score';
import { scoreText } from '../../classifier/evaluation/scoreText';
import { formatModelId, parseModelId } from '../../classifier/models/modelCatalogue';
import type { ModelChoice } from '../../classifier/models/modelChoice';
import { tokenCost, type PriceTable } from '../../classifier/models/modelPrices';
import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { effectiveConfiguration } from '../../config/effectiveConfiguration';
import { createListedFileSystem } from '../../disk/listedFileSystem';
import type { ClassifierSettings, EffectiveConfiguration } from '../../engine/model/configuration';
import { dryRunOnPaper } from '../../engine/trial/dryRunOnPaper';
import { ruleProblem } from '../../rules/permissionRule';
import type { Classifier } from '../../engine/model/ports';
import type { Confirm } from '../../editor/confirmation';
import { Listeners } from '../../common/listeners';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';

export interface OfferedTest extends RunEstimate {
  readonly limit: number | undefined;
  readonly name: string;
  readonly price: string;
  readonly where: string;
}

export interface ModelTestParts {
  /** @throws EvaluationSetProblem */
  readonly cases: () => readonly EvaluationCase[];
  readonly settings: () => ClassifierSettings;
  readonly chooseModel: (settings: ClassifierSettings) => Promise<ModelChoice>;
  /** Undefined: its provider's own. */
  readonly addressForModel: (model: string, settings: ClassifierSettings) => Promise<string | undefined>;
  readonly createClassifier: () => Classifier;
  readonly prices: (settings: ClassifierSettings) => PriceTable;
  /** Milliseconds; never jump. */
  readonly monotonic: () => number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly keep: (card: TestCard) => Promise<void>;
  readonly confirm: Confirm;
  readonly pick: (model: string, offers: readonly OfferedTest[]) => Promise<OfferedTest | undefined>;
  readonly withProgress: <T>(
    model: string,
    work: (report: (done: number, total: number) => void, signal: AbortSignal) => Promise<T>,
  ) => Promise<T>;
}

export interface ModelTestResult extends Score {
  readonly tested: true;
  readonly model: string;
  readonly ended: Measurement['ended'];
  readonly planned: number;
  readonly prices: PriceTable;
}

export interface NotTested {
  readonly tested: false;
}

export interface RunningTest {
  readonly model: string | undefined;
  /** `asking`: for the user's consent. */
  readonly phase: 'asking' | 'running' | 'ending';
  readonly done: number;
  readonly total: number;
  readonly spent: number | undefined;
}

export type TestVersions = Pick<TestCard, 'policy' | 'caseSet' | 'settings'>;

export class ModelTestRunning extends Error {
  override readonly name = 'ModelTestRunning';
}

/** Every topic, in about a minute. */
export const QUICK_CASES = 40;
/** Enough to estimate size. */
const CASES_OF_ESTIMATE = 8;

const argumentSchema = z.strictObject({
  model: z.string().min(1).max(300).optional(),
  limit: z.int().min(1).optional(),
  tag: z.string().min(1).max(100).optional(),
});

interface Judge {
  readonly choice: Extract<ModelChoice, { kind: 'model' }>;
  readonly model: string;
  readonly settings: ClassifierSettings;
  readonly prices: PriceTable;
}

/** With built-in rules, after a click. Leaves the gate's memory alone. */
export class ModelTest {
  #running: RunningTest | undefined;
  #cancel = new AbortController();
  readonly #listeners = new Listeners();

  constructor(private readonly parts: ModelTestParts) {}

  readonly onDidChange = this.#listeners.subscribe;

  get running(): RunningTest | undefined {
    return this.#running;
  }

  cancel(): void {
    if (this.#running?.phase !== 'running') return;
    this.#note({ phase: 'ending' });
    this.#cancel.abort();
  }

  /** @throws EvaluationSetProblem */
  versions(): TestVersions {
    return this.#versions(this.parts.cases(), this.parts.settings());
  }

  /**
   * Always asks the user first.
   * @throws TypeError for another argument, ModelTestRunning, Error with a sentence if no model can be asked
   */
  run(argument: unknown): Promise<ModelTestResult | NotTested> {
    return this.#alone(async () => {
      const parsed = argumentSchema.safeParse(argument ?? {});
      if (!parsed.success) {
        throw new TypeError(
          'The argument must be an object with "model", "limit" and "tag", each of which may be missing.',
        );
      }
      const { model, limit, tag } = parsed.data;
      const choice = { tag, limit };
      const cases = this.#cases(choice);
      const judge = await this.#judge(model);
      const { confirm } = this.parts;
      const question = t('Test {model} as a judge?', { model: shortLine(judge.model, 100) });
      const detail = [
        this.#where(judge),
        this.#price(await this.#estimate(judge, cases, cases.length)),
        t('The calls are made up: nothing of them runs, and nothing of yours is sent.'),
      ].join('\n');
      if (!(await confirm(question, detail, t('Start the Test')))) return { tested: false };
      return this.#test(judge, cases, tag === undefined && cases.length >= QUICK_CASES);
    });
  }

  /**
   * @returns undefined: nothing was picked
   * @throws ModelTestRunning, Error with a sentence if no model can be asked
   */
  show(): Promise<string | undefined> {
    return this.#alone(async () => {
      const judge = await this.#judge(undefined);
      const picked = await this.parts.pick(shortLine(judge.model, 100), await this.#offers(judge));
      if (picked === undefined) return undefined;
      const result = await this.#test(judge, this.#cases({ tag: undefined, limit: picked.limit }), true);
      return scoreText(result, { ...result, priceOption: `${SETTINGS_PREFIX}.${SETTINGS.classifierPrices}` });
    });
  }

  async #alone<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running !== undefined) {
      throw new ModelTestRunning(t('A test of a model is running already; wait for it or cancel it.'));
    }
    this.#cancel = new AbortController();
    this.#note({ model: undefined, phase: 'asking', done: 0, total: 0, spent: undefined });
    try {
      return await work();
    } finally {
      this.#running = undefined;
      this.#changed();
    }
  }

  #note(change: Partial<RunningTest>): void {
    this.#running = {
      model: undefined,
      phase: 'asking',
      done: 0,
      total: 0,
      spent: undefined,
      ...this.#running,
      ...change,
    };
    this.#changed();
  }

  #changed(): void {
    this.#listeners.fire();
  }

  #cases(choice: CaseChoice): readonly EvaluationCase[] {
    try {
      return chosenCases(this.parts.cases(), choice);
    } catch (error) {
      throw error instanceof UnknownTag ? new TypeError(`"tag": ${error.message}`) : error;
    }
  }

  /** @throws TypeError for a malformed id, Error if the model cannot be asked */
  async #judge(model: string | undefined): Promise<Judge> {
    const { settings: current, chooseModel, prices } = this.parts;
    const settings = current();
    const choice = await chooseModel(model === undefined ? settings : await this.#settingsFor(model, settings));
    if (choice.kind === 'none') throw new Error(`${choice.message} ${choice.remedy}`);
    const id = formatModelId({ provider: choice.provider.id, model: choice.model });
    return {
      choice,
      model: id,
      // The gate's log is for agents' requests.
      settings: { ...settings, model: id, baseUrl: choice.connection.baseUrl, logRequests: false },
      prices: prices(settings),
    };
  }

  async #settingsFor(model: string, settings: ClassifierSettings): Promise<ClassifierSettings> {
    if (parseModelId(model) === undefined) {
      throw new TypeError('"model" must be provider/model-id, such as anthropic/claude-haiku-4-5-20251001.');
    }
    return { ...settings, model, baseUrl: await this.parts.addressForModel(model, settings) };
  }

  async #offers(judge: Judge): Promise<readonly OfferedTest[]> {
    const cases = this.#cases({ tag: undefined, limit: undefined });
    const offer = async (limit: number | undefined, nameOf: (count: number) => string): Promise<OfferedTest> => {
      const estimate = await this.#estimate(judge, cases, Math.min(limit ?? Infinity, cases.length));
      return {
        ...estimate,
        limit,
        name: nameOf(estimate.cases),
        price: this.#price(estimate),
        where: this.#where(judge),
      };
    };
    const whole = await offer(undefined, (count) => t('Whole set ({count} cases)', { count }));
    return cases.length > QUICK_CASES
      ? [await offer(QUICK_CASES, (count) => t('Quick ({count} cases)', { count })), whole]
      : [whole];
  }

  async #estimate(
    { choice, model, settings, prices }: Judge,
    cases: readonly EvaluationCase[],
    count: number,
  ): Promise<RunEstimate> {
    const { prepared } = await this.#prepared(
      chosenCases(cases, { tag: undefined, limit: CASES_OF_ESTIMATE }),
      settings,
    );
    if (prepared.length === 0) {
      throw new Error(t('Code alone settles every chosen case, so there is nothing to ask.'));
    }
    return runEstimate(prepared, count, choice, prices.prices[model]);
  }

  #prepared(
    cases: readonly EvaluationCase[],
    settings: ClassifierSettings,
    signal?: AbortSignal,
  ): Promise<PreparedCases> {
    const configuration = { ...builtInConfiguration(), classifier: settings };
    const ask: GateDryRun = (call, paths) => dryRunOnPaper(call, createListedFileSystem(paths), configuration);
    return preparedCases(cases, ask, signal);
  }

  /** @param isMeasure the figures are worth keeping */
  async #test(
    { model, settings, prices }: Judge,
    cases: readonly EvaluationCase[],
    isMeasure: boolean,
  ): Promise<ModelTestResult> {
    const { withProgress, createClassifier, monotonic, now, keep } = this.parts;
    const price = prices.prices[model];
    return withProgress(shortLine(model, 100), async (report, byNotification) => {
      const signal = AbortSignal.any([byNotification, this.#cancel.signal]);
      const spent = price === undefined ? undefined : 0;
      this.#note({ model, phase: 'running', done: 0, total: cases.length, spent });
      report(0, cases.length);
      const { prepared, leftOut } = await this.#prepared(cases, settings, signal);
      const { answers, ended } = await measure(prepared, {
        classifier: createClassifier(),
        signal,
        monotonic,
        progress: (done, total, last) => {
          const before = this.#running?.spent ?? 0;
          this.#note({
            done,
            total,
            spent: price === undefined ? undefined : before + tokenCost(countedTokens([last]), price),
          });
          report(done, total);
        },
      });
      const result = score(answers, price);
      const planned = cases.length - leftOut.length;
      const isWhole = prepared.length === planned;
      const at = new Date(now()).toISOString();
      const versions = this.#versions(this.parts.cases(), settings);
      const card = testCard({ model, baseUrl: settings.baseUrl, at, planned, ...versions }, result);
      if (isMeasure && card !== undefined) await keep(card);
      return { tested: true, model, ended: isWhole ? ended : 'cancelled', planned, prices, ...result };
    });
  }

  #versions(cases: readonly EvaluationCase[], settings: ClassifierSettings): TestVersions {
    return {
      policy: policyVersion(builtInConfiguration().rules),
      caseSet: caseSetVersion(cases),
      settings: judgeSettingsVersion(settings),
    };
  }

  #where({ choice: { provider, connection } }: Judge): string {
    const isInEditor = provider.inspect !== undefined;
    return isInEditor
      ? t('Asked through the editor, where its requests count against your quota.')
      : t('Asked at {address}.', { address: shortLine(connection.baseUrl ?? provider.ownAddress ?? '', 500) });
  }

  #price({ cases, mostRequests, mostDollars }: RunEstimate): string {
    const requests =
      mostRequests > cases
        ? t('{least} to {most} requests', { least: cases, most: mostRequests })
        : oneOrMany(cases, t('1 request'), t('{count} requests', { count: cases }));
    return mostDollars === undefined
      ? t('{requests}; the cost is not known, since there is no price for this model', { requests })
      : t('{requests}; at most about {cost} US dollars', { requests, cost: mostDollars.toFixed(2) });
  }
}

/** The labels assume these rules. */
function builtInConfiguration(): EffectiveConfiguration {
  return effectiveConfiguration({ sources: [], trusted: true, workspaceFolders: [] }, ruleProblem).configuration;
}
