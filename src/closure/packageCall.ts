/** `npm run x`, `npm test`, `yarn x`, `pnpm -C dir x`, `bun run x`, `node --run x`, `deno task x`. */
import { table } from '../common/table';
import { programName, writtenText, type SimpleCommand, type Word } from '../shell/model/analysis';
import { shownWord } from './scriptRuns';

export interface PackageCall {
  readonly program: string;
  /** Relative to the command's folder. */
  readonly folder: Word | undefined;
  readonly act:
    | { readonly kind: 'lifecycle'; readonly name: string }
    /** `maybe`: another program of the project may have the name. */
    | { readonly kind: 'script' | 'maybe'; readonly name: string | undefined; readonly args: readonly Word[] };
  readonly ignoresScripts: boolean;
  /** Sentences without full stop. */
  readonly doubts: readonly string[];
}

const FOLDER_OPTIONS = new Set(['--prefix', '-C', '--dir', '--cwd']);
const OTHER_PACKAGES = /^(?:-w|--workspaces?|-ws|--filter|-F|-r|--recursive|--include-workspace-root)(?:=|$)/;
const VALUED = new Set([
  ...FOLDER_OPTIONS,
  '-w',
  '--workspace',
  '--filter',
  '-F',
  '--userconfig',
  '--registry',
  '--loglevel',
  '--script-shell',
  '--config',
]);

const RUN_WORDS = new Set(['run', 'run-script', 'rum', 'urn']);
const ALIASES: Readonly<Record<string, string>> = table({
  t: 'test',
  tst: 'test',
  i: 'install',
  in: 'install',
  add: 'install',
  ci: 'install',
  'install-clean': 'install',
  'clean-install': 'install',
  rebuild: 'install',
  rb: 'install',
  update: 'install',
  up: 'install',
  upgrade: 'install',
  dedupe: 'install',
  'install-test': 'install',
  it: 'install',
  un: 'uninstall',
  remove: 'uninstall',
  rm: 'uninstall',
  ln: 'link',
});
const LIFECYCLE_WORDS = new Set(['install', 'pack', 'publish', 'version', 'uninstall', 'link']);
const SCRIPT_WORDS = new Set(['test', 'start', 'stop', 'restart']);
/** No scripts of these names start. */
const OWN_WORDS = new Set(
  (
    'exec x dlx create init config set get help why list ls outdated audit view info search login logout whoami cache store root bin prefix ' +
    'owner team token access dist-tag deprecate star profile ping doctor fund licenses explain query sbom completion import patch workspaces ' +
    'workspace constraints node plugin upgrade-interactive versions global setup env server fetch prune approve-builds pm'
  ).split(' '),
);

export function readPackageCall(command: SimpleCommand): PackageCall | undefined {
  const program = (programName(command) ?? '').replace(/^yarnpkg$/, 'yarn');
  switch (program) {
    case 'npm':
    case 'pnpm':
    case 'yarn':
    case 'bun':
      return new Reader(program, command).read();
    case 'deno':
      return command.words[1]?.text === 'task' ? scriptCall(program, command.words.slice(2)) : undefined;
    case 'node':
      return nodeRun(command);
    default:
      return undefined;
  }
}

function nodeRun({ words }: SimpleCommand): PackageCall | undefined {
  const at = words.findIndex(({ text }) => text === '--run' || text?.startsWith('--run=') === true);
  const option = words[at];
  if (option?.text === undefined) return undefined;
  const glued = option.text.slice('--run='.length);
  const name = option.text === '--run' ? words[at + 1]?.text : glued;
  const call = scriptCall('node', []);
  return { ...call, act: { kind: 'script', name, args: [] }, ignoresScripts: true };
}

function scriptCall(program: string, words: readonly Word[]): PackageCall {
  const operands = words.filter(({ text }) => text?.startsWith('-') !== true);
  const [name, ...args] = operands;
  return {
    program,
    folder: undefined,
    act: { kind: 'script', name: name?.text, args },
    ignoresScripts: true,
    doubts: [],
  };
}

class Reader {
  readonly #program: string;
  readonly #words: readonly Word[];
  readonly #doubts: string[] = [];
  #folder: Word | undefined;
  #ignoresScripts = false;

  constructor(program: string, { words }: SimpleCommand) {
    this.#program = program;
    this.#words = words;
  }

