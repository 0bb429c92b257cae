/** Bounded in depth, number, size and time; what is beyond is reported. */
import { analyse } from '../shell/analyse';
import { programName, type Analysis, type Shell, type SimpleCommand } from '../shell/model/analysis';
import { withLikelyFolders } from '../calls/command/likelyFolders';
import { shellTouches } from '../calls/command/shellTouches';
import { resolvedTouches, type ResolvedTouch } from '../calls/toolCall';
import { InputProblem } from '../common/inputProblem';
import { changesFile } from '../files/fileTouch';
import { isInside } from '../files/pathText';
import {
  NOTHING_RUNS,
  type Closure,
  type ClosureLanguage,
  type ClosureNode,
  type ClosureText,
  type StartedNodes,
} from './closure';
import { type ClosureProblem } from './closureKinds';
import { configuredToolRuns } from './configuredTools';
import { gitRuns } from './gitHooks';
import { interpreterRuns } from './interpreterRuns';
import { unknownPart } from './knownPrograms';
import { loadedModules } from './loadedModules';
import { makeRuns } from './makeRuns';
import { packageRuns } from './packageScripts';
import { ClosureReader, type ClosurePlace, type ReadFile } from './reader';
import type { FileRun, PartRun, Run } from './run';
import { pathProgram, shellRuns, sourceRuns } from './scriptRuns';
import { shebangOf } from './shebang';
import { taskRuns } from './taskRuns';

const DEEPEST = 10;
const MOST_NODES = 150;
const MOST_UNRESOLVED = 60;
/** One shell text, and all; more is not analysed. */
const LONGEST_TEXT = 100_000;
const MOST_SHELL_CHARACTERS = 300_000;

export interface FoundClosure {
  readonly closure: Closure;
  readonly texts: readonly ClosureText[];
  readonly starts: readonly StartedNodes[];
}

const NOTHING: FoundClosure = { closure: NOTHING_RUNS, texts: [], starts: [] };

/** @param touches of the line itself */
export function closureOf(analysis: Analysis, touches: readonly ResolvedTouch[], place: ClosurePlace): FoundClosure {
  if (analysis.commands.length === 0 && analysis.unknown.length === 0) return NOTHING;
  return new ClosureWalk(place, touches).of(analysis);
}

interface At {
  readonly depth: number;
  readonly ancestors: readonly string[];
  /** Its `node_modules/.bin` comes first. */
  readonly packageFolder: string | undefined;
}

interface MutableNode extends ClosureNode {
  problem?: ClosureProblem;
  children: ClosureNode[];
}

class ClosureWalk {
  readonly #reader: ClosureReader;
  readonly #place: ClosurePlace;
  readonly #unresolved = new Set<string>();
  readonly #texts: ClosureText[] = [];
  readonly #starts: StartedNodes[] = [];
  readonly #nodes: MutableNode[] = [];
  readonly #changes: ResolvedTouch[];
  #isComplete = true;
  #characters = 0;

  constructor(place: ClosurePlace, touches: readonly ResolvedTouch[]) {
    this.#place = place;
    this.#reader = new ClosureReader(place);
    this.#changes = touches.filter(({ change }) => changesFile(change));
  }

