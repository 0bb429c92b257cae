/** Values that change neither a program's files nor what it starts. */

/** They show a person something, or ask one. */
const STARTED = /^(?:[A-Z]+_)*(?:PAGER|EDITOR|ASKPASS)$/;
const HARMLESS_PROGRAM = /^(?:(?:\/usr)?\/bin\/)?(?:cat|true|false|more|less(?: -[FRSX]+)?)$/;

const SWITCHES = new Set([
  ...['GIT_TRACE', 'GIT_TRACE_SETUP', 'GIT_TRACE_PERFORMANCE', 'GIT_TRACE2', 'GIT_TRACE2_PERF'],
  ...['GIT_OPTIONAL_LOCKS', 'GIT_TERMINAL_PROMPT', 'LD_BIND_NOW', 'SYSTEMD_COLORS'],
  ...['COREPACK_ENABLE_AUTO_PIN', 'CGO_ENABLED', 'CHECKPOINT_DISABLE', 'TF_INPUT', 'TF_IN_AUTOMATION'],
  ...[
    'PIP_DISABLE_PIP_VERSION_CHECK',
    'PIP_NO_CACHE_DIR',
    'PIP_NO_INPUT',
    'UV_NO_CACHE',
    'UV_NO_PROGRESS',
    'UV_OFFLINE',
  ],
  ...['POETRY_NO_INTERACTION', 'COMPOSER_NO_INTERACTION'],
  ...['npm_config_audit', 'npm_config_fund', 'npm_config_progress', 'npm_config_update_notifier'],
]);
const SWITCH_VALUES = new Set(['0', '1', 'true', 'false']);

/** zsh takes the value for arithmetic, which may run substitutions. */
export const ZSH_NUMBERS: readonly string[] = ['REPORTTIME', 'REPORTMEMORY', 'DIRSTACKSIZE'];

const NODE_FLAG = /^--(?:max[-_]old[-_]space[-_]size=\d+|no-warnings|no-deprecation)$/;

/** For others empty means the current folder, as for git and gcc. */
const UNSET_WHEN_EMPTY =
  /^(?:(?:LD|DYLD)_[A-Z_]+|BASH_ENV|ENV|(?:NODE|GREP|JAVA_TOOL|JDK_JAVA|_JAVA)_OPTIONS|(?:MAVEN|GRADLE)_OPTS|PERL5OPT|RUBYOPT|MAKEFLAGS|GOFLAGS|NODE_PATH|PYTHON[A-Z]+|PERL5LIB|RUBYLIB|RIPGREP_CONFIG_PATH|KUBECONFIG)$/;

/** False for unknown variables. */
export function isHarmless(name: string, value: string): boolean {
  if (value === '') return UNSET_WHEN_EMPTY.test(name) || STARTED.test(name);
  if (STARTED.test(name)) return HARMLESS_PROGRAM.test(value);
  if (SWITCHES.has(name)) return SWITCH_VALUES.has(value);
  if (ZSH_NUMBERS.includes(name)) return /^-?\d{1,15}$/.test(value);
  return name === 'NODE_OPTIONS' && value.split(' ').every((flag) => NODE_FLAG.test(flag));
}
