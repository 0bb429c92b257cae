const UNITS = [
  { unit: 'hour', milliseconds: 3_600_000, from: 7_200_000 },
  { unit: 'minute', milliseconds: 60_000, from: 120_000 },
  { unit: 'second', milliseconds: 1000, from: 999.5 },
] as const;

/** @param language BCP 47 tag */
export function durationText(milliseconds: number, language: string): string {
  const large = UNITS.find(({ from }) => milliseconds >= from);
  if (large !== undefined) return formatter(large.unit, 1, language).format(milliseconds / large.milliseconds);
  const rounded = milliseconds > 0 && milliseconds < 1 ? 1 : milliseconds;
  return formatter('millisecond', 0, language).format(rounded);
}

const FORMATTERS = new Map<string, Intl.NumberFormat>();

/** Making one takes far longer than using it. */
function formatter(unit: string, digits: number, language: string): Intl.NumberFormat {
  const key = `${language} ${unit}`;
  const known = FORMATTERS.get(key);
  if (known !== undefined) return known;
  const made = new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    unitDisplay: 'narrow',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
  FORMATTERS.set(key, made);
  return made;
}
