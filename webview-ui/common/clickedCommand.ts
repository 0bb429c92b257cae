import type { PanelAction } from '../../src/panel/messages';

type WithoutNonce<Command> = Command extends unknown ? Omit<Command, 'nonce'> : never;

/** A command as a control knows it; the panel adds the nonce where one is needed. */
export type ClickedCommand = WithoutNonce<Exclude<PanelAction, { readonly kind: 'act' }>>;

/** Travels from the clicked control up to the panel. */
export class CommandEvent extends Event {
  static readonly type = 'auto-mode-command';
  readonly command: ClickedCommand;

  constructor(command: ClickedCommand) {
    super(CommandEvent.type, { bubbles: true, composed: true });
    this.command = command;
  }
}
