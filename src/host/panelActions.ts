import * as vscode from 'vscode';
import type { PanelAction, PanelSnapshot } from '../panel/messages';
import type { AgentConnection } from './agentConnection';
import type { AutoMode } from './autoMode';
import { openSettings } from './commands';
import type { GateStatusSource } from './gateStatusSource';
import type { KeyEntry } from './keyEntry';
import type { ModelPicker } from './modelPicker';
import { agentName } from './ui/agentName';
import { notificationText } from './ui/notificationText';
import type { PanelSource } from './ui/panelSource';

export interface PanelActionParts {
  readonly autoMode: AutoMode;
  readonly status: GateStatusSource;
  readonly connection: AgentConnection;
  readonly keyEntry: KeyEntry;
  readonly modelPicker: ModelPicker;
  readonly showLog: () => void;
}

/** What the panel shows and what its clicks do. The panel has checked and used up the click's one-time number already. */
export class PanelActions implements PanelSource {
  readonly onDidChange: PanelSource['onDidChange'];

  constructor(private readonly parts: PanelActionParts) {
    this.onDidChange = parts.status.onDidChange;
  }

  snapshot(): PanelSnapshot {
    const snapshot = this.parts.status.snapshot();
    return { ...snapshot, agents: snapshot.agents.map((agent) => ({ ...agent, name: agentName(agent.name) })) };
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
    const { autoMode, connection, keyEntry, modelPicker, showLog } = this.parts;
    switch (action.kind) {
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
      case 'setKey':
        return keyEntry.enter();
      case 'connectClaudeCode':
        return connection.connect();
      case 'showLog':
        showLog();
        return undefined;
      case 'manageTrust':
        return vscode.commands.executeCommand('workbench.trust.manage');
      case 'copyDenial':
        return this.copyDenial(action.id);
    }
  }

  private async copyDenial(id: string): Promise<void> {
    const denial = this.snapshot().denials.find((candidate) => candidate.id === id);
    if (denial !== undefined) await vscode.env.clipboard.writeText(JSON.stringify(denial, undefined, 2));
  }
}
