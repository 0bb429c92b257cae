import { config } from '@vscode/l10n';
import { useLanguage } from './common/language';
import { HostConnection } from './frame/hostConnection';
import { PanelElement } from './frame/panelElement';

const panel = document.querySelector('auto-mode-panel');
if (panel instanceof PanelElement) {
  const { version = '', texts = '{}' } = panel.dataset;
  useLanguage(document.documentElement.lang);
  config({ contents: texts });
  panel.connect(new HostConnection(version));
}
