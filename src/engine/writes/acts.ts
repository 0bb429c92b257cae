/** Judged on the disk before the line runs. */
import { foldersOf, type SimpleCommand, type Word } from '../../shell/model/analysis';
import { lastNameAt } from '../../shell/model/pathOperands';
import type { FileChange, TextEdit } from '../../files/fileTouch';
import { resolvePath, type LocatedTouch } from '../../files/pathResolution';
import { isAbsolute, joinPath, parentPath } from '../../files/pathText';
import type { FileFacts, FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';
import type { Writing } from './writerCall';

/** `overwrite`: loses nothing, by the verdict on its touch. */
export type ActKind = 'folder' | 'overwrite' | 'append' | 'move-from' | 'move-to' | 'delete';

export interface Act {
  readonly kind: ActKind;
  /** Readings or halves of one change have the same. */
  readonly deed: number;
  readonly touch: LocatedTouch;
  /** False: it exists, nothing changes. */
  readonly changes: boolean;
}

/** Its message ends a sentence. */
export class ActObjection extends Error {}

export class ActReader {
  readonly acts: Act[] = [];
  readonly #machine: MachineFacts;
  readonly #files: FileSystem;
  #deeds = 0;

  readonly #makesFolders: boolean;

  /** @param makesFolders missing places may become folders */
  constructor(machine: MachineFacts, files: FileSystem, makesFolders: boolean) {
    this.#machine = machine;
    this.#files = files;
    this.#makesFolders = makesFolders;
  }

  /** @throws ActObjection */
  read(writing: Writing, command: SimpleCommand, newText: string | undefined): void {
    const folders = foldersOf(command);
    for (const folder of folders.length === 0 ? [undefined] : folders) {
      this.#deeds += 1;
      this.#readIn(folder, writing, newText);
    }
  }

  #readIn(folder: string | undefined, writing: Writing, newText: string | undefined): void {
    switch (writing.kind) {
      case 'folder':
        this.#makeFolder(this.#path(writing.path, folder));
        return;
      case 'touch': {
        const path = this.#path(writing.path, folder);
        if (this.#type(path) === 'absent') this.#add('overwrite', 'overwrite', path, { newText: '' });
        else this.#add('append', 'in-place', path);
        return;
      }
      case 'append':
        this.#add('append', 'in-place', this.#path(writing.path, folder));
        return;
      case 'overwrite':
        this.#add('overwrite', 'overwrite', this.#path(writing.path, folder), newText === undefined ? {} : { newText });
        return;
      case 'delete':
      case 'delete-folder':
        this.#add('delete', 'delete', this.#path(writing.path, folder));
        return;
      case 'copy':
      case 'move':
        this.#transfer(writing, folder);
        return;
      case 'sed': {
        const path = this.#path(writing.path, folder);
        // A new file takes the link's place.
        if (this.#typeAt(path.resolved.candidates[0] ?? '') === 'symlink') throw new ActObjection('it replaces a link');
        const { edits, suffix } = writing.edit;
        if (edits === undefined) this.#add('overwrite', 'overwrite', path);
        else this.#add('append', 'in-place', path, { edits, tolerant: true });
        if (suffix !== '') this.#add('overwrite', 'overwrite', this.#at(path.path + suffix));
      }
    }
  }

  /** With missing parents. */
  #makeFolder(path: Path): void {
    const { real } = path.resolved;
    if (real === undefined || path.resolved.remote) {
      this.#add('folder', 'overwrite', path);
      return;
    }
    if (this.#type(path) === 'directory') {
      this.#add('folder', 'overwrite', path, {}, false);
      return;
    }
    const { platform } = this.#machine;
    this.#add('folder', 'overwrite', path);
    for (let at = parentPath(real, platform); this.#typeAt(at) === 'absent'; at = parentPath(at, platform)) {
      this.#add('folder', 'overwrite', this.#at(at));
    }
  }

  #transfer(writing: Extract<Writing, { kind: 'copy' | 'move' }>, folder: string | undefined): void {
    const { source, target } = writing;
    const from = this.#path(source, folder);
    const isFolder = this.#type(from) === 'directory';
    if (isFolder || /(?:^|\/)\.{0,2}\/*$/.test(source.text ?? '')) throw new ActObjection('it takes a whole folder');
    const to = this.#path(target, folder);
    const nameAt = lastNameAt(source);
    if (nameAt === undefined) throw new ActObjection('its source has no name');
    const isMove = writing.kind === 'move';
    if (isMove) this.#add('move-from', 'rename-from', from);
    const name = (source.text ?? '').slice(nameAt);
    for (const place of this.#placesAt(to, name, writing.several)) {
      if (isMove) this.#add('move-to', 'rename-to', place);
      else this.#add('overwrite', 'overwrite', place);
    }
  }

  /** The target, a place in it, or both if the line may make it a folder first. */
  #placesAt(to: Path, name: string, several: boolean): readonly Path[] {
    const inside = this.#at(joinPath(to.path, name, this.#machine.platform));
    const type = this.#type(to);
    if (type === 'directory' || several || to.path.endsWith('/')) return [inside];
    return type === 'absent' && this.#makesFolders ? [to, inside] : [to];
  }

  #path({ text }: Word, folder: string | undefined): Path {
    if (text === undefined || text === '') throw new ActObjection('a path is only known when it runs');
    const { platform } = this.#machine;
    // The shell kept this tilde.
    const written = text.startsWith('~') ? `./${text}` : text;
    if (isAbsolute(written, platform)) return this.#at(written);
    if (folder === undefined) throw new ActObjection('the folder that it runs in is not known');
    return this.#at(joinPath(folder, written, platform));
  }

  #at(path: string): Path {
    return { path, resolved: resolvePath(path, undefined, this.#machine, this.#files) };
  }

  #type({ resolved: { real, remote } }: Path): PathType {
    return real === undefined || remote ? 'unknown' : this.#typeAt(real);
  }

  #typeAt(path: string): PathType {
    const facts = this.#files.inspect(path);
    if (facts === 'unreadable') return 'unknown';
    return facts === 'absent' ? 'absent' : facts.type;
  }

  #add(
    kind: ActKind,
    change: FileChange,
    { path, resolved }: Path,
    details: { newText?: string; edits?: readonly TextEdit[]; tolerant?: true } = {},
    changes = true,
  ): void {
    if (this.acts.length >= MOST_ACTS) throw new ActObjection(`it makes more than ${MOST_ACTS} changes`);
    this.acts.push({ kind, deed: this.#deeds, changes, touch: { path, change, ...details, resolved } });
  }
}

const MOST_ACTS = 100;

type PathType = FileFacts['type'] | 'absent' | 'unknown';

interface Path {
  readonly path: string;
  readonly resolved: LocatedTouch['resolved'];
}
