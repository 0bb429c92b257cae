/**
 * Hooks alone show the gate another agent's calls, so no rule settles a start that may be without them. Doubt counts.
 */
import { AGENT_PROGRAMS } from '../facts/agentPrograms';
import { AGENTS } from '../facts/agents';
import { oncePer } from '../common/oncePer';
import { programName, writtenText, type Analysis, type SimpleCommand } from '../shell/model/analysis';
import { variablesSet } from './commands/variablesSet';

const HARMLESS_OPTIONS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  AGENTS.map(({ programs, harmlessOptions }) => [programs[0] ?? '', options(harmlessOptions ?? '')]),
);

/** Of every agent. */
const INFORMATION = options('-h --help -v -V --version');

/** Another word may be a sub-command that changes the configuration. */
const RUN_VERBS = /^(?:exec|e|run|agent|chat)$/;

const PACKAGES: readonly (readonly [RegExp, string])[] = AGENTS.flatMap(({ programs, packages = [] }) =>
  packages.map((name) => [
    new RegExp(`(?:^|[/\\\\])${name.split('/').join('[/\\\\]')}(?:[@/\\\\]|$)`),
    programs[0] ?? '',
  ]),
);

const STARTED_AS: ReadonlySet<string> = new Set(AGENTS.flatMap(({ startedAs = [] }) => startedAs));

const NAMED_AGENT = new RegExp(`\\b(?:${AGENTS.flatMap(({ words = [] }) => words).join('|')})\\b`, 'i');

/** They remove hooks, prompts or the user's configuration. */
const SWITCHES = new RegExp(
  [
    '--(?:dangerously-|yolo\\b|bare\\b|safe-mode|pure\\b|no-hooks|disable-hooks|no-extensions|ignore-user-config|setting-sources',
    'settings\\b|permission-mode|approval-mode|allow-all|full-auto|config-dir)|disableAllHooks|allowManagedHooksOnly',
    'bypassPermissions',
    ...AGENTS.flatMap(({ variables = [], variablesStart }) => variablesStart ?? variables),
  ].join('|'),
);

function options(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}

/** True when in doubt. */
export const mayStartUnhookedAgent = oncePer((analysis: Analysis): boolean => {
  const { commands, script } = analysis;
  // In code, input, or behind an unopened wrapper.
  if (SWITCHES.test(script) && NAMED_AGENT.test(script)) return true;
  const starts = commands.map((command) => ({ command, start: agentStart(command) }));
  if (!starts.some(({ start }) => start !== undefined)) return false;
  if (
    commands.some((command) => variablesSet(command, programName(command) ?? '', command.words.slice(1)).length > 0)
  ) {
    return true;
  }
  return starts.some(({ command, start }) => start !== undefined && !isOrdinary(command, start));
});

interface AgentStart {
  readonly agent: string;
  readonly from: number;
}

function agentStart(command: SimpleCommand): AgentStart | undefined {
  const program = bareName(programName(command) ?? '');
  if (AGENT_PROGRAMS.has(program) || STARTED_AS.has(program)) return { agent: program, from: 1 };
  const second = command.words[1]?.text;
  if (second !== undefined && STARTED_AS.has(`${program} ${second}`)) return { agent: second, from: 2 };
  for (const [index, word] of command.words.entries()) {
    const text = writtenText(word);
    if (text.length > 4_096) continue;
    const found = PACKAGES.find(([name]) => name.test(text));
    if (found !== undefined) return { agent: found[1], from: index + 1 };
    if (index > 0 && AGENT_PROGRAMS.has(bareName(text.slice(text.lastIndexOf('/') + 1)))) {
      // An operand is mostly a name; with such a switch an unopened program may start it.
      const rest = command.words.slice(index + 1).map(writtenText);
      if (rest.some((other) => SWITCHES.test(other))) return { agent: 'other', from: index + 1 };
    }
  }
  return undefined;
}

function bareName(program: string): string {
  return program.replace(/\.(?:exe|cmd)$/i, '').replace(/(?<=.)@[^@/]*$/, '');
}

function isOrdinary({ words, context }: SimpleCommand, { agent, from }: AgentStart): boolean {
  // Another user or machine may have no hooks.
  if (context.asOtherUser || context.elsewhere !== undefined) return false;
  // It may unset the variable that names the configuration.
  if (context.via.includes('env')) return false;
  const known = HARMLESS_OPTIONS.get(agent);
  return words.slice(from).every((word, index) => {
    const text = writtenText(word);
    if (!text.startsWith('-')) return index > 0 || RUN_VERBS.test(text) || !/^[A-Za-z][\w-]*$/.test(text);
    const name = /^--[^=]*/.exec(text)?.[0] ?? text;
    return word.text !== undefined && (INFORMATION.has(name) || known?.has(name) === true);
  });
}
