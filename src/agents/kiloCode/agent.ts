import { familyAgent } from '../opencodeFamily/familyAgent';

/**
 * Seen with Kilo Code 7.7.9: it reads opencode's file names in its own folders and in a repository, but not opencode's
 * folders.
 */
export const KILO_CODE_AGENT = familyAgent({
  id: 'kilo-code',
  name: 'Kilo Code',
  folder: 'kilo',
  schema: 'https://app.kilo.ai/config.json',
  userFiles: ['opencode.jsonc', 'opencode.json', 'kilo.jsonc', 'kilo.json'],
  newUserFile: 'kilo.jsonc',
  projectFolders: ['.kilo', '.kilocode'],
  projectFiles: ['kilo.json', 'kilo.jsonc', 'opencode.json', 'opencode.jsonc'],
  questions: new Set(['question', 'plan_exit', 'suggest']),
  isDrivenFromAfar: true,
});
