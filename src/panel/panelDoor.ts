import { Listeners } from '../common/listeners';
import type { FeatureName, PanelDestination, PanelFocus, PanelPage } from './features';
import { FEATURE_NAMES, PanelFeatureSet, type PanelFeature, type PanelFeatures } from './panelFeature';

export class PanelDoor {
  readonly #features = new Map<FeatureName, unknown>();
  readonly #listeners = new Listeners();
  #destination: PanelDestination | undefined;
  #bringToFront: () => Promise<void> = () => Promise.resolve();

  /** @param newId unguessable */
  constructor(private readonly newId: () => string) {}

  readonly onDidChange = this.#listeners.subscribe;

  offer<Name extends FeatureName>(name: Name, feature: PanelFeature<Name>): void {
    this.#features.set(name, feature);
  }

  /** @throws Error if a feature offered nothing */
  features(log: (message: string) => void): PanelFeatureSet {
    return new PanelFeatureSet(this.#whole(), log);
  }

  /** `show` brings this to the front. */
  connect(bringToFront: () => Promise<void>): void {
    this.#bringToFront = bringToFront;
  }

  get destination(): PanelDestination | undefined {
    return this.#destination;
  }

  show(): Promise<void> {
    return this.#bringToFront();
  }

  async showPage(page: PanelPage, focus: PanelFocus = {}, section?: PanelDestination['section']): Promise<void> {
    this.#destination = { id: this.newId(), page, focus, section };
    this.#listeners.fire();
    await this.show();
  }

  #whole(): PanelFeatures {
    const whole = Object.fromEntries(this.#features) as unknown as PanelFeatures;
    for (const name of FEATURE_NAMES) {
      if (!this.#features.has(name)) throw new Error(`The panel lacks its part '${name}'.`);
    }
    return whole;
  }
}
