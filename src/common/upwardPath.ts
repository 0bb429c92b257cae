/** `a/..`: behind a link the kernel goes elsewhere than the text. */
export function goesUpBehindName(path: string): boolean {
  return /(?:^|\/)(?!\.{1,2}\/)[^/]+\/+\.\.(?:\/|$)/.test(path);
}
