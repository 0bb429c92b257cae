/** What make's own functions compute is unknown. */

export interface MakeRule {
  readonly targets: readonly string[];
  readonly prerequisites: readonly string[];
  readonly recipe: readonly MakeLine[];
  readonly file: number;
}

export interface MakeLine {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

export interface MakeFile {
  readonly rules: MakeRule[];
  /** All branches' values. */
  readonly variables: Map<string, string[]>;
  readonly includes: { readonly path: string; readonly isOptional: boolean }[];
  readonly doubts: Set<string>;
  oneShell: boolean;
}

const MOST_LINES = 20_000;
const MOST_VALUES = 4;

export function emptyMakeFile(): MakeFile {
  return { rules: [], variables: new Map(), includes: [], doubts: new Set(), oneShell: false };
}

/** Adds the text. @param file its number among several */
export function readMakeFile(text: string, file: number, into: MakeFile): void {
  new MakeReader(file, into).read(text);
}

class MakeReader {
  readonly #file: number;
  readonly #into: MakeFile;
  #rule: { targets: string[]; prerequisites: string[]; recipe: MakeLine[]; file: number } | undefined;
  #conditions = 0;

  constructor(file: number, into: MakeFile) {
    this.#file = file;
    this.#into = into;
  }

  read(text: string): void {
    const lines = text.split(/\r?\n/);
    if (lines.length > MOST_LINES) this.#into.doubts.add('The Makefile has too many lines to read all of it');
    for (let at = 0; at < Math.min(lines.length, MOST_LINES); at += 1) {
      const first = at;
      let line = lines[at] ?? '';
      const isRecipe = line.startsWith('\t') && this.#rule !== undefined;
      while (endsInBackslash(line) && at + 1 < lines.length) {
        at += 1;
        const next = lines[at] ?? '';
        line = isRecipe ? `${line}\n${next.replace(/^\t/, '')}` : `${line.slice(0, -1)} ${next.trimStart()}`;
      }
      const define = /^\s*(?:override\s+|export\s+)*define\s+([\w.-]+)/.exec(line);
      if (define !== null) at = this.#define(define[1] ?? '', lines, at + 1);
      else if (isRecipe) this.#rule?.recipe.push({ line: first + 1, text: line.slice(1) });
      else this.#readLine(line, first + 1);
    }
  }

  #define(name: string, lines: readonly string[], from: number): number {
    let at = from;
    const body: string[] = [];
    for (; at < lines.length && !/^\s*endef\b/.test(lines[at] ?? ''); at += 1)
      body.push((lines[at] ?? '').replace(/^\t/, ''));
    this.#set(name, body.join('\n'), false);
    return at;
  }

  #readLine(written: string, number: number): void {
    const line = withoutComment(written).trim();
    if (line === '') return;
    if (/^(?:ifeq|ifneq|ifdef|ifndef)\b/.test(line)) {
      this.#conditions += 1;
      return;
    }
    if (/^else\b/.test(line)) return;
    if (/^endif\b/.test(line)) {
      this.#conditions -= 1;
      return;
    }
    const include = /^(-?include|sinclude)\s+(.+)$/.exec(line);
    if (include !== null) {
      for (const path of (include[2] ?? '').split(/\s+/)) {
        this.#into.includes.push({ path, isOptional: include[1] !== 'include' });
      }
      return;
    }
    if (/^(?:unexport|vpath|undefine|load)\b/.test(line)) return;
    const assignment = /^(?:(?:override|export|private)\s+)*([\w.-]+)\s*(::?:?=|\+=|\?=|!=|=)\s*(.*)$/s.exec(line);
    if (assignment !== null) {
      const [, name = '', operator = '', value = ''] = assignment;
      this.#set(name, operator === '!=' ? `$(shell ${value})` : value, operator === '+=');
      return;
    }
    this.#readRule(line, number);
  }

  #readRule(line: string, number: number): void {
    const colon = ruleColon(line);
    if (colon === -1) {
      // Macros may make rules.
      if (line.includes('$')) this.#into.doubts.add('The Makefile makes rules by its own functions');
      this.#rule = undefined;
      return;
    }
    const rest = line.slice(colon + 1).replace(/^:/, '');
    const [head = '', ...behind] = rest.split(';');
    const recipe = behind.length === 0 ? [] : [{ line: number, text: behind.join(';').trim() }];
    const targets = blanks(line.slice(0, colon).replace(/&$/, ''));
    if (targets.includes('.ONESHELL')) this.#into.oneShell = true;
    const ofTarget = /^\s*(?:(?:override|export|private)\s+)*([\w.-]+)\s*(?::?:?:?|\+|\?)=\s*(.*)$/s.exec(rest);
    if (ofTarget !== null) {
      this.#conditions += 1;
      this.#set(ofTarget[1] ?? '', ofTarget[2] ?? '', false);
      this.#conditions -= 1;
      return;
    }
    // A static pattern rule.
    const second = ruleColon(head);
    const prerequisites = blanks((second === -1 ? head : head.slice(second + 1)).replaceAll('|', ' '));
    this.#rule = { targets, prerequisites, recipe, file: this.#file };
    this.#into.rules.push(this.#rule);
  }

  #set(name: string, value: string, isAppended: boolean): void {
    const values = this.#into.variables.get(name) ?? [];
    if (isAppended) {
      this.#into.variables.set(name, values.length === 0 ? [value] : values.map((old) => `${old} ${value}`));
    } else if (this.#conditions > 0 || values.length > 0) {
      if (values.length >= MOST_VALUES) this.#into.doubts.add(`The Makefile sets ${name} in many ways`);
      else if (!values.includes(value)) this.#into.variables.set(name, [...values, value]);
    } else this.#into.variables.set(name, [value]);
  }
}

function endsInBackslash(line: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\$/.test(line);
}

function withoutComment(line: string): string {
  const at = /(?:^|[^\\])#/.exec(line)?.index;
  if (at === undefined) return line;
  return line.startsWith('#') ? '' : line.slice(0, at + 1);
}

/** Not in `$( )` and assignments. */
function ruleColon(line: string): number {
  let depth = 0;
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '(' || character === '{') depth += 1;
    else if (character === ')' || character === '}') depth -= 1;
    else if (character === ':' && depth === 0) return at;
  }
  return -1;
}

function blanks(text: string): string[] {
  return text
    .trim()
    .split(/\s+/)
    .filter((part) => part !== '');
}
