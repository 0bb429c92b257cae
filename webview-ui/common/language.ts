let tag = 'en';

/** BCP 47 tag of the editor's language, for dates and numbers. */
export function language(): string {
  return tag;
}

export function useLanguage(of: string): void {
  tag = of;
}
