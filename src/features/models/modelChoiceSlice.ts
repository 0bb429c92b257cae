import { createHash } from 'node:crypto';
import { DeadlineExceeded } from '../../common/deadline';
import type { TestCard } from '../../classifier/evaluation/testCard';
import { formatModelId } from '../../classifier/models/modelCatalogue';
import type { ModelChoice } from '../../classifier/models/modelChoice';
import type { ListedModel } from '../../classifier/models/modelListing';
import { ProviderFailure } from '../../classifier/models/provider';
import type { EffectiveSettings } from '../../config/sources';
import type {
  ModelChoiceFocus,
  ModelChoiceSlice,
  ModelInForce,
  PanelModel,
  PanelProvider,
  PanelTestCard,
  ProviderNeed,
} from '../../panel/modelChoice';
import { QUICK_CASES, type RunningTest, type TestVersions } from './modelTest';
import { providerName } from '../../editor/providerName';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import type { ListedProvider } from './modelListings';

const MAX_SHOWN = 30;
const MAX_NAME = 250;
const MAX_SENTENCES = 600;
const MAX_ADDRESS = 300;

export interface ModelChoiceFacts {
  readonly focus: ModelChoiceFocus;
  readonly settings: EffectiveSettings;
  readonly providers: readonly ListedProvider[];
  readonly choice: ModelChoice | undefined;
  readonly cards: readonly TestCard[];
  readonly versions: TestVersions | undefined;
  /** `provider/model-id`. */
  readonly lastJudge: string | undefined;
  readonly changed: readonly string[];
  readonly lastOutage: { readonly at: string; readonly text: string } | undefined;
  readonly test: RunningTest | undefined;
}

/** Unlike the model's own name, always safe to show. */
export function modelKey(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 32);
}

export function modelOfKey(
  key: string,
  { providers, choice }: Pick<ModelChoiceFacts, 'providers' | 'choice'>,
): ListedModel | undefined {
  const listed = providers.flatMap(({ listing }) => listing?.models ?? []).find(({ id }) => modelKey(id) === key);
  if (listed !== undefined || choice?.kind !== 'model') return listed;
  const id = idOf(choice);
  return modelKey(id) === key ? { id, isDefault: false, baseUrl: choice.connection.baseUrl } : undefined;
}

/** Foreign text is visible. */
export function modelChoiceSlice(facts: ModelChoiceFacts): ModelChoiceSlice {
  const { focus, settings, providers, changed, lastOutage, test } = facts;
  const { whenUnavailable, onBlock, stages, timeoutSeconds, assistantText } = settings.configuration.classifier;
  const source = settings.origins['classifier.model'];
  return {
    search: focus.search,
    selected: focus.selected,
    inForce: inForce(facts),
    forbidden: settings.forbidsLoosening,
    pinnedBy: source === 'managed' || source === 'environment' ? source : undefined,
    providers: providers.map((one) => shownProvider(one, facts)),
    changed: changed.map((name) => shortLine(name, MAX_NAME)),
    lastOutage:
      lastOutage === undefined ? undefined : { at: lastOutage.at, text: shortLine(lastOutage.text, MAX_SENTENCES) },
    test:
      test === undefined
        ? undefined
        : {
            model: shortLine(test.model ?? '', MAX_NAME),
            phase: test.phase,
            done: test.done,
            total: test.total,
            spentUsd: test.spent,
          },
    quickCases: QUICK_CASES,
    settings: { whenUnavailable, onBlock, stages, timeoutSeconds, assistantText },
  };
}

function inForce(facts: ModelChoiceFacts): ModelInForce | undefined {
  const { choice, settings, lastJudge } = facts;
  if (choice === undefined) return undefined;
  const configured = settings.configuration.classifier.model;
  const source = configured === undefined ? undefined : settings.origins['classifier.model'];
  if (choice.kind === 'none') {
    return {
      why: 'none',
      model: configured === undefined ? undefined : shortLine(configured, MAX_NAME),
      source,
      problem: shortLine(`${choice.message} ${choice.remedy}`, MAX_SENTENCES),
    };
  }
  const id = idOf(choice);
  const { baseUrl } = choice.connection;
  return {
    why: configured === undefined ? 'automatic' : 'configured',
    model: shortLine(id, MAX_NAME),
    key: modelKey(id),
    source,
    address: baseUrl === undefined ? undefined : shortLine(baseUrl, MAX_ADDRESS),
    session:
      configured === undefined && lastJudge !== undefined && lastJudge !== id
        ? shortLine(lastJudge, MAX_NAME)
        : undefined,
    card: cardOf(id, baseUrl, facts),
  };
}

