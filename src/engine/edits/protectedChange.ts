/** Whether the change of a file is one of a protected path. The stages and the checks on edits all ask here. */
import type { EffectiveConfiguration, Sourced } from '../model/configuration';
import type { FileSystem } from '../../files/fileSystem';
import type { ToolCall } from '../../calls/toolCall';
import { changesFile } from '../../files/fileTouch';
import { manifestChange } from './packageManifest';
import type { LocatedTouch } from '../../files/pathResolution';
import { isProtected } from '../../files/protectedPaths';
import { presentText, resultingText } from '../../files/resultingText';

/** The built-in entry that leaves ordinary changes of such a file alone. The same entry in somebody's own list is absolute. */
const MANIFEST = 'package.json';

/** The files of one call, and whether an edit tool changes them: only then does the call hold all that happens to them. */
export interface CallChanges {
  readonly touches: readonly LocatedTouch[];
  readonly by: 'edit-tool' | 'other';
}

export function callChanges({ touches, kind, understood, command }: ToolCall): CallChanges {
  const isEdit = understood && command === undefined && (kind === 'edit' || kind === 'write');
  return { touches, by: isEdit ? 'edit-tool' : 'other' };
}

interface PatternLists {
  readonly all: readonly string[];
  readonly withoutManifest: readonly string[];
}

const listsOf = new WeakMap<readonly Sourced<string>[], PatternLists>();

/** The patterns in force. The same list gives the same array. */
export function protectedPatterns(entries: readonly Sourced<string>[]): readonly string[] {
  return patternLists(entries).all;
}

function patternLists(entries: readonly Sourced<string>[]): PatternLists {
  const known = listsOf.get(entries);
  if (known !== undefined) return known;
  const patterns = (list: readonly Sourced<string>[]): string[] => list.map(({ value }) => value);
  const lists = {
    all: patterns(entries),
    withoutManifest: patterns(entries.filter(({ value, source }) => !(source === 'default' && value === MANIFEST))),
  };
  listsOf.set(entries, lists);
  return lists;
}

/** The pattern that protects the file from this change; undefined: none does, or the change is an ordinary one of a manifest. */
export function protectingPattern(
  touch: LocatedTouch,
  changes: CallChanges,
  { workspaceFolders, protectedPaths }: EffectiveConfiguration,
  files: FileSystem,
): string | undefined {
  const { all, withoutManifest } = patternLists(protectedPaths);
  const hit = isProtected(touch.resolved, workspaceFolders, all);
  if (hit?.pattern !== MANIFEST || withoutManifest.length === all.length) return hit?.pattern;
  if (!isOrdinaryManifestEdit(touch, changes, files)) return hit.pattern;
  return isProtected(touch.resolved, workspaceFolders, withoutManifest)?.pattern;
}

function isOrdinaryManifestEdit(touch: LocatedTouch, { touches, by }: CallChanges, files: FileSystem): boolean {
  const { change, glob, resolved } = touch;
  if (by !== 'edit-tool' || glob === true || (change !== 'overwrite' && change !== 'in-place')) return false;
  if (resolved.unknown !== undefined || resolved.real === undefined) return false;
  // In one file system another spelling is the same file, in another one a second file.
  if (!resolved.candidates.every((path) => /[\\/]package\.json$/.test(path))) return false;
  // What one part of the call leaves behind is not what the next one was compared with.
  const others = touches.filter((other) => other !== touch && changesFile(other.change));
  if (others.some((other) => mayBeSameFile(other, touch))) return false;
  const present = presentText(touch, files);
  return manifestChange(present, resultingText(touch, present)) === 'ordinary';
}

function mayBeSameFile(other: LocatedTouch, { resolved }: LocatedTouch): boolean {
  return (
    other.resolved.real === undefined || other.resolved.candidates.some((path) => resolved.candidates.includes(path))
  );
}
