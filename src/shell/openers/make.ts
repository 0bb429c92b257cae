/** Rules for make that no file holds: `--eval TEXT`, `-f -`, `SHELL=PROGRAM`, `X='$(shell TEXT)'`. */
import { textWord, writtenText, type Word } from '../model/analysis';
import { wordFrom } from '../model/words';
import { assemble } from './assemble';
import type { OpenedScript, Opener } from './opener';
import { standardInputs } from './standardInput';

/** Letters without a value may precede. */
const SHORT = /^-[bBdeikLmnpqrRsStvw]*([fE])(.*)$/s;
const LONG = /^(--(?:f|fi|fil|file|m[a-z]*|ev|eva|eval))(?:=(.*))?$/s;
/** make takes off blanks, and expands names: `S$(x)HELL =./a`. */
const VARIABLE = /^\s*([^\s=:+?!-][^\s=:+?!]*)\s*(?::::?|::?|\+|\?)?(!?)=\s*(.*)$/s;
/** Variables from which make takes options, files or rules. */
const OWN_VARIABLE = /^(?:\.SHELLFLAGS|MAKEFLAGS|GNUMAKEFLAGS|MAKEFILES|\.RECIPEPREFIX)$/;
const USUAL_SHELL = /^(?:(?:\/usr)?(?:\/local)?\/bin\/(?:env )?)?(?:ba|da|z|k)?sh$/;
/** `$(shell TEXT)`, `$(file >NAME,TEXT)`, `$(eval ...)`. */
const FUNCTION = /\$[({]\s*[a-z-]+\s/;
const INPUT = /^(?:-$|\/dev\/(?:stdin|fd\/)|\/proc\/(?:self|thread-self)\/fd\/|<\()/;

export interface MakeVariable {
  /** As far as it is known. */
  readonly name: string | undefined;
  readonly isShell: boolean;
  readonly value: string;
}

export function makeVariable(text: string): MakeVariable | undefined {
  const [, name, isShell, value] = VARIABLE.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return { name: name.includes('$') ? undefined : name, isShell: isShell === '!', value };
}

const openMake: Opener = (command) => {
  const scripts: OpenedScript[] = [];
  let unknown: string | undefined;
  const run = (text: string): void => {
    scripts.push({ shell: 'sh', text: textWord(text, command.position) });
  };
  const readRules = (word: Word | undefined): void => {
    if (word === undefined) return;
    for (const text of recipesIn(writtenText(word))) run(text);
    unknown ??= 'make runs rules that stand in the line';
  };
  const { words } = command;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = writtenText(word);
    const [, option, glued] = SHORT.exec(text) ?? LONG.exec(text) ?? [];
    if (option !== undefined) {
      const isGlued = glued !== undefined && (glued !== '' || option.startsWith('--'));
      if (!isGlued) at += 1;
      const value = isGlued ? wordFrom(word, text.length - glued.length) : words[at];
      if (/^(?:E|--ev)/.test(option)) readRules(value);
      else if (value !== undefined && INPUT.test(writtenText(value))) {
        for (const input of standardInputs(command).texts) readRules(input);
        unknown ??= 'make runs rules that it reads from its input';
      }
      continue;
    }
    const variable = makeVariable(text);
    if (variable === undefined) continue;
    const { name, value } = variable;
    if (variable.isShell) {
      run(value);
      unknown ??= 'make runs a text of the line';
    } else if (name === undefined) {
      run(value);
      readRules(wordFrom(word, text.length - value.length));
    } else if (name === 'SHELL' && !USUAL_SHELL.test(value)) {
      run(value);
      unknown ??= 'make starts a program of the line for each recipe';
    } else if (OWN_VARIABLE.test(name) || FUNCTION.test(value)) readRules(wordFrom(word, text.length - value.length));
  }
  for (const { name, value } of command.assignments) if (OWN_VARIABLE.test(name)) readRules(value);
  return assemble({ scripts, unknown });
};

/** Every text that make may hand to a shell: more than it does is no harm. */
function recipesIn(rules: string): readonly string[] {
  const lines = rules.replace(/\\\r?\n\t?/g, ' ').split(/\r?\n/);
  return lines.flatMap((line) => {
    const recipe = line.startsWith('\t') ? [line] : [];
    const behindRule = /;(.*)$/.exec(line)?.[1];
    const assigned = /!=(.*)$/.exec(line)?.[1];
    const called = line
      .split(/\$[({]\s*shell\s/)
      .slice(1)
      .map(insideBrackets);
    return [
      ...recipe,
      ...(behindRule === undefined ? [] : [behindRule]),
      ...(assigned === undefined ? [] : [assigned]),
      ...called,
    ]
      .map((text) => text.replace(/^[\s@+-]+/, '').replaceAll('$$', '$'))
      .filter((text) => text !== '');
  });
}

function insideBrackets(text: string): string {
  const end = Math.max(text.lastIndexOf(')'), text.lastIndexOf('}'));
  return end === -1 ? text : text.slice(0, end);
}

export const MAKE: ReadonlyMap<string, Opener> = new Map([
  ['make', openMake],
  ['gmake', openMake],
]);
