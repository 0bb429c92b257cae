import type { InlineCode, SimpleCommand, UnknownPart } from './analysis';

/** Ten times what real lines hold. */
const MOST_COMMANDS = 256;
/** Words and redirections. */
const MOST_WORDS = 1024;
const MOST_UNKNOWN_PARTS = 40;
/** Of loop bodies over known lists. */
const MOST_REPETITIONS = 64;
/** Characters that inner shells read. */
const LONGEST_INNER_SCRIPTS = 24_576;
/** Made by braces and values; may far exceed the written text. */
const MOST_MADE_WORDS = 8192;
const MOST_MADE_CHARACTERS = 131_072;
/** Of an unknown part. */
export const LONGEST_FRAGMENT = 200;

export class Listing {
  readonly commands: SimpleCommand[] = [];
  readonly code: InlineCode[] = [];
  readonly unknown: UnknownPart[] = [];
  readonly functions = new Set<string>();
  /** Assigning to one fails. */
  readonly readOnlyNames = new Set<string>();
  changesShell = false;
  #repetitionsLeft = MOST_REPETITIONS;
  #innerCharactersLeft = LONGEST_INNER_SCRIPTS;
  #wordsLeft = MOST_WORDS;
  #madeWordsLeft = MOST_MADE_WORDS;
  #madeCharactersLeft = MOST_MADE_CHARACTERS;
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  addCommand(command: SimpleCommand): void {
    if (this.commands.length >= MOST_COMMANDS) {
      this.stop('it runs more commands than are listed', command.position);
      return;
    }
    this.commands.push(command);
    this.#wordsLeft -= command.words.length + command.redirections.length;
    if (this.#wordsLeft < 0) this.stop('it has more words than are judged', command.position);
  }

  doubt(why: string, fragment: string, position: number): void {
    if (this.unknown.length >= MOST_UNKNOWN_PARTS) return;
    const isKnown = this.unknown.some((part) => part.position === position && part.why === why);
    if (!isKnown) this.unknown.push({ why, fragment: fragment.slice(0, LONGEST_FRAGMENT), position });
  }

  stop(why: string, position: number): void {
    if (!this.#isFull) this.unknown.push({ why, fragment: '', position });
    this.#isFull = true;
  }

  takeRepetitions(count: number): boolean {
    if (count > this.#repetitionsLeft) return false;
    this.#repetitionsLeft -= count;
    return true;
  }

  takeInnerScript(length: number): boolean {
    if (length > this.#innerCharactersLeft) return false;
    this.#innerCharactersLeft -= length;
    return true;
  }

  takeWords(count: number, characters: number, position: number): void {
    this.#madeWordsLeft -= count;
    this.#madeCharactersLeft -= characters;
    if (this.#madeWordsLeft < 0 || this.#madeCharactersLeft < 0)
      this.stop('its words come to more than is listed', position);
  }
}
