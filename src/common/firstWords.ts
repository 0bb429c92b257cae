/** For display only. */
export function firstWords(text: string, most: number): string {
  const words = wordsOf(text);
  return words.length <= most ? words.join(' ') : `${words.slice(0, most).join(' ')}…`;
}

export function wordsOf(text: string): string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
