import type { PanelAction } from '../../src/panel/messages';

type WithoutNonce<Command> = Command extends unknown ? Omit<Command, 'nonce'> : never;

/** The panel adds the nonce if one is needed. */
export type ClickedCommand = WithoutNonce<Exclude<PanelAction, { readonly kind: 'act' }>>;

export class CommandEvent extends Event {
  static readonly type = 'auto-mode-command';
  readonly command: ClickedCommand;

  constructor(command: ClickedCommand) {
    super(CommandEvent.type, { bubbles: true, composed: true });
    this.command = command;
  }
}
