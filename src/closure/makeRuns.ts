/** The goals' recipes with what comes before, and what make runs while it reads. */
import { foldersOf, programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { emptyMakeFile, readMakeFile, type MakeFile, type MakeRule } from './makeFile';
import { expansionsOf, shellCalls, type MakeValues } from './makeExpansion';
import { unresolved, type PartRun, type PartText, type Run } from './run';
import type { ClosureReader } from './reader';
import { shownWord } from './scriptRuns';

const NAMES = ['GNUmakefile', 'makefile', 'Makefile'];
const MOST_INCLUDES = 24;
const MOST_TARGETS = 200;
const DEEPEST = 24;

const FLAGS = /^-(?:[bBdeikmnpqrRsStvw]+|j\d*|l[\d.]*|O\w*)$/;
const LONG_FLAGS =
  /^--(?:always-make|debug(?:=.*)?|environment-overrides|ignore-errors|jobs(?:=\d*)?|keep-going|load-average(?:=.*)?|just-print|dry-run|recon|output-sync(?:=.*)?|print-data-base|question|no-builtin-rules|no-builtin-variables|silent|quiet|no-silent|no-keep-going|stop|touch|trace|version|help|print-directory|no-print-directory|warn-undefined-variables)$/;

interface MakeCall {
  folder: Word | undefined;
  readonly files: Word[];
  readonly goals: string[];
  readonly variables: Map<string, string>;
  readonly doubts: string[];
}

export function makeRuns(command: SimpleCommand, reader: ClosureReader): readonly Run[] {
  if (!/^g?make$/.test(programName(command) ?? '')) return [];
  const words = command.words.slice(1);
  if (words.length > 0 && words.every(({ text }) => /^(?:--version|-v|--help|-h)$/.test(text ?? ''))) return [];
  const call = readCall(words);
  const folders = foldersOf(command);
  if (folders.length === 0) return [unresolved('make runs in a folder that is not known')];
  return [...folders.flatMap((folder) => runsIn(folder, call, reader)), ...call.doubts.map(unresolved)];
}

function readCall(words: readonly Word[]): MakeCall {
  const call: MakeCall = { folder: undefined, files: [], goals: [], variables: new Map(), doubts: [] };
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const text = word.text ?? '';
    const [, option, glued] = /^(-C|-f|-I|-W|-o|--directory=|--file=|--makefile=)(.*)$/s.exec(text) ?? [];
    if (word.text === undefined) call.doubts.push(`make is given ${shownWord(word)}, which is only known when it runs`);
    else if (option !== undefined || /^--(?:directory|file|makefile|include-dir)$/.test(text)) {
      const value = glued === undefined || glued === '' ? words[(at += 1)] : { ...word, text: glued };
      const kind = option ?? text;
      if (/^(?:-C|--directory)/.test(kind)) {
        if (call.folder !== undefined) call.doubts.push('make changes its folder more than once');
        call.folder = value;
      } else if (/^(?:-f|--file|--makefile)/.test(kind) && value !== undefined) call.files.push(value);
      else call.doubts.push(`make is given ${shownWord(word)}`);
    } else if (/^[\w.-]+(?:::?:?|\+|\?|!)?=/.test(text)) {
      const [, name = '', value = ''] = /^([\w.-]+)(?:::?:?|\+|\?|!)?=(.*)$/s.exec(text) ?? [];
      call.variables.set(name, value);
    } else if (text.startsWith('-')) {
      if (/^-(?:j|l)$/.test(text) && /^[\d.]+$/.test(words[at + 1]?.text ?? '')) at += 1;
      else if (!FLAGS.test(text) && !LONG_FLAGS.test(text))
        call.doubts.push(`make is given ${shownWord(word)}, an option that is not known here`);
    } else call.goals.push(text);
  }
  return call;
}

function runsIn(start: string, call: MakeCall, reader: ClosureReader): readonly Run[] {
  const named = call.folder === undefined ? start : folderOf(call.folder, start, reader);
  if (reader.isAbsent(named)) return [];
  const folder = reader.realFolder(named);
  if (folder === undefined) return [unresolved('make runs in a folder that is not known')];
  const files =
    call.files.length > 0
      ? call.files.map((word) => word.text)
      : [NAMES.find((name) => reader.exists(reader.join(folder, name)))];
  // Without a Makefile built-in rules hold.
  if (files.some((file) => file === undefined)) return [];
  return new MakeRuns(folder, call, reader).runs(files.flatMap((file) => file ?? []));
}