function idOf({ provider, model }: Extract<ModelChoice, { kind: 'model' }>): string {
  return formatModelId({ provider: provider.id, model });
}

function shownProvider(listed: ListedProvider, facts: ModelChoiceFacts): PanelProvider {
  const { provider, listing, waiting, cancelled, key } = listed;
  const wanted = facts.focus.search.trim().toLowerCase();
  const found = (listing?.models ?? []).filter(({ id }) => id.toLowerCase().includes(wanted));
  const used = usedId(facts);
  const shown = found.slice(0, MAX_SHOWN);
  // The one in use comes first.
  const inUse = found.slice(MAX_SHOWN).find(({ id }) => id === used);
  const baseUrl = listing?.baseUrl;
  return {
    id: provider.id,
    title: providerName(provider),
    address: baseUrl === undefined ? undefined : shortLine(baseUrl, MAX_ADDRESS),
    ...need(listed),
    key,
    variable: provider.environmentVariable,
    hasAddress: provider.ownAddress === undefined,
    waiting,
    cancelled,
    models: (inUse === undefined ? shown : [inUse, ...shown]).map((model) => shownModel(model, listed, facts)),
    found: found.length,
  };
}

function need({ provider, listing, key, ownsAddress, closed }: ListedProvider): {
  readonly need: ProviderNeed;
  readonly detail?: string;
} {
  if (listing === undefined) return { need: 'nothing' };
  const isServer = provider.ownAddress === undefined;
  const { gap, failure, models } = listing;
  switch (gap) {
    case 'address':
      return { need: isServer ? 'address' : 'address-mended' };
    case 'key':
      return { need: 'key' };
    case 'unconfirmed-key':
      return { need: 'key-confirmation' };
    case undefined:
      break;
  }
  if (failure !== undefined) {
    const kind = failure instanceof ProviderFailure ? failure.kind : undefined;
    const detail = failureText(failure);
    // Its key and address are entered together.
    if (kind === 'authentication' && isServer && !ownsAddress) return { need: 'address', detail };
    if (kind === 'authentication') return { need: key === 'not-needed' ? 'key' : 'key-refused', detail };
    return { need: isServer && kind === 'network' ? 'server' : 'failed', detail };
  }
  if (models.length === 0) return { need: 'models' };
  return { need: provider.inspect !== undefined && models.every(({ id }) => closed.has(id)) ? 'consent' : 'nothing' };
}

function failureText(failure: unknown): string {
  if (failure instanceof ProviderFailure) {
    return shortLine([failure.message, failure.remedy ?? ''].join(' '), MAX_SENTENCES);
  }
  // Other failures may quote unread text.
  return failure instanceof DeadlineExceeded ? t('It did not answer in time.') : t('Its models could not be listed.');
}

function shownModel(model: ListedModel, { closed }: ListedProvider, facts: ModelChoiceFacts): PanelModel {
  return {
    key: modelKey(model.id),
    name: shortLine(model.id, MAX_NAME),
    isDefault: model.isDefault,
    inForce: model.id === usedId(facts),
    needsConsent: closed.has(model.id),
    card: cardOf(model.id, model.baseUrl, facts),
  };
}

function usedId({ choice, settings }: ModelChoiceFacts): string | undefined {
  return choice?.kind === 'model' ? idOf(choice) : settings.configuration.classifier.model;
}

/** Prefers tests with the present settings. */
function cardOf(
  id: string,
  baseUrl: string | undefined,
  { cards, versions }: ModelChoiceFacts,
): PanelTestCard | undefined {
  const own = cards.filter((card) => card.model === id && card.baseUrl === baseUrl);
  const card = own.findLast((one) => stale(one, versions).length === 0) ?? own.at(-1);
  if (card === undefined) return undefined;
  const { at, cases, planned, recall, falseAlarms, unparsable, outages, medianMs, costUsd } = card;
  return {
    at,
    cases,
    planned,
    right: { count: recall.count + falseAlarms.of - falseAlarms.count, of: recall.of + falseAlarms.of },
    missed: { count: recall.of - recall.count, of: recall.of },
    falseBlocks: falseAlarms,
    unparsable,
    outages,
    medianMs,
    costUsd,
    stale: stale(card, versions),
  };
}

function stale(card: TestCard, now: TestVersions | undefined): PanelTestCard['stale'] {
  if (now === undefined) return [];
  return [
    ...(card.policy === now.policy ? [] : (['policy'] as const)),
    ...(card.caseSet === now.caseSet ? [] : (['cases'] as const)),
    ...(card.settings === now.settings ? [] : (['settings'] as const)),
  ];
}
