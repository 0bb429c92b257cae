/** The browser's `toggle` event does not leave its section. */
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

/** Passes the `toggle` event of a `<details>` on. */
export function foldHandler(id: string): (event: Event) => void {
  return ({ currentTarget }) => {
    if (currentTarget instanceof HTMLDetailsElement) currentTarget.dispatchEvent(new FoldEvent(id, currentTarget.open));
  };
}
