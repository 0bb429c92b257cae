import { projectFolders, type EffectiveConfiguration, type Sourced } from '../model/configuration';
import type { MachineFacts } from '../../files/machineFacts';
import { codeInSettings } from './codeInSettings';
import { isOrdinaryPlace, mayBeOrdinary, toolConfiguration } from './ordinaryPlaces';
import type { FileSystem } from '../../files/fileSystem';
import type { ToolCall } from '../../calls/toolCall';
import { changesFile } from '../../files/fileTouch';
import { gitPlace } from '../../files/git/gitDirectory';
import { manifestChange } from './packageManifest';
import type { LocatedTouch } from '../../files/pathResolution';
import { isProtected } from '../../files/protectedPaths';
import { presentText, resultingText } from '../../files/resultingText';

/** The built-in entry permits ordinary changes; a user's is absolute. */
const MANIFEST = 'package.json';

/** Only an edit tool shows all changes. */
export interface CallChanges {
  readonly touches: readonly LocatedTouch[];
  /** `guess`: a word that may name a file. */
  readonly by: 'edit-tool' | 'other' | 'guess';
}

export function callChanges({ touches, kind, understood, command }: ToolCall): CallChanges {
  const isEdit = understood && command === undefined && (kind === 'edit' || kind === 'write');
  return { touches, by: isEdit ? 'edit-tool' : 'other' };
}

const listsOf = new WeakMap<readonly Sourced<string>[], readonly string[]>();

export function protectedPatterns(entries: readonly Sourced<string>[]): readonly string[] {
  let patterns = listsOf.get(entries);
  if (patterns === undefined) {
    patterns = entries.map(({ value }) => value);
    listsOf.set(entries, patterns);
  }
  return patterns;
}

export function protectingPattern(
  touch: LocatedTouch,
  changes: CallChanges,
  configuration: EffectiveConfiguration,
  files: FileSystem,
  machine: MachineFacts,
): string | undefined {
  return (
    configuredPattern(touch, changes, configuration, files, machine) ??
    gitPlace(touch.resolved, machine, files) ??
    (changes.by === 'guess' || configuration.protectedPaths.length === 0
      ? undefined
      : (toolConfiguration(touch.resolved, projectFolders(configuration), machine.platform) ??
        codeInSettings(touch, files)))
  );
}

function configuredPattern(
  touch: LocatedTouch,
  changes: CallChanges,
  configuration: EffectiveConfiguration,
  files: FileSystem,
  machine: MachineFacts,
): string | undefined {
  const { workspaceFolders, protectedPaths } = configuration;
  let entries = protectedPaths;
  // Each turn leaves out one built-in entry.
  for (let turn = 0; turn < MOST_WAYS; turn += 1) {
    const pattern = isProtected(touch.resolved, projectFolders(configuration), protectedPatterns(entries))?.pattern;
    if (pattern === undefined) return undefined;
    const makesWay =
      pattern === MANIFEST
        ? isOrdinaryManifestEdit(touch, changes, files) ||
          isOrdinaryPlace(pattern, touch.resolved, workspaceFolders, machine)
        : mayBeOrdinary(pattern, touch.resolved) && isOrdinaryPlace(pattern, touch.resolved, workspaceFolders, machine);
    const others = makesWay ? withoutBuiltIn(entries, pattern) : entries;
    if (others.length === entries.length) return pattern;
    entries = others;
  }
  return protectedPatterns(entries)[0];
}

const MOST_WAYS = 6;

const othersOf = new WeakMap<readonly Sourced<string>[], Map<string, readonly Sourced<string>[]>>();

/** A user's entry is absolute. */
function withoutBuiltIn(entries: readonly Sourced<string>[], pattern: string): readonly Sourced<string>[] {
  let known = othersOf.get(entries);
  if (known === undefined) {
    known = new Map();
    othersOf.set(entries, known);
  }
  let others = known.get(pattern);
  if (others === undefined) {
    others = entries.filter(({ value, source }) => !(source === 'default' && value === pattern));
    known.set(pattern, others);
  }
  return others;
}

function isOrdinaryManifestEdit(touch: LocatedTouch, { touches, by }: CallChanges, files: FileSystem): boolean {
  const { change, glob, resolved } = touch;
  if (by !== 'edit-tool' || glob === true || (change !== 'overwrite' && change !== 'in-place')) return false;
  if (resolved.unknown !== undefined || resolved.real === undefined) return false;
  // Only some file systems ignore case.
  if (!resolved.candidates.every((path) => /[\\/]package\.json$/.test(path))) return false;
  // Parts are compared with the old content.
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
