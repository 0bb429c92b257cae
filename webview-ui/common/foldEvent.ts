/** Something was folded open or shut: the browser's own `toggle` event does not leave the section in which it happens. */
export class FoldEvent extends Event {
  static readonly type = 'auto-mode-fold';
  readonly id: string;
  readonly open: boolean;

  constructor(id: string, open: boolean) {
    super(FoldEvent.type, { bubbles: true, composed: true });
    this.id = id;
    this.open = open;
  }
}

/** Listens to the `toggle` event of a `<details>` and passes it on under an id. */
export function foldHandler(id: string): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLDetailsElement) currentTarget.dispatchEvent(new FoldEvent(id, currentTarget.open));
  };
}
