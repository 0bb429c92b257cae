import {
  foldersOf,
  programName,
  writtenText,
  type Analysis,
  type InlineCode,
  type SimpleCommand,
  type Word,
} from '../../shell/model/analysis';
import type { PathUse } from '../../shell/model/commandTable';
import { pathUses } from '../../shell/calls/pathUses';
import { changesFile, type FileChange, type FileTouch } from '../../files/fileTouch';
import { patchesIn } from './patchCommands';
import { isPattern, patternsMeet } from '../../files/namePattern';
import { LONGEST_PATH_TEXT } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { InputProblem } from '../../common/inputProblem';
import { codeTouches } from './codeTouches';
import { withLikelyFolders } from './likelyFolders';
import { readTolerantly } from '../../shell/reading/tolerantReading';
import { readBeyondAnalysis } from './tolerantCommands';
import { wordPath, type WordPath } from './shellWords';
import { writtenTexts } from './shellWrittenText';

export interface ShellTouches {
  /** Absolute, or `./` for an unknown folder. `~` is literal. */
  readonly touches: readonly FileTouch[];
  /** A known program touches an unknown path. */
  readonly incomplete: boolean;
}

/** Each asks the disk and meets every rule. */
const MAX_TOUCHES = 1_000;
/** Each meets every guarded place. */
const MAX_PATTERNS = 200;

const MOST_LEVELS = 32;

/** They keep nothing; a descriptor's target is listed where it opens. */
const STREAMS = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+)$/;

/**
 * Of known programs.
 * @throws InputProblem for too many
 */
export function shellTouches(analysis: Analysis, machine: MachineFacts, files: FileSystem): ShellTouches {
  return new TouchReader(analysis, machine, files).read();
}

interface Link {
  readonly at: readonly string[];
  readonly target: string;
  readonly glob: boolean;
  /** Only links in a folder lead elsewhere. */
  readonly isCopy?: true;
}

class TouchReader {
  readonly #analysis: Analysis;
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  readonly #touches = new Map<string, FileTouch>();
  /** Changes below a line's links reach the targets. */
  readonly #links: Link[] = [];
  readonly #newLinks: Link[] = [];
  /** Where an unclear `cd` would lead. */
  readonly #likelyFolders = new Map<SimpleCommand, string>();
  /** The latest find names what it reads. */
  #finderNames = false;
  #patterns = 0;
  #incomplete = false;

  constructor(analysis: Analysis, machine: MachineFacts, files: FileSystem) {
    this.#analysis = analysis;
    this.#machine = machine;
    this.#files = files;
  }

