import * as vscode from 'vscode';
import type { Translate } from '../common/translate';

/** Texts in the language in which the editor runs. */
export const inEditorLanguage: Translate = (message, values) =>
  values === undefined ? vscode.l10n.t(message) : vscode.l10n.t(message, values);
