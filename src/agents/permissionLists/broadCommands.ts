import { AGENT_PROGRAMS } from '../../facts/agentPrograms';
import { PROGRAMS } from '../../facts/programs';

/** Some of their sub-commands or options run anything. */
const RUNNERS = new Set([
  ...[
    'npm',
    'yarn',
    'pnpm',
    'corepack',
    'cargo',
    'go',
    'uv',
    'pip',
    'pip3',
    'poetry',
    'pipenv',
    'hatch',
    'rye',
    'pdm',
    'tox',
  ],
  ...[
    'nox',
    'conda',
    'mamba',
    'cmake',
    'ninja',
    'just',
    'task',
    'rake',
    'bundle',
    'gem',
    'composer',
    'gradle',
    'gradlew',
  ],
  ...['mvn', 'mvnw', 'ant', 'sbt', 'dotnet', 'mix', 'nix', 'brew', 'apt', 'apt-get', 'dnf', 'yum', 'helm', 'terraform'],
  ...['ansible', 'turbo', 'nx', 'lerna'],
]);
const RUNNING_SUBCOMMANDS = new Set([
  ...['run', 'run-script', 'exec', 'x', 'dlx', 'start', 'create', 'init', 'node', 'eval', 'generate', 'tool', 'shell'],
  ...['install', 'add', 'i', 'ci', 'develop', 'config'],
]);
const VERSION_CONTROL = new Set(['git', 'gh', 'hg', 'svn']);
const RUNNING_VERSION_CONTROL = new Set([
  ...['config', 'alias', 'extension', 'api', 'bisect', 'submodule', 'filter-branch', 'rebase', 'difftool', 'mergetool'],
]);
const CONTAINERS = new Set(['docker', 'podman', 'kubectl', 'vagrant']);
const RUNNING_IN_CONTAINERS = /^(?:exec|run|ssh|debug|create|cp)$/;
/** Editors with an agent, and agents without a gate. */
const OTHER_AGENTS = new Set(['cursor', 'code', 'code-insiders', 'codium', 'aider', 'kiro']);

/**
 * A sentence without its full stop.
 * @param pattern words separated by single blanks, with `*` for any text
 */
export function tooBroad(pattern: string): string | undefined {
  const words = pattern.split(' ');
  const first = words[0] ?? '';
  if (first.includes('*')) return 'it covers programs that it does not name';
  const program = (first.split('/').at(-1) ?? '').toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
  if (AGENT_PROGRAMS.has(program) || OTHER_AGENTS.has(program))
    return `it starts another agent (${program}), which works with permissions of its own`;
  const star = words.findIndex((word) => word.includes('*'));
  if (star === -1) return undefined;
  if (PROGRAMS.runners.has(program)) return `${program} runs whatever stands behind it`;
  const between = words.slice(1, star);
  const named = between.filter((word) => !word.startsWith('-'));
  if (PROGRAMS.shells.has(program) || PROGRAMS.runsCode(program)) {
    // Also `python -c x*`: the text is a program.
    const code = between.some((word) => /^-(?:[a-z]*[cer]|-eval|-exec|-print|p)$/i.test(word));
    return named.length === 0 || code || words[star]?.startsWith('*') === false
      ? `${program} runs whatever program it is given`
      : undefined;
  }
  const isContainer = CONTAINERS.has(program);
  if (!RUNNERS.has(program) && !VERSION_CONTROL.has(program) && !isContainer) return undefined;
  const [subcommand] = named;
  if (subcommand === undefined) return `${program} has sub-commands and options that run any program; name one`;
  const runs = VERSION_CONTROL.has(program) ? RUNNING_VERSION_CONTROL : RUNNING_SUBCOMMANDS;
  const isOpen = isContainer
    ? named.some((word) => RUNNING_IN_CONTAINERS.test(word))
    : named.length === 1 && runs.has(subcommand) && /^[*-]/.test(words[star] ?? '');
  return isOpen ? `${program} ${subcommand} runs whatever stands behind it; name that too` : undefined;
}