  read(): ShellTouches {
    const texts = writtenTexts(this.#analysis);
    const { commands } = this.#analysis;
    withLikelyFolders(commands, this.#machine.homeDirectory).forEach(({ cwd }, index) => {
      const command = commands[index];
      if (command !== undefined && cwd !== undefined && cwd !== command.cwd) this.#likelyFolders.set(command, cwd);
    });
    const { likely, fragments } = readBeyondAnalysis(this.#analysis, this.#machine.homeDirectory);
    const beyond = fragments.flatMap((run) => run.commands);
    for (const command of [...this.#analysis.commands, ...likely, ...beyond]) this.#read(command, texts);
    this.#readCode([...this.#analysis.code, ...fragments.flatMap(({ code }) => code)]);
    if (this.#analysis.unknown.length > 0) this.#incomplete = true;
    return { touches: [...this.#touches.values()], incomplete: this.#incomplete };
  }

  #read(command: SimpleCommand, texts: ReadonlyMap<Word, string>): void {
    // Other machines and containers have other files.
    if (command.context.elsewhere !== undefined) return;
    const uses = closesKeys(command) ? [] : pathUses(command);
    if (/^g?find$/.test(programName(command) ?? '')) this.#finderNames = uses.every(({ names }) => names !== undefined);
    const filled = new Set(uses.map(({ below }) => below));
    for (const use of uses) this.#take(use, command, filled, texts.get(use.word));
    for (const touch of patchesIn(command)) this.#keep(touch);
    // Not for the command that makes it.
    this.#links.push(...this.#newLinks.splice(0));
  }

  #readCode(all: readonly InlineCode[]): void {
    const { homeDirectory } = this.#machine;
    for (const { language, text, command } of all) {
      if (command.context.elsewhere !== undefined) continue;
      this.#incomplete = true;
      const { touches, scripts } = codeTouches({ language, text }, command.cwd, homeDirectory);
      for (const touch of touches) this.#keep(touch);
      const place = { cwd: command.cwd, home: homeDirectory };
      for (const script of scripts) {
        for (const inner of readTolerantly(script, place)) this.#read(inner, new Map());
      }
    }
  }

  /** `filled`: they receive something. */
  #take(
    use: PathUse,
    command: SimpleCommand,
    filled: ReadonlySet<Word | undefined>,
    newText: string | undefined,
  ): void {
    const { word, action } = use;
    // find's own search has it.
    if (
      action === 'read' &&
      this.#finderNames &&
      word.raw.includes('{}') &&
      command.context.via.at(-1)?.endsWith('find')
    )
      return;
    if (word.text === '' || (word.text === '-' && use.below === undefined)) return;
    for (const found of this.#places(use, command).flatMap((folder) => filesIn(folder, use))) {
      if (STREAMS.test(found.path) && (action === 'read' || action === 'overwrite' || action === 'in-place')) continue;
      this.#add(found, this.#changeOf(use, found, filled.has(word)), use, newText, this.#sourceOf(use, found, command));
      if (use.linkTo !== undefined) this.#noteLink(found, use.linkTo, command);
      if (use.copyOf !== undefined) this.#noteCopy(found, use.copyOf, command);
    }
  }

  /** Moving or copying onto a folder fills a place in it. Some programs read inside a folder: `diff`. */
  #changeOf({ action }: PathUse, { path, glob }: WordPath, fills: boolean): FileChange {
    if (action === 'read') return !glob && this.#isFolder(path) ? 'search' : action;
    if (action !== 'rename-to' || !fills || glob) return action;
    return this.#isFolder(path) ? 'overwrite' : action;
  }

  #isFolder(path: string): boolean {
    // These exist: roots, home, folders right below a root.
    if (
      path.replace(/(?<=.)\/+$/, '') === this.#machine.homeDirectory ||
      /^\/+[^/]*\/*$/.test(path) ||
      /(?:^|\/)\.{1,2}\/*$/.test(path)
    )
      return true;
    if (!path.startsWith('/') || this.#files.isRemote(path)) return false;
    const facts = this.#files.inspect(path);
    if (typeof facts === 'string') return false;
    if (facts.type !== 'symlink') return facts.type === 'directory';
    const real = this.#files.realPath(path);
    const target = real === undefined ? 'absent' : this.#files.inspect(real);
    return typeof target !== 'string' && target.type === 'directory';
  }

  #sourceOf({ word, action, below }: PathUse, { glob }: WordPath, command: SimpleCommand): string | undefined {
    if (!glob || action !== 'rename-to' || below === undefined) return undefined;
    return this.#places({ word, action: 'list' }, command)[0]?.path;
  }

  #add(found: WordPath, change: FileChange, use: PathUse, newText: string | undefined, from: string | undefined): void {
    for (const { path, glob } of [found, ...this.#throughLinks(found)]) {
      if (path.length > LONGEST_PATH_TEXT) {
        // No system allows a longer one.
        this.#incomplete = true;
        continue;
      }
      this.#keep({
        path,
        change,
        ...(glob && { glob: true }),
        ...(from !== undefined && { from }),
        ...(newText !== undefined && changesFile(change) && { newText }),
        ...((use.includeHidden === true || (change === 'search' && use.action === 'read')) && { includeHidden: true }),
        ...(change === 'search' && use.tracked === true && { tracked: true }),
        ...(use.includeNamed !== undefined && { includeNamed: use.includeNamed }),
        ...(use.action === 'search' && use.names !== undefined && { onlyNamed: use.names }),
      });
    }
  }

  #keep(touch: FileTouch): void {
    // Searches of a folder differ in extent.
    const scope = JSON.stringify([touch.includeHidden, touch.tracked, touch.includeNamed, touch.onlyNamed]);
    const key = `${touch.change} ${touch.newText === undefined ? '' : 'with text'} ${scope} ${touch.path}`;
    if (this.#touches.has(key)) return;
    if (this.#touches.size >= MAX_TOUCHES) throw new InputProblem(`the command names more than ${MAX_TOUCHES} files`);
    if (touch.glob === true) {
      this.#patterns += 1;
      if (this.#patterns > MAX_PATTERNS) {
        throw new InputProblem(`the command names files by more than ${MAX_PATTERNS} patterns`);
      }
    }
    this.#touches.set(key, touch);
  }

  #places(use: PathUse, command: SimpleCommand): readonly WordPath[] {
    const own = behindStart(use.word, wordPath(use.word, use.from ?? 0, command.cwd, this.#machine.homeDirectory));
    if (own.unknownAt !== undefined) this.#incomplete = true;
    const ownFolder = /^\/+proc\/+self\/+cwd(?=\/|$)/.exec(own.path)?.[0];
    if (ownFolder !== undefined && command.cwd !== undefined) {
      return [{ ...own, path: command.cwd + own.path.slice(ownFolder.length) }];
    }
    if (isAnchored(own)) return [this.#withUnknown(own)].filter((found) => found !== undefined);
    if (own.unknownAt === 0) return this.#tailOf(own);
    const below = use.below === undefined ? undefined : this.#folder(use.below, command);
    const folders = below ?? this.#currentFolders(command);
    return folders.flatMap((folder) => {
      const joined: WordPath = {
        path: `${folder.path}/${own.path}`,
        glob: folder.glob || own.glob,
        unknownAt:
          folder.unknownAt ?? (own.unknownAt === undefined ? undefined : folder.path.length + 1 + own.unknownAt),
      };
      const found = this.#withUnknown(joined);
      return found === undefined ? [] : [found];
    });
  }

  /** Names behind an unknown folder. */
  #tailOf({ path, glob }: WordPath): readonly WordPath[] {
    return /^\$\w*\/[^/]/.test(path) ? [{ path: `/${path}`, glob, unknownAt: 1 }] : [];
  }

  #folder(word: Word, command: SimpleCommand): readonly WordPath[] {
    return this.#places({ word, action: 'list' }, command);
  }

  /** Unknown: the call's, and the most harmful one. */
  #currentFolders(command: SimpleCommand): readonly WordPath[] {
    const known = (path: string): WordPath => ({ path, glob: false, unknownAt: undefined });
    const folders = foldersOf(command);
    if (folders.length > 0) return folders.map(known);
    this.#incomplete = true;
    const likely = this.#likelyFolders.get(command);
    return ['.', this.#machine.homeDirectory, ...(likely === undefined ? [] : [likely])].map(known);
  }

  /**
   * In a hidden folder (`~/.ssh/$f`) or among processes an unknown value matches any name; elsewhere it is the folder.
   */
  #withUnknown(found: WordPath): WordPath | undefined {
    const { path, unknownAt } = found;
    if (unknownAt === undefined) return found;
    const folder = path.slice(0, path.lastIndexOf('/', unknownAt));
    if (!/(?:^\/+proc|\/\.[^./][^/]*)\/*$/.test(folder)) return found;
    return { ...found, path: path.slice(0, unknownAt) + path.slice(unknownAt).replace(/\$\w*/g, '*'), glob: true };
  }

  #noteLink(link: WordPath, target: Word, command: SimpleCommand): void {
    const { path, glob, unknownAt } = wordPath(target, 0, command.cwd, this.#machine.homeDirectory);
    if (unknownAt !== undefined || path === '') return;
    const folder = parent(link.path);
    this.#newLinks.push({
      at: plain(link.path).split('/'),
      target: path.startsWith('/') ? path : `${folder}/${path}`,
      glob: glob || link.glob,
    });
  }

  /** `cp -P link name`, `cp -r folder name`, `cp -r folder/* name` */
  #noteCopy(copy: WordPath, source: Word, command: SimpleCommand): void {
    for (const { path, glob } of this.#places({ word: source, action: 'list' }, command)) {
      if (!path.startsWith('/') || path.length > LONGEST_PATH_TEXT || this.#files.isRemote(path)) continue;
      const [from, to] = (glob ? [parent(path), parent(copy.path)] : [path, copy.path]).map(plain);
      if (from === undefined || to === undefined || from === '' || (glob && isPattern(from))) continue;
      const target = glob ? undefined : this.#files.readLink(from);
      const targets =
        target === undefined ? [from] : target.startsWith('/') ? [target] : [from, `${parent(to)}/${target}`];
      for (const name of targets) {
        const ofFolder = target === undefined && { isCopy: true as const };
        this.#newLinks.push({ at: to.split('/'), target: name, glob: copy.glob && !glob, ...ofFolder });
      }
    }
  }

  #throughLinks({ path, glob }: WordPath): readonly Pick<WordPath, 'path' | 'glob'>[] {
    if (this.#links.length === 0) return [];
    const names = plain(path).split('/');
    return this.#links
      .filter(({ at }) => at.length <= names.length && at.every((name, index) => mayBeOne(name, names[index] ?? '')))
      .filter((link) => link.isCopy !== true || this.#leadsThroughLink(link.target, names.slice(link.at.length)))
      .map((link) => ({
        path: [link.target, ...names.slice(link.at.length)].join('/'),
        glob: glob || link.glob,
      }));
  }

  #leadsThroughLink(folder: string, names: readonly string[]): boolean {
    let at = folder;
    return names.slice(0, MOST_LEVELS).some((name) => {
      at = `${at}/${name}`;
      return this.#files.readLink(at) !== undefined;
    });
  }
}

