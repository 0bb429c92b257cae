import * as vscode from 'vscode';
import { CONTEXT_KEYS } from '../../config/contributions';
import type { PanelSnapshot } from '../../panel/messages';

/** What the status does not say. */
export interface PossibleSteps {
  /** A rule that was added can be taken back. */
  readonly ruleAdded: boolean;
  /** A model is another one than was chosen. */
  readonly modelChanged: boolean;
  /** A change of a list of rules can be undone. */
  readonly rulesEdited: boolean;
  /** A folder has a list of rules of its own that can be removed. */
  readonly folderRules: boolean;
}

/** Sets the keys by which menus and the palette show the commands that fit; each is told to the editor when it changes alone. */
export class ContextKeys {
  private readonly told = new Map<string, boolean>();

  follow(
    { mode, goneRules, unconfirmed, agents }: Pick<PanelSnapshot, 'mode' | 'goneRules' | 'unconfirmed' | 'agents'>,
    { ruleAdded, modelChanged, rulesEdited, folderRules }: PossibleSteps,
  ): void {
    this.set(CONTEXT_KEYS.enabled, mode !== 'off');
    this.set(CONTEXT_KEYS.paused, mode === 'paused');
    this.set(CONTEXT_KEYS.ruleAdded, ruleAdded);
    this.set(CONTEXT_KEYS.rulesGone, goneRules !== undefined);
    this.set(CONTEXT_KEYS.modelChanged, modelChanged);
    this.set(CONTEXT_KEYS.rulesEdited, rulesEdited);
    this.set(CONTEXT_KEYS.folderRules, folderRules);
    this.set(CONTEXT_KEYS.environmentUnconfirmed, unconfirmed.length > 0);
    this.set(
      CONTEXT_KEYS.alarmed,
      agents.some(({ alarms }) => alarms.length > 0),
    );
  }

  private set(key: string, value: boolean): void {
    if (this.told.get(key) === value) return;
    this.told.set(key, value);
    void vscode.commands.executeCommand('setContext', key, value);
  }
}
