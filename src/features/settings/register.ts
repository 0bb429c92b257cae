import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { oneOrMany } from '../../common/oneOrMany';
import { COMMANDS } from '../../config/contributions';
import type { ConfigurationReport, DefaultsReport } from '../../config/configurationReport';
import { RENAMED_SETTINGS } from '../../config/renamedSettings';
import { registerCommands } from '../../editor/commands';
import type { GateWindow } from '../../gate/gateWindow';
import { ruleSourceNames } from '../../texts/ruleSourceNames';
import { configurationText, defaultsText } from './configurationText';
import { migrateSettings } from './settingsMigration';
import type { Settings } from './windowSettings';

export interface SettingsReports {
  reload(): Promise<{ readonly problems: readonly unknown[] }>;
  defaults(): Promise<DefaultsReport>;
  config(): Promise<ConfigurationReport>;
}

export function registerSettings(
  context: vscode.ExtensionContext,
  { door, status, documents, log, redact }: GateWindow,
  settings: Settings,
  reports: SettingsReports,
): void {
  registerCommands(context, {
    [COMMANDS.reload]: {
      run: () => reports.reload(),
      show: async () => {
        const { problems } = await reports.reload();
        await vscode.window.showInformationMessage(reloadText(problems.length));
      },
    },
    [COMMANDS.defaults]: {
      run: () => reports.defaults(),
      show: async () => documents.show('auto-mode-defaults.jsonc', defaultsText(await reports.defaults())),
    },
    [COMMANDS.config]: {
      run: () => reports.config(),
      show: async () =>
        documents.show('auto-mode-configuration.jsonc', configurationText(await reports.config(), ruleSourceNames())),
    },
    [COMMANDS.dropRules]: {
      run: () => door.dropRules('ask'),
      show: async () => {
        const { dropped } = await door.dropRules('ask');
        if (dropped > 0) return;
        await vscode.window.showInformationMessage(t('No rule was dropped.'));
      },
    },
    [COMMANDS.confirmEnvironment]: {
      run: async () => door.confirmEnvironment(),
      show: async () => {
        const { confirmed } = await door.confirmEnvironment();
        await vscode.window.showInformationMessage(
          confirmed
            ? t('Everything in AUTOMODE_SETTINGS_JSON is in effect.')
            : t('AUTOMODE_SETTINGS_JSON loosens nothing.'),
        );
      },
    },
  });
  const { reader, windowSwitch, settingsWatch, policyWatch, environment } = settings;
  context.subscriptions.push(
    reader.onDidChange(() => {
      // A late policy turns auto mode on again.
      if (reader.window().forbidsLoosening) windowSwitch.turnOn(undefined);
      settingsWatch.changed();
      void status.refresh();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      policyWatch.check();
      void status.refresh();
    }),
  );
  void environment.announce();
  void migrateSettings(RENAMED_SETTINGS, reader, (line) => {
    log.info(redact(line));
  }).then(() => settingsWatch.check());
}

function reloadText(problems: number): string {
  return problems === 0
    ? t('Auto Mode read its settings again.')
    : oneOrMany(
        problems,
        t('Auto Mode read its settings again and found one problem; the panel shows it.'),
        t('Auto Mode read its settings again and found {count} problems; the panel lists them.', { count: problems }),
      );
}
