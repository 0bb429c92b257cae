import * as vscode from 'vscode';
import { COMMANDS, SETTINGS_PREFIX, type CommandId } from '../config/contributions';
import { explanationText } from '../engine/command/explanationText';
import type { AgentConnection } from './agentConnection';
import type { AutoMode } from './autoMode';
import type { ImportRules } from './importRules';
import type { KeyEntry } from './keyEntry';
import type { ModelPicker } from './modelPicker';
import type { ReadOnlyDocument } from './readOnlyDocument';
import { configurationText, defaultsText } from './ui/configurationText';
import { inEditorLanguage as t } from './ui/editorLanguage';
import { notificationText } from './ui/notificationText';
import { ruleSourceNames } from './ui/ruleSourceNames';

export interface CommandParts {
  readonly autoMode: AutoMode;
  readonly connection: AgentConnection;
  readonly documents: ReadOnlyDocument;
  readonly importRules: ImportRules;
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly showPanel: () => Promise<void>;
  readonly showLog: () => void;
}

/**
 * Every command. Called with an argument a command answers with JSON; without one, which is how the palette and keybindings call it,
 * it shows the same to the user.
 */
export class Commands {
  constructor(private readonly parts: CommandParts) {}

  register(context: vscode.ExtensionContext): void {
    const { autoMode, connection, documents, importRules, keyEntry, modelPicker, showPanel, showLog } = this.parts;
    const status = (): Promise<unknown> => autoMode.status();
    const table: Record<CommandId, { run: (argument: unknown) => Promise<unknown>; show: () => Promise<unknown> }> = {
      [COMMANDS.check]: { run: (request) => autoMode.check(request), show: () => autoMode.check(undefined) },
      [COMMANDS.on]: both((argument) => autoMode.on(sessionOf(argument))),
      [COMMANDS.off]: both((argument) => autoMode.off(sessionOf(argument), 'ask')),
      [COMMANDS.resume]: both(() => autoMode.resume('ask')),
      [COMMANDS.reset]: both(() => autoMode.reset('ask')),
      [COMMANDS.status]: { run: status, show: showPanel },
      [COMMANDS.reload]: {
        run: () => autoMode.reload(),
        show: async () => {
          const { problems } = await autoMode.reload();
          const count = problems.length;
          await vscode.window.showInformationMessage(
            count === 0
              ? vscode.l10n.t('Auto Mode read its settings again.')
              : vscode.l10n.t('Auto Mode read its settings again and found {0} problems; the panel lists them.', count),
          );
        },
      },
      [COMMANDS.defaults]: {
        run: () => autoMode.defaults(),
        show: async () => documents.show('auto-mode-defaults.jsonc', defaultsText(await autoMode.defaults(), t)),
      },
      [COMMANDS.config]: {
        run: () => autoMode.config(),
        show: async () =>
          documents.show(
            'auto-mode-configuration.jsonc',
            configurationText(await autoMode.config(), ruleSourceNames(t), t),
          ),
      },
      [COMMANDS.explain]: {
        run: (argument) => autoMode.explain(textField(argument, 'command'), textField(argument, 'cwd')),
        show: async () => {
          const command = await vscode.window.showInputBox({
            title: vscode.l10n.t('Auto Mode: Explain a Command'),
            prompt: vscode.l10n.t('A shell command as an agent would run it. Nothing is run.'),
            placeHolder: 'git status && rm -rf build',
            ignoreFocusOut: true,
          });
          if (command === undefined || command.trim() === '') return;
          await documents.show('auto-mode-explanation.txt', explanationText(await autoMode.explain(command)));
        },
      },
      [COMMANDS.denials]: { run: () => autoMode.denials(), show: showPanel },
      [COMMANDS.model]: {
        run: (argument) => autoMode.model(textField(argument, 'model'), 'ask'),
        show: () => modelPicker.pick(),
      },
      [COMMANDS.guidance]: {
        run: () => autoMode.guidance(),
        show: async () => {
          await vscode.env.clipboard.writeText(await autoMode.guidance());
          await vscode.window.showInformationMessage(
            vscode.l10n.t("The text for an agent's system prompt is on the clipboard."),
          );
        },
      },
      [COMMANDS.allowOnce]: {
        run: (argument) => autoMode.allowOnce(textField(argument, 'id'), 'ask'),
        show: async () => {
          const picked = await pickDenial(autoMode);
          if (picked !== undefined) await autoMode.allowOnce(picked, 'ask');
        },
      },
      [COMMANDS.letGoRules]: {
        run: () => autoMode.letGoRules('ask'),
        show: async () => {
          const { letGo } = await autoMode.letGoRules('ask');
          if (letGo > 0) return;
          await vscode.window.showInformationMessage(vscode.l10n.t('No rule was let go.'));
        },
      },
      [COMMANDS.confirmEnvironment]: {
        run: async () => autoMode.confirmEnvironment(),
        show: async () => {
          const { confirmed } = await autoMode.confirmEnvironment();
          await vscode.window.showInformationMessage(
            confirmed
              ? vscode.l10n.t('Everything in AUTOMODE_SETTINGS_JSON is in force.')
              : vscode.l10n.t('AUTOMODE_SETTINGS_JSON loosens nothing.'),
          );
        },
      },
      [COMMANDS.setKey]: both(() => keyEntry.enter()),
      [COMMANDS.importRules]: {
        run: (argument) => importRules.run(argument),
        show: async () => {
          const { written, problem } = await importRules.show();
          if (problem !== undefined) throw new Error(problem);
          if (written.length === 0) return;
          await vscode.window.showInformationMessage(
            vscode.l10n.t('Auto Mode added {0} rules to your settings.', written.length),
          );
        },
      },
      [COMMANDS.connectClaudeCode]: both(() => connection.connect()),
      [COMMANDS.disconnectClaudeCode]: both(() => connection.disconnect()),
      [COMMANDS.showPanel]: both(showPanel),
      [COMMANDS.showLog]: both(() => {
        showLog();
        return Promise.resolve();
      }),
    };
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
}

function both(run: (argument?: unknown) => Promise<unknown>): {
  run: (argument: unknown) => Promise<unknown>;
  show: () => Promise<unknown>;
} {
  return { run, show: () => run() };
}

function textField(argument: unknown, field: string): string | undefined {
  if (typeof argument !== 'object' || argument === null) return undefined;
  const value: unknown = (argument as Record<string, unknown>)[field];
  if (value === undefined) return undefined;
  if (typeof value !== 'string') throw new TypeError(`"${field}" must be a string.`);
  return value;
}

function sessionOf(argument: unknown): string | undefined {
  return textField(argument, 'sessionId');
}

async function pickDenial(autoMode: AutoMode): Promise<string | undefined> {
  const denials = await autoMode.denials();
  if (denials.length === 0) {
    await vscode.window.showInformationMessage(vscode.l10n.t('Nothing was blocked yet.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    denials.map(({ id, summary, reason }) => ({
      id,
      label: notificationText(summary, 80),
      detail: notificationText(reason, 200),
    })),
    { title: vscode.l10n.t('Auto Mode: Allow Once'), placeHolder: vscode.l10n.t('Which blocked call may run once?') },
  );
  return picked?.id;
}

/** Opens the Settings editor on the gate's own settings. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:auto-mode.auto-mode ${SETTINGS_PREFIX}`);
}
