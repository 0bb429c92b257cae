import * as vscode from 'vscode';
import type { AgentAlarm } from '../bridge/enforcement/agentAlarm';
import type { ModelChange } from '../classifier/models/modelIdentity';
import type { Decision } from '../engine/model/decision';

/** What parts tell without knowing who listens: those who do are built later and need these parts themselves. */
export class WindowEvents implements vscode.Disposable {
  /** A call is decided, counted and recorded. */
  readonly decided = new vscode.EventEmitter<Decision>();
  /** Something that status bar and panel show may have changed. */
  readonly shownChanged = new vscode.EventEmitter<void>();
  /** An agent did something else than it was told. */
  readonly alarmed = new vscode.EventEmitter<AgentAlarm>();
  /** Keys or models are others now. */
  readonly judgeChanged = new vscode.EventEmitter<void>();
  /** A model stopped a judgement, for it is not the one that was chosen. */
  readonly modelReplaced = new vscode.EventEmitter<ModelChange>();

  /** The user tried a call in the panel. */
  readonly callTried = new vscode.EventEmitter<void>();
  /** The user wants to answer questions in the panel. */
  readonly questionsWanted = new vscode.EventEmitter<void>();

  dispose(): void {
    for (const emitter of [
      this.decided,
      this.shownChanged,
      this.alarmed,
      this.judgeChanged,
      this.modelReplaced,
      this.callTried,
      this.questionsWanted,
    ])
      emitter.dispose();
  }
}
