import * as vscode from 'vscode';
import { CLAUDE_CODE } from '../agents/claudeCode/dialect';
import { CODEX } from '../agents/codex/payload';
import { COPILOT } from '../agents/copilot/dialect';
import { COMMANDS, SETTINGS_PREFIX, WALKTHROUGH, type CommandId } from '../config/contributions';
import type { AgentConnection } from '../features/agents/agentConnection';
import type { AlarmDismissal } from '../features/agents/alarmDismissal';
import type { AutoMode } from '../features/api/autoMode';
import type { CallTrial } from '../features/trial/callTrial';
import type { ExampleDenial } from '../features/history/exampleDenial';
import type { DenialCommands } from '../features/history/denialCommands';
import type { DenialRequests } from '../features/history/denialRequests';
import type { DoctorWindow } from '../features/agents/doctorWindow';
import type { ExplanationWindow } from '../features/story/explanationWindow';
import type { ImportRules } from '../features/rules/importing/importRules';
import type { JudgeChoice } from '../features/models/judgeChoice';
import type { KeyEntry } from '../features/models/keyEntry';
import type { ModelPicker } from '../features/models/modelPicker';
import type { ModelTest } from '../features/models/modelTest';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import type { RequestLogWindow } from '../features/requests/requestLogWindow';
import type { RequestViewer } from '../features/requests/requestViewer';
import type { RequestWindow } from '../features/requests/requestWindow';
import { textField } from '../editor/textField';
import type { PanelPage } from '../panel/features';
import type { RuleChangeCommand } from '../features/rules/ruleChangeCommand';
import type { RuleListCommands } from '../features/rules/ruleListCommands';
import { configurationText, defaultsText } from '../features/settings/configurationText';
import { t } from '@vscode/l10n';
import { notificationText } from '../editor/notificationText';
import { oneOrMany } from '../common/oneOrMany';
import { pickText } from '../editor/pickText';
import { ruleSourceNames } from '../texts/ruleSourceNames';

export interface CommandParts {
  readonly alarms: AlarmDismissal;
  readonly autoMode: AutoMode;
  readonly callTrial: CallTrial;
  readonly connection: AgentConnection;
  readonly denialCommands: DenialCommands;
  readonly denialRequests: DenialRequests;
  readonly doctor: DoctorWindow;
  readonly documents: ReadOnlyDocument;
  readonly exampleDenial: ExampleDenial;
  readonly importRules: ImportRules;
  readonly judgeChoice: JudgeChoice;
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly modelTest: ModelTest;
  readonly requestLogWindow: RequestLogWindow;
  readonly requestViewer: RequestViewer;
  readonly requestWindow: RequestWindow;
  readonly explanationWindow: ExplanationWindow;
  /** Explains what the argument names; rejects where it names nothing. */
  readonly explain: (argument: unknown) => Promise<unknown>;
  readonly ruleChange: RuleChangeCommand;
  readonly ruleLists: RuleListCommands;
  readonly showPanel: () => Promise<void>;
  /** Opens a page of the panel. */
  readonly showPage: (page: PanelPage) => Promise<void>;
  /** Brings the panel to the front, at the blocked calls. */
  readonly showDenials: () => Promise<void>;
  /** Brings the panel to the front, with the questions that wait. */
  readonly showWaiting: () => Promise<void>;
  /** How many questions wait. */
  readonly waiting: () => number;
  /** Shows the rule editor at the list that the argument names, or at the first one. */
  readonly editRules: (argument: unknown) => Promise<void>;
  /** Shows the rule editor at a folder's own list, or at the first list where no folder has one. */
  readonly showFolderRules: () => Promise<void>;
  /** Shows the rule editor at the list that was changed last, or at the first one. */
  readonly showLastRuleChange: () => Promise<void>;
  /** Empties the list of decisions that is shown; the log keeps all. */
  readonly clearActivity: () => Promise<void>;
  readonly showLog: () => void;
}

/**
 * Every command. Called with an argument a command answers with JSON; without one, which is how the palette and keybindings call it,
 * it shows the same to the user.
 */
export class Commands {
  constructor(private readonly parts: CommandParts) {}

