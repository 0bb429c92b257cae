/** Runs of blanks become one, so that patterns with bounded blanks find what is spread out. */
export function withoutWideBlanks(code: string): string {
  return code.replace(/\s{2,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}
