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

export interface WorkspaceFile {
  readonly path: string;
  /** `workspace`: settings are under `settings`. */
  readonly kind: 'settings' | 'workspace';
}

const MAX_BYTES = 262_144;
const TOO_LARGE = Symbol('too large');
const MAX_FILES = 50;
const MAX_NOTES = 100;

/** Windows has no pipes in the file tree. */
const NO_WAITING = (constants as Partial<typeof constants>).O_NONBLOCK ?? 0;

export function workspaceFiles(
  folders: readonly string[],
  workspaceFile: string | undefined,
): readonly WorkspaceFile[] {
  return [
    ...(workspaceFile === undefined ? [] : [{ path: workspaceFile, kind: 'workspace' as const }]),
    ...folders.map((folder) => ({ path: join(folder, '.vscode', 'settings.json'), kind: 'settings' as const })),
  ].slice(0, MAX_FILES);
}

/** VS Code silently drops what these files set beyond deny and ask rules. No decision depends on this. */
export async function workspaceFileNotes(
  files: readonly WorkspaceFile[],
  machine: MachineFacts,
  disk: FileSystem,
): Promise<readonly IgnoredSetting[]> {
  const notes: IgnoredSetting[] = [];
  for (const { path, kind } of files) {
    const { real } = resolvePath(path, undefined, machine, disk);
    // Another machine's file could block the gate.
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

export function ignoredKeys(text: string, kind: WorkspaceFile['kind']): readonly string[] {
  // Most hold nothing of ours.
  if (!text.includes(SETTINGS_PREFIX)) return [];
  const parsed = parseJsonWithComments(text);
  const settings = kind === 'settings' ? parsed : fieldOf(parsed, 'settings');
  const found = new Set<string>();
  collect(settings, '', found);
  return [...found];
}

/** @param block the language block's name, or empty */
function collect(value: unknown, block: string, found: Set<string>): void {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  for (const [name, inner] of Object.entries(value as Record<string, unknown>)) {
    if (block === '' && name.startsWith('[')) {
      collect(inner, `${name.slice(0, 50)} `, found);
    } else if (name === SETTINGS_PREFIX || name.startsWith(`${SETTINGS_PREFIX}.`)) {
      const { values, problems } = readSettings({ [name]: inner }, 'workspace');
      // A typo in a list's name must show.
      for (const { key } of problems ?? []) found.add(`${block}${key}`);
      for (const key of Object.values(SETTINGS)) {
        // VS Code reads no rules of one language.
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
