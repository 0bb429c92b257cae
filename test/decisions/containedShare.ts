/**
 * Measures which lines of `agent-calls.jsonl` are settled without a model, with contained runs and without, for each login shell.
 * `npm run decisions:contained`; `-- bash` also lists what the judge is left with there, and why it does not run contained.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DEFAULT_ASK_RULES } from '../../src/config/defaultAskRules';
import { DEFAULT_PROTECTED_PATHS } from '../../src/config/defaultProtectedPaths';
import { decide } from '../../src/engine/decide';
import type { CheckRequest } from '../../src/calls/request';
import { toolCall } from '../../src/calls/toolCall';
import type { Gate } from '../../src/engine/model/ports';
import { containedObjection } from '../../src/engine/contained/containedCommand';
import { configuration, fakeGate, permissions, USAGE } from '../unit/engine/fakeGate';
import { FILES } from './worlds';

const CWD = '/home/u/project';
const INSTALLED = 'tsc tsx next vite vitest eslint jest prettier tanstack browserslist';
const TREE = {
  ...FILES,
  ...Object.fromEntries(INSTALLED.split(' ').map((name) => [`${CWD}/node_modules/.bin/${name}`, ''])),
};

const CONFIGURATION = configuration({
  permissions: permissions({ ask: DEFAULT_ASK_RULES.map((text) => ({ text, source: 'default' as const })) }),
  protectedPaths: DEFAULT_PROTECTED_PATHS.map((value) => ({ value, source: 'default' as const })),
});

/** @param shell a login shell that this agent runs its lines in */
function gateOf(shell: string, contained: boolean): Gate {
  const gate = fakeGate({
    configuration: CONFIGURATION,
    tree: TREE,
    contained,
    classifier: () => ({
      kind: 'verdict',
      decision: 'allow',
      tier: 'none',
      rule: undefined,
      reason: 'yes',
      usage: USAGE,
    }),
  });
  return { ...gate, machine: { ...gate.machine, loginShell: shell } };
}

/** Each with an agent that runs its lines in it. */
const SHELLS = [
  { shell: 'bash', agent: 'claude-code' },
  { shell: 'zsh', agent: 'claude-code' },
  { shell: 'sh', agent: 'codex' },
  { shell: 'fish', agent: 'codex' },
] as const;

const LINES = readFileSync(join(import.meta.dirname, '..', 'corpus', 'agent-calls.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { command: string }).command);

function requestOf(command: string, agent: string): CheckRequest {
  const environment = { PATH: '/usr/bin:/bin' };
  return { tool: 'Bash', input: { command }, cwd: CWD, agent, sessionId: 's', environment, takesRewritten: true };
}

async function measure(listed: string | undefined): Promise<void> {
  console.log('| login shell | lines | without a model | with contained runs | of these contained |');
  console.log('| --- | --: | --: | --: | --: |');
  for (const { shell, agent } of SHELLS) {
    // Where no contained run can start.
    const mayRun = shell !== 'fish';
    let without = 0;
    let withRuns = 0;
    let contained = 0;
    for (const command of LINES) {
      const request = requestOf(command, agent);
      const plain = await decide(request, gateOf(shell, false), new AbortController().signal);
      const gate = gateOf(shell, mayRun);
      const { stage } = await decide(request, gate, new AbortController().signal);
      if (plain.stage !== 'classifier') without += 1;
      if (stage !== 'classifier') withRuns += 1;
      else if (shell === listed) console.log(`${objection(request, gate)}\t${JSON.stringify(command)}`);
      if (stage === 'contained') contained += 1;
      if (stage === 'contained' && shell === listed) console.log(`contained\t${JSON.stringify(command)}`);
    }
    console.log(`| ${[shell, LINES.length, share(without), share(withRuns), share(contained)].join(' | ')} |`);
  }
}

function share(count: number): string {
  return `${((100 * count) / LINES.length).toFixed(1)} %`;
}

function objection(request: CheckRequest, { machine, files }: Gate): string {
  const { line, input } = toolCall(request, machine, files);
  if (line === undefined) return 'no line';
  const place = { machine, files, workspaceFolders: [CWD], commands: ['$defaults'] };
  const found = containedObjection(line, input, place);
  return found === undefined ? 'no objection' : `${found.why} (${found.fragment})`;
}

void measure(process.argv[2]);
