/** The files that a command line is known to touch, in the terms in which edit tools are judged. */
import { foldersOf, writtenText, type Analysis, type SimpleCommand, type Word } from '../../shell/model/analysis';
import type { PathUse } from '../../shell/model/commandTable';
import { pathUses } from '../../shell/calls/pathUses';
import { changesFile, type FileChange, type FileTouch } from '../../files/fileTouch';
import { patchesIn } from './patchCommands';
import { LONGEST_PATH_TEXT } from '../../files/pathText';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import { InputProblem } from '../../common/inputProblem';
import { codeTouches } from './codeTouches';
import { likelyCommands } from './likelyCommands';
import { roughTouches } from './roughTouches';
import { wordPath, type WordPath } from './shellWords';
import { writtenTexts } from './shellWrittenText';

export interface ShellTouches {
  /**
   * A path is absolute, or starts with `./` where the folder that it is relative to is not known. It is never to be read in another
   * way: a `~` in it is a character of a name.
   */
  readonly touches: readonly FileTouch[];
  /** Whether a known program touches a file that is not listed, because its path is only known when the line runs. */
  readonly incomplete: boolean;
}

/** Each costs some looks at the disk and a comparison with every rule. */
const MAX_TOUCHES = 1_000;
/** Of these, paths with patterns: each is held against every guarded place. */
const MAX_PATTERNS = 200;

/** Devices that keep nothing. What a descriptor leads to is listed where it was opened. */
const STREAMS = /^\/dev\/(?:null|zero|full|random|urandom|tty|stdin|stdout|stderr|fd\/\d+)$/;

/**
 * Every file that the line's commands and redirections name, by the tables of known programs. Throws `InputProblem` where there are too
 * many to look at.
 */
export function shellTouches(analysis: Analysis, machine: MachineFacts, files: FileSystem): ShellTouches {
  return new TouchReader(analysis, machine, files).read();
}

interface Link {
  readonly at: string;
  /** The same with a slash. */
  readonly folder: string;
  readonly target: string;
}

class TouchReader {
  readonly #analysis: Analysis;
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  readonly #touches = new Map<string, FileTouch>();
  /** Links that the line itself makes: what is done below them happens below their targets. */
  readonly #links: Link[] = [];
  readonly #newLinks: Link[] = [];
  #patterns = 0;
  #incomplete = false;

  constructor(analysis: Analysis, machine: MachineFacts, files: FileSystem) {
    this.#analysis = analysis;
    this.#machine = machine;
    this.#files = files;
  }

  read(): ShellTouches {
    const texts = writtenTexts(this.#analysis);
    for (const command of [
      ...this.#analysis.commands,
      ...likelyCommands(this.#analysis, this.#machine.homeDirectory),
    ]) {
      // What happens on another machine or in a container happens to other files.
      if (command.context.elsewhere !== undefined) continue;
      const uses = closesKeys(command) ? [] : pathUses(command);
      const filled = new Set(uses.map(({ below }) => below));
      for (const use of uses) this.#take(use, command, filled, texts.get(use.word));
      for (const touch of patchesIn(command)) this.#keep(touch);
      // From here on: the command that makes them does not go through them.
      this.#links.push(...this.#newLinks.splice(0));
    }
    this.#readCode();
    if (this.#analysis.unknown.length > 0) {
      this.#incomplete = true;
      for (const touch of roughTouches(this.#analysis.script, this.#machine.homeDirectory)) this.#keep(touch);
    }
    return { touches: [...this.#touches.values()], incomplete: this.#incomplete };
  }

  #readCode(): void {
    const { homeDirectory } = this.#machine;
    for (const { text, command } of this.#analysis.code) {
      if (command.context.elsewhere !== undefined) continue;
      this.#incomplete = true;
      const { touches, scripts } = codeTouches({ text }, command.cwd, homeDirectory);
      for (const touch of touches) this.#keep(touch);
      // What the code hands to a shell is rough guesswork too.
      for (const script of scripts) for (const touch of roughTouches(script, homeDirectory)) this.#keep(touch);
    }
  }

  /** `filled`: the folders that the command puts something into. */
  #take(
    use: PathUse,
    command: SimpleCommand,
    filled: ReadonlySet<Word | undefined>,
    newText: string | undefined,
  ): void {
    const { word, action } = use;
    if (word.text === '' || (word.text === '-' && use.below === undefined)) return;
    for (const found of this.#places(use, command).flatMap((folder) => filesIn(folder, use))) {
      if (STREAMS.test(found.path) && (action === 'read' || action === 'overwrite' || action === 'in-place')) continue;
      this.#add(found, this.#changeOf(use, found, filled.has(word)), use, newText, this.#sourceOf(use, found, command));
      if (use.linkTo !== undefined) this.#noteLink(found, use.linkTo, command);
    }
  }

  /** A move or copy onto a folder leaves that folder in place and fills a place in it, which is listed too. */
  #changeOf({ action }: PathUse, { path, glob }: WordPath, fills: boolean): FileChange {
    if (action !== 'rename-to' || !fills || glob) return action;
    return this.#isFolder(path) ? 'overwrite' : action;
  }

  #isFolder(path: string): boolean {
    // There whether or not the disk shows it here: roots, the home folder, and folders right below a root.
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

  /** Where a copy into a folder by a pattern takes its names from. */
  #sourceOf({ word, action, below }: PathUse, { glob }: WordPath, command: SimpleCommand): string | undefined {
    if (!glob || action !== 'rename-to' || below === undefined) return undefined;
    return this.#places({ word, action: 'list' }, command)[0]?.path;
  }

  #add(found: WordPath, change: FileChange, use: PathUse, newText: string | undefined, from: string | undefined): void {
    const { glob } = found;
    for (const path of [found.path, ...this.#throughLinks(found.path)]) {
      if (path.length > LONGEST_PATH_TEXT) {
        // No operating system takes it, but it may be shorter in its normal form.
        this.#incomplete = true;
        continue;
      }
      this.#keep({
        path,
        change,
        ...(glob && { glob: true }),
        ...(from !== undefined && { from }),
        ...(newText !== undefined && changesFile(change) && { newText }),
        ...(use.includeHidden === true && { includeHidden: true }),
        ...(use.action === 'search' && use.names !== undefined && { onlyNamed: use.names }),
      });
    }
  }

