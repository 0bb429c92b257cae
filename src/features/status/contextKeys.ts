import * as vscode from 'vscode';
import { CONTEXT_KEYS } from '../../config/contributions';
import type { PanelSnapshot } from '../../panel/messages';

/** For menus and palette. Sent on change. */
export class ContextKeys {
  private readonly sent = new Map<string, boolean>();

  /** @param modelChanged not in the snapshot */
  follow({ mode }: Pick<PanelSnapshot, 'mode'>, modelChanged: boolean): void {
    this.set(CONTEXT_KEYS.enabled, mode !== 'off');
    this.set(CONTEXT_KEYS.paused, mode === 'paused');
    this.set(CONTEXT_KEYS.modelChanged, modelChanged);
  }

  private set(key: string, value: boolean): void {
    if (this.sent.get(key) === value) return;
    this.sent.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
