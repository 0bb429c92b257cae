/**
 * Programs that code in another language starts (`os.system("rm x")`, `spawn("rm", ["x"])`), as far as they are
 * literal. Only for lists that checks block on: code can start programs unseen.
 */
import { textWord, writtenText, type InlineCode, type Word } from '../model/analysis';

const LONGEST = 16_384;
const MOST_CALLS = 200;
const MOST_ARGUMENTS = 64;

/** Names with other uses count only behind their module: `re.exec(text)` and `test.run(name)` start nothing. */
const CALL =
  /(?:(?<![\w.$])(?:system|exec[lv]p?|exec|popen|spawn|passthru|shell_exec|proc_open)|(?:subprocess|\bsp)\.\w+|\bos\.(?:system|popen|execute|spawn\w+|exec\w+)|(?:child_process['")]*|\bcp)\.\w+|\b(?:system2?|popen|Popen|check_call|check_output|getoutput|getstatusoutput|execSync|execFile|execFileSync|spawn|spawnSync))\s*\(?\s*\[?\s*(?=[rbuf]?["'`])|\bdo shell script\s+(?=")|%x(?=[({[])|\bqx(?=\W)/g;

/** In the order of the code. */
export function calledScripts({ language, text }: Pick<InlineCode, 'language' | 'text'>): readonly Word[] {
  const code = writtenText(text).slice(0, LONGEST);
  const scripts = new Set<string>();
  const starts = Array.from(code.matchAll(CALL), ({ 0: call, index }) => index + call.length);
  for (const start of starts.slice(0, MOST_CALLS)) {
    const script = argumentsAt(code, start);
    if (script !== undefined) scripts.add(script);
  }
  for (const script of quotedCommands(language, code)) scripts.add(script);
  return Array.from(scripts, (script) => textWord(script, text.position));
}

/** Several texts are a program and its arguments, one is a script. */
function argumentsAt(code: string, start: number): string | undefined {
  const texts: string[] = [];
  let at = start;
  while (texts.length < MOST_ARGUMENTS) {
    const literal = literalAt(code, at);
    if (literal === undefined) break;
    texts.push(literal.text);
    const gap = /\s{0,16},\s{0,16}[[(]?\s{0,16}/y;
    gap.lastIndex = literal.end;
    const [between] = gap.exec(code) ?? [];
    if (between === undefined) break;
    at = literal.end + between.length;
  }
  const [first] = texts;
  if (first === undefined || texts.length === 1) return first;
  return texts.map((text) => `'${text.replaceAll("'", "'\\''")}'`).join(' ');
}

const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']', '{': '}' };

/** Resolves the escapes that commands need. */
function literalAt(code: string, start: number): { readonly text: string; readonly end: number } | undefined {
  const at = /[rbuf]/.test(code.charAt(start)) ? start + 1 : start;
  const open = code.charAt(at);
  if (!/["'`([{/|!]/.test(open)) return undefined;
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

/** Own quotes or pipes run a command. */
function quotedCommands(language: InlineCode['language'], code: string): readonly string[] {
  const patterns: Partial<Record<InlineCode['language'], RegExp>> = {
    perl: /`([^`]{1,2000})`/g,
    ruby: /`([^`]{1,2000})`/g,
    php: /`([^`]{1,2000})`/g,
    awk: /\|&?\s{0,8}"([^"]{1,2000})"|"([^"]{1,2000})"\s{0,8}\|&?\s{0,8}getline/g,
    sed: /(?:^|[;\n{}\d$/])\s{0,8}e\s{1,8}([^\n]{1,2000})/g,
  };
  const pattern = patterns[language];
  if (pattern === undefined) return [];
  return Array.from(code.matchAll(pattern), ([, one, other]) => one ?? other ?? '').slice(0, MOST_CALLS);
}
