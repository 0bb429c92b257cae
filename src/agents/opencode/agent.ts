import { familyAgent } from '../opencodeFamily/familyAgent';

export const OPENCODE_AGENT = familyAgent({
  id: 'opencode',
  name: 'opencode',
  folder: 'opencode',
  schema: 'https://opencode.ai/config.json',
  userFiles: ['opencode.jsonc', 'opencode.json'],
  newUserFile: 'opencode.json',
  projectFolders: ['.opencode'],
  projectFiles: ['opencode.json', 'opencode.jsonc'],
  questions: new Set(['question', 'plan_enter', 'plan_exit']),
});
