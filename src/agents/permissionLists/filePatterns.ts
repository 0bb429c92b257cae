/** Other programs' patterns over files, as the patterns of our file rules. */
import type { ListOrigin } from './permissionList';

/** A pattern for a file rule (undefined: any file), or why there is none. */
export type FilePattern = { readonly pattern: string | undefined } | { readonly why: string };

const BROAD = { why: 'it covers every file' };
const SPECIAL = { why: 'it has characters that mean something else in a rule' };

/**
 * For an allow rule, from a pattern as in a .gitignore whose start says where it holds: `//x` the root, `~/x` the home folder, `/x`
 * the project, anything else the current folder. Covers no file that it does not.
 */
export function allowedGitPattern(written: string, from: ListOrigin): FilePattern {
  // There `x/` and `x/**` are what lies in x; here they would be x itself as well.
  const text = written.replace(/\/(?:\*\*)?$/, '/**/*');
  if (/[?[\]\\{}!#"'$`]|\*\*\/$/.test(written)) return SPECIAL;
  if (text.split('/').includes('..')) return { why: 'it leads out of its folder' };
  if (/^[*/.~]*$/.test(text)) return BROAD;
  if (text.startsWith('//')) {
    const path = rooted(text, from);
    return path
      .split('/')
      .find((part) => part !== '')
      ?.includes('*') === true
      ? BROAD
      : { pattern: path };
  }
  if (text.startsWith('~')) {
    if (!text.startsWith('~/')) return SPECIAL;
    return (text.split('/')[1] ?? '').includes('*') ? BROAD : { pattern: text };
  }
  const isOfProject = text.startsWith('/');
  if (isOfProject && from.folder === undefined) return { why: 'which folder it starts from differs between versions' };
  const relative = text.replace(/^(?:\.?\/)+/, '');
  const isAnchored = isOfProject || relative.replace(/\/+$/, '').includes('/');
  return inFolder(isAnchored ? relative : `**/${relative}`, from);
}

/** For a deny or ask rule, from a pattern as in `allowedGitPattern`. Covers every file that it does, and may cover more. */
export function restrictedGitPattern(text: string, from: ListOrigin): FilePattern {
  if (/^[!#]|[\\{}]/.test(text)) return SPECIAL;
  const simple = text.replace(/\[[^\]/]*\]/g, '*').replace(/\/+$/, '');
  if (/[[\]]/.test(simple)) return SPECIAL;
  if (/^[*/.~]*$/.test(simple)) return { pattern: undefined };
  if (simple.split('/').includes('..')) return { why: 'it leads out of its folder' };
  if (simple.startsWith('//')) return { pattern: withAllBelow(rooted(simple, from)) };
  if (simple.startsWith('~/')) return { pattern: withAllBelow(simple) };
  return { pattern: withAllBelow(anywhere(simple)) };
}

/** For an allow rule, from a pattern over paths in the repository in which `*` also stands for slashes. */
export function allowedStarPattern(text: string, from: ListOrigin): FilePattern {
  if (/[?[\]\\{}!#"'`]/.test(text)) return SPECIAL;
  if (/^[*/.]*$/.test(text)) return BROAD;
  if (/^(?:~|\$|\/|[A-Za-z]:)/.test(text))
    return { why: 'it lies outside the project, where external_directory decides as well' };
  if (text.split('/').includes('..')) return { why: 'it leads out of its folder' };
  if (!text.startsWith('*')) return { why: "it starts from the repository's root, which need not be the open folder" };
  return inFolder(`**/${text.replace(/^\*+\/+/, '')}`, from);
}

/** For a deny or ask rule, from a pattern as in `allowedStarPattern`. */
export function restrictedStarPattern(text: string): FilePattern {
  if (/[[\]\\{}"'`]/.test(text)) return SPECIAL;
  const path = text.replace(/^\$HOME(?=\/|$)/, '~').replace(/\/+$/, '');
  if (/^[*/.]*$/.test(path)) return { pattern: undefined };
  if (path.includes('$') || path.split('/').includes('..')) return SPECIAL;
  const parts = path.split('/');
  const found: string[] = [];
  for (const [index, part] of parts.entries()) {
    const stars = part.match(/[*?]+/g)?.length ?? 0;
    if (stars === 0) found.push(part);
    else if (stars === 1 && /^\*+[^*?]*$/.test(part))
      found.push('**', ...(/^\*+$/.test(part) ? [] : [part.replace(/^\*+/, '*')]));
    else if (stars === 1 && /^[^*?]+\*+$/.test(part) && index === parts.length - 1) found.push(part);
    else return { why: 'a * in the middle of it also stands for slashes' };
  }
  const isFixed = path.startsWith('/') || path.startsWith('~/') || /^[A-Za-z]:/.test(path);
  const pattern = found.join('/');
  return { pattern: withAllBelow(isFixed ? pattern : anywhere(pattern)) };
}

/** `//x` as an absolute path; on Windows `//c/x` is `c:/x`. */
function rooted(text: string, { windows }: ListOrigin): string {
  const path = text.replace(/^\/+/, '/');
  if (path.startsWith('/**/')) return path.slice(1);
  return windows ? path.replace(/^\/([A-Za-z])(?=\/)/, '$1:') : path;
}

/** A relative pattern as one that holds in whatever folder. */
function anywhere(pattern: string): string {
  return `**/${pattern.replace(/^(?:\.?\/|\*\*\/)+/, '')}`;
}

/** `X/**` is X as well: a folder that is named stands for all in it. */
function withAllBelow(pattern: string): string {
  return pattern.endsWith('/**') ? pattern : `${pattern}/**`;
}

/** A relative pattern held to the folder that the list belongs to; the user's own hold in the workspace. */
function inFolder(relative: string, { folder, windows }: ListOrigin): FilePattern {
  if (folder === undefined) return { pattern: relative };
  const path = (windows ? folder.replaceAll('\\', '/') : folder).replace(/\/+$/, '');
  if (path === '') return { why: 'it belongs to no folder of this machine' };
  return /[*?[\]\\]/.test(path)
    ? { why: 'the name of its folder has special characters' }
    : { pattern: `${path}/${relative}` };
}
