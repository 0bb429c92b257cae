/** As far as the Makefile has their values. */
import { table } from '../common/table';

const DEEPEST = 12;
const LONGEST = 100_000;
const MOST_VARIANTS = 8;

const BUILT_IN: Readonly<Record<string, string>> = table({
  MAKE: 'make',
  RM: 'rm -f',
  CC: 'cc',
  CXX: 'g++',
  AR: 'ar',
  LD: 'ld',
  AS: 'as',
});

export interface MakeValues {
  readonly variables: ReadonlyMap<string, readonly string[]>;
  /** `@`, `<`, `^` and the like; undefined: unknown. */
  readonly automatic: Readonly<Record<string, string | undefined>>;
}

/** All possible texts, for the shell: unknown parts are a variable, `$(shell x)` a substitution. */
export function expansionsOf(
  text: string,
  values: MakeValues,
): { readonly texts: readonly string[]; readonly isCut: boolean } {
  const several = [...values.variables].filter(
    ([name, all]) => all.length > 1 && text !== '' && mentions(text, name, values),
  );
  let choices: readonly ReadonlyMap<string, string>[] = [new Map()];
  let isCut = false;
  for (const [name, all] of several) {
    const next = choices.flatMap((choice) => all.map((value) => new Map([...choice, [name, value]])));
    if (next.length > MOST_VARIANTS) {
      isCut = true;
      break;
    }
    choices = next;
  }
  const texts = choices.map((choice) => new Expansion(values, choice).expand(text, 0));
  return { texts: [...new Set(texts)], isCut };
}

/** Through other variables too. */
function mentions(text: string, name: string, { variables }: MakeValues): boolean {
  const seen = new Set<string>();
  const pending = [text];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.includes(`(${name})`) || next.includes(`{${name}}`) || next.includes(`(call ${name}`)) return true;
    for (const [, used = ''] of next.matchAll(/\$[({](?:call\s+)?([\w.-]+)/g)) {
      if (seen.has(used) || seen.size > 200) continue;
      seen.add(used);
      pending.push(...(variables.get(used) ?? []));
    }
  }
  return false;
}

class Expansion {
  readonly #values: MakeValues;
  readonly #chosen: ReadonlyMap<string, string>;
  #left = LONGEST;

  constructor(values: MakeValues, chosen: ReadonlyMap<string, string>) {
    this.#values = values;
    this.#chosen = chosen;
  }

  expand(text: string, depth: number, args?: readonly string[]): string {
    let result = '';
    for (let at = 0; at < text.length; at += 1) {
      const character = text.charAt(at);
      if (character !== '$') {
        result += character;
        continue;
      }
      const next = text.charAt(at + 1);
      if (next === '(' || next === '{') {
        const end = closing(text, at + 1);
        if (end === -1) return result + text.slice(at);
        result += this.#reference(text.slice(at + 2, end), depth, args);
        at = end;
      } else if (next === '$') {
        result += '$';
        at += 1;
      } else {
        result += this.#value(next, depth, args);
        at += 1;
      }
      if (result.length > LONGEST) return result.slice(0, LONGEST);
    }
    return result;
  }

  #reference(inside: string, depth: number, args: readonly string[] | undefined): string {
    const [, name = '', rest = ''] = /^([\w-]+)\s+(.*)$/s.exec(inside) ?? [];
    if (name === 'shell') return `$(${this.expand(rest, depth + 1, args)})`;
    if (name === 'call') return this.#call(rest, depth, args);
    if (/^[\w.@<^?*%+|-]+$/.test(inside)) return this.#value(inside, depth, args);
    // `$(@D)` is part of a file name.
    return inside.includes('shell') ? this.#shellsIn(inside, depth, args) : '${MAKE_VALUE}';
  }

  /** The result is unknown; its commands run. */
  #shellsIn(inside: string, depth: number, args: readonly string[] | undefined): string {
    return shellCalls(inside)
      .map((command) => `$(${this.expand(command, depth + 1, args)})`)
      .concat('${MAKE_VALUE}')
      .join('');
  }

  #call(rest: string, depth: number, args: readonly string[] | undefined): string {
    const [name = '', ...given] = rest.split(',');
    const body = this.#definition(name.trim());
    if (body === undefined || depth > DEEPEST) return '${MAKE_VALUE}';
    return this.expand(
      body,
      depth + 1,
      given.map((part) => this.expand(part.trim(), depth + 1, args)),
    );
  }

  #definition(name: string): string | undefined {
    return this.#chosen.get(name) ?? this.#values.variables.get(name)?.[0];
  }

  #value(name: string, depth: number, args: readonly string[] | undefined): string {
    if (/^[1-9]$/.test(name) && args !== undefined) return args[Number(name) - 1] ?? '';
    const automatic = this.#values.automatic[name];
    if (automatic !== undefined) return automatic;
    const defined = this.#definition(name) ?? BUILT_IN[name];
    if (defined === undefined) return /^[A-Za-z_]\w*$/.test(name) ? `\${${name}}` : '${MAKE_VALUE}';
    if (depth > DEEPEST || (this.#left -= defined.length) < 0) return '${MAKE_VALUE}';
    return this.expand(defined, depth + 1, args);
  }
}

/** Of the bracket at `from`; -1: none. */
function closing(text: string, from: number): number {
  const open = text.charAt(from);
  const close = open === '(' ? ')' : '}';
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === open) depth += 1;
    else if (text.charAt(at) === close && (depth -= 1) === 0) return at;
  }
  return -1;
}

const MOST_CALLS = 100;

/** Commands of each `$(shell ...)`. */
export function shellCalls(text: string): readonly string[] {
  const found: string[] = [];
  for (const { index } of text.matchAll(/\$[({]shell\s/g)) {
    if (found.length >= MOST_CALLS) break;
    const end = closing(text, index + 1);
    if (end !== -1) found.push(text.slice(index + '$(shell '.length, end));
  }
  return found;
}
