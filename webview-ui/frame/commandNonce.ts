import type { PanelCommand } from '../../src/panel/messages';
import type { ClickedCommand } from '../common/clickedCommand';

/** Adds the clicked snapshot's one-time number if needed. */
export function withNonce(clicked: ClickedCommand, nonce: string): PanelCommand {
  switch (clicked.kind) {
    case 'resume':
    case 'reloadWindow':
      return { kind: clicked.kind, nonce };
    case 'dropRules':
    case 'disconnectAgent':
    case 'dismissAlarm':
      return { ...clicked, nonce };
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
      return clicked;
  }
}
