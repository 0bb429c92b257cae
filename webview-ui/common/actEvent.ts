import type { FeatureAction } from '../../src/panel/features';

/** The panel adds the nonce. */
export class ActEvent extends Event {
  static readonly type = 'auto-mode-act';
  readonly act: FeatureAction;

  constructor(act: FeatureAction) {
    super(ActEvent.type, { bubbles: true, composed: true });
    this.act = act;
  }
}
