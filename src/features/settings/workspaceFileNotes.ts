import { open, type FileHandle } from 'node:fs/promises';
import { constants } from 'node:fs';
import { join } from 'node:path';
import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import { readSettings } from '../../config/settingsObject';
import { HOLDING_BACK, type IgnoredSetting } from '../../config/sources';
import { parseJsonWithComments } from '../../files/jsonComments';
import { resolvePath } from '../../files/pathResolution';
import type { FileSystem } from '../../files/fileSystem';
import type { MachineFacts } from '../../files/machineFacts';

/** A settings file of the workspace. */
export interface WorkspaceFile {
  readonly path: string;
  /** `settings`: it holds settings; `workspace`: a workspace file, which holds them under that name. */
  readonly kind: 'settings' | 'workspace';
}

/** No settings file that a person keeps is larger. */
const MAX_BYTES = 262_144;
const TOO_LARGE = Symbol('too large');
const MAX_FILES = 50;
const MAX_NOTES = 100;

/** Undefined on Windows, which has no pipes in the file tree that an open could wait for. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

/** The settings files of open folders and of the workspace, by their paths. */
export function workspaceFiles(
  folders: readonly string[],
  workspaceFile: string | undefined,
): readonly WorkspaceFile[] {
  return [
    ...(workspaceFile === undefined ? [] : [{ path: workspaceFile, kind: 'workspace' as const }]),
    ...folders.map((folder) => ({ path: join(folder, '.vscode', 'settings.json'), kind: 'settings' as const })),
  ].slice(0, MAX_FILES);
}

/**
 * What settings files of the workspace set beyond deny and ask rules. VS Code holds such values back without a word, so only the files
 * themselves tell. Nothing is decided by it.
 */
export async function workspaceFileNotes(
  files: readonly WorkspaceFile[],
  machine: MachineFacts,
  disk: FileSystem,
): Promise<readonly IgnoredSetting[]> {
  const notes: IgnoredSetting[] = [];
  for (const { path, kind } of files) {
    const { real } = resolvePath(path, undefined, machine, disk);
    // A file on another machine could keep the gate waiting.
    if (real === undefined || disk.isRemote(real)) continue;
    const text = await readBounded(real);
    if (text === undefined) continue;
    const keys =
      text === TOO_LARGE ? ['(a file of more than 256 KB, which is not looked at)'] : ignoredKeys(text, kind);
    notes.push(
      ...keys.map((key): IgnoredSetting => ({ key, source: 'workspace', why: 'not-its-place', detail: path })),
    );
  }
  return notes.slice(0, MAX_NOTES);
}

/** The full names below `autoMode` in the text of a settings file that have no effect there. Text that cannot be read has none. */
export function ignoredKeys(text: string, kind: WorkspaceFile['kind']): readonly string[] {
  // Most files hold nothing of ours.
  if (!text.includes(SETTINGS_PREFIX)) return [];
  const parsed = parseJsonWithComments(text);
  const settings = kind === 'settings' ? parsed : fieldOf(parsed, 'settings');
  const found = new Set<string>();
  collect(settings, '', found);
  return [...found];
}

/** @param block the name of the block for one language that the values stand in, as it is written, or nothing. */
function collect(value: unknown, block: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
    if (block === '' && name.startsWith('[')) {
      collect(inner, `${name.slice(0, 50)} `, found);
    } else if (name === SETTINGS_PREFIX || name.startsWith(`${SETTINGS_PREFIX}.`)) {
      const { values, problems } = readSettings({ [name]: inner }, 'workspace');
      // Names that are no settings: a slip in the name of a list must not go unseen.
      for (const { key } of problems ?? []) found.add(`${block}${key}`);
      for (const key of Object.values(SETTINGS)) {
        // For one language alone VS Code reads no rules.
        if (Object.hasOwn(values, key) && (block !== '' || !HOLDING_BACK.has(key))) {
          found.add(`${block}${SETTINGS_PREFIX}.${key}`);
        }
      }
    }
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

async function readBounded(path: string): Promise<string | typeof TOO_LARGE | undefined> {
  let file: FileHandle | undefined;
  try {
    file = await open(path, constants.O_RDONLY | NO_WAITING);
    const facts = await file.stat();
    if (!facts.isFile()) return undefined;
    if (facts.size > MAX_BYTES) return TOO_LARGE;
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    while (length < bytes.length) {
      const { bytesRead } = await file.read(bytes, length, bytes.length - length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return length > MAX_BYTES ? TOO_LARGE : bytes.toString('utf8', 0, length);
  } catch {
    return undefined;
  } finally {
    await file?.close();
  }
}
