/** Tokens that git's configuration keeps: in an address, or in a header that git sends. */
import type { FileSystem } from '../fileSystem';
import type { GitConfigSetting } from './gitConfigText';

const MOST_BYTES = 1_048_576;

/** `https://user:password@host`, or a token as the user's name. */
const ADDRESS = /:\/\/(?:[^\s/@:]*:[^\s/@]+|[^\s/@:]{20,})@/;
const HEADER = /^\s*extraheader\s*=/im;
/** Hardly any other file ends so, and a search asks about each one. */
const FILE_END = /(?:config|modules|worktree)$/;
/** The file itself, of a work tree, of a submodule or of the user. */
const FILE = /\/\.git\/(?:.*\/)?config(?:\.worktree)?$|\/\.git(?:config|modules)$|\/\.config\/git\/config$/;

/** Also as a part of a name: `url.ADDRESS.insteadOf`. */
export function addressHoldsCredential({ subsection, value }: GitConfigSetting): boolean {
  return ADDRESS.test(value ?? '') || ADDRESS.test(subsection ?? '');
}

/** @param path absolute, links followed */
export function isGitConfiguration(path: string): boolean {
  return FILE_END.test(path) && FILE.test(path.replaceAll('\\', '/'));
}

/** Also where it cannot be read. */
export function fileHoldsCredential(path: string, files: FileSystem): boolean {
  if (files.inspect(path) === 'absent') return false;
  const text = files.readText(path, MOST_BYTES);
  return text === undefined || ADDRESS.test(text) || HEADER.test(text);
}
