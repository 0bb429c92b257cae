import { programName, type Analysis, type SimpleCommand, type Word } from '../shell/model/analysis';
import type { JsonValue } from '../common/json';
import type { ToolCall } from '../calls/toolCall';
import { programHosts } from './clientPrograms';
import { addressesIn, clientHosts, markedText, NOT_KNOWN } from './hostText';

export interface NamedHost {
  /** With `NOT_KNOWN` in place of run-time parts. */
  readonly host: string;
  /** The scheme, if it names a storage bucket. */
  readonly bucket: string | undefined;
  /** Empty: a field of the input names it. */
  readonly programs: readonly string[];
  /** The words say that something is sent; false proves nothing. */
  readonly sends: boolean;
}

export interface NamedHosts {
  readonly hosts: readonly NamedHost[];
  /** Too long to read whole. */
  readonly isCut: boolean;
}

const MAX_COMMANDS = 500;
const MAX_CHARACTERS = 200_000;
const MAX_HOSTS = 200;
const MAX_INPUT_VALUES = 2_000;

/** First comes a storage container, no host. */
const BUCKET_SCHEMES: ReadonlySet<string> = new Set(
  's3 s3a s3n gs gcs az abfs abfss wasb wasbs oss cos b2 r2'.split(' '),
);

export function namedHosts(call: ToolCall): NamedHosts {
  const collector = new Collector();
  if (call.url !== undefined) collector.takeFetched(call.url);
  if (call.line !== undefined) collector.takeLine(call.line.analysis);
  if (!call.understood) collector.takeInput(call.input);
  return collector.result();
}

interface Found {
  readonly host: string;
  readonly bucket: string | undefined;
  readonly clients: Set<string>;
  /** It is merely among their words. */
  readonly others: Set<string>;
  sends: boolean;
}

class Collector {
  readonly #found = new Map<string, Found>();
  readonly #read = new Set<Word>();
  #left = MAX_CHARACTERS;
  #isCut = false;

  takeFetched(url: string): void {
    this.#scan(url);
    const read = url.length <= MAX_CHARACTERS && URL.canParse(url) ? new URL(url).hostname : '';
    // Some programs accept `http:/host`, line breaks, or no scheme.
    if (read !== '') this.#add(read);
    else if (!url.includes('://')) for (const host of clientHosts(this.#cut(url))) this.#add(host);
  }

  takeLine({ commands, code }: Analysis): void {
    if (commands.length > MAX_COMMANDS) this.#isCut = true;
    // Reversed later: a wrapper's inner command comes later and really names the host.
    for (const { text, command } of code.slice(0, MAX_COMMANDS).reverse()) this.#scanWord(text, nameOf(command));
    for (const command of commands.slice(0, MAX_COMMANDS).reverse()) this.#takeCommand(command);
  }

  takeInput(input: JsonValue): void {
    const pending: JsonValue[] = [input];
    for (let count = 0; pending.length > 0; count += 1) {
      const value = pending.pop();
      if (count >= MAX_INPUT_VALUES || pending.length > MAX_INPUT_VALUES) {
        this.#isCut = true;
        return;
      }
      if (typeof value === 'string') this.#scan(value);
      else if (typeof value === 'object' && value !== null)
        pending.push(...Object.values(value).slice(0, MAX_INPUT_VALUES));
    }
  }

  result(): NamedHosts {
    const hosts = [...this.#found.values()].reverse().map(({ host, bucket, clients, others, sends }): NamedHost => ({
      host,
      bucket,
      programs: [...(clients.size > 0 ? clients : others)].reverse(),
      sends,
    }));
    return { hosts, isCut: this.#isCut };
  }

  #takeCommand(command: SimpleCommand): void {
    const name = nameOf(command);
    for (const { target, operator } of command.redirections.toReversed()) {
      const device = /^\/dev\/(?:tcp|udp)\/([^/]{1,1000})\//.exec(markedText(target))?.[1];
      if (device !== undefined)
        this.#add(device, name, { sends: operator !== '<' && operator !== '<>', isClient: true });
      this.#scanWord(target, name);
    }
    for (const word of command.words.toReversed()) this.#scanWord(word, name);
    for (const { value } of command.assignments.toReversed()) this.#scanWord(value, name);
    for (const { host, sends } of programHosts(command).toReversed()) this.#add(host, name, { sends, isClient: true });
  }

  #scanWord(word: Word, program: string): void {
    if (this.#read.has(word)) return;
    this.#read.add(word);
    this.#scan(markedText(word, this.#left + 1), program);
  }

  #scan(text: string, program?: string): void {
    for (const { scheme, hosts } of addressesIn(this.#cut(text))) {
      const bucket = BUCKET_SCHEMES.has(scheme) ? scheme : undefined;
      for (const host of hosts) this.#add(host, program, { bucket });
    }
  }

  #cut(text: string): string {
    if (text.length > this.#left) this.#isCut = true;
    const part = text.slice(0, this.#left);
    this.#left -= part.length;
    return part;
  }

  #add(
    host: string,
    program?: string,
    {
      sends = false,
      isClient = false,
      bucket,
    }: { sends?: boolean; isClient?: boolean; bucket?: string | undefined } = {},
  ): void {
    const key = `${bucket ?? ''} ${host.toLowerCase()}`;
    if (!this.#found.has(key) && this.#found.size >= MAX_HOSTS) {
      this.#isCut = true;
      return;
    }
    const found = this.#found.get(key) ?? { host, bucket, clients: new Set(), others: new Set(), sends: false };
    this.#found.set(key, found);
    found.sends ||= sends;
    if (program !== undefined) (isClient ? found.clients : found.others).add(program);
  }
}

function nameOf(command: SimpleCommand): string {
  return command.words.length === 0 ? '' : (programName(command) ?? NOT_KNOWN);
}
