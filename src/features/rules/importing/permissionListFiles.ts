import { lstatSync, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { joinPermissions, type ListOrigin, type ReadPermissions } from '../../../agents/permissionLists/permissionList';
import { PERMISSION_LIST_FILES, type PermissionListFiles } from '../../../agents/permissionLists/permissionListTable';
import { readVsCode, VS_CODE_SETTINGS } from '../../../agents/permissionLists/vsCode';
import { readRegularFile } from '../../../disk/regularFile';
import { parseJsonWithComments } from '../../../files/jsonComments';
import { isInside, normalise } from '../../../files/pathText';
import type { JsonObject, JsonValue } from '../../../common/json';

/** Hand-written lists are small. */
const MAX_BYTES = 256 * 1024;

export interface ListPlaces {
  readonly home: string;
  readonly environment: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly folders: () => readonly string[];
  readonly editorSetting: (name: string) => EditorSetting;
}

export interface EditorSetting {
  readonly user: unknown;
  /** `folder`: absolute; undefined: not on this machine's disk. */
  readonly workspace: readonly { readonly folder: string | undefined; readonly value: unknown }[];
}

/** Refuses unreadable files. */
export function readPermissionLists(places: ListPlaces): ReadPermissions {
  const lists = [
    ...PERMISSION_LIST_FILES.map((agent) => joinPermissions(listsOf(agent, places))),
    joinPermissions(editorLists(places)),
  ];
  return { rules: lists.flatMap(({ rules }) => rules), refused: lists.flatMap(({ refused }) => refused) };
}

function listsOf(agent: PermissionListFiles, { home, environment, platform, folders }: ListPlaces): ReadPermissions[] {
  const windows = platform === 'win32';
  const found: ReadPermissions[] = [];
  const read = (path: string, folder: string | undefined): void => {
    found.push(...readFile(agent, path, { file: path, folder, windows }));
  };
  const own = agent.userFiles(home, {});
  for (const path of agent.userFiles(home, environment)) {
    // A repository can set the variable in a container or through an extension.
    const holder = own.includes(path) ? undefined : folders().find((folder) => liesIn(path, folder, platform));
    read(path, holder);
  }
  for (const folder of folders()) {
    for (const name of agent.folderFiles) {
      const path = join(folder, name);
      // In an open home the user's file is no repository's.
      if (!agent.userFiles(home, environment).includes(path)) read(path, folder);
    }
  }
  const { otherPolicies } = agent;
  if (otherPolicies !== undefined) {
    const places = [otherPolicies.userFolder(home), ...folders().map((folder) => join(folder, otherPolicies.folder))];
    for (const place of new Set(places)) {
      if (!holdsFiles(place, otherPolicies.extension)) continue;
      const file = join(place, `*${otherPolicies.extension}`);
      found.push({ rules: [], refused: [{ original: '', file, why: `policy files of ${agent.name} are not read` }] });
    }
  }
  return found;
}

/** Also through links. */
function liesIn(path: string, folder: string, platform: NodeJS.Platform): boolean {
  const inside = (file: string, root: string): boolean =>
    isInside(normalise(file, platform), normalise(root, platform), platform);
  return inside(path, folder) || inside(realPath(path), realPath(folder));
}

function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

function readFile(agent: PermissionListFiles, path: string, from: ListOrigin): readonly ReadPermissions[] {
  if (!exists(path)) return [];
  const bytes = readRegularFile(path, MAX_BYTES);
  if (bytes === undefined)
    return [unreadable(path, `it cannot be read, is no file, or is larger than ${MAX_BYTES / 1024} KB`)];
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return [unreadable(path, 'it is not UTF-8 text')];
  }
  const settings = parseJsonWithComments(text);
  if (settings === undefined) {
    return isStrictJson(text) ? [unreadable(path, 'it has a name twice')] : [ineffective(path, 'it is not valid JSON')];
  }
  if (agent.withoutComments && !isStrictJson(text)) {
    return [ineffective(path, `${agent.name} ignores a file with comments or trailing commas as a whole`)];
  }
  return [agent.read(settings, from)];
}

/** It may deny something, so none of the program's allows is offered. */
function unreadable(file: string, why: string): ReadPermissions {
  return { rules: [], refused: [{ original: '', file, why: `${why}; nothing of it was read`, restricts: 'all' }] };
}

/** That program ignores its denials too. */
function ineffective(file: string, why: string): ReadPermissions {
  return { rules: [], refused: [{ original: '', file, why: `${why}; nothing of it was read` }] };
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function holdsFiles(folder: string, extension: string): boolean {
  try {
    return readdirSync(folder).some((name) => name.endsWith(extension));
  } catch {
    return false;
  }
}

function isStrictJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === '';
  }
}

function editorLists({ platform, editorSetting }: ListPlaces): ReadPermissions[] {
  const windows = platform === 'win32';
  const settings = Object.values(VS_CODE_SETTINGS).map((name) => [name, editorSetting(name)] as const);
  const found = [
    readVsCode(objectOf(settings.map(([name, { user }]) => [name, user])), {
      file: 'settings.json (user)',
      folder: undefined,
      windows,
    }),
  ];
  for (const [name, { workspace }] of settings) {
    for (const { folder, value } of workspace) {
      const from = { file: 'settings.json (workspace)', folder: folder ?? '', windows };
      found.push(readVsCode(objectOf([[name, value]]), from));
    }
  }
  return found;
}

function objectOf(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries.filter((entry): entry is readonly [string, JsonValue] => entry[1] !== undefined));
}
