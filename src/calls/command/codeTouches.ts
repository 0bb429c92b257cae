/** Files that inline code (`python -c`) may use: guesses, only to block. */
import { InputProblem } from '../../common/inputProblem';
import { withoutWideBlanks } from '../../shell/reading/wideBlanks';
import { startsTooMany } from '../../shell/walk/codeCalls';
import type { InlineCode } from '../../shell/model/analysis';
import type { FileChange, FileTouch } from '../../files/fileTouch';

const MAX_CHARACTERS = 65_536;

const REMOVES =
  /unlink|rmtree|remove_tree|rmdir|removedirs|os\.remove|\bremove(?:Sync)?\s*\(|\brm(?:Sync|_rf?|_f)?\b|rimraf|File\.delete|\btrash|rename|\.move\b|\bmove\s*\(/i;
const WRITES =
  /write(?!ln)|append_?file|append(?:Sync|Text)|truncate|copy|rename|os\.replace|symlink|\blink\s*\(|chmod|chown|\btouch|dump\s*\(|put_contents|\bO_(?:WRONLY|RDWR|CREAT|APPEND|TRUNC)\b|["'](?:[wax]b?\+?|r\+b?|rb\+|[wa]t)["']|>>|>\s*["'$/~]|["']\s*\+?[<>]{1,2}\s*["']|\bmode\s*=|FileUtils/i;
/** Printing writes none. */
const PRINTS = /(?:sys\.|process\.)?\bstd(?:out|err)\s*(?:\.|->)\s*write/gi;
const RUNS = /system|exec|spawn|popen|subprocess|child_process|\bqx\b|%x|`|\bsh\b/i;
/** Of a regular expression. */
const MATCHES = /\/[a-z]{0,8}\.exec\s{0,8}\(/g;
const NAMES_HOME = /HOME|homedir|expanduser|Path\.home|Dir\.home|getpwuid|USERPROFILE/;

const REMOVES_HOME =
  /(?:\brm\w*|rimraf|\bremove\w*|\btrash)\s{0,8}[(\s]\s{0,8}(?:process\.env\.HOME|process\.env\[["']HOME["']\]|(?:require\(["'](?:node:)?os["']\)|\bos)\.homedir\(\)|homedir\(\)|Dir\.home|ENV\[["']HOME["']\]|(?:pathlib\.)?Path\.home\(\)|os\.environ\[["']HOME["']\]|\$ENV\{HOME\})\s{0,8}(?:[,);]|$)/m;

export interface CodeReading {
  readonly touches: readonly FileTouch[];
  readonly scripts: readonly string[];
}

type Code = Pick<InlineCode, 'language' | 'text'>;

/** Other code takes patterns for names. */
const EXPANDS = /glob|\bDir\s{0,4}\[|rimraf|\bdel\s{0,4}\(|fnmatch|<[^<>\n]{0,200}[*?][^<>\n]{0,200}>/i;

/** @throws InputProblem for code too long, or starting too much, to check */
export function codeTouches({ language, text }: Code, cwd: string | undefined, home: string): CodeReading {
  const written = text.pieces
    .map((piece) => (piece.kind === 'value' ? `$${piece.variable ?? ''}` : piece.text))
    .join('');
  const code = withoutWideBlanks(written);
  if (code.length > MAX_CHARACTERS || startsTooMany(code))
    throw new InputProblem(
      `code of ${written.length} characters in a command line is too much to check: write it to a file`,
    );
  const all = literalsIn(code, language);
  const literals = all.filter(({ start }) => !isReplaced(code, start) && !isContent(code, start));
  const atHome = NAMES_HOME.test(code);
  const paths = new Set<string>();
  for (const literal of withJoined(literals, code)) {
    for (const path of pathsOf(literal, cwd ?? '.', home, atHome)) paths.add(path);
  }
  for (const name of writtenNames(code, language)) {
    for (const path of pathsOf(name, cwd ?? '.', home, atHome)) paths.add(path);
  }
  const changes = changesOf(code, language);
  if (REMOVES_HOME.test(code)) paths.add(home);
  const expands = EXPANDS.test(code);
  const touches = Array.from(paths).flatMap((path) =>
    changes.map((change): FileTouch => ({ path, change, ...(expands && /[*?]/.test(path) && { glob: true }) })),
  );
  const scripts = RUNS.test(code.replace(MATCHES, ''))
    ? literals.map(({ value }) => value).filter((value) => /\S\s+\S/.test(value))
    : [];
  return { touches, scripts };
}

/** Of sqlite3, psql, SQL and editors: `.output f`, `\o f`, `into outfile 'f'`, `w! f`. */
const WRITING: Partial<Record<InlineCode['language'], RegExp>> = {
  sql: /(?:^|\n)\s{0,40}\.(?:output|once|log|save|backup|clone)\s{1,9}(?:main\s{1,9})?["']?([^\s"';]{1,400})|\\(?:out|o|g|w|write|s)\s{1,9}["']?([^\s"';|]{1,400})|\b(?:into\s{1,9}(?:out|dump)file|vacuum\s{1,9}into|\bto(?:\s{1,9}program)?)\s{1,9}["']([^"']{1,400})["']/gi,
  other:
    /(?:^|[|:\n])\s{0,9}(?:sil\w{0,4}!?\s{1,9})?[\d%,.$']{0,20}\s{0,9}(?:w|wr|wri|writ|write|wq|sav|save|saveas|up|update|x|xit|redir|mks\w{0,6}|mkv\w{0,6}|mkexrc|profile\s{1,9}start)!?\s{1,9}(?:>>?\s{0,9})?([^\s|!]{1,400})/g,
};

function writtenNames(code: string, language: InlineCode['language']): readonly string[] {
  const pattern = WRITING[language];
  if (pattern === undefined) return [];
  return Array.from(code.matchAll(pattern), ([, one, two, three]) => one ?? two ?? three ?? '');
}

function changesOf(code: string, language: InlineCode['language']): readonly FileChange[] {
  // `\copy t from 'f'` only reads.
  const quiet = code.replace(PRINTS, '').replace(/\bcopy\b[^;']{0,400}\bfrom\s/gi, ' ');
  const changes: FileChange[] = ['read'];
  if (WRITES.test(quiet) || writtenNames(code, language).length > 0) changes.push('overwrite');
  if (REMOVES.test(quiet)) changes.push('delete');
  return changes;
}

/** Search and replacement texts are no paths: `text.replace('~/.bashrc', '~/.zshrc')`. */
function isReplaced(code: string, start: number): boolean {
  return /[\w)\]]\.(?:replace|replaceAll|sub|gsub|startswith|startsWith|endswith|endsWith|includes|indexOf|count)\(\s{0,8}(?:r?(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\s{0,8},\s{0,8})?r?$/.test(
    code.slice(Math.max(0, start - 300), start),
  );
}

/** Written or printed: `.write('~/.bashrc')`, `writeFileSync('a', '~/.bashrc')`, `print('/dev/sda')`. */
const CONTENT = [
  /(?<!\b(?:File|IO|Bun|Pathname))\.write(?:lines|_text|ln|_line)?\(\s{0,8}(?:f|r|b)?$/,
  /\b(?:console\.\w+|print|puts|printf?ln|println!|log|echo|warn|die)\s{0,2}\(?\s{0,8}(?:f|r|b)?$/,
  /\b(?:(?:write|append)(?:Text)?File(?:Sync)?|file_put_contents|(?:File|IO|Bun)\.write)\s{0,2}\(\s{0,8}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')\s{0,8},\s{0,8}$/,
];

function isContent(code: string, start: number): boolean {
  const before = code.slice(Math.max(0, start - 300), start);
  return CONTENT.some((pattern) => pattern.test(before));
}

interface Literal {
  readonly value: string;
  readonly start: number;
  readonly end: number;
}

/** They quote every text: other path-like words are comments, tags or patterns. */
const ALWAYS_QUOTED: ReadonlySet<InlineCode['language']> = new Set(['python', 'javascript', 'php']);
const HASH_COMMENTS: ReadonlySet<InlineCode['language']> = new Set(['perl', 'ruby', 'awk', 'sed']);

/** With bare path-like words, if the language or an odd quote allows. */
function literalsIn(code: string, language: InlineCode['language']): readonly Literal[] {
  const found: Literal[] = [];
  const word = /[~/$][^\s"'`,;()<>|&]+/y;
  let commentUntil = -1;
  for (let at = 0; at < code.length; at += 1) {
    const character = code[at] ?? '';
    const before = code[at - 1] ?? '';
    if (character === '"' || character === "'" || character === '`') {
      const long =
        language === 'python' ? closingTriple(code, at) : language === 'javascript' ? closingTick(code, at) : -1;
      const width = long !== -1 && character !== '`' ? 3 : 1;
      const end = long === -1 ? closing(code, at) : long;
      if (end === -1) continue;
      found.push({
        value: code.slice(at + width, end).replace(/\\(.)/gs, '$1'),
        start: at,
        end: end + width,
      });
      at = end + width - 1;
    } else if (character === '#' && HASH_COMMENTS.has(language) && /^\s?$/.test(before)) {
      commentUntil = code.indexOf('\n', at);
      if (commentUntil === -1) commentUntil = code.length;
    } else if ('~/$'.includes(character) && !/[\w)\]]/.test(before)) {
      if (at < commentUntil || (ALWAYS_QUOTED.has(language) && !/["'`]/.test(before))) continue;
      word.lastIndex = at;
      const [value] = word.exec(code) ?? [];
      // Slashes alone are a pattern or divide.
      if (value === undefined || /^\/+\**$/.test(value)) continue;
      found.push({ value, start: at, end: at + value.length });
      at += value.length - 1;
    }
  }
  return found;
}

/** -1: no text in three quotes, or no end. */
function closingTriple(code: string, start: number): number {
  const quotes = code.slice(start, start + 3);
  return quotes === '"""' || quotes === "'''" ? code.indexOf(quotes, start + 3) : -1;
}

/** It may have several lines. */
function closingTick(code: string, start: number): number {
  if (code[start] !== '`') return -1;
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === '`') return at;
  }
  return -1;
}

/** Searches unclosed quotes once. */
function closing(code: string, start: number): number {
  const quote = code[start];
  for (let at = start + 1; at < code.length; at += 1) {
    if (code[at] === '\\') at += 1;
    else if (code[at] === quote) return at;
    // This bounds the cost of odd quotes too.
    else if (code[at] === '\n') return -1;
  }
  return -1;
}

/** `join(home, '.ssh')`, `home / '.ssh'`, `'a' + 'b'`. */
function withJoined(literals: readonly Literal[], code: string): readonly string[] {
  const values: string[] = [];
  let path = '';
  let previous: Literal | undefined;
  for (const literal of literals) {
    const between = previous === undefined ? undefined : code.slice(previous.end, literal.start);
    const sign = /^\s{0,8}([,/+.])\s{0,8}$/.exec(between ?? '')?.[1];
    if (sign === undefined || path.length > 500) {
      path = literal.value;
    } else {
      path += sign === ',' || sign === '/' ? `/${literal.value}` : literal.value;
      values.push(path);
    }
    values.push(literal.value);
    previous = literal;
  }
  return values;
}

/** Home: `${home}/x`, `{home}/x`, `#{Dir.home}/x`, `$ENV{HOME}/x`. */
const PLACEHOLDER = /^(?:[#$]?\{[^{}/]*\}|\$\w+(?:\{\w+\}|\[\w+\])?)(?=\/)/;

function pathsOf(value: string, cwd: string, home: string, atHome: boolean): readonly string[] {
  // Perl's open mode.
  const text = value.replace(/^\s*\+?[<>]{1,2}\s*/, '').trim();
  if (text === '' || text.length > 400 || /[^\S ]|\0/.test(text) || text.includes('://')) return [];
  // `Application Support` is a folder; without a slash a sentence.
  if (/\s[~/]/.test(text)) return [];
  if (!(text.includes(' ') ? /\// : /[./~]/).test(text)) return [];
  const named = PLACEHOLDER.exec(text)?.[0];
  if (named !== undefined) return [home + text.slice(named.length)];
  if (text.startsWith('~/')) return [home + text.slice(1)];
  if (text.startsWith('~')) return [text];
  const below = text.replace(/^\/+/, '');
  const here = text.startsWith('/') ? text : `${cwd}/${text}`;
  return atHome ? [here, `${home}/${below}`] : [here];
}
