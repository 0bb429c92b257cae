/**
 * Milliseconds below one second, else seconds.
 * @param language BCP 47 tag
 */
export function durationText(milliseconds: number, language: string): string {
  if (milliseconds < 1) return '<1 ms';
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1, useGrouping: false };
  return `${(milliseconds / 1000).toLocaleString(language, digits)} s`;
}