/** A pattern without a match is a name. */
function mayBeOne(one: string, other: string): boolean {
  return (
    one === other || (isPattern(one) && patternsMeet(one, other)) || (isPattern(other) && patternsMeet(other, one))
  );
}

function behindStart({ pieces: [, found], raw }: Word, own: WordPath): WordPath {
  const { path, unknownAt } = own;
  if (raw !== '{}' || found?.text !== '{}' || unknownAt === undefined || path.charAt(unknownAt - 1) === '/') return own;
  return { ...own, path: `${path.slice(0, unknownAt)}/${path.slice(unknownAt)}`, unknownAt: unknownAt + 1 };
}

/** sshd requires it: `chmod 600 ~/.ssh/authorized_keys`. */
function closesKeys({ words, redirections }: SimpleCommand): boolean {
  const [name, mode, ...files] = words;
  return (
    name?.text === 'chmod' &&
    redirections.length === 0 &&
    /^(?:0?[467]00|go-[rwx]+|go=|u=rwx?,go=)$/.test(mode?.text ?? '') &&
    files.every((file) => /\/\.ssh(?:\/[\w.-]+)?\/?$/.test(writtenText(file)))
  );
}

const MAY_BE_PROTECTED =
  /^(?:authorized_keys.*|rc|environment|token|.*settings.*\.json|hooks\.json|.*config\.(?:json|toml)|.*\.jsonl)$/;

/** With hidden subfolders, for protected names. */
function filesIn(folder: WordPath, { action, names }: PathUse): readonly WordPath[] {
  if (action !== 'delete' || names === undefined) return [folder];
  // To find, stars match hidden names too.
  const plain = names.flatMap((name) => {
    if (!/^[\w.*?%=,~ -]*$/.test(name)) return ['*', '.*'];
    return /^[*?]/.test(name) && name !== '*' ? [name, `.${name.replace(/^\?/, '')}`] : [name];
  });
  return plain.flatMap((name) => {
    const direct = { ...folder, path: `${folder.path}/${name}`, glob: folder.glob || /[*?]/.test(name) };
    return direct.glob || !MAY_BE_PROTECTED.test(name)
      ? [direct]
      : [direct, { ...folder, path: `${folder.path}/.*/${name}`, glob: true }];
  });
}

/** Below the root or another user's home. */
function isAnchored({ path }: WordPath): boolean {
  return path.startsWith('/') || path.startsWith('~');
}

function parent(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

/** Not `..`: that needs the disk. */
function plain(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/(?<=.)\/\.?$/, '');
}
