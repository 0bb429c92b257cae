/** A name and a password in front of a host, as in `https://name:password@host`. `git@` is the same for everybody and no secret. */
const CREDENTIALS = /\/\/(?!git@)[^\s/@]*(?:@[^\s/@]*)*@/g;

/** The text without names and passwords in addresses, for display. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '//…@');
}

/**
 * An address as it is shown, however wrongly it is written: without whatever stands where names, passwords and keys do, which is before
 * an `@` and behind `?` and `#`.
 */
export function shownAddress(text: string): string {
  const [place = ''] = /^[^?#]*/.exec(text) ?? [];
  const shown = withoutCredentials(place).replace(/^[^/]*@/, '…@');
  return place.length === text.length ? shown : `${shown}${text.charAt(place.length)}…`;
}