  of(analysis: Analysis): FoundClosure {
    const roots = this.#ofAnalysis(analysis, { depth: 0, ancestors: [], packageFolder: undefined });
    if (this.#nodes.length > 0) this.#noteChanges();
    const closure = { roots, unresolved: [...this.#unresolved], complete: this.#isComplete };
    return { closure, texts: this.#texts, starts: this.#starts };
  }

  #doubt(why: string): void {
    this.#isComplete = false;
    if (this.#unresolved.size < MOST_UNRESOLVED) this.#unresolved.add(why);
  }

  #ofAnalysis(analysis: Analysis, at: At): ClosureNode[] {
    if (analysis.unknown.length > 0 || analysis.code.length > 0) this.#isComplete = false;
    const commands = withLikelyFolders(analysis.commands, this.#place.machine.homeDirectory);
    return commands.flatMap((command, index) => this.#ofCommand(command, index, commands, analysis, at));
  }

  #ofCommand(
    command: SimpleCommand,
    index: number,
    commands: readonly SimpleCommand[],
    analysis: Analysis,
    at: At,
  ): readonly ClosureNode[] {
    if (this.#nodes.length >= MOST_NODES) {
      this.#doubt('It runs more files than are looked at');
      return [];
    }
    const runs = command.context.elsewhere === undefined ? this.#runsOf(command, pipedInto(commands, index), at) : [];
    const nodes = runs.flatMap((run) => this.#ofRun(run, at));
    if (nodes.length > 0) this.#starts.push({ command: analysis.commands[index] ?? command, nodes });
    const runsText = nodes.some(({ kind }) => kind !== 'git-hook' && kind !== 'configuration');
    // A known interpreter or tool reports its own gaps.
    const why = unknownPart(analysis.commands[index] ?? command, analysis, runsText);
    if (why !== undefined) {
      const isSaid = runs.some(({ what }) => what === 'unresolved');
      if (!isSaid && (at.depth > 0 || nodes.length > 0)) this.#doubt(why);
      else this.#isComplete = false;
    }
    return nodes;
  }

  #runsOf(command: SimpleCommand, before: SimpleCommand | undefined, at: At): readonly Run[] {
    const reader = this.#reader;
    const name = programName(command) ?? '';
    return [
      ...pathProgram(command),
      ...shellRuns(command, before),
      ...sourceRuns(command),
      ...interpreterRuns(command, before, reader),
      ...packageRuns(command, reader),
      ...makeRuns(command, reader),
      ...taskRuns(command, reader),
      ...gitRuns(command, reader),
      ...configuredToolRuns(command, name, reader),
      ...this.#installed(name, command, at),
    ];
  }

  /** In package scripts it hides others of its name. */
  #installed(name: string, { words: [first] }: SimpleCommand, { packageFolder }: At): readonly Run[] {
    if (packageFolder === undefined || name === '' || first?.text !== name) return [];
    const folder = this.#reader.folderWith(packageFolder, [`node_modules/.bin/${name}`]);
    if (folder === undefined) return [];
    const path = this.#reader.join(folder, 'node_modules', '.bin', name);
    const isLink = this.#place.files.realPath(path) !== path;
    return [{ what: 'file', kind: 'executable', path, cwd: packageFolder, read: isLink ? 'data' : 'itself' }];
  }

  #ofRun(run: Run, at: At): readonly ClosureNode[] {
    switch (run.what) {
      case 'unresolved':
        this.#doubt(run.why);
        return [];
      case 'file':
        return this.#ofFile(run, at);
      case 'part':
        return this.#ofPart(run, at);
    }
  }

  #ofFile(run: FileRun, at: At): readonly ClosureNode[] {
    const read = this.#reader.read(run.path, run.cwd);
    if (run.optional === true && read.problem === 'missing') return [];
    const written = this.#writtenByLine(read.path, run, at);
    if (written !== undefined && read.problem === 'missing') return written;
    return [...(written ?? []), ...this.#ofReadFile(run, read, at)];
  }

  /** The line writes it before it may run. */
  #writtenByLine(path: string, run: FileRun, at: At): readonly ClosureNode[] | undefined {
    const touch = this.#changes.find(({ newText, resolved }) => newText !== undefined && resolved.real === path);
    if (touch?.newText === undefined) return undefined;
    const content = { sha256: '', text: touch.newText };
    return this.#ofReadFile(run, { path, content, problem: undefined }, at, 'dynamic');
  }

  #ofReadFile(
    run: FileRun,
    { path, content, problem }: ReadFile,
    at: At,
    said?: ClosureProblem,
  ): readonly ClosureNode[] {
    const reading = languageOf(run, content?.text);
    const node = this.#add({
      kind: run.kind,
      path,
      ...(run.name === undefined ? {} : { name: run.name }),
      ...(content === undefined || content.sha256 === '' ? {} : { sha256: content.sha256 }),
      ...(content?.text === undefined ? {} : { text: content.text, line: 1 }),
      language: reading.language,
      children: [],
    });
    if (node === undefined) return [];
    const trouble = problem ?? said ?? (content.text === undefined ? 'binary' : run.uncertain ? 'dynamic' : undefined);
    if (trouble !== undefined) this.#object(node, trouble);
    if (content?.text === undefined) return [node];
    const inside = this.#enter(node, `${run.kind}\n${path}`, at);
    if (inside === undefined) return [node];
    if (reading.language === 'shell') {
      if (!reading.isPlain) this.#isComplete = false;
      node.children.push(
        ...this.#ofText(node, 1, content.text, reading.shell, run.startsIn ?? run.cwd, reading.isPlain, inside),
      );
    } else if (reading.language === 'code') {
      this.#doubt(`${path} may load other files, and start programs`);
      const modules = loadedModules(content.text, path, run.cwd, this.#reader);
      node.children.push(...modules.flatMap((module) => this.#ofFile(module, inside)));
    } else if (run.kind === 'executable') this.#doubt(`${path} is an installed program that is not looked into`);
    return [node];
  }

  #ofPart(run: PartRun, at: At): readonly ClosureNode[] {
    const node = this.#add({
      kind: run.kind,
      path: run.path,
      name: run.name,
      sha256: run.sha256,
      text: run.texts.map(({ text }) => text).join('\n'),
      line: run.texts[0]?.line ?? 1,
      language: run.language,
      children: [],
    });
    if (node === undefined) return [];
    if (run.problem !== undefined) this.#object(node, run.problem);
    const inside = this.#enter(node, `${run.kind}\n${run.path}\n${run.name}`, at);
    if (inside === undefined) return [node];
    const of = { ...inside, packageFolder: run.packageFolder ?? at.packageFolder };
    node.children.push(...run.runs.flatMap((inner) => this.#ofRun(inner, of)));
    if (run.language === 'code') this.#doubt(`${run.name} in ${run.path} is no shell text`);
    else
      for (const { line, text } of run.texts)
        node.children.push(...this.#ofText(node, line, text, run.shell, run.cwd, false, of));
    return [node];
  }

  #ofText(
    node: MutableNode,
    line: number,
    text: string,
    shell: Shell,
    cwd: string | undefined,
    isWhole: boolean,
    at: At,
  ): readonly ClosureNode[] {
    this.#characters += text.length;
    if (text.length > LONGEST_TEXT || this.#characters > MOST_SHELL_CHARACTERS) {
      this.#object(node, 'too-large');
      return [];
    }
    const { homeDirectory: home, platform } = this.#place.machine;
    const analysis = analyse(text, shell, { cwd, home, platform });
    const touches = this.#touchesOf(analysis, cwd);
    this.#texts.push({ node, line, text, analysis, cwd, isWhole, touches });
    for (const { why, fragment } of analysis.unknown.slice(0, 4)) {
      this.#doubt(
        `${node.path}${node.name === undefined ? '' : ` (${node.name})`} holds what is not understood: ${why}: ${JSON.stringify(fragment.slice(0, 300))}`,
      );
    }
    return this.#ofAnalysis(analysis, at);
  }

  #touchesOf(analysis: Analysis, cwd: string | undefined): readonly ResolvedTouch[] {
    const { machine, files } = this.#place;
    try {
      const { touches, incomplete } = shellTouches(analysis, machine, files);
      if (incomplete) this.#isComplete = false;
      const resolved = resolvedTouches(touches, cwd, machine, files);
      this.#changes.push(...resolved.filter(({ change }) => changesFile(change)));
      return resolved;
    } catch (error) {
      if (!(error instanceof InputProblem)) throw error;
      this.#doubt(`What it changes is too much to look at: ${error.message}`);
      return [];
    }
  }

  #add(node: MutableNode): MutableNode | undefined {
    if (this.#nodes.length >= MOST_NODES) {
      this.#doubt('It runs more files than are looked at');
      return undefined;
    }
    this.#nodes.push(node);
    return node;
  }

  #object(node: MutableNode, problem: ClosureProblem): void {
    node.problem ??= problem;
    if (node.kind === 'configuration' && problem === 'missing') return;
    this.#doubt(
      `${node.path}${node.name === undefined ? '' : ` (${node.name})`} is not known as it would run: ${PROBLEM_WORDS[problem]}`,
    );
  }

  #enter(node: MutableNode, key: string, at: At): At | undefined {
    if (at.ancestors.includes(key)) this.#object(node, 'cycle');
    else if (at.depth >= DEEPEST) this.#object(node, 'too-deep');
    else return { ...at, depth: at.depth + 1, ancestors: [...at.ancestors, key] };
    return undefined;
  }

  /** What one part writes may run later. */
  #noteChanges(): void {
    const { platform } = this.#place.machine;
    for (const { glob, resolved, change } of this.#changes) {
      const { real } = resolved;
      if (glob === true || real === undefined) {
        this.#isComplete = false;
        continue;
      }
      for (const node of this.#nodes) {
        const isHit = node.path === real || (change !== 'in-place' && isInside(node.path, real, platform));
        if (isHit) this.#object(node, 'dynamic');
      }
    }
  }
}

