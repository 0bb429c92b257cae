import { SETTINGS_VARIABLE } from '../../config/environmentSettings';
import type { IgnoredSetting } from '../../config/sources';
import type { Confirm } from '../../editor/confirmation';
import type { AnsweredTexts } from '../models/answeredTexts';
import type { NotificationWindow } from '../history/blockNotification';
import { ignoredLooseningText } from './looseningText';
import { notificationText } from '../../editor/notificationText';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine, visibleDocument } from '../../common/visibleText';

export interface EnvironmentReviewParts {
  readonly settings: {
    unconfirmed(): readonly IgnoredSetting[];
    confirmableText(): string | undefined;
    reload(): void;
  };
  readonly confirmed: AnsweredTexts;
  readonly dismissed: AnsweredTexts;
  readonly show: (text: string) => Promise<void>;
  readonly confirm: Confirm;
  readonly window: NotificationWindow;
}

const MAX_LINES = 20;
const MAX_LINE = 200;

/** Any program that starts the editor can set the variable, so the user reads and confirms what loosens. */
export class EnvironmentReview {
  constructor(private readonly parts: EnvironmentReviewParts) {}

  /** Once; the panel keeps it. */
  async announce(): Promise<void> {
    const { settings, dismissed, window } = this.parts;
    const text = settings.confirmableText();
    const [first, ...others] = settings.unconfirmed();
    if (text === undefined || first === undefined || dismissed.has(text)) return;
    const review = t('Review');
    const ignore = t('Ignore');
    const what = notificationText(ignoredLooseningText(first), MAX_LINE);
    const message =
      others.length === 0
        ? t('{variable} would loosen Auto Mode: {what}', { variable: SETTINGS_VARIABLE, what })
        : oneOrMany(
            others.length,
            t('{variable} would loosen Auto Mode: {what}, and one more setting.', {
              variable: SETTINGS_VARIABLE,
              what,
            }),
            t('{variable} would loosen Auto Mode: {what}, and {count} more settings.', {
              variable: SETTINGS_VARIABLE,
              what,
              count: others.length,
            }),
          );
    const picked = await window.showWarningMessage(message, review, ignore);
    if (picked === review) await this.review();
    if (picked === ignore) await dismissed.add(text);
  }

  /** @returns whether all of it is in effect */
  async review(): Promise<{ readonly confirmed: boolean }> {
    const { settings, confirmed, show, confirm } = this.parts;
    const text = settings.confirmableText();
    const waiting = settings.unconfirmed();
    if (text === undefined || waiting.length === 0) return { confirmed: waiting.length === 0 };
    await show(visibleDocument(text));
    const lines = waiting.slice(0, MAX_LINES).map((setting) => shortLine(ignoredLooseningText(setting), MAX_LINE));
    const more = waiting.length - lines.length;
    const agreed = await confirm(
      t('Let {variable} loosen Auto Mode?', { variable: SETTINGS_VARIABLE }),
      [
        t('The editor was started with this variable. Its whole text is open in an editor. It would loosen:'),
        '',
        ...lines,
        ...(more > 0 ? [t('and {count} more', { count: more })] : []),
        '',
        t('Another text of the variable asks again.'),
      ].join('\n'),
      t('Let It Loosen'),
    );
    if (!agreed) return { confirmed: false };
    await confirmed.add(text);
    settings.reload();
    return { confirmed: true };
  }
}
