import { HostConnection } from './hostConnection';
import { PanelElement } from './panelElement';

const panel = document.querySelector('auto-mode-panel');
if (panel instanceof PanelElement) panel.connect(new HostConnection(panel.dataset['version'] ?? ''));
