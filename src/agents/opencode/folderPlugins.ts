/**
 * Seen with opencode 1.18.33: a folder's plugins are loaded without a question, after the user's, and their hooks may
 * change a call after ours. A folder's `permission` is no matter: our hook comes before it.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { parseJsonText } from '../files/jsonTextEdit';
import type { FolderProblem } from '../hooks/agentInstallation';
import { OPENCODE } from './agentId';

const CODE_FOLDERS = ['plugin', 'plugins', 'tool', 'tools'];
const CONFIGS = ['opencode.json', 'opencode.jsonc'];

type Finding = Pick<FolderProblem, 'path' | 'kind' | 'sentence'>;

const CODE =
  'opencode loads this code without a question, and it can change a call after Auto Mode has allowed it. Look at it before you use opencode here.';
const UNREADABLE =
  'Auto Mode cannot read this file of opencode (too large, or not valid JSON), and it may load plugins. Look at the file before you use opencode here.';

/** @param directory opencode's user folder, whose files match if home is open */
export function opencodeFolderProblems(folders: readonly string[], directory: string): readonly FolderProblem[] {
  return folders.flatMap((folder) =>
    foldersUpToRepository(folder)
      .filter((place) => place !== directory)
      .flatMap((place) => [
        ...CODE_FOLDERS.flatMap((name) => codeIn(join(place, '.opencode', name))),
        ...[place, join(place, '.opencode')].flatMap((at) => CONFIGS.flatMap((name) => configIn(join(at, name)))),
      ])
      .map((finding) => ({ agent: OPENCODE, folder, ...finding })),
  );
}

function codeIn(path: string): readonly Finding[] {
  try {
    return readdirSync(path).some((name) => /\.[cm]?[jt]s$/.test(name))
      ? [{ path, kind: 'can-rewrite-calls', sentence: CODE }]
      : [];
  } catch {
    return [];
  }
}

function configIn(path: string): readonly Finding[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  const root = file.kind === 'text' ? parseJsonText(file.text, 'lenient') : undefined;
  if (root === undefined || !('type' in root)) return [{ path, kind: 'can-rewrite-calls', sentence: UNREADABLE }];
  const { plugin } = Object(getNodeValue(root)) as { readonly plugin?: unknown };
  const isNone = plugin === undefined || (Array.isArray(plugin) && plugin.length === 0);
  return isNone ? [] : [{ path, kind: 'can-rewrite-calls', sentence: CODE }];
}
