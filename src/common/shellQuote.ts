/** One word for a POSIX shell, with any characters in it. */
export function shellQuote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
