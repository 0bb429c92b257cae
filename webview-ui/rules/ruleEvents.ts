import type { RuleRow, RuleSection } from '../../src/panel/ruleEditing';
import type { ListName } from './ruleEditingChanges';

export type RowWish =
  | { readonly kind: 'open' }
  | { readonly kind: 'close' }
  | { readonly kind: 'remove' }
  | { readonly kind: 'reorder'; readonly to: number }
  | { readonly kind: 'transfer'; readonly to: ListName };

export class RowEvent extends Event {
  static readonly type = 'auto-mode-rule-row';

  constructor(
    readonly list: ListName,
    readonly row: RuleRow,
    readonly wish: RowWish,
  ) {
    super(RowEvent.type, { bubbles: true, composed: true });
  }
}

export type GroupWish =
  | { readonly kind: 'fold' }
  /** `rule` is filled in. */
  | { readonly kind: 'new'; readonly rule: string }
  | { readonly kind: 'more' }
  | { readonly kind: 'discard'; readonly place: string }
  | { readonly kind: 'addDefaults'; readonly place: string };

export class GroupEvent extends Event {
  static readonly type = 'auto-mode-rule-group';

  constructor(
    readonly section: RuleSection,
    readonly wish: GroupWish,
  ) {
    super(GroupEvent.type, { bubbles: true, composed: true });
  }
}

export interface TypedRule {
  readonly rule: string;
  readonly message: string;
  /** Where a new one is to be kept. */
  readonly place: string;
}

export class RuleTypedEvent extends Event {
  static readonly type = 'auto-mode-rule-typed';

  constructor(readonly typed: TypedRule) {
    super(RuleTypedEvent.type, { bubbles: true, composed: true });
  }
}

export class RuleDoneEvent extends Event {
  static readonly type = 'auto-mode-rule-done';

  constructor(readonly save: boolean) {
    super(RuleDoneEvent.type, { bubbles: true, composed: true });
  }
}
