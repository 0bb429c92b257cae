import type { EffectiveConfiguration, Sourced } from '../model/configuration';
import type { FileSystem } from '../../files/fileSystem';
import type { ToolCall } from '../../calls/toolCall';
import { changesFile } from '../../files/fileTouch';
import { gitPlace } from '../../files/git/gitDirectory';
import { manifestChange } from './packageManifest';
import type { LocatedTouch } from '../../files/pathResolution';
import { isProtected } from '../../files/protectedPaths';
import { presentText, resultingText } from '../../files/resultingText';

/** The built-in entry permits ordinary changes; the same entry of a user is absolute. */
const MANIFEST = 'package.json';

/** Only an edit tool's call shows all changes. */
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

export function protectingPattern(
  touch: LocatedTouch,
  changes: CallChanges,
  configuration: EffectiveConfiguration,
  files: FileSystem,
  platform: NodeJS.Platform,
): string | undefined {
  return configuredPattern(touch, changes, configuration, files) ?? gitPlace(touch.resolved, platform, files);
}

function configuredPattern(
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
  // Another spelling is the same file only on some file systems.
  if (!resolved.candidates.every((path) => /[\\/]package\.json$/.test(path))) return false;
  // Each part is compared with the old content.
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