  #keep(touch: FileTouch): void {
    // What two searches of one folder take in may differ.
    const scope = `${String(touch.includeHidden)} ${JSON.stringify(touch.onlyNamed)}`;
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

  /** Everything that the path of this use may mean. */
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

  /** A path that starts with an unknown folder: the names behind it still tell something. */
  #tailOf({ path, glob }: WordPath): readonly WordPath[] {
    return /^\$\w*\/[^/]/.test(path) ? [{ path: `/${path}`, glob, unknownAt: 1 }] : [];
  }

  #folder(word: Word, command: SimpleCommand): readonly WordPath[] {
    return this.#places({ word, action: 'list' }, command);
  }

  /** Where the folder is only known when the line runs, the call's own and the one where a relative path does most harm are tried. */
  #currentFolders(command: SimpleCommand): readonly WordPath[] {
    const known = (path: string): WordPath => ({ path, glob: false, unknownAt: undefined });
    const folders = foldersOf(command);
    if (folders.length > 0) return folders.map(known);
    this.#incomplete = true;
    return [known('.'), known(this.#machine.homeDirectory)];
  }

  /**
   * What to make of a path in which a value is not known: in a hidden folder (`~/.ssh/$f`) or among processes it may be any name,
   * elsewhere only the folder in front of it counts.
   */
  #withUnknown(found: WordPath): WordPath | undefined {
    const { path, unknownAt } = found;
    if (unknownAt === undefined) return found;
    const folder = path.slice(0, path.lastIndexOf('/', unknownAt));
    if (!/(?:^\/+proc|\/\.[^./][^/]*)\/*$/.test(folder)) return found;
    return { ...found, path: path.slice(0, unknownAt) + path.slice(unknownAt).replace(/\$\w*/g, '*'), glob: true };
  }

  #noteLink(link: WordPath, target: Word, command: SimpleCommand): void {
    const { path, unknownAt } = wordPath(target, 0, command.cwd, this.#machine.homeDirectory);
    if (unknownAt !== undefined || path === '') return;
    const folder = link.path.slice(0, link.path.lastIndexOf('/'));
    const at = plain(link.path);
    this.#newLinks.push({ at, folder: `${at}/`, target: path.startsWith('/') ? path : `${folder}/${path}` });
  }

  #throughLinks(path: string): readonly string[] {
    if (this.#links.length === 0) return [];
    const whole = plain(path);
    const found: string[] = [];
    for (const { at, folder, target } of this.#links) {
      if (whole === at || whole.startsWith(folder)) found.push(target + whole.slice(at.length));
    }
    return found;
  }
}

/** What `find` finds lies below the folder that it starts in. */
function behindStart({ pieces: [, found], raw }: Word, own: WordPath): WordPath {
  const { path, unknownAt } = own;
  if (raw !== '{}' || found?.text !== '{}' || unknownAt === undefined || path.charAt(unknownAt - 1) === '/') return own;
  return { ...own, path: `${path.slice(0, unknownAt)}/${path.slice(unknownAt)}`, unknownAt: unknownAt + 1 };
}

/** `chmod 600 ~/.ssh/authorized_keys`: sshd itself wants it so. */
function closesKeys({ words, redirections }: SimpleCommand): boolean {
  const [name, mode, ...files] = words;
  return (
    name?.text === 'chmod' &&
    redirections.length === 0 &&
    /^(?:0?[467]00|go-[rwx]+|go=|u=rwx?,go=)$/.test(mode?.text ?? '') &&
    files.every((file) => /\/\.ssh(?:\/[\w.-]+)?\/?$/.test(writtenText(file)))
  );
}

/** Names that protected files in hidden folders bear. */
const MAY_BE_PROTECTED =
  /^(?:authorized_keys.*|rc|environment|token|.*settings.*\.json|hooks\.json|.*config\.(?:json|toml)|.*\.jsonl)$/;

/** A deletion of files by their names: those in the folder, and for such a name those in the hidden folders there. */
function filesIn(folder: WordPath, { action, names }: PathUse): readonly WordPath[] {
  if (action !== 'delete' || names === undefined) return [folder];
  return names.flatMap((written) => {
    const name = written.replace(/\[[^\]]*\]|\\./gs, '?');
    const direct = { ...folder, path: `${folder.path}/${name}`, glob: folder.glob || /[*?]/.test(name) };
    return direct.glob || !MAY_BE_PROTECTED.test(name)
      ? [direct]
      : [direct, { ...folder, path: `${folder.path}/.*/${name}`, glob: true }];
  });
}

/** Whether the path stands by itself: at the root, or in another user's home folder. */
function isAnchored({ path }: WordPath): boolean {
  return path.startsWith('/') || path.startsWith('~');
}

/** Without `.` and doubled slashes; `..` is left for the disk to tell. */
function plain(path: string): string {
  return path.replace(/\/(?:\.?\/)+/g, '/').replace(/(?<=.)\/\.?$/, '');
}
