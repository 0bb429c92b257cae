/**
 * Seen with Codex 0.169, in trusted folders: `features.hooks = false` in `config.toml` disables all hooks; hooks of
 * `hooks.json` and `config.toml` run beside ours once the user trusts each. It reads up to the repository root.
 */
import { join } from 'node:path';
import type { FolderProblem } from '../hooks/agentInstallation';
import { foldersUpToRepository, readFolderFile } from '../files/folderFile';
import { codexConfiguration } from './configText';
import { CODEX } from './payload';

type Finding = Pick<FolderProblem, 'kind' | 'sentence'>;

const UNREADABLE: Finding = {
  kind: 'switches-hooks-off',
  sentence:
    'Auto Mode cannot read this file of Codex (too large, or not valid TOML), and it may switch its hooks off. Look at the file before you use Codex here.',
};
const OFF: Finding = {
  kind: 'switches-hooks-off',
  sentence:
    'This file switches all hooks off (features.hooks = false) where Codex trusts the folder, so Codex runs here without Auto Mode. Remove that line before you use Codex here.',
};
const HOOKS: Finding = {
  kind: 'can-rewrite-calls',
  sentence:
    'This file brings hooks of its own, which can change a call after Auto Mode has allowed it. Trust none of them in Codex that you do not know.',
};

/** @param directory Codex's user folder; its files match if home is open */
export function codexFolderProblems(folders: readonly string[], directory: string): readonly FolderProblem[] {
  return folders.flatMap((folder) =>
    foldersUpToRepository(folder)
      .map((place) => join(place, '.codex'))
      .filter((place) => place !== directory)
      .flatMap((place) => [
        ...findings(join(place, 'config.toml'), configFindings),
        ...findings(join(place, 'hooks.json'), hooksFindings),
      ])
      .map((finding) => ({ agent: CODEX, folder, ...finding })),
  );
}

function findings(path: string, judge: (text: string) => readonly Finding[]): readonly (Finding & { path: string })[] {
  const file = readFolderFile(path);
  if (file.kind === 'absent') return [];
  return (file.kind === 'unknown' ? [UNREADABLE] : judge(file.text)).map((finding) => ({ path, ...finding }));
}

function configFindings(toml: string): readonly Finding[] {
  const configuration = codexConfiguration(toml);
  if (configuration === undefined) return [UNREADABLE];
  return [...(configuration.switchesHooksOff ? [OFF] : []), ...(configuration.bringsHooks ? [HOOKS] : [])];
}

function hooksFindings(text: string): readonly Finding[] {
  try {
    const value: unknown = JSON.parse(text);
    const hooks = typeof value === 'object' && value !== null && 'hooks' in value ? value.hooks : undefined;
    if (typeof hooks !== 'object' || hooks === null) return [];
    return Object.values(hooks).some((items) => !Array.isArray(items) || items.length > 0) ? [HOOKS] : [];
  } catch {
    // Codex ignores invalid JSON.
    return [];
  }
}
