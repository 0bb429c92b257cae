import * as vscode from 'vscode';
import type { Decision } from '../../engine/model/decision';
import type { AutoMode } from '../api/autoMode';
import { t } from '@vscode/l10n';

export interface ExampleDenialParts {
  readonly autoMode: Pick<AutoMode, 'check'>;
  readonly folder: () => string | undefined;
  readonly showPanel: () => Promise<void>;
}

/** The hard floor always blocks this. Nothing runs. */
const EXAMPLE = { tool: 'bash', input: { command: 'rm -rf ~/' }, interactive: false };

export class ExampleDenial {
  constructor(private readonly parts: ExampleDenialParts) {}

  run(): Promise<Decision> {
    const cwd = this.parts.folder();
    return this.parts.autoMode.check({ ...EXAMPLE, ...(cwd === undefined ? {} : { cwd }) });
  }

  async show(): Promise<void> {
    const { showPanel } = this.parts;
    const { outcome } = await this.run();
    if (outcome === 'defer') {
      await vscode.window.showInformationMessage(
        t('Auto Mode is off in this window, so it blocks nothing. Turn it on first.'),
      );
      return;
    }
    await showPanel();
  }
}
