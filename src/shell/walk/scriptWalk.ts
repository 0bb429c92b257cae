/** In the order in which the commands run. */
import {
  forEachChild,
  parse,
  type Command,
  type ParsedScript,
  type Pipeline,
  type Statement,
  type SyntaxNode,
  type Word as ParsedWord,
} from 'unbash';
import { inFolders, textWord, type Printed, type Redirection, type Shell, type Word } from '../model/analysis';
import { walkAndOr, walkCase, walkIf } from './branchWalk';
import { readCommand, readRedirections } from './commandReading';
import type { CommandPlace, WalkedScript, WalkText } from './commandPlace';
import { openInput, runCommand, runsItsInput } from './commandRun';
import type { Listing } from '../model/listing';
import { inEndlessLoop } from './endlessLoops';
import type { ConstructWalker } from './constructWalker';
import { LoopWalk } from './loopWalk';
import {
  bothWays,
  foldersIn,
  forgetEverything,
  hasLeftFolder,
  joinStates,
  startState,
  unlessRedirectionFails,
  setStopsOnFailure,
  type Outcome,
  type ShellState,
} from './shellState';
import { printedText } from '../reading/printedText';
import { dialectOf } from '../dialects/dialects';
import type { Dialect } from '../dialects/dialect';
import { printedBy } from './printedValue';
import { guardSource } from '../reading/sourceGuards';
import { differingGap, strayTextAt, type Span } from '../reading/sourceGaps';
import { afterStatement, conditional, reached, type Surroundings } from './surroundings';
import { walkTest } from './testWalk';
import type { Expansion } from '../reading/wordPart';
import { WordResolver } from './wordResolution';

const MOST_PRINTING = 64;

class ScriptWalk implements ConstructWalker {
  readonly source: string;
  readonly shell: Shell;
  readonly homeFolder: string | undefined;
  readonly dialect: Dialect | undefined;
  readonly #script: WalkedScript;
  readonly listing: Listing;
  /** Of the walked script or substitution. */
  #words: Span[] = [];
  #around: Surroundings;
  readonly #loops = new LoopWalk(this);

  constructor(script: WalkedScript, listing: Listing, place: CommandPlace) {
    this.source = script.source;
    this.shell = script.shell;
    this.homeFolder = script.homeFolder;
    this.dialect = dialectOf(script.shell);
    this.#script = script;
    this.listing = listing;
    this.#around = { ...place, isTested: false };
  }

