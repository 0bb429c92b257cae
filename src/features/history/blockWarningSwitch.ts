import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { SETTING_SCHEMAS, type SettingValues } from '../../config/schema';
import { notificationText } from '../../editor/notificationText';
import { t } from '@vscode/l10n';

export type BlockWarnings = SettingValues['notifications.blocks'];

export interface BlockWarningSwitchParts {
  readonly inForce: () => BlockWarnings;
  readonly ofUser: () => unknown;
  /** Undefined removes it. */
  readonly write: (value: BlockWarnings | undefined) => Promise<void>;
  /** Resolves to whether the button was clicked. */
  readonly notify: (message: string, button?: string) => PromiseLike<boolean>;
}

/** Says where to turn them on again. */
export class BlockWarningSwitch {
  constructor(private readonly parts: BlockWarningSwitchParts) {}

  /**
   * Shows its own errors.
   * @param unjudged false: calls that could not be judged are still notified
   */
  async stop(unjudged: boolean): Promise<void> {
    const { inForce, ofUser, write, notify } = this.parts;
    try {
      const before = ofUser();
      const value = inForce() === 'all' && !unjudged ? 'outages' : 'none';
      await write(value);
      if (inForce() !== value) {
        await notify(
          t('Nothing has changed: something stronger than your user settings sets {setting}.', { setting: SETTING }),
        );
        return;
      }
      const message =
        value === 'outages'
          ? t(
              'You now get notifications only of calls that could not be judged. Change it with {setting} in your user settings; the panel lists every denial.',
              { setting: SETTING },
            )
          : t(
              'You no longer get notifications of blocked calls. Change it with {setting} in your user settings; the panel lists every denial.',
              { setting: SETTING },
            );
      if (!(await notify(message, t('Undo')))) return;
      const former = SETTING_SCHEMAS[SETTINGS.notificationsBlocks].safeParse(before);
      await write(former.success ? former.data : undefined);
    } catch (error) {
      await notify(
        t('{setting} could not be changed: {reason}', {
          setting: SETTING,
          reason: notificationText(error instanceof Error ? error.message : String(error), 200),
        }),
      );
    }
  }
}

const SETTING = `${SETTINGS_PREFIX}.${SETTINGS.notificationsBlocks}`;
