import { join } from 'node:path';
import type { JsonValue } from '../../common/json';
import { claudeCodeDirectory } from '../claudeCode/installation';
import { readClaudeCode } from './claudeCode';
import { readGeminiCli } from './geminiCli';
import { readOpencode } from './opencode';
import type { ListOrigin, ReadPermissions } from './permissionList';

export interface PermissionListFiles {
  readonly name: string;
  /** Absolute. */
  userFiles(home: string, environment: NodeJS.ProcessEnv): readonly string[];
  /** Relative to an open folder. */
  readonly folderFiles: readonly string[];
  readonly withoutComments: boolean;
  /** Named, but not read. */
  readonly otherPolicies?: { userFolder(home: string): string; readonly folder: string; readonly extension: string };
  read(settings: JsonValue, from: ListOrigin): ReadPermissions;
}

export const PERMISSION_LIST_FILES: readonly PermissionListFiles[] = [
  {
    name: 'Claude Code',
    userFiles: (home, environment) => [join(claudeCodeDirectory(home, environment), 'settings.json')],
    folderFiles: ['.claude/settings.json', '.claude/settings.local.json'],
    withoutComments: true,
    read: readClaudeCode,
  },
  {
    name: 'Gemini CLI',
    userFiles: (home) => [join(home, '.gemini', 'settings.json')],
    folderFiles: ['.gemini/settings.json'],
    withoutComments: false,
    otherPolicies: {
      userFolder: (home) => join(home, '.gemini', 'policies'),
      folder: '.gemini/policies',
      extension: '.toml',
    },
    read: readGeminiCli,
  },
  {
    name: 'opencode',
    userFiles: (home, environment) => {
      const configured = environment['XDG_CONFIG_HOME'];
      const folder = configured === undefined || configured === '' ? join(home, '.config') : configured;
      return ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, 'opencode', name));
    },
    folderFiles: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
    withoutComments: false,
    read: readOpencode,
  },
];