  walkScript(parsed: ParsedScript, from: number, to: number, state: ShellState): Outcome {
    const [error] = parsed.errors ?? [];
    if (error !== undefined)
      this.doubt(`the shell's grammar (${error.message})`, Math.max(from, Math.min(error.pos, to - 1)), to);
    const words = this.#words;
    this.#words = [];
    const outcome = this.walkList(parsed.commands, state, this.#around);
    const stray = strayTextAt(this.source, from, to, this.#words);
    if (stray !== undefined && !this.listing.isFull) this.doubt('text between the commands', stray, to);
    this.#objectToGaps(from, to);
    this.#words = words;
    return outcome;
  }

  #objectToGaps(from: number, to: number): void {
    const { dialect } = this;
    if (dialect === undefined || this.listing.isFull) return;
    const found = differingGap(this.source, from, to, this.#words, (text) => dialect.gap(text));
    if (found !== undefined) this.doubt(found.why, found.at, to);
  }

  positionOf(pos: number): number {
    const { position } = this.#script;
    return 'fixed' in position ? position.fixed : position.offset + pos;
  }

  doubt(why: string, from: number, to: number): void {
    this.listing.doubt(why, this.source.slice(from, to), this.positionOf(from));
  }

  noteWord(span: Span): void {
    this.#words.push(span);
  }

  sweep(node: SyntaxNode): void {
    this.#sweep(node);
  }

  made(words: readonly Word[]): void {
    let characters = 0;
    for (const { text } of words) characters += text?.length ?? 0;
    this.listing.takeWords(words.length, characters, words[0]?.position ?? 0);
  }

  get isFull(): boolean {
    return this.listing.isFull;
  }

  walkExpansion(expansion: Expansion, state: ShellState, isUnderstood: boolean): Printed | undefined {
    let prints: Printed | undefined;
    const around = this.#around;
    const context = { ...around.context, substitution: true, pipe: undefined };
    this.#around = { ...around, context, redirections: [], isSameShell: false };
    if (isUnderstood && 'script' in expansion && expansion.script !== undefined) {
      const { script, pos, end } = expansion;
      // Bash rebuilds a substitution; a `;` behind a here-document may vanish.
      if (/(?<!<)<<(?!<)/.test(this.source.slice(pos, end)) && !isOneCommand(script)) {
        this.doubt('a here-document in a substitution of several commands', pos, end);
      }
      // Substitutions do not inherit `set -e`.
      const start = this.listing.commands.length;
      this.walkScript(script, pos + 2, end - 1, setStopsOnFailure(state, false));
      if (isOneCommand(script)) {
        const isAtStart = !hasLeftFolder(state);
        prints = printedBy(this.listing.commands.slice(start), isAtStart ? this.#script.topLevel : undefined);
      }
    } else {
      if (isUnderstood) this.doubt('a substitution', expansion.pos, expansion.end);
      this.#sweep(expansion);
    }
    this.#around = around;
    return prints;
  }

  walkList(statements: readonly Statement[], state: ShellState, around: Surroundings): Outcome {
    let outcome = bothWays(state);
    statements.forEach((statement, index) => {
      if (this.listing.isFull) return;
      const before = reached(index === 0 ? state : afterStatement(outcome, statements[index - 1], around));
      if (statement.background === true) {
        // zsh runs all but the last in the foreground.
        if (this.shell === 'zsh' && statement.command.type === 'AndOr') {
          this.doubt('several commands in the background', statement.pos, statement.end);
        }
        const context = { ...around.context, background: true };
        this.walk(statement.command, before, { ...around, context, isSameShell: false });
        outcome = bothWays(before);
      } else {
        outcome = this.walk(statement.command, before, around);
      }
    });
    return outcome;
  }

  walkAgain(statements: readonly Statement[], state: ShellState, around: Surroundings): void {
    const words = this.#words;
    this.#words = [];
    this.walkList(statements, state, around);
    this.#words = words;
  }

  resolver(state: ShellState, around: Surroundings): WordResolver {
    return new WordResolver(this.#at(around), state);
  }

  walk(node: SyntaxNode, state: ShellState, outside: Surroundings): Outcome {
    if (this.listing.isFull) return bothWays(state);
    const around = inEndlessLoop(node, outside);
    switch (node.type) {
      case 'Command':
        return this.#walkCommand(node, state, around);
      case 'AndOr':
        return walkAndOr(node, state, around, this);
      case 'Pipeline':
        return this.#walkPipeline(node, state, around);
      case 'Statement':
        return this.walkList([node], state, around);
      case 'CompoundList':
        return this.walkList(node.commands, state, around);
      case 'BraceGroup':
        return this.walkList(node.body.commands, state, around);
      case 'Subshell':
        this.walkList(node.body.commands, state, { ...around, isSameShell: false });
        return bothWays(state);
      case 'Redirected': {
        this.#words.push(...node.redirects);
        const redirections = readRedirections(node.redirects, this.resolver(state, around), this);
        const objection = this.dialect?.redirections(redirections, around.context.pipe);
        if (objection !== undefined) this.doubt(objection, node.pos, node.end);
        const inside = { ...around, redirections: [...redirections, ...around.redirections] };
        const listed = this.listing.commands.length;
        const outcome = this.walk(node.command, state, inside);
        // `case $(a) in x) ;; esac > f` opens the file, but runs nothing with it.
        const [first] = redirections;
        const isTaken = this.listing.commands
          .slice(listed)
          .some((command) => command.redirections.some((one) => one === first));
        if (!isTaken) this.#listRedirections(node.pos, state, inside);
        return unlessRedirectionFails(outcome, redirections, state);
      }
      case 'If':
        return walkIf(node, state, conditional(around), this);
      case 'While':
        return this.#loops.walkWhile(node, state, conditional(around));
      case 'For':
        return this.#loops.walkFor(node, state, conditional(around));
      case 'Case':
        return walkCase(node, state, conditional(around), this);
      case 'TestCommand':
        return walkTest(node, state, around, this);
      case 'Function':
        return this.#walkFunction(node.name, node.body, state, around);
      default:
        return this.#walkUnknown(node, state, around);
    }
  }

  #listRedirections(pos: number, state: ShellState, { redirections, context }: Surroundings): void {
    const place = { ...inFolders(foldersIn(state)), position: this.positionOf(pos) };
    this.listing.addCommand({ words: [], assignments: [], redirections, context, ...place });
  }

  #walkPipeline(
    { prefixes, commands, operators, pos, end }: Pipeline,
    state: ShellState,
    given: Surroundings,
  ): Outcome {
    const negations = prefixes.filter(({ type }) => type === 'Negation').length;
    const around = negations > 0 ? { ...given, isTested: true } : given;
    if (this.shell !== 'bash' && prefixes.some(({ type }) => type === 'Time'))
      this.doubt('time as a keyword', pos, end);
    const [only, ...others] = commands;
    if (only !== undefined && others.length === 0) {
      const outcome = this.walk(only, state, around);
      return negations % 2 === 0 ? outcome : { succeeded: outcome.failed, failed: outcome.succeeded };
    }
    const start = this.listing.commands.length;
    let after = state;
    commands.forEach((command, index) => {
      const from = this.listing.commands.length;
      const context = { ...around.context, pipe: { index, length: commands.length } };
      const joinsErrors = operators[index] === '|&';
      if (joinsErrors && this.shell !== 'bash' && this.shell !== 'zsh') this.doubt('the operator |&', pos, end);
      const redirections = joinsErrors
        ? [this.#errorsToOutput(command.end), ...around.redirections]
        : around.redirections;
      // zsh runs the last command itself.
      const isOwn = this.shell === 'zsh' && index === commands.length - 1;
      const isSameShell = isOwn && around.isSameShell;
      const outcome = this.walk(command, state, { ...around, context, redirections, isSameShell });
      if (isOwn) after = joinStates(state, joinStates(outcome.succeeded, outcome.failed)) ?? state;
      if (index > 0) this.#openPiped(start, from, state, around.redirections);
    });
    return bothWays(after);
  }

  /** The last stage may run what earlier ones print. */
  #openPiped(start: number, from: number, state: ShellState, inherited: readonly Redirection[]): void {
    const { commands } = this.listing;
    if (!commands.slice(from).some(runsItsInput)) return;
    const text = printedText(commands.slice(Math.max(start, from - MOST_PRINTING), from), inherited);
    if (text === undefined) return;
    for (const command of commands.slice(from).filter(runsItsInput)) {
      if (!this.listing.isFull)
        openInput(command, text, state, { walkText, script: this.#script, listing: this.listing });
    }
  }

  #errorsToOutput(pos: number): Redirection {
    return { operator: '>&', descriptor: 2, target: textWord('1', this.positionOf(pos)) };
  }

  #walkFunction(name: ParsedWord, body: SyntaxNode, state: ShellState, around: Surroundings): Outcome {
    this.#words.push(name);
    this.doubt('a function', name.pos, body.end);
    this.listing.functions.add(name.text);
    if (around.isSameShell) this.listing.changesShell = true;
    const context = { ...around.context, function: name.text, conditional: true };
    this.walk(body, forgetEverything(state), { ...around, context });
    return bothWays(forgetEverything(state));
  }

  #walkUnknown(node: SyntaxNode, state: ShellState, around: Surroundings): Outcome {
    this.doubt(`a construct of the kind ${node.type}`, node.pos, node.end);
    this.#words.push(node);
    const before = this.#around;
    this.#around = { ...conditional(around), isSameShell: false };
    this.#sweep(node);
    this.#around = before;
    if (around.isSameShell) this.listing.changesShell = true;
    return bothWays(forgetEverything(state));
  }

  #sweep(node: SyntaxNode): void {
    const around = this.#around;
    const words = this.#words;
    this.#words = [];
    const visit = (child: SyntaxNode): void => {
      if (this.listing.isFull) return;
      switch (child.type) {
        case 'Script':
        case 'CompoundList':
          forEachChild(child, visit);
          return;
        case 'Statement':
        case 'Command':
        case 'AndOr':
        case 'Pipeline':
        case 'Subshell':
        case 'BraceGroup':
        case 'Redirected':
        case 'If':
        case 'While':
        case 'For':
        case 'Case':
        case 'TestCommand':
        case 'Function':
          this.walk(child, forgetEverything(startState([])), around);
          return;
        case 'CommandExpansion':
        case 'ProcessSubstitution':
        case 'ArithmeticCommandExpansion':
          if (child.script !== undefined) this.#sweepScript(child.script, child.pos);
          return;
        default:
          forEachChild(child, visit);
      }
    };
    visit(node);
    this.#words = words;
  }

