/** Code names these by path; others are not looked for. */
import type { ClosureReader } from './reader';
import type { FileRun } from './run';

const MOST_MODULES = 40;
/** One file; more is not read. */
const MOST_CHARACTERS = 500_000;

const JAVASCRIPT =
  /(?:\bfrom\s{0,8}|\bimport\s{0,8}\(?\s{0,8}|\brequire\s{0,8}\(\s{0,8})(["'`])(\.{1,2}\/[^"'`\n]{1,400})\1/g;
const PYTHON =
  /^[ \t]{0,40}(?:from\s{1,8}(\.{0,8}[\w.]{0,200})\s{1,8}import\s{1,8}([\w, \t(*]{1,400})|import\s{1,8}([\w., \t]{1,400}))/gm;
const RUBY =
  /\brequire_relative\s{0,8}\(?\s{0,8}["']([^"'\n]{1,400})["']|\b(?:load|require)\s{0,8}\(?\s{0,8}["'](\.{1,2}\/[^"'\n]{1,400})["']/g;
const PHP = /\b(?:require|include)(?:_once)?\b[^;\n]{0,80}["']\/?([^"'\n]{1,400}\.php)["']/g;
const PERL = /\b(?:do|require)\s{0,8}["'](\.{0,2}\/?[^"'\n]{1,400}\.p[lm])["']/g;

/** @param path real, of the loading code */
export function loadedModules(
  text: string,
  path: string,
  cwd: string | undefined,
  reader: ClosureReader,
): readonly FileRun[] {
  const code = text.slice(0, MOST_CHARACTERS);
  const folder = reader.parent(path);
  const names = new Set<string>();
  if (/\.py$|^#!.*python/.test(path) || /^#!.*python/.test(code)) {
    for (const name of pythonFiles(code)) names.add(name);
  } else {
    for (const [, , name = ''] of code.matchAll(JAVASCRIPT))
      for (const spelling of javascriptFiles(name)) names.add(spelling);
    for (const [, one, other] of code.matchAll(RUBY))
      names.add((one ?? other ?? '').endsWith('.rb') ? (one ?? other ?? '') : `${one ?? other ?? ''}.rb`);
    for (const [, name = ''] of code.matchAll(PHP)) names.add(name);
    for (const [, name = ''] of code.matchAll(PERL)) names.add(name);
  }
  const found = new Map<string, FileRun>();
  for (const name of names) {
    if (found.size >= MOST_MODULES) break;
    const read = reader.read(name, folder);
    if (read.content === undefined || found.has(read.path)) continue;
    found.set(read.path, {
      what: 'file',
      kind: 'module',
      path: read.path,
      cwd,
      read: read.path.endsWith('.json') ? 'data' : 'code',
    });
  }
  return [...found.values()];
}

function javascriptFiles(name: string): readonly string[] {
  if (/\.[cm]?[jt]sx?$|\.json$/.test(name)) return [name, name.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')];
  return ['', '.js', '.cjs', '.mjs', '.ts', '.tsx', '.jsx', '/index.js', '/index.ts'].map((ending) => name + ending);
}

function pythonFiles(code: string): readonly string[] {
  const names: string[] = [];
  const add = (module: string): void => {
    const dots = /^\.*/.exec(module)?.[0].length ?? 0;
    const base = '../'.repeat(Math.max(0, dots - 1)) + module.slice(dots).replaceAll('.', '/');
    if (base !== '') names.push(`${base}.py`, `${base}/__init__.py`);
  };
  for (const [, from, members = '', plain = ''] of code.matchAll(PYTHON)) {
    if (from !== undefined) {
      add(from);
      const base = from.endsWith('.') ? from : `${from}.`;
      for (const member of members.split(/[\s,(]+/)) if (/^\w+$/.test(member)) add(base + member);
    }
    for (const part of plain.split(',')) add(part.trim().split(/\s/, 1)[0] ?? '');
  }
  return names;
}