function folderOf(word: Word, start: string, reader: ClosureReader): string | undefined {
  const text = word.text ?? writtenText(word);
  if (word.text === undefined) return undefined;
  return text.startsWith('/') ? text : reader.join(start, text);
}

interface ReadMakeFile {
  readonly path: string;
  readonly sha256: string;
  readonly text: string;
}

class MakeRuns {
  readonly #folder: string;
  readonly #call: MakeCall;
  readonly #reader: ClosureReader;
  readonly #make: MakeFile = emptyMakeFile();
  readonly #files: ReadMakeFile[] = [];
  readonly #visited = new Set<string>();
  readonly #found: Run[] = [];

  constructor(folder: string, call: MakeCall, reader: ClosureReader) {
    this.#folder = folder;
    this.#call = call;
    this.#reader = reader;
  }

  runs(names: readonly string[]): readonly Run[] {
    for (const name of names) this.#readFile(name, false);
    for (let at = 0; at < this.#make.includes.length; at += 1) this.#readIncluded(at);
    for (const [name, value] of this.#call.variables) this.#make.variables.set(name, [value]);
    this.#found.push(...this.#whileReading());
    const goals = this.#call.goals.length > 0 ? this.#call.goals : this.#defaultGoal();
    for (const goal of goals) this.#found.push(...this.#target(goal, 0, true));
    this.#found.push(...[...this.#make.doubts].map(unresolved));
    return this.#found;
  }

  #readFile(name: string, isOptional: boolean): void {
    const { path, content, problem } = this.#reader.read(name, this.#folder);
    if (content?.text === undefined) {
      if (!isOptional || problem !== 'missing')
        this.#make.doubts.add(`make reads ${JSON.stringify(path)}, which cannot be read here (${problem ?? 'binary'})`);
      return;
    }
    if (this.#files.some((file) => file.path === path)) return;
    this.#files.push({ path, sha256: content.sha256, text: content.text });
    readMakeFile(content.text, this.#files.length - 1, this.#make);
  }

  #readIncluded(at: number): void {
    const include = this.#make.includes[at];
    if (include === undefined) return;
    const { texts } = expansionsOf(include.path, this.#values({}));
    const paths = texts.flatMap((text) => text.trim().split(/\s+/)).filter((path) => path !== '');
    for (const path of paths) {
      if (/[$*?[]/.test(path) || this.#files.length >= MOST_INCLUDES)
        this.#make.doubts.add(`make includes ${JSON.stringify(path.slice(0, 200))}, which is not looked for`);
      else this.#readFile(path, include.isOptional);
    }
  }

  #defaultGoal(): readonly string[] {
    const named = this.#make.variables.get('.DEFAULT_GOAL')?.[0];
    if (named !== undefined) return [named.trim()];
    for (const { targets } of this.#make.rules) {
      const goal = targets.map((target) => this.#text(target)).find((target) => !/^\.[A-Z_a-z]|%/.test(target));
      if (goal !== undefined) return [goal];
    }
    return [];
  }

  /** `$(shell ...)` runs before recipes. */
  #whileReading(): readonly Run[] {
    return this.#files.flatMap((file) => {
      const texts = file.text
        .split('\n')
        .flatMap((line, index) =>
          line.startsWith('\t')
            ? []
            : [...shellCalls(line), ...assignedByShell(line)].flatMap((command) =>
                expansionsOf(command, this.#values({})).texts.map((text) => ({ line: index + 1, text })),
              ),
        );
      return texts.length === 0 ? [] : [this.#part(file, 'while make reads it', texts, [])];
    });
  }

  #target(name: string, depth: number, isGoal: boolean): readonly Run[] {
    if (this.#visited.has(name)) return [];
    if (this.#visited.size >= MOST_TARGETS || depth > DEEPEST)
      return [unresolved('make has more targets than are looked at')];
    this.#visited.add(name);
    const rules = this.#rulesFor(name);
    if (rules.length === 0) {
      const isFile = this.#reader.exists(name.startsWith('/') ? name : this.#reader.join(this.#folder, name));
      return isGoal && !isFile
        ? [unresolved(`make has no rule for ${JSON.stringify(name.slice(0, 200))} that is read here`)]
        : [];
    }
    const prerequisites = [...new Set(rules.flatMap((rule) => this.#prerequisites(rule, name)))];
    const runs = prerequisites.flatMap((prerequisite) => this.#target(prerequisite, depth + 1, false));
    const parts = rules.flatMap((rule) => this.#recipe(rule, name, prerequisites));
    if (parts.length === 0) return runs;
    return parts.map((part, index) => (index === 0 ? { ...part, runs } : part));
  }

  #rulesFor(name: string): readonly MakeRule[] {
    const exact = this.#make.rules.filter(({ targets }) =>
      targets.some((target) => this.#words(target).includes(name)),
    );
    if (exact.some(({ recipe }) => recipe.length > 0)) return exact;
    return [
      ...exact,
      ...this.#make.rules.filter(({ targets }) => targets.some((target) => fits(this.#text(target), name))),
    ];
  }

  #prerequisites({ prerequisites, targets }: MakeRule, name: string): readonly string[] {
    const pattern = targets.map((target) => this.#text(target)).find((target) => fits(target, name));
    const stem =
      pattern === undefined
        ? ''
        : name.slice(pattern.indexOf('%'), name.length - (pattern.length - pattern.indexOf('%') - 1));
    return prerequisites
      .flatMap((prerequisite) => this.#words(prerequisite))
      .flatMap((word) => {
        if (!word.includes('$')) return [word.replace('%', stem)];
        this.#make.doubts.add(`make needs ${JSON.stringify(word.slice(0, 200))}, which is only known when it runs`);
        return [];
      });
  }

  #recipe(rule: MakeRule, name: string, prerequisites: readonly string[]): readonly PartRun[] {
    const file = this.#files[rule.file];
    if (rule.recipe.length === 0 || file === undefined) return [];
    const [first = ''] = prerequisites;
    const all = prerequisites.join(' ');
    const values = this.#values({ '@': name, '<': first, '^': all, '+': all, '?': all });
    const texts: PartText[] = [];
    for (const { line, text } of rule.recipe) {
      const { texts: variants, isCut } = expansionsOf(text, values);
      if (isCut)
        this.#make.doubts.add(`The recipe of ${JSON.stringify(name.slice(0, 200))} has more forms than are looked at`);
      for (const variant of variants)
        texts.push({
          line,
          text: variant
            .split('\n')
            .map((part, at, parts) =>
              parts[at - 1]?.endsWith('\\') === true ? part : part.replace(/^[ \t]*[@+-]*[ \t]*/, ''),
            )
            .join('\n'),
        });
    }
    const joined = this.#make.oneShell
      ? [{ line: texts[0]?.line ?? 1, text: texts.map(({ text }) => text).join('\n') }]
      : texts;
    return [this.#part(file, name, joined, [])];
  }

  #part({ path, sha256 }: ReadMakeFile, name: string, texts: readonly PartText[], runs: readonly Run[]): PartRun {
    const shell = this.#make.variables.get('SHELL')?.[0] ?? '/bin/sh';
    const isShell = /^(?:\/usr)?(?:\/bin\/|\/usr\/bin\/env )?(?:ba|da|z)?sh$/.test(shell.trim());
    if (!isShell) this.#make.doubts.add(`make hands its recipes to ${JSON.stringify(shell.slice(0, 200))}`);
    return {
      what: 'part',
      kind: 'make-target',
      name,
      path,
      sha256,
      texts,
      language: isShell ? 'shell' : 'code',
      shell: shell.includes('bash') ? 'bash' : 'sh',
      cwd: this.#folder,
      runs,
    };
  }

  #values(automatic: MakeValues['automatic']): MakeValues {
    return { variables: this.#make.variables, automatic: { CURDIR: this.#folder, ...automatic } };
  }

  #text(written: string): string {
    return written.includes('$') ? (expansionsOf(written, this.#values({})).texts[0] ?? written) : written;
  }

  #words(written: string): readonly string[] {
    return this.#text(written)
      .split(/\s+/)
      .filter((word) => word !== '');
  }
}

function assignedByShell(line: string): readonly string[] {
  const [, command] = /^\s*(?:(?:override|export|private)\s+)*[\w.-]+\s*!=\s*(.*)$/.exec(line) ?? [];
  return command === undefined ? [] : [command];
}

/** `%.o` and `main.o`. */
function fits(pattern: string, name: string): boolean {
  const at = pattern.indexOf('%');
  if (at === -1) return false;
  const end = pattern.slice(at + 1);
  return name.length >= pattern.length && name.startsWith(pattern.slice(0, at)) && name.endsWith(end);
}