  /** Backticks have their own text, without backslashes. */
  #sweepScript(script: ParsedScript, pos: number): void {
    const context = { ...this.#around.context, substitution: true };
    const place = { ...this.#around, context, isSameShell: false };
    const { source } = script;
    const inner =
      source === undefined
        ? this
        : new ScriptWalk({ ...this.#script, source, position: { fixed: this.positionOf(pos) } }, this.listing, place);
    const around = this.#around;
    this.#around = place;
    inner.walkList(script.commands, forgetEverything(startState([])), { ...place, isTested: true });
    this.#around = around;
  }

  #walkCommand(node: Command, state: ShellState, around: Surroundings): Outcome {
    const reading = readCommand(node, state, this.#at(around), around);
    const fragment = this.source.slice(node.pos, node.end);
    return runCommand(reading, state, {
      walkText,
      script: this.#script,
      listing: this.listing,
      place: around,
      fragment,
    });
  }

  #at(around: Surroundings): this {
    this.#around = around;
    return this;
  }
}

function isOneCommand({ commands: [only, ...others] }: ParsedScript): boolean {
  if (only === undefined || others.length > 0 || only.background === true) return false;
  const { command } = only;
  return command.type === 'Pipeline'
    ? command.commands.every(({ type }) => type === 'Command')
    : command.type === 'Command';
}

export const walkText: WalkText = (script, folders, listing, place) => {
  const { length, objections } = guardSource(script.source);
  const read = { ...script, source: script.source.slice(0, length) };
  const walk = new ScriptWalk(read, listing, place);
  for (const { why, position } of objections) walk.doubt(why, position, position + 1);
  const differs = walk.dialect?.script(read.source);
  if (differs !== undefined) walk.doubt(differs, 0, length);
  if (script.shell === 'other') listing.doubt('a shell whose language is not read', script.source, walk.positionOf(0));
  walk.walkScript(parse(read.source), 0, length, startState(folders));
};
