import type { For, SyntaxNode, While, Word as ParsedWord } from 'unbash';
import { writtenText } from '../model/analysis';
import { changesCommands, keepsItsValue } from '../reading/variableNames';
import { isHeededByTables } from '../tables/heededVariables';
import { noteSecret, type ConstructWalker } from './constructWalker';
import { changesIn, type LoopChanges } from './loopChanges';
import {
  bothWays,
  foldersIn,
  forget,
  forgetEverything,
  setVariable,
  variableIn,
  type KnownValue,
  type Outcome,
  type ShellState,
} from './shellState';
import { reached, type Surroundings } from './surroundings';

export class LoopWalk {
  readonly #walker: ConstructWalker;
  readonly #changes = new Map<SyntaxNode, LoopChanges>();

  constructor(walker: ConstructWalker) {
    this.#walker = walker;
  }

  walkWhile(node: While, state: ShellState, around: Surroundings): Outcome {
    const start = this.#afterRounds(node, state, [node.clause, node.body]);
    const condition = this.#walker.walkList(node.clause.commands, start, { ...around, isTested: true });
    this.#walker.walkList(
      node.body.commands,
      reached(node.kind === 'while' ? condition.succeeded : condition.failed),
      around,
    );
    return bothWays(start);
  }

  walkFor({ name, wordlist, body }: For, state: ShellState, around: Surroundings): Outcome {
    const variable = name.text;
    this.#walker.noteWord(name);
    if (!/^[A-Za-z_]\w*$/.test(variable) || changesCommands(variable, undefined) || isHeededByTables(variable)) {
      this.#walker.doubt('a loop over a variable that changes what commands mean', name.pos, name.end);
    }
    const objection = this.#walker.dialect?.variable(variable);
    if (objection !== undefined) this.#walker.doubt(objection, name.pos, name.end);
    if (around.isSameShell) this.#walker.listing.changesShell = true;
    const isSettable = keepsItsValue(variable) && !this.#walker.listing.readOnlyNames.has(variable);
    const values = this.#loopValues(wordlist ?? [], state, around);
    const start = this.#afterRounds(body, state, [body]);
    if (
      isSettable &&
      values !== undefined &&
      values.length > 0 &&
      this.#walker.listing.takeRepetitions(values.length)
    ) {
      for (const [round, value] of values.entries()) {
        const before = setVariable(start, variable, value);
        if (round === 0) this.#walker.walkList(body.commands, before, around);
        else this.#walker.walkAgain(body.commands, before, around);
      }
    } else if (
      isSettable &&
      values !== undefined &&
      values.length > 0 &&
      values.every(({ kind, text }) => kind === 'text' && /^\d{1,15}$/.test(text))
    ) {
      const number = { kind: 'number', text: `$((${variable}))` } as const;
      this.#walker.walkList(body.commands, setVariable(start, variable, number), around);
    } else {
      if (values !== undefined && values.length > 0) {
        this.#walker.listing.doubt('a loop with more rounds than are followed', '', name.pos);
      }
      this.#walker.walkList(body.commands, setVariable(start, variable, undefined), around);
    }
    // Without a round it keeps its value.
    const runs = values?.some(({ kind }) => kind === 'text') === true;
    return bothWays(runs ? setVariable(start, variable, undefined) : forget(start, [variable], false));
  }

  /** Any round's, and after the loop. */
  #afterRounds(loop: SyntaxNode, state: ShellState, parts: readonly SyntaxNode[]): ShellState {
    // Outer loops repeat this one.
    const changes = this.#changes.get(loop) ?? changesIn(parts, this.#walker.shell);
    this.#changes.set(loop, changes);
    if (changes.everything) return forgetEverything(state);
    let start = forget(state, changes.names, changes.leavesFolder);
    for (const name of changes.numbers) {
      const before = variableIn(state, name)?.value;
      const wasNumber = before?.kind === 'number' || /^\d{1,15}$/.test(before?.text ?? '');
      if (wasNumber) start = setVariable(start, name, { kind: 'number', text: `$((${name}))` });
    }
    return start;
  }

  /** Undefined if one is unknown. */
  #loopValues(wordlist: readonly ParsedWord[], state: ShellState, around: Surroundings): KnownValue[] | undefined {
    const resolver = this.#walker.resolver(state, around);
    for (const written of wordlist) this.#walker.noteWord(written);
    const values: KnownValue[] = [];
    let areKnown = true;
    for (const written of wordlist) {
      for (const word of resolver.argument(written)) {
        noteSecret(word, written, this.#walker);
        const { text, pieces } = word;
        if (text !== undefined) values.push({ kind: 'text', text });
        else if (pieces.some(({ kind }) => kind === 'value')) areKnown = false;
        else values.push({ kind: 'pattern', text: writtenText(word), pieces, folders: foldersIn(state) });
      }
    }
    return areKnown ? values : undefined;
  }
}
