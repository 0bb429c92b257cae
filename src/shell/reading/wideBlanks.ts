/** Code with runs of blanks as one, so that patterns with a bounded number of blanks find what is spread out. */
export function withoutWideBlanks(code: string): string {
  return code.replace(/\s{2,}/g, (blanks) => (blanks.includes('\n') ? '\n' : ' '));
}
