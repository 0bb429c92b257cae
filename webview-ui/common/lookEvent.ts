import type { FeatureName, FeatureTypes, PanelFocus } from '../../src/panel/features';

export class LookEvent<Name extends FeatureName = FeatureName> extends Event {
  static readonly type = 'auto-mode-look';
  readonly feature: Name;
  /** Undefined: at nothing. */
  readonly focus: FeatureTypes[Name]['focus'] | undefined;

  constructor(feature: Name, focus: FeatureTypes[Name]['focus'] | undefined) {
    super(LookEvent.type, { bubbles: true, composed: true });
    this.feature = feature;
    this.focus = focus;
  }

  changed(whole: PanelFocus): PanelFocus {
    return { ...whole, [this.feature]: this.focus };
  }
}
