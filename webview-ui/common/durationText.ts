/** @param language BCP 47 tag */
export function durationText(milliseconds: number, language: string): string {
  const isShort = milliseconds < 999.5;
  const digits = isShort ? 0 : 1;
  const rounded = milliseconds > 0 && milliseconds < 1 ? 1 : milliseconds;
  return formatter(isShort ? 'millisecond' : 'second', digits, language).format(
    isShort ? rounded : milliseconds / 1000,
  );
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
