/** Hooks alone show the gate other agents' calls. */
import { AGENT_PROGRAMS } from '../../facts/agentPrograms';
import { AGENTS } from '../../facts/agents';
import type { AgentFacts, HookSwitch } from '../../facts/agents/agentFacts';
import { PROGRAMS } from '../../facts/programs';
import { writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'agent-hooks',
  remedy: 'Start the agent in its usual configuration, so that its hooks are in force.',
};

const AGENT_VARIABLES: ReadonlySet<string> = new Set(AGENTS.flatMap(({ variables = [] }) => variables));

/** Before an agent they count. */
const COMMON_HOMES = /^(?:HOME|USERPROFILE|XDG_CONFIG_HOME|APPDATA)$/;

export function agentSwitches(checked: CheckedCommand): FloorHit | undefined {
  const { program, args } = checked;
  const starts = agentStarts(program, args);
  const startsOne = starts.length > 0 || setsVariablesFor(program, args);
  const variable = checked.variables.find(
    ({ name }) => AGENT_VARIABLES.has(name) || (startsOne && COMMON_HOMES.test(name)),
  );
  if (variable !== undefined) {
    return ruleHit(RULE, 'give an agent another configuration, without the hooks of Auto Mode', `${variable.name}=`);
  }
  const written = (): string => writtenCommand(checked.command);
  if (starts.some(changesOwnSettings)) {
    return ruleHit(RULE, "change hooks or permissions in an agent's own settings", written());
  }
  return starts.some(switchesHooksOff)
    ? ruleHit(RULE, "start an agent with the gate's hooks switched off", written())
    : undefined;
}

interface AgentStart {
  readonly agent: AgentFacts;
  readonly args: readonly Word[];
}

const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|uvx|deno)$/;
const PACKAGES = AGENTS.flatMap((agent) =>
  (agent.packages ?? []).map((name) => ({ agent, named: new RegExp(`(?:^|[/:])${name}(?:@|$)`) })),
);

/** `npx @anthropic-ai/claude-code --bare` counts as its package; a runner may run any package that it names. */
function agentStarts(program: string, args: readonly Word[]): readonly AgentStart[] {
  const agent = AGENTS.find(({ programs }) => programs.includes(program));
  if (agent !== undefined) return [{ agent, args }];
  if (!PACKAGE_RUNNERS.test(program)) return [];
  return args.slice(0, 16).flatMap(({ text }, index) =>
    PACKAGES.filter(({ named }) => named.test((text ?? '').slice(0, 256))).map((found) => ({
      agent: found.agent,
      args: args.slice(index + 1),
    })),
  );
}

function changesOwnSettings({ agent, args }: AgentStart): boolean {
  const operands = args.map(writtenText).filter((text) => !text.startsWith('-'));
  return agent.changesSettings?.test(operands.join(' ').slice(0, 4_096)) ?? false;
}

function setsVariablesFor(program: string, args: readonly Word[]): boolean {
  return (
    PROGRAMS.variableSetters.has(program) &&
    args.some(({ text }) => AGENT_PROGRAMS.has(text?.replace(/^.*\//, '') ?? ''))
  );
}

const USUAL_SWITCHES: readonly HookSwitch[] = [{ options: ['--no-hooks', '--disable-hooks'] }];

function switchesHooksOff({ agent, args }: AgentStart): boolean {
  const texts = args.map((word) => writtenText(word).slice(0, 8_192));
  // A prompt is data.
  const promptFrom = texts.findIndex((text) => text === '-p' || text === '--print' || text === '--prompt');
  return texts.some((text, index) => {
    if (promptFrom !== -1 && index === promptFrom + 1) return false;
    const [name, glued] = splitOption(text);
    const value = glued ?? texts[index + 1] ?? '';
    return (agent.switchesHooksOff ?? USUAL_SWITCHES).some(
      ({ options, off, offUnless }) =>
        options.includes(name) && off?.test(value) !== false && offUnless?.test(value) !== true,
    );
  });
}

function splitOption(text: string): readonly [string, string?] {
  const equals = text.startsWith('--') ? text.indexOf('=') : -1;
  return equals === -1 ? [text] : [text.slice(0, equals), text.slice(equals + 1)];
}
