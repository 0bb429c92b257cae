/** `a/..`: behind a link it leads elsewhere for the kernel than in the text. */
export function goesUpBehindName(path: string): boolean {
  return /(?:^|\/)(?!\.{1,2}\/)[^/]+\/+\.\.(?:\/|$)/.test(path);
}