  register(context: vscode.ExtensionContext): void {
    const { autoMode, connection, documents, importRules, keyEntry, modelPicker, modelTest, showPanel, showLog } =
      this.parts;
    const {
      callTrial,
      denialCommands,
      denialRequests,
      doctor,
      exampleDenial,
      explanationWindow,
      judgeChoice,
      alarms,
      requestLogWindow,
      requestViewer,
      requestWindow,
      ruleChange,
      ruleLists,
      showPage,
    } = this.parts;
    const table: Record<CommandId, { run: (argument: unknown) => Promise<unknown>; show: () => Promise<unknown> }> = {
      [COMMANDS.check]: { run: (request) => autoMode.check(request), show: () => autoMode.check(undefined) },
      [COMMANDS.on]: both((argument) => autoMode.on(sessionOf(argument))),
      [COMMANDS.off]: both((argument) => autoMode.off(sessionOf(argument), 'ask')),
      [COMMANDS.resume]: both(() => autoMode.resume('ask')),
      [COMMANDS.reset]: both(() => autoMode.reset('ask')),
      [COMMANDS.status]: { run: (argument) => autoMode.status(sessionOf(argument)), show: showPanel },
      [COMMANDS.reload]: {
        run: () => autoMode.reload(),
        show: async () => {
          const { problems } = await autoMode.reload();
          const count = problems.length;
          await vscode.window.showInformationMessage(
            count === 0
              ? t('Auto Mode read its settings again.')
              : oneOrMany(
                  count,
                  t('Auto Mode read its settings again and found one problem; the panel shows it.'),
                  t('Auto Mode read its settings again and found {count} problems; the panel lists them.', { count }),
                ),
          );
        },
      },
      [COMMANDS.defaults]: {
        run: () => autoMode.defaults(),
        show: async () => documents.show('auto-mode-defaults.jsonc', defaultsText(await autoMode.defaults())),
      },
      [COMMANDS.config]: {
        run: () => autoMode.config(),
        show: async () =>
          documents.show(
            'auto-mode-configuration.jsonc',
            configurationText(await autoMode.config(), ruleSourceNames()),
          ),
      },
      [COMMANDS.explain]: {
        run: (argument) => this.parts.explain(argument),
        show: () => explanationWindow.show(),
      },
      [COMMANDS.denials]: { run: () => autoMode.denials(), show: this.parts.showDenials },
      [COMMANDS.model]: {
        run: (argument) => autoMode.model(textField(argument, 'model'), 'ask'),
        show: () => modelPicker.pick(),
      },
      [COMMANDS.guidance]: {
        run: () => autoMode.guidance(),
        show: async () => {
          await vscode.env.clipboard.writeText(await autoMode.guidance());
          await vscode.window.showInformationMessage(t("The text for an agent's system prompt is on the clipboard."));
        },
      },
      [COMMANDS.allowOnce]: {
        run: (argument) => autoMode.allowOnce(textField(argument, 'id'), 'ask'),
        show: async () => {
          const picked = await pickDenial(autoMode);
          if (picked !== undefined) await autoMode.allowOnce(picked, 'ask');
        },
      },
      [COMMANDS.addRule]: {
        run: (argument) => denialRequests.addRule(argument),
        show: () => denialCommands.showAddRule(),
      },
      [COMMANDS.undoRule]: both(() => denialRequests.undoRule()),
      [COMMANDS.exportDenials]: {
        run: (argument) => denialRequests.exportDenials(argument),
        show: () => denialCommands.saveDenials(),
      },
      [COMMANDS.replay]: {
        run: (argument) => denialRequests.replay(argument),
        show: () => denialCommands.showReplay(),
      },
      [COMMANDS.letGoRules]: {
        run: () => autoMode.letGoRules('ask'),
        show: async () => {
          const { letGo } = await autoMode.letGoRules('ask');
          if (letGo > 0) return;
          await vscode.window.showInformationMessage(t('No rule was let go.'));
        },
      },
      [COMMANDS.confirmEnvironment]: {
        run: async () => autoMode.confirmEnvironment(),
        show: async () => {
          const { confirmed } = await autoMode.confirmEnvironment();
          await vscode.window.showInformationMessage(
            confirmed
              ? t('Everything in AUTOMODE_SETTINGS_JSON is in force.')
              : t('AUTOMODE_SETTINGS_JSON loosens nothing.'),
          );
        },
      },
      [COMMANDS.confirmModel]: {
        run: () => autoMode.confirmModel(),
        show: async () => {
          const { confirmed } = await autoMode.confirmModel();
          await vscode.window.showInformationMessage(
            confirmed
              ? t('No model on this machine is left to confirm.')
              : t('The changed model was not confirmed. Calls that it would judge are blocked.'),
          );
        },
      },
      [COMMANDS.setKey]: both(() => keyEntry.enter()),
      [COMMANDS.removeKey]: {
        run: (argument) => keyEntry.removeById(requiredText(argument, 'provider')),
        show: () => keyEntry.removeById(undefined),
      },
      [COMMANDS.importRules]: {
        run: (argument) => importRules.run(argument),
        show: async () => {
          const { written, problem } = await importRules.show();
          if (problem !== undefined) throw new Error(problem);
          if (written.length === 0) return;
          await vscode.window.showInformationMessage(
            oneOrMany(
              written.length,
              t('Auto Mode added one rule to your settings.'),
              t('Auto Mode added {count} rules to your settings.', { count: written.length }),
            ),
          );
        },
      },
      [COMMANDS.testModel]: {
        run: (argument) => modelTest.run(argument),
        show: async () => {
          const report = await modelTest.show();
          if (report !== undefined) await documents.show('auto-mode-model-test.txt', report);
        },
      },
      [COMMANDS.showRequest]: { run: (argument) => requestViewer.run(argument), show: () => requestWindow.show() },
      [COMMANDS.openRequestLog]: {
        run: () => Promise.resolve(requestLogWindow.whereabouts()),
        show: () => requestLogWindow.open(),
      },
      [COMMANDS.connect]: {
        run: (argument) => {
          const agent = textField(argument, 'agent');
          return agent === undefined ? connection.connectAll() : connection.connect(agent);
        },
        show: () => connection.pick('connect'),
      },
      [COMMANDS.disconnect]: {
        run: (argument) => {
          const agent = textField(argument, 'agent');
          return agent === undefined ? connection.disconnectAll() : connection.disconnect(agent);
        },
        show: () => connection.pick('disconnect'),
      },
      [COMMANDS.doctor]: { run: () => doctor.report(), show: () => doctor.show() },
      [COMMANDS.connectClaudeCode]: both(() => connection.connect(CLAUDE_CODE)),
      [COMMANDS.disconnectClaudeCode]: both(() => connection.disconnect(CLAUDE_CODE)),
      [COMMANDS.connectCopilot]: both(() => connection.connect(COPILOT)),
      [COMMANDS.disconnectCopilot]: both(() => connection.disconnect(COPILOT)),
      [COMMANDS.connectCodex]: both(() => connection.connect(CODEX)),
      [COMMANDS.disconnectCodex]: both(() => connection.disconnect(CODEX)),
      [COMMANDS.tryCall]: { run: (argument) => callTrial.run(argument), show: () => showPage('trial') },
      [COMMANDS.chooseJudge]: both(() => judgeChoice.choose()),
      [COMMANDS.exampleDenial]: { run: () => exampleDenial.run(), show: () => exampleDenial.show() },
      [COMMANDS.gettingStarted]: both(openWalkthrough),
      [COMMANDS.editRules]: both((argument) => this.parts.editRules(argument)),
      [COMMANDS.changeRule]: {
        run: (argument) => ruleChange.run(argument),
        show: () => this.parts.editRules(undefined),
      },
      [COMMANDS.moveRule]: {
        run: (argument) => ruleLists.runMove(argument),
        show: () => this.parts.editRules(undefined),
      },
      [COMMANDS.removeRuleList]: {
        run: (argument) => ruleLists.runRemoveList(argument),
        show: this.parts.showFolderRules,
      },
      [COMMANDS.undoRuleChange]: {
        run: (argument) => ruleLists.runUndo(argument),
        show: this.parts.showLastRuleChange,
      },
      [COMMANDS.clearActivity]: both(() => this.parts.clearActivity()),
      [COMMANDS.dismissAlarm]: {
        run: (argument) => alarms.dismiss(requiredText(argument, 'id')),
        show: () => pickAlarm(alarms),
      },
      [COMMANDS.showPanel]: both(showPanel),
      [COMMANDS.showWaiting]: {
        run: () => Promise.resolve({ waiting: this.parts.waiting() }),
        show: this.parts.showWaiting,
      },
      [COMMANDS.showModels]: both(() => showPage('model')),
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

function requiredText(argument: unknown, field: string): string {
  const value = textField(argument, field);
  if (value === undefined) throw new TypeError(`Give {"${field}": a string}.`);
  return value;
}

function sessionOf(argument: unknown): string | undefined {
  return textField(argument, 'sessionId');
}

async function pickDenial(autoMode: AutoMode): Promise<string | undefined> {
  const denials = await autoMode.denials();
  if (denials.length === 0) {
    await vscode.window.showInformationMessage(t('Nothing was blocked yet.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    denials.map(({ id, summary, reason }) => ({
      id,
      label: pickText(summary, 80),
      detail: pickText(reason, 200),
    })),
    { title: t('Auto Mode: Allow Once'), placeHolder: t('Which blocked call may run once?') },
  );
  return picked?.id;
}

async function pickAlarm(alarms: AlarmDismissal): Promise<void> {
  const items = alarms.list().map(({ alarm, agent, text }) => ({
    id: alarm.id,
    label: pickText(`${agent}: ${text}`, 100),
    detail: pickText(alarm.detail, 200),
  }));
  if (items.length === 0) {
    await vscode.window.showInformationMessage(t('There is no alarm.'));
    return;
  }
  const picked = await vscode.window.showQuickPick(items, { title: t('Auto Mode: Dismiss an Alarm') });
  if (picked !== undefined) await alarms.dismiss(picked.id);
}

async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', `auto-mode.auto-mode#${WALKTHROUGH}`);
}

/** Opens the Settings editor on the gate's own settings. */
export async function openSettings(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openSettings', `@ext:auto-mode.auto-mode ${SETTINGS_PREFIX}`);
}
