import type { FileSystem } from '../../files/fileSystem';
import type { AskedPort, AskedQuestion, AskedSearch, KeptValue, KnownStep } from '../model/knownRound';
import { isAskable, type AskedPorts } from './askable';
import { recordedSearch } from './askedSearch';
import { isSame, kept, NOT_KEPT } from './keptValue';

/** Passes questions on and keeps them, until one cannot be kept. */
export class Recorder {
  readonly #ports: AskedPorts;
  readonly #known = new Map<string, Map<string, AskedQuestion>>();
  #asked: (AskedQuestion | AskedSearch)[] = [];
  #characters = 0;
  #hasStopped = false;

  constructor(ports: AskedPorts) {
    this.#ports = ports;
  }

  get hasStopped(): boolean {
    return this.#hasStopped;
  }

  stop(): void {
    this.#hasStopped = true;
  }

  taken(): Pick<KnownStep, 'asked' | 'characters'> {
    const taken = { asked: this.#asked, characters: this.#characters };
    this.#asked = [];
    this.#characters = 0;
    return taken;
  }

  /** @param unasked fields in the round's key */
  port<Port extends AskedPort>(port: Port, unasked: ReadonlySet<PropertyKey> = NOTHING): AskedPorts[Port] {
    const target: object = this.#ports[port];
    const methods = new Map<PropertyKey, unknown>();
    // A frozen target does not allow replaced members.
    return new Proxy({} as AskedPorts[Port], {
      get: (_, member) => {
        const known = methods.get(member);
        if (known !== undefined) return known;
        const value: unknown = Reflect.get(target, member, target);
        if (unasked.has(member)) return value;
        if (typeof value !== 'function') {
          this.#keep(port, member, undefined, value);
          return value;
        }
        const method = (...given: readonly unknown[]): unknown => {
          if (port === 'files' && member === 'searchWouldRead') return this.#search(given as SearchArguments);
          if (!isAskable(port, member)) this.stop();
          const answer = this.#answer(() => Reflect.apply(value, target, given) as unknown);
          this.#keep(port, member, given, answer);
          return answer;
        };
        methods.set(member, method);
        return method;
      },
      // Which members exist is an answer too, and not kept.
      has: this.unkept((_, member) => Reflect.has(target, member)),
      ownKeys: this.unkept(() => Reflect.ownKeys(target)),
      getOwnPropertyDescriptor: this.unkept((_, member) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(target, member);
        return descriptor && { ...descriptor, configurable: true };
      }),
    });
  }

  unkept<Given extends readonly unknown[], Answer>(work: (...given: Given) => Answer): (...given: Given) => Answer {
    return (...given) => {
      this.stop();
      return work(...given);
    };
  }

  #search(given: SearchArguments): unknown {
    const { files } = this.#ports;
    if (this.hasStopped) return files.searchWouldRead(...given);
    const { found, asked, characters } = this.#answer(() => recordedSearch(files, ...given));
    if (asked === undefined) this.stop();
    // What was asked back may have stopped it.
    if (this.#hasStopped || asked === undefined) return found;
    this.#asked.push(asked);
    this.#characters += characters;
    return found;
  }

  /** The engine may go on after a port's error. */
  #answer<T>(ask: () => T): T {
    try {
      return ask();
    } catch (error) {
      this.stop();
      throw error;
    }
  }

  #keep(port: AskedPort, member: PropertyKey, given: readonly unknown[] | undefined, answer: unknown): void {
    if (this.#hasStopped) return;
    if (!isAskable(port, member)) {
      this.stop();
      return;
    }
    const words = wordsOf(given);
    const asked = this.#askedOf(port, member);
    const before = words === undefined ? undefined : asked.get(words);
    if (before !== undefined) {
      // It changed within the round.
      if (!isSame(before.answer, answer)) this.stop();
      return;
    }
    const question = questionOf(port, member, given, answer);
    if (words === undefined || question === undefined) {
      this.stop();
      return;
    }
    asked.set(words, question);
    this.#asked.push(question);
    this.#characters += words.length + charactersIn(question.answer);
  }

  #askedOf(port: AskedPort, member: string): Map<string, AskedQuestion> {
    const name = `${port}.${member}`;
    let asked = this.#known.get(name);
    if (asked === undefined) {
      asked = new Map();
      this.#known.set(name, asked);
    }
    return asked;
  }
}

type SearchArguments = Parameters<FileSystem['searchWouldRead']>;

const NOTHING: ReadonlySet<PropertyKey> = new Set();

function wordsOf(given: readonly unknown[] | undefined): string | undefined {
  if (given === undefined) return '';
  const [only] = given;
  if (given.length === 1 && typeof only === 'string') return `=${only}`;
  return given.every((value) => kept(value) !== NOT_KEPT) ? JSON.stringify(given) : undefined;
}

function questionOf(
  port: AskedPort,
  member: string,
  given: readonly unknown[] | undefined,
  answer: unknown,
): AskedQuestion | undefined {
  const keptAnswer = kept(answer);
  const keptGiven = given?.map(kept);
  if (keptAnswer === NOT_KEPT || keptGiven?.includes(NOT_KEPT) === true) return undefined;
  return { port, member, given: keptGiven as readonly KeptValue[] | undefined, answer: keptAnswer };
}

function charactersIn(answer: KeptValue): number {
  if (typeof answer === 'string') return answer.length;
  return typeof answer === 'object' && answer !== null ? JSON.stringify(answer).length : 1;
}
