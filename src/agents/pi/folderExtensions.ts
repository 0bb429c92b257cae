/** By the documentation, pi loads them after the user's, only in a trusted folder. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import type { FolderProblem } from '../hooks/agentInstallation';
import { PI } from './agentId';

type Finding = Pick<FolderProblem, 'path' | 'kind' | 'sentence'>;

const CODE =
  'This brings extensions, which pi loads where you trust the folder: they can change a call after Auto Mode has allowed it. Trust the folder in pi only if you know them.';
const OFF =
  'This file excludes extensions where pi trusts the folder, perhaps that of Auto Mode too. Remove the entries that begin with "!" or "-" before you use pi here.';
const UNREADABLE =
  'Auto Mode cannot read this file of pi (too large, or not valid JSON), and it may switch extensions off. Look at the file before you use pi here.';

/** @param directory pi's user folder; its files match if home is open */
export function piFolderProblems(folders: readonly string[], directory: string): readonly FolderProblem[] {
  return folders.flatMap((folder) =>
    foldersUpToRepository(folder)
      .map((place) => join(place, '.pi'))
      .filter((place) => place !== directory)
      .flatMap((place) => [...extensionsIn(join(place, 'extensions')), ...settingsIn(join(place, 'settings.json'))])
      .map((finding) => ({ agent: PI, folder, ...finding })),
  );
}

/** Entries of `extensions` that exclude. */
export function excludedIn(settings: unknown): readonly string[] {
  const { extensions } = Object(settings) as { readonly extensions?: unknown };
  if (!Array.isArray(extensions)) return [];
  return extensions.filter((entry): entry is string => typeof entry === 'string' && /^[!-]/.test(entry));
}

function extensionsIn(path: string): readonly Finding[] {
  try {
    return readdirSync(path).length > 0 ? [{ path, kind: 'can-rewrite-calls', sentence: CODE }] : [];
  } catch {
    return [];
  }
}

function settingsIn(path: string): readonly Finding[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  let settings: unknown;
  try {
    settings = file.kind === 'text' ? JSON.parse(file.text) : undefined;
  } catch {
    settings = undefined;
  }
  if (settings === undefined) return [{ path, kind: 'switches-hooks-off', sentence: UNREADABLE }];
  const { extensions, packages } = Object(settings) as { readonly extensions?: unknown; readonly packages?: unknown };
  const brings = [extensions, packages].some((list) => Array.isArray(list) && list.length > 0);
  return [
    ...(excludedIn(settings).length > 0 ? [{ path, kind: 'switches-hooks-off', sentence: OFF } as const] : []),
    ...(brings ? [{ path, kind: 'can-rewrite-calls', sentence: CODE } as const] : []),
  ];
}
