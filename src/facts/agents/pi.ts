import type { AgentFacts } from './agentFacts';
import { bash, list, read, search } from './toolFacts';

export const PI: AgentFacts = {
  id: 'pi',
  name: 'pi',
  programs: ['pi'],
  words: ['pi-coding-agent'],
  packages: ['pi-coding-agent'],
  variables: ['PI_CODING_AGENT_DIR'],
  switchesHooksOff: [{ options: ['--no-extensions', '-ne'] }],
  places: {
    hooks: ['**/.pi/extensions', '**/.pi/agent/extensions', '**/.pi/agent/trust.json'],
    settings: [
      {
        files: ['**/.pi/settings.json', '**/.pi/agent/settings.json'],
        keys: ['extensions', 'packages', '*trust*', '*permission*', 'hooks'],
      },
    ],
    transcripts: ['**/.pi/agent/sessions'],
  },
  protectedNames: '.pi',
  hookFolders: ['.pi/agent', '.pi'],
  // pi 1.6, from its source.
  tools: {
    read: read('path'),
    grep: search('path'),
    find: list(['pattern'], 'path'),
    ls: list([], 'path'),
    bash: bash({ language: 'bash' }),
    write: { does: 'overwrite', path: ['path'], content: ['content'] },
    edit: { does: 'replace', path: ['path'], old: ['oldText'], new: ['newText'] },
  },
  // Tested versions.
  connection: { packageName: '@earendil-works/pi-coding-agent', minimum: '1.5.2' },
};
