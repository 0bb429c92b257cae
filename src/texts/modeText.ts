import type { PanelMode } from '../panel/messages';
import { t } from '@vscode/l10n';

export function modeText(mode: PanelMode): { readonly word: string; readonly sentence: string } {
  switch (mode) {
    case 'on':
      return { word: t('On'), sentence: t('Tool calls that agents bring here are checked before they run.') };
    case 'off':
      return {
        word: t('Off'),
        sentence: t('Nothing is checked here: agents ask for permission in their own way.'),
      };
    case 'paused':
      return {
        word: t('Paused'),
        sentence: t(
          'The judge blocked too many calls. Until you resume, you are asked about what rules do not settle.',
        ),
      };
    case 'outage':
      return {
        word: t('No Judge'),
        sentence: t('The judge cannot answer: calls that need it are blocked or asked, as the settings say.'),
      };
    case 'configuration-error':
      return {
        word: t('Settings Problem'),
        sentence: t('Some settings cannot be used as they are; until you correct them the stricter reading applies.'),
      };
    case 'untrusted':
      return {
        word: t('Restricted'),
        sentence: t('This workspace is not trusted: only its stricter rules apply, and most shortcuts are off.'),
      };
    case 'not-started':
      return {
        word: t('Not Started'),
        sentence: t('Auto Mode could not start in this window, so every call is blocked. Reload the window.'),
      };
  }
}
