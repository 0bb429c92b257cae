import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Decision } from '../../src/engine/model/decision';
import { agentCalls, agentShellCall } from './agentCalls';
import { calls, type DumpedCall } from './calls';
import { decided, gateOf, putQuestions, type PutQuestions, type World } from './gate';
import { AGENT_SHELL_WORLDS, FILES, OTHER_WORLDS, SHELL_WORLDS, SINGLE_WORLDS } from './worlds';

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

/** What was told before the decision with the same place in the list. */
export interface DumpedQuestions extends PutQuestions {
  readonly questionsOf: string;
  readonly world: string;
}

export interface Dumped {
  readonly decision: DumpedDecision;
  readonly questions: DumpedQuestions;
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
export async function* dumpedDecisions(): AsyncGenerator<Dumped> {
  yield* shellDecisions();
  yield* callDecisions();
  yield* singleDecisions();
  yield* agentShellDecisions();
}

function commandLines(): readonly string[] {
  return SHELL_FILES.flatMap((name) => corpus(name)).map(({ command }) => String(command));
}

/** Command lines: all of them under the first world, every seventh under each of the others. */
async function* shellDecisions(): AsyncGenerator<Dumped> {
  const commands = commandLines();
  for (const world of SHELL_WORLDS) {
    const lines = commands.filter((_, index) => world === SHELL_WORLDS[0] || index % 7 === 3);
    for (const command of lines) yield dumped(world, shellCall(command));
  }
}

/** Calls of every kind. */
export async function* callDecisions(): AsyncGenerator<Dumped> {
  for (const world of OTHER_WORLDS) for (const call of calls()) yield dumped(world, call);
  for (const example of corpus('decisions')) yield decisionCase(example);
}

/** Each kind of answer by itself, and the tools of every agent. */
async function* singleDecisions(): AsyncGenerator<Dumped> {
  for (const world of SINGLE_WORLDS) for (const call of calls()) yield dumped(world, call);
  for (const world of [...OTHER_WORLDS, ...AGENT_SHELL_WORLDS])
    for (const call of agentCalls()) yield dumped(world, call);
}

/** Every fourth line, as a call of one of the agents. */
async function* agentShellDecisions(): AsyncGenerator<Dumped> {
  for (const world of AGENT_SHELL_WORLDS)
    for (const [index, line] of commandLines().entries())
      if (index % 4 === 1) yield dumped(world, agentShellCall(line, index));
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

async function dumped(world: World, call: DumpedCall): Promise<Dumped> {
  const gate = gateOf(world, call.released);
  for (const earlier of call.before ?? []) await decided(earlier, gate);
  const [asked, judged] = [gate.asked.length, gate.classified.length];
  const decision = await decided(asAsked(call.request, world), gate, call.cancelled);
  const { outcome, stage, tier, rule, reason, remedy, fragment, outage, summary, trace } = decision;
  return {
    decision: {
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
    },
    questions: { questionsOf: call.name, world: world.name, ...putQuestions(gate) },
  };
}

function asAsked(request: unknown, { judgesItself }: World): unknown {
  return judgesItself === true && typeof request === 'object' ? { ...request, judgesItself } : request;
}

/** A line of `decisions.jsonl`, with the world that it describes. */
function decisionCase(example: CorpusLine): Promise<Dumped> {
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
