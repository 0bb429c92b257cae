import * as vscode from 'vscode';
import { COMMANDS } from '../../config/contributions';
import type { GateWindow } from '../../gate/gateWindow';
import type { PanelDestination, PanelFocus, PanelSlices } from '../../panel/features';
import type { PanelAction, PanelSnapshot } from '../../panel/messages';
import type { AgentActivity } from '../agents/agentActivity';
import type { AgentConnection } from '../agents/agentConnection';
import { openSettings } from '../../editor/openSettings';
import type { KeyEntry } from '../models/keyEntry';
import type { PanelFeatureSet } from '../../panel/panelFeature';
import { openSetting } from '../rules/settingLink';
import { notificationText } from '../../editor/notificationText';
import type { PanelSource } from '../../panel/panelSource';

export interface PanelActionParts {
  readonly activity: Pick<AgentActivity, 'dismissAlarm'>;
  readonly connection: AgentConnection;
  readonly keyEntry: KeyEntry;
  readonly features: PanelFeatureSet;
}

/** The panel already used up the click's one-time number. */
export class PanelActions implements PanelSource {
  readonly onDidChange: PanelSource['onDidChange'];

  constructor(
    private readonly window: GateWindow,
    private readonly parts: PanelActionParts,
  ) {
    this.onDidChange = (listener) => {
      const subscriptions = [
        window.panel.onDidChange(listener),
        window.status.onDidChange(listener),
        parts.features.onDidChange(listener),
      ];
      return {
        dispose: () => {
          for (const subscription of subscriptions) subscription.dispose();
        },
      };
    };
  }

  snapshot(): PanelSnapshot {
    return this.window.status.snapshot();
  }

  look(focus: PanelFocus): void {
    this.parts.features.look(focus);
  }

  slices(): PanelSlices {
    return this.parts.features.slices();
  }

  destination(): PanelDestination | undefined {
    return this.window.panel.destination;
  }

  async execute(action: PanelAction): Promise<void> {
    try {
      await this.carryOut(action);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      void vscode.window.showErrorMessage(notificationText(message, 400));
    }
  }

  private async carryOut(action: PanelAction): Promise<unknown> {
    const { door, log } = this.window;
    const { activity, connection, features, keyEntry } = this.parts;
    switch (action.kind) {
      case 'act':
        return features.execute(action.act);
      case 'turnOn':
        return door.on();
      case 'resume':
        return door.resume('given');
      case 'dropRules':
        return door.dropRules('given', action.id);
      case 'confirmEnvironment':
        return door.confirmEnvironment();
      case 'openSettings':
        return openSettings();
      case 'openSetting':
        return openSetting(action.setting);
      case 'openFolder':
        return vscode.commands.executeCommand('vscode.openFolder');
      case 'seeExample':
        return vscode.commands.executeCommand(COMMANDS.exampleDenial);
      case 'setKey':
        return keyEntry.enter();
      case 'connectAgent':
        return connection.connect(action.id);
      case 'disconnectAgent':
        return connection.disconnect(action.id);
      case 'dismissAlarm':
        activity.dismissAlarm(action.id);
        return undefined;
      case 'runDoctor':
        return vscode.commands.executeCommand(COMMANDS.doctor);
      case 'showLog':
        log.show(true);
        return undefined;
      case 'reloadWindow':
        return vscode.commands.executeCommand('workbench.action.reloadWindow');
      case 'manageTrust':
        return vscode.commands.executeCommand('workbench.trust.manage');
    }
  }
}
