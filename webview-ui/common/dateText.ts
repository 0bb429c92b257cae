/**
 * In the local time zone.
 * @param iso ISO 8601
 * @param language BCP 47 tag
 */
export function dateText(iso: string, language: string): string {
  return formatted(new Date(iso), language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** Today without the date. */
export function shortDateText(iso: string, language: string): string {
  const moment = new Date(iso);
  const today = moment.toDateString() === new Date().toDateString();
  return formatted(moment, language, today ? { timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
}

const FORMATTERS = new Map<string, Intl.DateTimeFormat>();

/** Making a formatter takes far longer than using it. */
function formatted(moment: Date, language: string, options: Intl.DateTimeFormatOptions): string {
  // Not one of our dates.
  if (Number.isNaN(moment.getTime())) return '';
  const key = `${language} ${options.dateStyle ?? ''} ${options.timeStyle ?? ''}`;
  const known = FORMATTERS.get(key) ?? new Intl.DateTimeFormat(language, options);
  FORMATTERS.set(key, known);
  return known.format(moment);
}
