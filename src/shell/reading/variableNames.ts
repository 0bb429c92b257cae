/** What variables mean to the shell and to the programs that it starts. */

/** Set by the shell, so an assignment does not determine their value. */
const KEPT_BY_SHELL =
  /^(?:_|BASH.*|COMP_.*|DIRSTACK|EPOCH.*|EUID|FUNCNAME|GROUPS|HISTCMD|LINENO|MAPFILE|OLDPWD|OPTARG|OPTIND|PIPESTATUS|PPID|PWD|RANDOM|READLINE.*|REPLY|SECONDS|SHELLOPTS|SHLVL|SRANDOM|UID|\d.*)$/;

/** They change which programs run, or the shell itself. */
const SHELL_CONTROLS =
  /^(?:PATH|IFS|ENV|BASH.*|CDPATH|PROMPT_COMMAND|PS[0-4]|SHELLOPTS|POSIXLY_CORRECT|HOME|SHELL|GLOBIGNORE|EXECIGNORE|FIGNORE|FUNCNEST|HISTFILE|INPUTRC|TMPDIR|TERMINFO|LOCPATH|NLSPATH)$/;

/** They change the code or files of well-known programs. */
const PROGRAM_CONTROLS =
  /^(?:(?:LD|DYLD|GIT|PYTHON|PERL|RUBY|GEM|BUNDLE|CARGO|RUST|LUA|PHP|SSH|GPG|LESS|MAN|npm|NPM|YARN|PNPM|DOCKER|CONTAINER|COMPOSE|KUBE|HELM|TF|ANSIBLE|XDG|GCONV|MALLOC|JAVA|JDK|MAVEN|GRADLE|DOTNET|CORECLR|COR|SUDO|TAR|ZIP|RSYNC|CVS|SVN|HG|EMACS|VIM|ELECTRON|VSCODE|CLAUDE|CODEX|AUTOMODE|AUTO_MODE).*|NODE_(?:OPTIONS|PATH|EXTRA_CA_CERTS|TLS_REJECT_UNAUTHORIZED|REPL.*|V8.*|REDIRECT.*)|GO(?:FLAGS|PATH|ROOT|ENV|PROXY|PRIVATE|TOOLCHAIN|BIN|NOSUMDB|SUMDB|INSECURE)|CLASSPATH|LIBPATH|LIBRARY_PATH|CPATH|C_INCLUDE_PATH|MAKEFLAGS|MFLAGS|GNUMAKEFLAGS|CC|CXX|LD|AR|AS|CPP|PKG_CONFIG.*|ACLOCAL.*|BROWSER|EDITOR|VISUAL|FCEDIT|RIPGREP_CONFIG_PATH|FZF.*|BAT_.*|DELTA_.*|GREP_.*|JQ_.*|WGETRC|CURL_.*|SSL_.*|REQUESTS_.*|AWS_(?:CONFIG_FILE|SHARED_CREDENTIALS_FILE|CA_BUNDLE|DATA_PATH|ENDPOINT.*)|(?:https?|ftp|all|no)_proxy|(?:HTTPS?|FTP|ALL|NO)_PROXY|.*(?:PAGER|EDITOR|ASKPASS|PRELOAD|_OPTIONS|_OPTS|_WRAPPER|_LAUNCHER))$/;

/** As a pager or editor. */
const HARMLESS_VALUES = new Set(['cat', 'less', 'more', 'true', ':']);
const TAKES_HARMLESS_VALUE = /^(?:GIT_|MAN)?(?:PAGER|EDITOR)$|^(?:GIT_SEQUENCE_EDITOR|VISUAL)$/;

/** Whether the assigned value is the value that it then has. */
export function keepsItsValue(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEPT_BY_SHELL.test(name);
}

/** Whether setting it changes what later commands of the line are or do. */
export function changesCommands(name: string, value: string | undefined): boolean {
  if (name === 'GIT_TERMINAL_PROMPT' || name === 'NODE_ENV') return false;
  if (value !== undefined && TAKES_HARMLESS_VALUE.test(name) && HARMLESS_VALUES.has(value)) return false;
  return SHELL_CONTROLS.test(name) || PROGRAM_CONTROLS.test(name);
}
