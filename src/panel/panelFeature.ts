import type { FeatureAction, FeatureName, FeatureTypes, PanelFocus, PanelSlices } from './features';
import { shortLine } from '../common/visibleText';

export interface PanelFeature<Name extends FeatureName> {
  /**
   * At each change of the focus. Slow work begins here, and ends in `onDidChange`.
   * @param focus undefined: nothing is visible
   */
  look(focus: FeatureTypes[Name]['focus'] | undefined): void;
  /** Its part of the next snapshot. Called often: only reads memory. Foreign text is visible (see `visibleText`). */
  slice(): FeatureTypes[Name]['slice'] | undefined;
  /** The one-time number is used up: the click confirms. The user sees a rejection. */
  execute(action: FeatureTypes[Name]['action']): Promise<void>;
  readonly onDidChange: (listener: () => void) => { dispose(): void };
}

export type PanelFeatures = { readonly [Name in FeatureName]: PanelFeature<Name> };

const ALL: Readonly<Record<FeatureName, true>> = {
  activity: true,
  story: true,
  ruleEditing: true,
  trial: true,
  modelChoice: true,
  questions: true,
  undo: true,
  insights: true,
};
export const FEATURE_NAMES = Object.keys(ALL) as FeatureName[];

const MAX_FAILURES = 20;

/** A failing feature affects no other. */
export class PanelFeatureSet {
  readonly #failed = new Set<string>();

  constructor(
    private readonly features: PanelFeatures,
    private readonly log: (message: string) => void,
  ) {}

  readonly onDidChange = (listener: () => void): { dispose(): void } => {
    const subscriptions = Object.values(this.features).map((feature) => feature.onDidChange(listener));
    return {
      dispose: () => {
        for (const subscription of subscriptions) subscription.dispose();
      },
    };
  };

  look(focus: PanelFocus): void {
    for (const name of FEATURE_NAMES) this.#lookAt(name, focus[name]);
  }

  slices(): PanelSlices {
    return Object.fromEntries(FEATURE_NAMES.map((name) => [name, this.#try(name, () => this.features[name].slice())]));
  }

  #lookAt<Name extends FeatureName>(name: Name, focus: FeatureTypes[Name]['focus'] | undefined): void {
    const feature: PanelFeatures[Name] = this.features[name];
    this.#try(name, () => {
      feature.look(focus);
    });
  }

  /** Once: it may recur with every snapshot. */
  #try<T>(name: FeatureName, work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      const message = `The part '${name}' of the panel failed: ${shortLine(String(error), 300)}`;
      if (!this.#failed.has(message) && this.#failed.size < MAX_FAILURES) {
        this.#failed.add(message);
        this.log(message);
      }
      return undefined;
    }
  }

  async execute(act: FeatureAction): Promise<void> {
    switch (act.feature) {
      case 'activity':
        return this.features.activity.execute(act.action);
      case 'story':
        return this.features.story.execute(act.action);
      case 'ruleEditing':
        return this.features.ruleEditing.execute(act.action);
      case 'trial':
        return this.features.trial.execute(act.action);
      case 'modelChoice':
        return this.features.modelChoice.execute(act.action);
      case 'questions':
        return this.features.questions.execute(act.action);
      case 'undo':
        return this.features.undo.execute(act.action);
      case 'insights':
        return this.features.insights.execute(act.action);
    }
  }
}