  read(): PackageCall | undefined {
    const at = this.#skipOptions(1);
    const word = this.#words[at];
    if (word === undefined) return this.#program === 'yarn' ? this.#lifecycle('install', 1) : undefined;
    if (word.text === undefined) return this.#script('script', undefined, []);
    const act = this.#program === 'bun' ? word.text : (ALIASES[word.text] ?? word.text);
    if (RUN_WORDS.has(act)) {
      const name = this.#skipOptions(at + 1);
      const script = this.#words[name];
      // Without a name it lists.
      return script === undefined ? undefined : this.#script('script', script.text, this.#words.slice(name + 1));
    }
    if (this.#program === 'bun')
      return OWN_WORDS.has(act) || /[./]|^(?:test|install|i|add|build|update|remove|link)$/.test(act)
        ? this.#bunAct(act, at)
        : this.#script('maybe', act, this.#words.slice(at + 1));
    if (LIFECYCLE_WORDS.has(act)) return this.#lifecycle(act, at + 1);
    if (SCRIPT_WORDS.has(act)) return this.#script('script', act, this.#words.slice(at + 1));
    if (OWN_WORDS.has(act)) return undefined;
    return this.#program === 'npm' ? undefined : this.#script('maybe', act, this.#words.slice(at + 1));
  }

  #bunAct(act: string, at: number): PackageCall | undefined {
    return /^(?:install|i|add|update|remove|link)$/.test(act) ? this.#lifecycle('install', at + 1) : undefined;
  }

  /** @returns the next operand's place */
  #skipOptions(from: number): number {
    let at = from;
    for (let word = this.#words[at]; word !== undefined; word = this.#words[at]) {
      const text = writtenText(word);
      if (!text.startsWith('-') || text === '--') break;
      at += this.#takeOption(text, word, this.#words[at + 1]);
    }
    return this.#words[at]?.text === '--' ? at + 1 : at;
  }

  /** @returns the words taken */
  #takeOption(text: string, word: Word, next: Word | undefined): number {
    const [name = ''] = text.split('=', 1);
    const isGlued = text.includes('=');
    if (FOLDER_OPTIONS.has(name)) this.#folder = isGlued ? glued(word, name.length + 1) : next;
    if (name === '--ignore-scripts') this.#ignoresScripts = true;
    if (OTHER_PACKAGES.test(text))
      this.#doubts.push(`${this.#program} ${shownWord(word)} may run scripts of other packages`);
    if (name === '--script-shell') this.#doubts.push(`${this.#program} is given a shell of its own for scripts`);
    return VALUED.has(name) && !isGlued ? 2 : 1;
  }

  #script(kind: 'script' | 'maybe', name: string | undefined, rest: readonly Word[]): PackageCall {
    return this.#call({ kind, name, args: this.#argumentsOf(rest) });
  }

  /** npm takes options before `--` itself. */
  #argumentsOf(rest: readonly Word[]): readonly Word[] {
    const dashes = rest.findIndex(({ text }) => text === '--');
    const own = dashes === -1 ? rest : rest.slice(0, dashes);
    const args: Word[] = [];
    for (let at = 0; at < own.length; at += 1) {
      const word = own[at];
      if (word === undefined) break;
      const text = writtenText(word);
      if (this.#program === 'npm' && text.startsWith('-')) at += this.#takeOption(text, word, own[at + 1]) - 1;
      else args.push(word);
    }
    return [...args, ...(dashes === -1 ? [] : rest.slice(dashes + 1))];
  }

  #lifecycle(name: string, from: number): PackageCall | undefined {
    for (const word of this.#words.slice(from)) {
      const text = writtenText(word);
      if (text.startsWith('-')) this.#takeOption(text, word, undefined);
    }
    return this.#ignoresScripts ? undefined : this.#call({ kind: 'lifecycle', name });
  }

  #call(act: PackageCall['act']): PackageCall {
    return {
      program: this.#program,
      folder: this.#folder,
      act,
      ignoresScripts: this.#ignoresScripts,
      doubts: this.#doubts,
    };
  }
}

function glued(word: Word, from: number): Word | undefined {
  const text = word.text?.slice(from);
  return text === undefined ? word : { ...word, text, pieces: [{ kind: 'text', text }] };
}
