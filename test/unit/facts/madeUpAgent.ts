/** Run as a program of its own: adds one descriptor before anything reads them, then prints what the gate makes of it. */
import { AGENTS } from '../../../src/facts/agents';
import type { AgentFacts } from '../../../src/facts/agents/agentFacts';
import { bash, read } from '../../../src/facts/agents/toolFacts';

const MADE_UP: AgentFacts = {
  id: 'made-up',
  name: 'Made Up',
  programs: ['madeup'],
  words: ['madeup'],
  packages: ['@made/up'],
  variables: ['MADE_UP_HOME'],
  switchesHooksOff: [{ options: ['--quiet-hooks'] }],
  changesSettings: /^hooks off/,
  harmlessOptions: '--model',
  places: {
    hooks: ['**/.madeup/hooks'],
    settings: [{ files: ['**/.madeup/settings.json'], keys: ['approve*'] }],
    transcripts: ['**/.madeup/sessions'],
  },
  protectedNames: '.madeup',
  credentials: ['.config/madeup/login'],
  tools: { Run: bash({ language: 'bash' }), Look: read('file') },
};

if (process.argv[2] === 'with') (AGENTS as AgentFacts[]).push(MADE_UP);

async function main(): Promise<void> {
  const { analyse } = await import('../../../src/shell/analyse');
  const { mayStartUnhookedAgent } = await import('../../../src/floor/agentStart');
  const { AGENT_PLACES } = await import('../../../src/floor/files/agentPlaces');
  const { DEFAULT_PROTECTED_PATHS } = await import('../../../src/config/defaultProtectedPaths');
  const { holdsSecrets } = await import('../../../src/engine/proof/secretFiles');
  const { toolSpec } = await import('../../../src/calls/tools/toolCatalogue');
  const { tooBroad } = await import('../../../src/agents/permissionLists/broadCommands');
  const { agentName } = await import('../../../src/editor/agentName');
  const { floorOf } = await import('../floor/commands/floorCases');
  const mayStart = (script: string): boolean =>
    mayStartUnhookedAgent(analyse(script, 'bash', { cwd: '/home/u', home: '/home/u' }));
  console.log(
    JSON.stringify({
      name: agentName('made-up'),
      floor: [
        'madeup --quiet-hooks',
        'npx @made/up --quiet-hooks',
        'madeup hooks off',
        'MADE_UP_HOME=/x madeup',
        'madeup --model m',
      ].map((line) => floorOf(line)?.check ?? ''),
      mayStart: ['madeup --model m', 'madeup --other', 'python3 -c "run(\'madeup --yolo\')"'].map(mayStart),
      places: AGENT_PLACES.filter(({ pattern }) => pattern.includes('.madeup')).map(({ rule }) => rule.check),
      isProtected: DEFAULT_PROTECTED_PATHS.includes('.madeup'),
      isSecret: holdsSecrets('/home/u/.config/madeup/login', 'linux'),
      reads: toolSpec('made-up', 'Look')?.subject({ file: 'a.txt' }).files,
      runs: toolSpec('made-up', 'Run')?.subject({ command: 'ls' }).command,
      broad: tooBroad('madeup x*') !== undefined,
    }),
  );
}

void main();
