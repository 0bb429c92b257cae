/** The gate sees another agent's calls only through its hooks. */
import { PROGRAMS } from '../../facts/programs';
import { writtenText, type Word } from '../../shell/model/analysis';
import type { FloorHit } from '../files/fileFloor';
import { ruleHit, writtenCommand, type CheckedCommand, type CommandRule } from './commandCheck';

const RULE: CommandRule = {
  check: 'agent-hooks',
  remedy: 'Start the agent in its usual configuration, so that its hooks are in force.',
};

/** Programs that are agents. */
export const AGENTS: ReadonlySet<string> = new Set([
  ...[
    'claude',
    'codex',
    'gemini',
    'copilot',
    'cursor-agent',
    'opencode',
    'qwen',
    'goose',
    'crush',
    'amp',
    'droid',
    'auggie',
  ],
  ...['pi', 'vibe', 'kiro-cli', 'cline', 'kilo', 'kilocode', 'cn', 'agy'],
]);

/** By agent: another configuration home, or no hooks. */
const AGENT_HOMES =
  /^(?:CLAUDE_CONFIG_DIR|CLAUDE_CODE_SIMPLE|CLAUDE_CODE_SAFE_MODE|CODEX_HOME|COPILOT_HOME|GEMINI_CLI_HOME|GEMINI_CLI_SYSTEM_(?:SETTINGS|DEFAULTS)_PATH|QWEN_HOME|QWEN_CODE_SYSTEM_(?:SETTINGS|DEFAULTS)_PATH|OPENCODE_CONFIG(?:_DIR|_CONTENT)?|OPENCODE_DISABLE_DEFAULT_PLUGINS|OPENCODE_PURE|FACTORY_HOME|AMP_SETTINGS_FILE|PI_CODING_AGENT_DIR|CURSOR_CONFIG_DIR|VIBE_HOME|CLINE_DIR|GOOSE_PATH_ROOT)$/;

/** They matter in front of an agent. */
const COMMON_HOMES = /^(?:HOME|USERPROFILE|XDG_CONFIG_HOME|APPDATA)$/;

const HOOKS_OFF_KEY = /\b(?:disableAllHooks|allowManagedHooksOnly)["']?\s*[:=]\s*["']?true/i;
const CODEX_HOOKS_OFF = /^(?:features\.)?(?:codex_)?hooks\s*=\s*(?:false|0|\{|\[)/;

export function agentSwitches(checked: CheckedCommand): FloorHit | undefined {
  const { command } = checked;
  const { program, args } = opened(checked);
  const isAgent = AGENTS.has(program);
  const startsOne = isAgent || startsAgent(program, args);
  const variable = checked.variables.find(
    ({ name }) => AGENT_HOMES.test(name) || (startsOne && COMMON_HOMES.test(name)),
  );
  if (variable !== undefined) {
    return ruleHit(RULE, 'give an agent another configuration, without the hooks of Auto Mode', `${variable.name}=`);
  }
  if (isAgent && changesOwnSettings(program, args)) {
    return ruleHit(RULE, "change hooks or permissions in an agent's own settings", writtenCommand(command));
  }
  if (!isAgent || !switchesOff(program, args)) return undefined;
  return ruleHit(RULE, "start an agent with the gate's hooks switched off", writtenCommand(command));
}

/** They run packages by name. */
const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|npm|pnpm|yarn|bun|uvx|deno)$/;
const PACKAGES: readonly (readonly [RegExp, string])[] = [
  [/(?:^|[/:])claude-code(?:@|$)/, 'claude'],
  [/(?:^|[/:])@openai\/codex(?:@|$)/, 'codex'],
  [/(?:^|[/:])gemini-cli(?:@|$)/, 'gemini'],
  [/(?:^|[/:])qwen-code(?:@|$)/, 'qwen'],
  [/(?:^|[/:])@github\/copilot(?:@|$)/, 'copilot'],
  [/(?:^|[/:])opencode-ai(?:@|$)/, 'opencode'],
  [/(?:^|[/:])pi-coding-agent(?:@|$)/, 'pi'],
];

/** `npx @anthropic-ai/claude-code --bare` as what it runs. */
function opened({ program, args }: CheckedCommand): { readonly program: string; readonly args: readonly Word[] } {
  if (!PACKAGE_RUNNERS.test(program)) return { program, args };
  for (const [index, { text }] of args.slice(0, 16).entries()) {
    const found = PACKAGES.find(([name]) => name.test((text ?? '').slice(0, 256)));
    if (found !== undefined) return { program: found[1], args: args.slice(index + 1) };
  }
  return { program, args };
}

/** Sub-commands that change guarded parts of an agent's files. */
const OWN_SETTINGS: Readonly<Record<string, RegExp>> = {
  claude:
    /^config (?:set|add|remove|unset|rm) .*(?:hook|permission|defaultMode|trust|sandbox|apiKeyHelper|allowedTools)/i,
  codex: /^features (?:disable|set) (?:codex_)?hooks/,
  gemini: /^(?:hooks (?:disable|uninstall|remove)|config set .*(?:hook|tools|security))/,
  qwen: /^(?:hooks (?:disable|uninstall|remove)|config set .*(?:hook|tools|security))/,
  amp: /^permissions? (?:add|edit|remove|set)\b/,
};

function changesOwnSettings(program: string, args: readonly Word[]): boolean {
  const operands = args.map(writtenText).filter((text) => !text.startsWith('-'));
  return OWN_SETTINGS[program]?.test(operands.join(' ').slice(0, 4_096)) ?? false;
}

/** `env HOME=/x claude` */
function startsAgent(program: string, args: readonly Word[]): boolean {
  return PROGRAMS.variableSetters.has(program) && args.some(({ text }) => AGENTS.has(text?.replace(/^.*\//, '') ?? ''));
}

function switchesOff(program: string, args: readonly Word[]): boolean {
  const texts = args.map((word) => writtenText(word).slice(0, 8_192));
  // The agent's prompt is data.
  const promptFrom = texts.findIndex((text) => text === '-p' || text === '--print' || text === '--prompt');
  return texts.some((text, index) => {
    const [name, glued] = splitOption(text);
    const value = glued ?? texts[index + 1] ?? '';
    if (promptFrom !== -1 && index === promptFrom + 1) return false;
    switch (program) {
      case 'claude':
        if (name === '--bare' || name === '--safe-mode') return true;
        if (name === '--settings') return HOOKS_OFF_KEY.test(value);
        return name === '--setting-sources' && !/\buser\b/.test(value);
      case 'codex':
        if (name === '-c' || name === '--config') return CODEX_HOOKS_OFF.test(value.trim());
        return (name === '--disable' && /^(?:codex_)?hooks$/.test(value)) || name === '--ignore-user-config';
      case 'copilot':
        return name === '--config-dir' || name === '--disable-hooks' || name === '--no-hooks';
      case 'opencode':
        return name === '--pure';
      case 'pi':
        return name === '--no-extensions' || name === '-ne';
      default:
        return name === '--no-hooks' || name === '--disable-hooks';
    }
  });
}

function splitOption(text: string): readonly [string, string?] {
  const equals = text.startsWith('--') ? text.indexOf('=') : -1;
  return equals === -1 ? [text] : [text.slice(0, equals), text.slice(equals + 1)];
}
