import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { readFolderFile } from '../files/folderFile';

export function claudeCodeManagedDirectory(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return '/Library/Application Support/ClaudeCode';
  return platform === 'win32' ? 'C:\\Program Files\\ClaudeCode' : '/etc/claude-code';
}

/** Why the user's hooks do not run, by the documentation. */
export function managedHookSwitch(directory: string): string | undefined {
  for (const path of [join(directory, 'managed-settings.json'), ...dropIns(join(directory, 'managed-settings.d'))]) {
    const file = readFolderFile(path);
    if (file.kind !== 'text') continue;
    const key = ['disableAllHooks', 'allowManagedHooksOnly'].find((name) => isTrue(file.text, name));
    if (key !== undefined) {
      return `${path}: The administrator's settings let no hooks of users run ("${key}": true). Ask the administrator to allow Auto Mode's hooks.`;
    }
  }
  return undefined;
}

function dropIns(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => name.endsWith('.json'))
      .map((name) => join(directory, name));
  } catch {
    return [];
  }
}

function isTrue(text: string, key: string): boolean {
  try {
    const settings: unknown = JSON.parse(text);
    return (
      typeof settings === 'object' && settings !== null && (settings as Readonly<Record<string, unknown>>)[key] === true
    );
  } catch {
    return false;
  }
}
