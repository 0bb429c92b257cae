/** They run programs, open files, or reach variables by name or the environment. */
const FORBIDDEN = new Set([
  'system',
  'getline',
  'ENVIRON',
  'ARGV',
  'ARGC',
  'ARGIND',
  'SYMTAB',
  'FUNCTAB',
  'PROCINFO',
  'extension',
  'load',
  'include',
  'exec',
]);

/** A pattern may follow, as after operators. */
const KEYWORDS = new Set(['print', 'printf', 'in', 'return', 'else', 'do', 'exit', 'BEGIN', 'END']);
/** Awks disagree whether a slash after these divides or starts a pattern; only gawk knows `case`. */
const AMBIGUOUS = new Set([
  '++',
  '--',
  'length',
  '$',
  'case',
  'default',
  'getline',
  'next',
  'nextfile',
  'break',
  'continue',
]);
/** A statement starts after their closing parenthesis. */
const CONDITIONS = new Set(['if', 'while', 'for', 'switch']);

/** What precedes a slash tells patterns from divisions. */
const TOKEN =
  /[ \t]+|\\\n|\n|#[^\n]*|"(?:[^"\\\n]|\\[^\n])*"|[A-Za-z_]\w*|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|\|\||&&|>>|[-+*/%^!<>=]=|\+\+|--|\*\*|[-+*/%^!<>=~?:,;(){}[\]$|&@]/y;

/** Undefined: it only reads. `print > "file"` redirects only outside parentheses. */
export function awkObjection(program: string): string | undefined {
  /** For each open parenthesis or bracket: whether it holds a condition. */
  const open: boolean[] = [];
  /** At a `print` whose statement may continue. */
  let printDepth: number | undefined;
  let previous = '\n';
  let isStatementStart = false;
  for (let at = 0; at < program.length;) {
    TOKEN.lastIndex = at;
    let [token] = TOKEN.exec(program) ?? [''];
    if (token === '') return 'its awk program is not understood';
    if (token.startsWith('/')) {
      if (isStatementStart || AMBIGUOUS.has(previous)) {
        return 'its awk program has a slash that is not understood';
      }
      if (!isOperand(previous)) {
        const pattern = patternAt(program, at);
        if (pattern === undefined) return 'its awk program has a pattern that is not understood';
        token = pattern;
      }
    }
    at += token.length;
    if (/^(?:[ \t]|\\\n|#)/.test(token)) continue;
    if (FORBIDDEN.has(token)) return `its awk program uses ${token}`;
    if (token === '|' || token === '&' || token === '@') return `its awk program has ${JSON.stringify(token)} in it`;
    if (token === '>>') return 'its awk program may write to a file';
    if (token === '>' && printDepth !== undefined && open.length <= printDepth && !isStandardStream(program, at)) {
      return 'its awk program may write to a file';
    }
    isStatementStart = false;
    if (token === '(' || token === '[') {
      open.push(CONDITIONS.has(previous));
    } else if (token === ')' || token === ']') {
      isStatementStart = open.pop() === true;
    } else if (token === 'print' || token === 'printf') {
      printDepth = open.length;
    } else if (token === ';' || token === '}') {
      printDepth = undefined;
    }
    previous = token;
  }
  return undefined;
}

function isOperand(token: string): boolean {
  if (token === ')' || token === ']') return true;
  return /^[\w."]/.test(token) && !KEYWORDS.has(token);
}

/** With its slashes; undefined where awks disagree on its end. */
function patternAt(program: string, start: number): string | undefined {
  let isInBrackets = false;
  for (let at = start + 1; at < program.length; at += 1) {
    const next = program[at];
    if (next === '\n') return undefined;
    if (next === '\\') {
      if (isInBrackets && program[at + 1] === ']') return undefined;
      at += 1;
    } else if (next === '/') {
      return isInBrackets ? undefined : program.slice(start, at + 1);
    } else if (next === '[' && !isInBrackets) {
      isInBrackets = true;
      if (program[at + 1] === '^') at += 1;
      if (program[at + 1] === ']') at += 1;
    } else if (next === '[') {
      const [name] = /^\[:[a-z]+:\]/.exec(program.slice(at, at + 12)) ?? [];
      if (name !== undefined) at += name.length - 1;
    } else if (next === ']') {
      isInBrackets = false;
    }
  }
  return undefined;
}

const STANDARD_STREAM = /[ \t]*"\/dev\/(?:stderr|stdout|null)"[ \t]*(?:[;}\n]|$)/y;

function isStandardStream(program: string, at: number): boolean {
  STANDARD_STREAM.lastIndex = at;
  return STANDARD_STREAM.test(program);
}
