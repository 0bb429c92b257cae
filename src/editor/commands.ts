import * as vscode from 'vscode';
import type { CommandId } from '../config/contributions';
import { notificationText } from './notificationText';
import { textField } from './textField';

/** With an argument it answers JSON; without one, as from palette and keys, it shows the answer. */
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

export function both(run: (argument?: unknown) => Promise<unknown>): Command {
  return { run, show: () => run() };
}

/** @throws TypeError if missing or no string */
export function requiredText(argument: unknown, field: string): string {
  const value = textField(argument, field);
  if (value === undefined) throw new TypeError(`Give {"${field}": a string}.`);
  return value;
}
