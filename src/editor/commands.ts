import * as vscode from 'vscode';
import type { CommandId } from '../config/contributions';
import { notificationText } from './notificationText';
import { textField } from './textField';

/** A command: with an argument it answers with JSON; without one, as the palette and keybindings call it, it shows the same to the user. */
export interface Command {
  readonly run: (argument: unknown) => Promise<unknown>;
  readonly show: () => Promise<unknown>;
}

export type CommandTable = Readonly<Partial<Record<CommandId, Command>>>;

export function registerCommands(context: vscode.ExtensionContext, table: CommandTable): void {
  for (const [id, { run, show }] of Object.entries(table)) {
    context.subscriptions.push(
      vscode.commands.registerCommand(id, async (...args: readonly unknown[]) => {
        if (args.length > 0) return run(args[0]);
        try {
          return await show();
        } catch (error) {
          const message = error instanceof Error ? error.message : String(error);
          void vscode.window.showErrorMessage(notificationText(message, 400));
          return undefined;
        }
      }),
    );
  }
}

/** Does the same with an argument and without. */
export function both(run: (argument?: unknown) => Promise<unknown>): Command {
  return { run, show: () => run() };
}

/** @throws TypeError if the argument lacks the field, or it is not a string */
export function requiredText(argument: unknown, field: string): string {
  const value = textField(argument, field);
  if (value === undefined) throw new TypeError(`Give {"${field}": a string}.`);
  return value;
}
