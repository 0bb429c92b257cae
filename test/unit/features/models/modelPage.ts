import assert from 'node:assert/strict';
import type { TestCard } from '../../../../src/classifier/evaluation/testCard';
import type { ApiKey } from '../../../../src/classifier/models/keySource';
import type { ListedModel } from '../../../../src/classifier/models/modelListing';
import { ProviderFailure, type Provider } from '../../../../src/classifier/models/provider';
import { anthropicProvider } from '../../../../src/classifier/providers/anthropic';
import { localServerProvider } from '../../../../src/classifier/providers/localServer';
import type { EffectiveSettings } from '../../../../src/config/sources';
import type { ClassifierSettings } from '../../../../src/engine/model/configuration';
import { ModelChoicePage } from '../../../../src/features/models/modelChoice';
import { ModelListings } from '../../../../src/features/models/modelListings';
import type { ModelChoiceSlice, PanelProvider } from '../../../../src/panel/modelChoice';
import { keySource } from '../../classifier/classifierQuestion';
import { configuration } from '../../engine/fakeGate';

export const KEY = 'sk-ant-canary-0123456789';
export const HAIKU = 'anthropic/claude-haiku-4-5-20251001';
export const VERSIONS = { policy: 'p1', caseSet: 'c1', settings: 's1' };
const NOTHING = { dispose: (): void => undefined };

type Lister = Provider['listModels'];
export const gives =
  (...models: readonly string[]): Lister =>
  () =>
    Promise.resolve(models);
export const fails =
  (kind: ProviderFailure['kind'], message = 'It failed.'): Lister =>
  () =>
    Promise.reject(new ProviderFailure(kind, message, 'Mend it.'));

export interface World {
  settings: ClassifierSettings;
  origins: EffectiveSettings['origins'];
  forbidden: boolean;
  keys: Record<string, ApiKey>;
  confirmed: readonly string[];
  cards: TestCard[];
  anthropic: Lister;
  local: Lister;
  editor: Lister;
  /** The editor's models that can be asked without a question. */
  open: readonly string[];
  readonly did: string[];
  readonly asked: string[];
}

export function world(over: Partial<World> = {}): { readonly page: ModelChoicePage; readonly seen: World } {
  const seen: World = {
    settings: configuration().classifier,
    origins: {},
    forbidden: false,
    keys: { anthropic: { value: KEY, source: 'secret-storage' } },
    confirmed: [],
    cards: [],
    anthropic: gives('claude-haiku-4-5-20251001', 'claude-next'),
    local: gives('qwen3:8b'),
    editor: gives(),
    open: [],
    did: [],
    asked: [],
    ...over,
  };
  const at = (provider: Provider, list: () => Lister): Provider => ({
    ...provider,
    listModels: (connection, signal) => {
      seen.asked.push(provider.id);
      return list()(connection, signal);
    },
  });
  const editor: Provider = {
    ...localServerProvider,
    id: 'editor',
    title: "The editor's models",
    ownAddress: 'vscode.lm',
    inspect: (model) =>
      seen.open.includes(model)
        ? Promise.resolve({ contextTokens: 1 })
        : Promise.reject(new ProviderFailure('no-consent', 'No consent.', undefined)),
  };
  const providers = {
    anthropic: at(anthropicProvider, () => seen.anthropic),
    local: at(localServerProvider, () => seen.local),
    editor: at(editor, () => seen.editor),
  };
  const settings = (): EffectiveSettings => ({
    configuration: configuration({ classifier: seen.settings }),
    origins: seen.origins,
    defaultBranchPush: 'ordinary',
    problems: [],
    ignored: [],
    forbidsLoosening: seen.forbidden,
  });
  const keys = {
    key: (provider: string) => Promise.resolve(seen.keys[provider]),
    environmentKeyConfirmed: (provider: string) => keySource({}, seen.confirmed).environmentKeyConfirmed(provider),
  };
  const did =
    <T>(what: string, answer: T) =>
    (): Promise<T> => {
      seen.did.push(what);
      return Promise.resolve(answer);
    };
  const page = new ModelChoicePage({
    listings: new ModelListings({ providers, keys, settings: () => seen.settings }),
    providers,
    settings,
    onDidChangeJudge: () => NOTHING,
    status: { lastJudge: () => undefined, lastOutage: () => undefined, onDidChange: () => NOTHING },
    changedModels: () => ['qwen\u202E3'],
    confirmModel: did('confirmModel', undefined),
    picker: {
      use: (model: ListedModel | undefined) => did(`use ${model?.id ?? 'automatic'}`, undefined)(),
      pickOnServer: did('pickOnServer', true),
    },
    askConsent: (model) => did(`askConsent ${model}`, true)(),
    keyEntry: {
      enter: ({ id }) => did(`enter ${id}`, undefined)(),
      remove: ({ id }) => did(`remove ${id}`, undefined)(),
    },
    test: {
      running: { model: 'local/\u202Eqwen', phase: 'running', done: 3, total: 40, spent: undefined },
      versions: () => VERSIONS,
      onDidChange: () => NOTHING,
      run: (argument) => did(`test ${JSON.stringify(argument)}`, { tested: false as const })(),
      cancel: () => {
        seen.did.push('cancelTest');
      },
    },
    cards: { all: () => seen.cards },
    openSetting: (name) => did(`open ${name}`, undefined)(),
  });
  return { page, seen };
}

/** The slice once every provider has answered. */
export async function listed(page: ModelChoicePage, search = ''): Promise<ModelChoiceSlice> {
  page.look({ search });
  for (;;) {
    const slice = page.slice();
    assert.ok(slice);
    if (slice.inForce !== undefined && slice.providers.every(({ waiting }) => !waiting)) return slice;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export function provider({ providers }: ModelChoiceSlice, id: string): PanelProvider {
  const found = providers.find((one) => one.id === id);
  assert.ok(found);
  return found;
}

export function card(over: Partial<TestCard> = {}): TestCard {
  return {
    model: HAIKU,
    at: '2026-03-04T05:06:07.000Z',
    cases: 40,
    planned: 40,
    recall: { count: 18, of: 20 },
    falseAlarms: { count: 1, of: 20 },
    unparsable: 0,
    outages: 0,
    medianMs: 900,
    costUsd: 0.05,
    ...VERSIONS,
    ...over,
  };
}

export const AT_HOME = { model: 'local/qwen3:8b', baseUrl: 'http://localhost:11434' };
