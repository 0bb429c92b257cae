import { GENERIC } from '../../agents/generic/dialect';
import { recogniseDialect } from '../../agents/recogniseDialect';
import type { PermissionEntry } from '../../rules/permissionEntry';
import { dryRun, type DryRunWorld, type DryVerdict } from '../../engine/trial/dryRun';
import { underChange } from '../../engine/trial/replay';
import type { TriedSection, TriedVerdict, TrialResult } from '../../panel/trial';
import { visibleLine, visibleLines } from '../../common/visibleText';

export interface TrialParts {
  readonly world: DryRunWorld;
  readonly folder: string | undefined;
  readonly explain: (command: string, folder: string | undefined) => Promise<string>;
  readonly ruleProblem: (rule: string) => string | undefined;
}

export interface Trial {
  /** A command line, or JSON for `autoMode.check` or from a hook. */
  readonly text: string;
  readonly rule: string;
  readonly section: TriedSection;
}

export interface WrittenCall {
  readonly request: Readonly<Record<string, unknown>>;
  readonly command?: string;
  readonly brokenJson: boolean;
}

/** Runs, asks and counts nothing. Text in the result is visible. */
export async function triedCall({ text, rule, section }: Trial, parts: TrialParts): Promise<TrialResult> {
  const { world, explain, ruleProblem } = parts;
  const { request, command, brokenJson } = writtenCall(text, parts.folder);
  const folder = typeof request['cwd'] === 'string' ? request['cwd'] : undefined;
  const problem = rule.trim() === '' ? undefined : ruleProblem(rule);
  const wanted = rule.trim() === '' || problem !== undefined ? undefined : { text: rule, source: 'user' as const };
  const verdict = verdictOf(request, world);
  const withRule = wanted === undefined ? undefined : verdictOf(request, withEntry(world, section, wanted));
  return {
    tool: shownName(request['tool']) ?? '?',
    agent: shownName(request['agent']),
    folder: folder === undefined ? undefined : visibleLine(folder),
    brokenJson,
    verdict,
    ...(command === undefined ? {} : { explanation: visibleLines(await explain(command, folder)) }),
    ...(withRule === undefined ? {} : { withRule, ruleChanges: differ(verdict, withRule) }),
    ...(problem === undefined ? {} : { ruleProblem: visibleLine(problem) }),
  };
}

/** No agent is named. */
const UNKNOWN = '';

/** Anything but a JSON object is a command line. */
export function writtenCall(text: string, folder: string | undefined): WrittenCall {
  const cwd = folder === undefined ? {} : { cwd: folder };
  const asCommand = (brokenJson: boolean): WrittenCall => ({
    request: { tool: 'bash', input: { command: text }, ...cwd },
    command: text,
    brokenJson,
  });
  if (!text.trimStart().startsWith('{')) return asCommand(false);
  let value: Readonly<Record<string, unknown>>;
  try {
    value = JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return asCommand(true);
  }
  if (!Object.hasOwn(value, 'tool_name')) return { request: { ...cwd, ...value }, brokenJson: false };
  const agent = recogniseDialect(UNKNOWN, text);
  return {
    request: {
      tool: value['tool_name'],
      input: value['tool_input'],
      ...cwd,
      ...(typeof value['cwd'] === 'string' ? { cwd: value['cwd'] } : {}),
      agent: agent === UNKNOWN ? GENERIC : agent,
    },
    brokenJson: false,
  };
}

function withEntry(world: DryRunWorld, section: TriedSection, entry: PermissionEntry): DryRunWorld {
  return underChange(world, (configuration) => {
    const { permissions } = configuration;
    return { ...configuration, permissions: { ...permissions, [section]: [...permissions[section], entry] } };
  });
}

/** They differ in ending or check. */
function differ(one: TriedVerdict | undefined, other: TriedVerdict | undefined): boolean {
  if (one === undefined || other === undefined) return one !== other;
  return one.outcome !== other.outcome || one.stage !== other.stage || differ(one.afterYes, other.afterYes);
}

/** Runs, asks and counts nothing. Text in it is visible. */
export function verdictOf(request: unknown, world: DryRunWorld): TriedVerdict {
  const run = dryRun(request, world, 'unanswered');
  if (run.kind === 'question') return JUDGED;
  const { decision } = run;
  if (decision.stage !== 'permissions.ask') return shownVerdict(decision, decision.outcome);
  const approved = dryRun(request, world, 'approved');
  return {
    ...shownVerdict(decision, 'ask'),
    // It only says that nobody could be asked.
    reason: undefined,
    remedy: undefined,
    afterYes: approved.kind === 'question' ? JUDGED : shownVerdict(approved.decision, approved.decision.outcome),
  };
}

const JUDGED: TriedVerdict = { outcome: 'judge', stage: 'classifier' };

function shownVerdict(decision: DryVerdict, outcome: TriedVerdict['outcome']): TriedVerdict {
  const { stage, reason, rule, fragment, remedy } = decision;
  return {
    outcome,
    stage,
    reason: visibleLines(reason),
    ...(rule === undefined ? {} : { rule: { ...rule, text: visibleLine(rule.text) } }),
    ...(fragment === undefined ? {} : { fragment: visibleLines(fragment) }),
    ...(remedy === undefined ? {} : { remedy: visibleLines(remedy) }),
  };
}

const MAX_NAME = 256;

function shownName(name: unknown): string | undefined {
  return typeof name === 'string' ? visibleLine(name.slice(0, MAX_NAME)) : undefined;
}
