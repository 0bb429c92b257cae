import type { HookTrust } from '../../agents/codex/hookTrust';
import { t } from '@vscode/l10n';

export interface HookTrustText {
  readonly missing: string | undefined;
  readonly message: string;
}

/** Quotes nothing of Codex. */
export function hookTrustText(trust: HookTrust): HookTrustText {
  const step = t('Start Codex in a terminal, type /hooks, look at the hooks of Auto Mode and trust them.');
  if (trust.kind === 'codex-not-found') {
    return {
      missing: undefined,
      message: `${t('Codex runs the hooks of Auto Mode only once you trust them, and is not on the PATH of VS Code, so it cannot be asked whether you do.')} ${step} ${t('The panel then shows its first call.')}`,
    };
  }
  if (trust.kind === 'no-answer') {
    return {
      missing: undefined,
      message: `${t('Codex runs the hooks of Auto Mode only once you trust them. It did not say whether you do.')} ${step}`,
    };
  }
  const { entries } = trust;
  const all = entries.length;
  const absent = entries.filter(({ state }) => state === 'not-listed').length;
  const waiting = entries.filter(({ state }) => state === 'not-trusted').length;
  if (absent > 0) {
    const sentence = t(
      'Codex does not see {absent} of the {all} hooks of Auto Mode here, so calls run without it. Connect Codex again, and see that no configuration switches its hooks off.',
      { absent, all },
    );
    return { missing: sentence, message: sentence };
  }
  if (waiting > 0) {
    const sentence = `${t('Codex passes over {waiting} of the {all} hooks of Auto Mode until you trust them.', { waiting, all })} ${step}`;
    return { missing: sentence, message: sentence };
  }
  return {
    missing: undefined,
    message: t('You trust all hooks of Auto Mode in Codex. Sessions that are open already have to be started again.'),
  };
}
