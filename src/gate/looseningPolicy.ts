import type { EffectiveSettings } from '../config/sources';
import { t } from '@vscode/l10n';

export class ForbiddenByPolicyError extends Error {
  override readonly name = 'ForbiddenByPolicyError';
}

/**
 * Call again after asking: a policy may have arrived.
 * @throws ForbiddenByPolicyError
 */
export function refuseWhereForbidden({ forbidsLoosening }: Pick<EffectiveSettings, 'forbidsLoosening'>): void {
  if (!forbidsLoosening) return;
  throw new ForbiddenByPolicyError(
    t("Your administrator's policy lets nothing be loosened, so this was not done. Ask your administrator."),
  );
}
