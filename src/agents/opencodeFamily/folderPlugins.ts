/**
 * Seen with opencode 1.18.33: it loads a folder's plugins without a question, after the user's; their hooks may change
 * a call after ours. A folder's `permission` does not matter: our hook comes first.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { getNodeValue } from 'jsonc-parser';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { parseJsonText } from '../files/jsonTextEdit';
import type { FolderProblem } from '../hooks/agentInstallation';
import { CODE_FOLDERS, type FamilyMember } from './familyMember';

interface Found {
  readonly path: string;
  readonly what: 'code' | 'unreadable';
}

/** @param directory the agent's user folder; its files match if home is open */
export function familyFolderProblems(
  { id, name, projectFolders, projectFiles }: FamilyMember,
  folders: readonly string[],
  directory: string,
): readonly FolderProblem[] {
  const sentences: Record<Found['what'], string> = {
    code: `${name} loads this code without a question, and it can change a call after Auto Mode has allowed it. Look at it before you use ${name} here.`,
    unreadable: `Auto Mode cannot read this file of ${name} (too large, or not valid JSON), and it may load plugins. Look at the file before you use ${name} here.`,
  };
  return folders.flatMap((folder) =>
    foldersUpToRepository(folder)
      .filter((place) => place !== directory)
      .flatMap((place) => {
        const own = projectFolders.map((one) => join(place, one));
        return [
          ...own.flatMap((at) => CODE_FOLDERS.flatMap((one) => codeIn(join(at, one)))),
          ...[place, ...own].flatMap((at) => projectFiles.flatMap((one) => configIn(join(at, one)))),
        ];
      })
      .map(({ path, what }) => ({ agent: id, folder, path, kind: 'can-rewrite-calls', sentence: sentences[what] })),
  );
}

function codeIn(path: string): readonly Found[] {
  try {
    return readdirSync(path).some((name) => /\.[cm]?[jt]s$/.test(name)) ? [{ path, what: 'code' }] : [];
  } catch {
    return [];
  }
}

function configIn(path: string): readonly Found[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  const root = file.kind === 'text' ? parseJsonText(file.text, 'lenient') : undefined;
  if (root === undefined || !('type' in root)) return [{ path, what: 'unreadable' }];
  const { plugin } = Object(getNodeValue(root)) as { readonly plugin?: unknown };
  const isNone = plugin === undefined || (Array.isArray(plugin) && plugin.length === 0);
  return isNone ? [] : [{ path, what: 'code' }];
}
