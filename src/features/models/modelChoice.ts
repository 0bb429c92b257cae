import type { TestCard } from '../../classifier/evaluation/testCard';
import { providerNamed, type ProviderTable } from '../../classifier/models/modelCatalogue';
import type { ListedModel } from '../../classifier/models/modelListing';
import type { Provider } from '../../classifier/models/provider';
import { SETTINGS_PREFIX } from '../../config/contributions';
import type { EffectiveSettings } from '../../config/sources';
import type { ModelChoiceAction, ModelChoiceFocus, ModelChoiceSlice } from '../../panel/modelChoice';
import { QUICK_CASES, type ModelTest, type TestVersions } from './modelTest';
import { t } from '@vscode/l10n';
import { modelChoiceSlice, modelOfKey } from './modelChoiceSlice';
import type { ModelListings } from './modelListings';
import type { PanelFeature } from '../../panel/panelFeature';

type Listen = (listener: () => void) => { dispose(): void };

export interface ModelChoiceParts {
  readonly listings: ModelListings;
  readonly providers: ProviderTable;
  readonly settings: () => EffectiveSettings;
  readonly onDidChangeJudge: Listen;
  readonly status: {
    lastJudge(): string | undefined;
    lastOutage(): { readonly at: string; readonly text: string } | undefined;
    readonly onDidChange: Listen;
  };
  readonly changedModels: () => readonly string[];
  readonly confirmModel: () => Promise<unknown>;
  readonly picker: {
    /** Undefined: the automatic choice. Throws if a policy forbids it. */
    use(model: ListedModel | undefined): Promise<void>;
    pickOnServer(): Promise<boolean>;
  };
  readonly askConsent: (model: string) => Promise<boolean>;
  readonly keyEntry: {
    enter(provider: Provider): Promise<unknown>;
    remove(provider: Provider): Promise<unknown>;
  };
  readonly test: Pick<ModelTest, 'run' | 'cancel' | 'running' | 'versions' | 'onDidChange'>;
  readonly cards: { all(): readonly TestCard[] };
  readonly openSetting: (name: string) => Promise<unknown>;
}

export class ModelChoicePage implements PanelFeature<'modelChoice'> {
  #focus: ModelChoiceFocus | undefined;
  #versions: { readonly settings: string; readonly versions: TestVersions | undefined } | undefined;
  #asked: string | undefined;

  constructor(private readonly parts: ModelChoiceParts) {
    parts.onDidChangeJudge(() => {
      if (this.#focus !== undefined) void parts.listings.refresh();
    });
    parts.status.onDidChange(() => {
      if (this.#focus !== undefined && this.#asked !== this.#askedWith()) this.#list();
    });
  }

  readonly onDidChange: Listen = (listener) => {
    const { listings, test } = this.parts;
    const subscriptions = [listings.onDidChange(listener), test.onDidChange(listener)];
    return {
      dispose: () => {
        for (const subscription of subscriptions) subscription.dispose();
      },
    };
  };

  look(focus: ModelChoiceFocus | undefined): void {
    const wasOpen = this.#focus !== undefined;
    this.#focus = focus;
    if (focus === undefined) this.parts.listings.stop();
    else if (!wasOpen) this.#list();
  }

  slice(): ModelChoiceSlice | undefined {
    const focus = this.#focus;
    if (focus === undefined) return undefined;
    const { listings, settings, status, changedModels, test, cards } = this.parts;
    return modelChoiceSlice({
      focus,
      settings: settings(),
      providers: listings.providers,
      choice: listings.choice,
      cards: cards.all(),
      versions: this.#testVersions(),
      lastJudge: status.lastJudge(),
      changed: changedModels(),
      lastOutage: status.lastOutage(),
      test: test.running,
    });
  }

  async execute(action: ModelChoiceAction): Promise<void> {
    const { listings, picker, keyEntry, test, confirmModel, openSetting } = this.parts;
    switch (action.kind) {
      case 'use':
        await picker.use(this.#model(action.key));
        this.#list();
        return;
      case 'useAutomatic':
        await picker.use(undefined);
        this.#list();
        return;
      case 'enterKey':
        await keyEntry.enter(this.#provider(action.provider));
        this.#list();
        return;
      case 'removeKey':
        await keyEntry.remove(this.#provider(action.provider));
        this.#list();
        return;
      case 'askConsent':
        await this.#askConsent();
        return;
      case 'setAddress':
        await picker.pickOnServer();
        this.#list();
        return;
      case 'list':
        this.#list();
        return;
      case 'cancelListing':
        listings.cancel();
        return;
      case 'test': {
        const { id } = this.#model(action.key);
        await test.run({ model: id, ...(action.size === 'quick' ? { limit: QUICK_CASES } : {}) });
        return;
      }
      case 'cancelTest':
        test.cancel();
        return;
      case 'confirmModel':
        await confirmModel();
        this.#list();
        return;
      case 'openSetting':
        await openSetting(`${SETTINGS_PREFIX}.${action.setting}`);
    }
  }

  #list(): void {
    if (this.#focus === undefined) return;
    this.#asked = this.#askedWith();
    void this.parts.listings.refresh();
  }

  #askedWith(): string {
    const { model, baseUrl } = this.parts.settings().configuration.classifier;
    return JSON.stringify([model, baseUrl]);
  }

  /** @throws Error with a sentence */
  #model(key: string): ListedModel {
    const model = modelOfKey(key, this.parts.listings);
    if (model === undefined) throw new Error(t('This model is not listed any more. Choose another one.'));
    return model;
  }

  /** @throws TypeError */
  #provider(id: string): Provider {
    const provider = providerNamed(this.parts.providers, id);
    if (provider === undefined) throw new TypeError('There is no such provider.');
    return provider;
  }

  /** For the editor model in effect, else the first that needs consent. */
  async #askConsent(): Promise<void> {
    const { listings, settings, askConsent } = this.parts;
    const closed = listings.providers.flatMap((one) => [...one.closed]);
    const { model } = settings().configuration.classifier;
    const wanted = closed.find((id) => id === model) ?? closed[0];
    if (wanted !== undefined) await askConsent(wanted);
    this.#list();
  }

  /** Once per settings: hashing the cases takes milliseconds. */
  #testVersions(): TestVersions | undefined {
    const settings = JSON.stringify(this.parts.settings().configuration.classifier);
    if (this.#versions?.settings !== settings) this.#versions = { settings, versions: this.#readVersions() };
    return this.#versions.versions;
  }

  #readVersions(): TestVersions | undefined {
    try {
      return this.parts.test.versions();
    } catch {
      // The test reports their problem.
      return undefined;
    }
  }
}
