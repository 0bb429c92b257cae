/** YYYY-MM-DD in the user's time zone. */
export function localDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** Up to today, oldest first; each once, even where clocks change. */
export function lastDays(now: number, count: number): readonly string[] {
  const today = new Date(now);
  return Array.from({ length: count }, (_, index) => {
    const noon = new Date(today.getFullYear(), today.getMonth(), today.getDate() - (count - 1 - index), 12);
    return localDay(noon.getTime());
  });
}
