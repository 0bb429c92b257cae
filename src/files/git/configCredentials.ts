/** Tokens that a repository's own configuration keeps: in an address, or in a header that git sends. */
import type { GitConfigSetting } from './gitConfigText';

/** `https://user:password@host`, or a token as the user's name. */
const ADDRESS = /:\/\/(?:[^\s/@:]*:[^\s/@]+|[^\s/@:]{20,})@/;
const HEADER = /^\s*extraheader\s*=/im;
/** The file itself, of a work tree, of a submodule or of the user. */
const FILE = /\/\.git\/(?:.*\/)?config(?:\.worktree)?$|\/\.git(?:config|modules)$|\/\.config\/git\/config$/;

/** Also as a part of a name: `url.ADDRESS.insteadOf`. */
export function addressHoldsCredential({ subsection, value }: GitConfigSetting): boolean {
  return ADDRESS.test(value ?? '') || ADDRESS.test(subsection ?? '');
}

/** @param path absolute, links followed */
export function isGitConfiguration(path: string): boolean {
  return FILE.test(path.replaceAll('\\', '/'));
}

export function textHoldsCredential(text: string): boolean {
  return ADDRESS.test(text) || HEADER.test(text);
}
