import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { COMMANDS } from '../config/contributions';
import type { PanelDestination, PanelFocus, PanelPage, PanelSlices } from '../panel/features';
import type { PanelAction, PanelSnapshot } from '../panel/messages';
import type { AgentActivity } from '../features/agents/agentActivity';
import type { AgentConnection } from '../features/agents/agentConnection';
import type { AutoMode } from '../features/api/autoMode';
import { openSettings } from './commands';
import type { GateStatusSource } from '../features/status/gateStatusSource';
import type { KeyEntry } from '../features/models/keyEntry';
import { Listeners } from '../common/listeners';
import type { ModelPicker } from '../features/models/modelPicker';
import type { PanelFeatureSet } from '../panel/panelFeature';
import { openSetting } from '../features/rules/settingLink';
import { notificationText } from '../editor/notificationText';
import type { PanelSource } from '../panel/panelSource';

export interface PanelActionParts {
  readonly autoMode: AutoMode;
  readonly activity: Pick<AgentActivity, 'dismissAlarm'>;
  readonly status: GateStatusSource;
  readonly connection: AgentConnection;
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly features: PanelFeatureSet;
  readonly showLog: () => void;
}

/** What the panel shows and what its clicks do. The panel has checked and used up the click's one-time number already. */
export class PanelActions implements PanelSource {
  readonly onDidChange: PanelSource['onDidChange'];
  private wanted: PanelDestination | undefined;
  private readonly listeners = new Listeners();

  constructor(private readonly parts: PanelActionParts) {
    this.onDidChange = (listener) => {
      const subscriptions = [
        this.listeners.subscribe(listener),
        parts.status.onDidChange(listener),
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
    return this.parts.status.snapshot();
  }

  look(focus: PanelFocus): void {
    this.parts.features.look(focus);
  }

  slices(): PanelSlices {
    return this.parts.features.slices();
  }

  destination(): PanelDestination | undefined {
    return this.wanted;
  }

  /** Makes the panel show something from its next snapshot on. Whoever calls this also brings the panel to the front. */
  goTo(page: PanelPage, focus: PanelFocus, section?: PanelDestination['section']): void {
    this.wanted = { id: randomUUID(), page, focus, section };
    this.listeners.fire();
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
    const { autoMode, activity, connection, features, keyEntry, modelPicker, showLog } = this.parts;
    switch (action.kind) {
      case 'act':
        return features.execute(action.act);
      case 'turnOn':
        return autoMode.on();
      case 'turnOff':
        return autoMode.off(undefined, 'given');
      case 'resume':
        return autoMode.resume('given');
      case 'reset':
        return autoMode.reset('given');
      case 'chooseModel':
        return modelPicker.pick();
      case 'letGoRules':
        return autoMode.letGoRules('given', action.id);
      case 'confirmEnvironment':
        return autoMode.confirmEnvironment();
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
        showLog();
        return undefined;
      case 'reloadWindow':
        return vscode.commands.executeCommand('workbench.action.reloadWindow');
      case 'manageTrust':
        return vscode.commands.executeCommand('workbench.trust.manage');
    }
  }
}
