let tag = 'en';

export function language(): string {
  return tag;
}

export function useLanguage(of: string): void {
  tag = of;
}
