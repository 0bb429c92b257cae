/**
 * Seen with Copilot CLI 1.0.102, in trusted folders: it reads four settings files in its folder and the repository
 * root; `disableAllHooks` in one disables the user's hooks too. Their hooks, and those below `.github/hooks`, may
 * replace judged arguments. Invalid JSON is ignored.
 */
import { opendirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderProblem } from '../hooks/agentInstallation';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { isJsonObject } from '../hooks/hookPayload';
import { COPILOT } from './payload';

const SETTINGS = [
  join('.github', 'copilot', 'settings.json'),
  join('.github', 'copilot', 'settings.local.json'),
  join('.claude', 'settings.json'),
  join('.claude', 'settings.local.json'),
];

const HOOKS = join('.github', 'hooks');

/** Bounds the time for a stranger's folder. */
const MAX_ENTRIES = 200;
const MAX_LEVELS = 8;

type Finding = Pick<FolderProblem, 'kind' | 'path' | 'sentence'>;

export function copilotFolderProblems(folders: readonly string[]): readonly FolderProblem[] {
  return folders.flatMap((folder) => {
    const root = foldersUpToRepository(folder).at(-1) ?? folder;
    return [...new Set([folder, root])]
      .flatMap((place) => [
        ...SETTINGS.flatMap((name) => inSettings(join(place, name))),
        ...inHooks(join(place, HOOKS)),
      ])
      .map((finding) => ({ agent: COPILOT, folder, ...finding }));
  });
}

function inSettings(path: string): readonly Finding[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  if (file.kind === 'unknown') {
    return [
      {
        kind: 'switches-hooks-off',
        path,
        sentence:
          'Auto Mode cannot read these settings (too large, or no plain text file), and they may switch its hooks off. Look at the file before you trust this folder in GitHub Copilot.',
      },
    ];
  }
  const settings = objectIn(file.text);
  const found: Finding[] = [];
  if (settings['disableAllHooks'] === true) {
    found.push({
      kind: 'switches-hooks-off',
      path,
      sentence:
        'These settings switch all hooks off ("disableAllHooks": true): once this folder is trusted in GitHub Copilot, it runs here without Auto Mode. Remove that line before you use Copilot here.',
    });
  }
  if (hasRewritingHooks(settings)) found.push(rewriting(path));
  return found;
}

function inHooks(directory: string): readonly Finding[] {
  const { paths, isWhole } = hookFiles(directory);
  const found = paths.flatMap((path): Finding[] => {
    const file = readFolderFile(path);
    const rewrites = file.kind === 'unknown' || (file.kind === 'text' && hasRewritingHooks(objectIn(file.text)));
    return rewrites ? [rewriting(path)] : [];
  });
  return isWhole ? found : [...found, rewriting(directory)];
}

function rewriting(path: string): Finding {
  return {
    kind: 'can-rewrite-calls',
    path,
    sentence:
      'This brings hooks of its own: once this folder is trusted in GitHub Copilot, they can change a call after Auto Mode has allowed it. Remove those that you do not know before you use Copilot here.',
  };
}

/** With linked files; `isWhole` false: there are more. */
function hookFiles(directory: string): { readonly paths: readonly string[]; readonly isWhole: boolean } {
  const paths: string[] = [];
  let left = MAX_ENTRIES;
  const look = (at: string, levels: number): boolean => {
    const names = namesIn(at, left + 1);
    left -= names.length;
    if (left < 0) return false;
    return names.every((name) => {
      const path = join(at, name);
      if (isFolder(path)) return levels > 1 && look(path, levels - 1);
      if (name.endsWith('.json')) paths.push(path);
      return true;
    });
  };
  const isWhole = look(directory, MAX_LEVELS);
  return { paths, isWhole };
}

function namesIn(directory: string, most: number): readonly string[] {
  const names: string[] = [];
  try {
    const listing = opendirSync(directory);
    try {
      for (let entry = listing.readSync(); entry !== null && names.length < most; entry = listing.readSync()) {
        names.push(entry.name);
      }
    } finally {
      listing.closeSync();
    }
  } catch {
    // As above.
  }
  return names;
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function hasRewritingHooks(settings: Readonly<Record<string, unknown>>): boolean {
  const hooks = settings['hooks'];
  if (!isJsonObject(hooks)) return false;
  return Object.entries(hooks).some(
    ([event, list]) => event.toLowerCase() === 'pretooluse' && !(Array.isArray(list) && list.length === 0),
  );
}

/** Empty if Copilot rejects it. The last duplicate key counts. */
function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
