import { shebangOf } from './shebang';
import type { FileTask } from './taskFiles';
import type { PartText } from './run';

const MOST_LINES = 20_000;

interface Recipe {
  readonly name: string;
  readonly needs: string[];
  readonly lines: PartText[];
  readonly parameters: ReadonlySet<string>;
}

/** @returns undefined if it holds more */
export function readJustfile(text: string): readonly FileTask[] | undefined {
  const lines = text.split(/\r?\n/);
  if (lines.length > MOST_LINES) return undefined;
  const reading = new Justfile();
  lines.forEach((line, index) => {
    reading.take(line, index + 1);
  });
  return reading.tasks();
}

class Justfile {
  readonly #recipes: Recipe[] = [];
  readonly #values = new Map<string, string>();
  readonly #aliases = new Map<string, string>();
  readonly #substitutions: PartText[] = [];
  readonly #doubts: string[] = [];
  #open: Recipe | undefined;

  take(line: string, number: number): void {
    if (/^\s+\S/.test(line) && this.#open !== undefined) {
      this.#open.lines.push({ line: number, text: line });
      return;
    }
    if (/^\s*(?:#.*)?$/.test(line) || /^\[.*\]\s*$/.test(line)) return;
    this.#open = undefined;
    const alias = /^alias\s+([\w-]+)\s*:=\s*([\w-]+)/.exec(line);
    const assignment = /^(?:export\s+)?([\w-]+)\s*:=\s*(.*)$/.exec(line);
    if (alias !== null) this.#aliases.set(alias[1] ?? '', alias[2] ?? '');
    else if (/^(?:import|mod)\b/.test(line)) this.#doubts.push('it takes in other files');
    else if (/^set\s/.test(line)) this.#setting(line);
    else if (assignment !== null) this.#assign(assignment[1] ?? '', assignment[2] ?? '', number);
    else this.#recipe(line);
  }

  #setting(line: string): void {
    if (/^set\s+(?:shell|windows-shell|working-directory|dotenv)/.test(line))
      this.#doubts.push(`it says ${JSON.stringify(line.slice(0, 200))}`);
  }

  #assign(name: string, value: string, line: number): void {
    const [, single, double] = /^(?:'([^']*)'|"([^"\\]*)")\s*(?:#.*)?$/.exec(value) ?? [];
    const text = single ?? double;
    if (text !== undefined) this.#values.set(name, text);
    for (const [, command = ''] of value.matchAll(/`([^`]{1,2000})`/g))
      this.#substitutions.push({ line, text: command });
    for (const [, command = ''] of value.matchAll(/\bshell\(\s*(?:'([^']{1,2000})'|"([^"]{1,2000})")/g))
      this.#substitutions.push({ line, text: command });
  }

  #recipe(line: string): void {
    const [, name = '', parameters = '', needs = ''] = /^@?([\w-]+)((?:\s+[^:]*)?)\s*:(?!=)(.*)$/.exec(line) ?? [];
    if (name === '') {
      this.#doubts.push(`it says ${JSON.stringify(line.slice(0, 200))}`);
      return;
    }
    this.#open = {
      name,
      needs: Array.from(needs.matchAll(/\(?\s*([\w-]+)(?:[^()&]*\))?/g), ([, needed = '']) => needed).filter(
        (needed) => needed !== '',
      ),
      lines: [],
      parameters: new Set(parameters.match(/[\w-]+/g) ?? []),
    };
    this.#recipes.push(this.#open);
  }

  tasks(): readonly FileTask[] {
    const always: FileTask = {
      name: '',
      aliases: [],
      isDefault: false,
      needs: [],
      texts: this.#substitutions,
      language: 'shell',
      isElsewhere: false,
      doubts: this.#doubts,
    };
    const first = this.#recipes[0]?.name;
    const recipes = this.#recipes.map((recipe): FileTask => {
      const { texts, language } = this.#body(recipe);
      const aliases = [...this.#aliases].filter(([, target]) => target === recipe.name).map(([alias]) => alias);
      return {
        name: recipe.name,
        aliases,
        isDefault: recipe.name === first,
        needs: recipe.needs,
        texts,
        language,
        isElsewhere: false,
        doubts: [],
      };
    });
    return this.#substitutions.length + this.#doubts.length === 0 ? recipes : [always, ...recipes];
  }

  #body({ lines }: Recipe): Pick<FileTask, 'texts' | 'language'> {
    const indent = /^\s*/.exec(lines[0]?.text ?? '')?.[0].length ?? 0;
    const bare = lines.map(({ line, text }) => ({
      line,
      text: this.#filled(text.slice(Math.min(indent, /^\s*/.exec(text)?.[0].length ?? 0))),
    }));
    const [first] = bare;
    if (first?.text.startsWith('#!') === true) {
      const whole = bare.map(({ text }) => text).join('\n');
      return { texts: [{ line: first.line, text: whole }], language: shebangOf(whole).read };
    }
    return {
      texts: joined(bare).map(({ line, text }) => ({ line, text: text.replace(/^[@-]{1,2}/, '') })),
      language: 'shell',
    };
  }

  #filled(text: string): string {
    return text.replace(/\{\{\{\{|\{\{\s*([^{}]*?)\s*\}\}/g, (_whole, inside: string | undefined) => {
      if (inside === undefined) return '{{';
      const backtick = /^`([^`]*)`$/.exec(inside)?.[1];
      return this.#values.get(inside) ?? (backtick === undefined ? '${JUST_VALUE}' : `$(${backtick})`);
    });
  }
}

/** Behind a backslash lines go on. */
function joined(lines: readonly PartText[]): readonly PartText[] {
  const found: { line: number; text: string }[] = [];
  let goesOn = false;
  for (const { line, text } of lines) {
    const last = found.at(-1);
    if (goesOn && last !== undefined) last.text += `\n${text}`;
    else found.push({ line, text });
    goesOn = text.endsWith('\\');
  }
  return found;
}
