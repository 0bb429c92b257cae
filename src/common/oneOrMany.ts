/** The text for one thing or for another number of them: `one` where there is exactly one. */
export function oneOrMany(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}
