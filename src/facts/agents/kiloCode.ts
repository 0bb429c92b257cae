import type { AgentFacts } from './agentFacts';
import { OPENCODE_KEYS } from './opencode';

export const KILO_CODE: AgentFacts = {
  id: 'kilo-code',
  name: 'Kilo Code',
  programs: ['kilo', 'kilocode'],
  words: ['kilocode'],
  packages: ['@kilocode/cli'],
  places: {
    hooks: ['**/.kilo', '**/.kilocode', '**/.config/kilo'].flatMap((folder) => [
      `${folder}/plugin`,
      `${folder}/plugins`,
    ]),
    settings: [
      { files: ['**/kilo.json', '**/kilo.jsonc', '**/kilocode.json', '**/kilocode.jsonc'], keys: OPENCODE_KEYS },
    ],
    transcripts: ['**/.local/share/kilo/storage'],
  },
  protectedNames: '.kilo .kilocode .kilocodemodes kilo.json kilo.jsonc .config/kilo',
};
