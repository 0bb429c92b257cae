import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision } from '../../src/engine/model/decision';
import { calls, type DumpedCall } from './calls';
import { decided, gateOf, type World } from './gate';
import { FILES, OTHER_WORLDS, SHELL_WORLDS } from './worlds';

export interface DumpedDecision extends Pick<
  Decision,
  'outcome' | 'stage' | 'tier' | 'rule' | 'reason' | 'remedy' | 'fragment' | 'outage' | 'summary' | 'trace'
> {
  readonly world: string;
  readonly call: string;
  /** Questions put to the user and to the classifier. */
  readonly asked: number;
  readonly judged: number;
}

const SHELL_FILES = [
  'agent-calls',
  'approved-elsewhere',
  'ordinary-commands',
  'shell-corpus',
  'shell-misses',
  'documented-floor-cases',
];

/** Every decision of the dump, always in the same order. */
export async function* dumpedDecisions(): AsyncGenerator<DumpedDecision> {
  yield* shellDecisions();
  yield* callDecisions();
}

/** Command lines: all of them under the first world, every seventh under each of the others. */
async function* shellDecisions(): AsyncGenerator<DumpedDecision> {
  const commands = SHELL_FILES.flatMap((name) => corpus(name)).map(({ command }) => String(command));
  for (const world of SHELL_WORLDS) {
    const lines = commands.filter((_, index) => world === SHELL_WORLDS[0] || index % 7 === 3);
    for (const command of lines) yield dumped(world, shellCall(command));
  }
}

/** Calls of every kind. */
export async function* callDecisions(): AsyncGenerator<DumpedDecision> {
  for (const world of OTHER_WORLDS) for (const call of calls()) yield dumped(world, call);
  for (const example of corpus('decisions')) yield decisionCase(example);
}

type CorpusLine = Readonly<Record<string, unknown>>;

function corpus(name: string): readonly CorpusLine[] {
  const text = readFileSync(join(import.meta.dirname, '..', 'corpus', `${name}.jsonl`), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as CorpusLine);
}

function shellCall(command: string): DumpedCall {
  return { name: command, request: { tool: 'bash', input: { command }, cwd: '/home/u/project' } };
}

async function dumped(world: World, call: DumpedCall): Promise<DumpedDecision> {
  const gate = gateOf(world, call.released);
  for (const earlier of call.before ?? []) await decided(earlier, gate);
  const [asked, judged] = [gate.asked.length, gate.classified.length];
  const decision = await decided(call.request, gate, call.cancelled);
  const { outcome, stage, tier, rule, reason, remedy, fragment, outage, summary, trace } = decision;
  return {
    world: world.name,
    call: call.name,
    outcome,
    stage,
    tier,
    rule,
    reason,
    remedy,
    fragment,
    outage,
    summary,
    trace,
    asked: gate.asked.length - asked,
    judged: gate.classified.length - judged,
  };
}

/** A line of `decisions.jsonl`, with the world that it describes. */
function decisionCase(example: CorpusLine): Promise<DumpedDecision> {
  const settings = (example['settings'] ?? {}) as Readonly<Record<string, unknown>>;
  const judge = example['classifier'] as string | undefined;
  const world: World = {
    name: 'corpus',
    ...settings,
    fastPaths: settings['workspaceEdits'] !== false,
    files: { ...FILES, ...(example['files'] as World['files']) },
    held: (example['held'] ?? []) as readonly string[],
    paused: example['paused'] === true,
    judgeUsable: example['classifierUsable'] !== false,
    ...(judge === undefined ? {} : { judge: judge.endsWith('_deny') ? `block ${judge}` : judge }),
    ...(example['user'] === undefined ? {} : { user: example['user'] as NonNullable<World['user']> }),
  };
  const before = example['before'] as DumpedCall['before'];
  return dumped(world, {
    name: String(example['name']),
    request: example['request'],
    ...(before === undefined ? {} : { before }),
  });
}
