import { t } from '@vscode/l10n';
import { language } from './language';

const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const FORMATTERS = new Map<string, Intl.NumberFormat>();

/** How long ago, as short as can be: `3m`. */
export function ageText(iso: string, now: number): string {
  const age = now - Date.parse(iso);
  // Not one of our dates.
  if (Number.isNaN(age)) return '';
  const found = UNITS.find(([, size]) => age >= size);
  if (found === undefined) return t('now');
  const [unit, length] = found;
  const known =
    FORMATTERS.get(unit) ?? new Intl.NumberFormat(language(), { style: 'unit', unit, unitDisplay: 'narrow' });
  FORMATTERS.set(unit, known);
  return known.format(Math.floor(age / length));
}
