/** `https://name:password@host`. `git@` is no secret. */
const CREDENTIALS = /\/\/(?!git@)[^\s/@]*(?:@[^\s/@]*)*@/g;

export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '//…@');
}

/** For malformed addresses too: drops what is before `@`, and from `?` or `#` on. */
export function shownAddress(text: string): string {
  const [place = ''] = /^[^?#]*/.exec(text) ?? [];
  const shown = withoutCredentials(place).replace(/^[^/]*@/, '…@');
  return place.length === text.length ? shown : `${shown}${text.charAt(place.length)}…`;
}
