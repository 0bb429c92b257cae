import * as vscode from 'vscode';
import type { AgentAlarm } from '../bridge/enforcement/agentAlarm';
import type { ModelChange } from '../classifier/models/modelIdentity';
import type { Decision } from '../engine/model/decision';

/** For parts built before their listeners. */
export class WindowEvents implements vscode.Disposable {
  readonly decided = new vscode.EventEmitter<Decision>();
  /** Its decision's id. */
  readonly containedEnded = new vscode.EventEmitter<string>();
  readonly shownChanged = new vscode.EventEmitter<void>();
  readonly alarmed = new vscode.EventEmitter<AgentAlarm>();
  readonly judgeChanged = new vscode.EventEmitter<void>();
  /** Not the chosen model; a judgement stopped. */
  readonly modelReplaced = new vscode.EventEmitter<ModelChange>();

  /** By the user, with the history. */
  readonly cleared = new vscode.EventEmitter<void>();
  readonly callTried = new vscode.EventEmitter<void>();
  readonly questionsWanted = new vscode.EventEmitter<void>();

  dispose(): void {
    for (const emitter of [
      this.decided,
      this.containedEnded,
      this.shownChanged,
      this.alarmed,
      this.judgeChanged,
      this.modelReplaced,
      this.cleared,
      this.callTried,
      this.questionsWanted,
    ])
      emitter.dispose();
  }
}
