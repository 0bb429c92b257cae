/**
 * A moment in the user's language and time zone, with date and time.
 * @param iso ISO 8601.
 * @param language BCP 47 tag.
 */
export function dateText(iso: string, language: string): string {
  return new Date(iso).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** The same moment, for narrow places: without the date if it is today. */
export function shortDateText(iso: string, language: string): string {
  const moment = new Date(iso);
  const today = moment.toDateString() === new Date().toDateString();
  return moment.toLocaleString(language, today ? { timeStyle: 'medium' } : { dateStyle: 'short', timeStyle: 'short' });
}
