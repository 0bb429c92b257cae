import type { ListOrigin } from './permissionList';

/** Undefined pattern: any file. */
export type FilePattern = { readonly pattern: string | undefined } | { readonly why: string };

const BROAD = { why: 'it covers every file' };
const SPECIAL = { why: 'it has characters that mean something else in a rule' };

/** `//x` is the root, `~/x` home, `/x` the project. Never covers more. */
export function allowedGitPattern(written: string, from: ListOrigin): FilePattern {
  // Theirs exclude x itself in `x/` and `x/**`; ours include it.
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

/** May cover more. */
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

/** Paths in the repository; `*` matches slashes. */
export function allowedStarPattern(text: string, from: ListOrigin): FilePattern {
  if (/[?[\]\\{}!#"'`]/.test(text)) return SPECIAL;
  if (/^[*/.]*$/.test(text)) return BROAD;
  if (/^(?:~|\$|\/|[A-Za-z]:)/.test(text))
    return { why: 'it lies outside the project, where external_directory decides as well' };
  if (text.split('/').includes('..')) return { why: 'it leads out of its folder' };
  if (!text.startsWith('*')) return { why: "it starts from the repository's root, which need not be the open folder" };
  return inFolder(`**/${text.replace(/^\*+\/+/, '')}`, from);
}

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

/** On Windows `//c/x` is `c:/x`. */
function rooted(text: string, { windows }: ListOrigin): string {
  const path = text.replace(/^\/+/, '/');
  if (path.startsWith('/**/')) return path.slice(1);
  return windows ? path.replace(/^\/([A-Za-z])(?=\/)/, '$1:') : path;
}

function anywhere(pattern: string): string {
  return `**/${pattern.replace(/^(?:\.?\/|\*\*\/)+/, '')}`;
}

/** `X/**` includes X itself. */
function withAllBelow(pattern: string): string {
  return pattern.endsWith('/**') ? pattern : `${pattern}/**`;
}

/** The user's patterns apply in the workspace. */
function inFolder(relative: string, { folder, windows }: ListOrigin): FilePattern {
  if (folder === undefined) return { pattern: relative };
  const path = (windows ? folder.replaceAll('\\', '/') : folder).replace(/\/+$/, '');
  if (path === '') return { why: 'it belongs to no folder of this machine' };
  return /[*?[\]\\]/.test(path)
    ? { why: 'the name of its folder has special characters' }
    : { pattern: `${path}/${relative}` };
}