const PROBLEM_WORDS: Readonly<Record<ClosureProblem, string>> = {
  missing: 'there is no such file',
  'too-large': 'it is too large to look at',
  'not-a-file': 'it is no ordinary file',
  unreadable: 'it cannot be read',
  binary: 'it is no text',
  cycle: 'it runs itself',
  'too-deep': 'it lies too deep in files that run files',
  'too-many': 'too many files would have to be read',
  'out-of-time': 'the time for reading files is used up',
  dynamic: 'the run itself decides or changes it',
};

type Reading =
  | { readonly language: Exclude<ClosureLanguage, 'shell'> }
  | { readonly language: 'shell'; readonly shell: Shell; readonly isPlain: boolean };

function languageOf({ read, shell, kind, path }: FileRun, text: string | undefined): Reading {
  if (read === 'code' || read === 'data') return { language: read };
  if (read === 'shell') return { language: 'shell', shell: shell ?? 'sh', isPlain: kind === 'script' };
  const found = shebangOf(text ?? '');
  if (found.read === 'code') return { language: 'code' };
  const isCode = !(text ?? '').startsWith('#!') && /\.(?!sh$|bash$|bats$)\w{1,12}$/.test(path);
  return isCode ? { language: 'code' } : { language: 'shell', shell: found.shell, isPlain: found.isPlain };
}

/** It writes this one's input. */
function pipedInto(commands: readonly SimpleCommand[], index: number): SimpleCommand | undefined {
  const pipe = commands[index]?.context.pipe;
  if (pipe === undefined || pipe.index === 0) return undefined;
  return commands
    .slice(0, index)
    .findLast(({ context }) => context.pipe?.index === pipe.index - 1 && context.pipe.length === pipe.length);
}
