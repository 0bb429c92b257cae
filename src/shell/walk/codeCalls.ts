/** Literal programs that code starts: `os.system("rm x")`. Only to block. */
import { table } from '../../common/table';
import { shellQuote } from '../../common/shellQuote';
import { withoutWideBlanks } from '../reading/wideBlanks';
import { textWord, writtenText, type InlineCode, type Word } from '../model/analysis';

const LONGEST = 65_536;
const MOST_CALLS = 500;
const MOST_ARGUMENTS = 64;

/** Names with other uses need their module: `re.exec(text)` starts nothing. */
const CALL =
  /(?:(?<![\w.$])(?:system|exec[lv]p?|exec|popen|spawn|passthru|shell_exec|proc_open)|(?:subprocess|\bsp)\.\w+|\bos\.(?:system|popen|execute|spawn\w+|exec\w+)|(?:child_process['")]*|\bcp)\.\w+|\b(?:system2?|popen|Popen|check_call|check_output|getoutput|getstatusoutput|execSync|execFile|execFileSync|spawn|spawnSync|Deno\.Command)|\bDeno\.run\(\{\s{0,8}cmd:|\b\w{1,40}\.(?:run|call)(?=\(\[))\s{0,2}\(?\s{0,2}\[?\s{0,2}(?=[rbuf]?["'`]|%?[qQwW]{1,2}[([{<|!/])|\bdo shell script\s{1,2}(?=")|%x(?=[({[])|\bqx(?=\W)/g;

/** Before the list that it joins, in Python. */
const JOINER = /["']\s["']\.join\(\s{0,8}[[(]\s{0,8}/y;

export function calledScripts({ language, text }: Pick<InlineCode, 'language' | 'text'>): readonly Word[] {
  const code = withoutWideBlanks(writtenText(text)).slice(0, LONGEST);
  const scripts = new Set<string>();
  const starts = Array.from(code.matchAll(CALL), ({ 0: call, index }) => {
    const from = index + call.length;
    return from + (gapAt(JOINER, code, from)?.length ?? 0);
  });
  for (const start of starts.slice(0, MOST_CALLS)) {
    const script = argumentsAt(code, start);
    if (script !== undefined) scripts.add(script);
  }
  for (const script of quotedCommands(language, code)) scripts.add(script);
  return Array.from(scripts, (script) => textWord(script, text.position));
}

export function startsTooMany(code: string): boolean {
  let found = 0;
  for (const _ of code.matchAll(CALL)) if ((found += 1) > MOST_CALLS) return true;
  return false;
}

/** Several texts are a program with arguments, one is a script. */
function argumentsAt(code: string, start: number): string | undefined {
  const texts: string[] = [];
  let at = start;
  while (texts.length < MOST_ARGUMENTS) {
    const value = textAt(code, at);
    if (value === undefined) break;
    texts.push(value.text);
    const between = gapAt(GAP, code, value.end);
    if (between === undefined) break;
    at = value.end + between.length;
  }
  const [first] = texts;
  if (first === undefined || texts.length === 1) return first;
  // `['rm', '-rf'].join(' ')`
  if (gapAt(JOINED, code, at) !== undefined) return texts.join(' ');
  return texts.map(shellQuote).join(' ');
}

const GAP = /\s{0,16},\s{0,16}(?:\{\s{0,16}args:\s{0,16})?[[(]?\s{0,16}/y;
const JOINED = /[^;\n]{0,400}?\.join\(\s{0,8}["'`]\s{1,2}["'`]/y;
const PLUS = /\s{0,16}[+.]\s{0,16}(?=[rbuf]?["'`])|\.concat\(\s{0,16}(?=["'`])|[ \t]{0,16}(?=["'])/y;
const FORMAT = /\s{0,16}%\s{0,16}\(?\s{0,16}(?=[rbuf]?["'])|\.format\(\s{0,16}(?=[rbuf]?["'])/y;
const LONGEST_TEXT = 4_096;

function gapAt(gap: RegExp, code: string, at: number): string | undefined {
  gap.lastIndex = at;
  return gap.exec(code)?.[0];
}

interface CodeText {
  readonly text: string;
  readonly end: number;
}

/** `r'...'`, `%q(...)`, `qw(...)`. */
const TEXT_MARK = /%?[qQwW]{1,2}(?=[([{<|!/])|[rbuf]/y;

/** One text: `'rm' + ' -rf /'`, `'r' 'm x'`, `'rm %s' % '/'`, `'rm {}'.format('/')`, `${'/'}`. */
function textAt(code: string, start: number): CodeText | undefined {
  let value = literalAt(code, start);
  while (value !== undefined && value.text.length < LONGEST_TEXT) {
    const { text, end }: CodeText = value;
    const plus = gapAt(PLUS, code, end);
    const gap = plus ?? gapAt(FORMAT, code, end);
    const next: CodeText | undefined = gap === undefined ? undefined : literalAt(code, end + gap.length);
    if (next === undefined) break;
    const filled = text.replace(/%s|\{\w{0,20}\}/, () => next.text);
    value = { text: plus === undefined ? filled : text + next.text, end: next.end };
  }
  return value === undefined
    ? undefined
    : { ...value, text: value.text.replace(/[$#]?\{\s{0,4}(["'])([^"'{}]{0,200})\1\s{0,4}\}/g, '$2') };
}

const CLOSING: Readonly<Record<string, string>> = table({ '(': ')', '[': ']', '{': '}', '<': '>' });

function literalAt(code: string, start: number): CodeText | undefined {
  const at = start + (gapAt(TEXT_MARK, code, start)?.length ?? 0);
  const open = code.charAt(at);
  if (!/["'`([{</|!]/.test(open)) return undefined;
  const mark = code.startsWith(open.repeat(3), at) ? open.repeat(3) : open;
  const close = CLOSING[mark] ?? mark;
  let text = '';
  for (let next = at + mark.length; next < code.length; next += 1) {
    if (code.startsWith(close, next)) return { text, end: next + close.length };
    const character = code.charAt(next);
    if (character === '\\') {
      next += 1;
      text += code.charAt(next) === 'n' ? '\n' : code.charAt(next);
    } else {
      text += character;
    }
  }
  return undefined;
}

function quotedCommands(language: InlineCode['language'], code: string): readonly string[] {
  const patterns: Partial<Record<InlineCode['language'], RegExp>> = {
    perl: /`([^`]{1,2000})`/g,
    ruby: /`([^`]{1,2000})`/g,
    php: /`([^`]{1,2000})`/g,
    awk: /\|&?\s{0,8}"([^"]{1,2000})"|"([^"]{1,2000})"\s{0,8}\|&?\s{0,8}getline/g,
    sed: /(?:^|[;\n{}\d$/])\s{0,8}e\s{1,8}([^\n]{1,2000})|s([^\w\s\\])(?:\\.|(?!\2)[^\\\n]){0,400}\2((?:\\.|(?!\2)[^\\]){0,400})\2[gpIiMm\d]{0,8}e/g,
  };
  const pattern = patterns[language];
  if (pattern === undefined) return [];
  return Array.from(code.matchAll(pattern), ([, one, other, replacement]) => replacement ?? one ?? other ?? '').slice(
    0,
    MOST_CALLS,
  );
}
