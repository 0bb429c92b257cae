import type { PanelAction, PanelCommand } from '../../src/panel/messages';
import type { ClickedCommand } from '../common/clickedCommand';

type Numbered = Extract<ClickedCommand, { readonly kind: Extract<PanelAction, { readonly nonce: string }>['kind'] }>;

/** Whether the command loosens the gate: the host then wants a snapshot's one-time number with it. */
export function needsNonce(clicked: ClickedCommand): clicked is Numbered {
  switch (clicked.kind) {
    case 'resume':
    case 'reloadWindow':
    case 'dropRules':
    case 'disconnectAgent':
    case 'dismissAlarm':
      return true;
    case 'confirmEnvironment':
    case 'turnOn':
    case 'openSettings':
    case 'openSetting':
    case 'openFolder':
    case 'seeExample':
    case 'setKey':
    case 'connectAgent':
    case 'runDoctor':
    case 'showLog':
    case 'manageTrust':
      return false;
  }
}

export function withNonce(clicked: Numbered, nonce: string): PanelCommand {
  return { ...clicked, nonce };
}
