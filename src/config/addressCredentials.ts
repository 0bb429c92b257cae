/** A name and a password in front of a host, as in `https://name:password@host`. `git@` is the same for everybody and no secret. */
const CREDENTIALS = /\/\/(?!git@)[^\s/@]*(?:@[^\s/@]*)*@/g;

/** The text without names and passwords in addresses, for display. */
export function withoutCredentials(text: string): string {
  return text.replace(CREDENTIALS, '//…@');
}
