let tag = 'en';

/** BCP 47 tag, for dates and numbers. */
export function language(): string {
  return tag;
}

export function useLanguage(of: string): void {
  tag = of;
}
