import { HostConnection } from './frame/hostConnection';
import { PanelElement } from './frame/panelElement';

const panel = document.querySelector('auto-mode-panel');
if (panel instanceof PanelElement) panel.connect(new HostConnection(panel.dataset['version'] ?? ''));
