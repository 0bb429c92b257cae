import { textWord, type VariableAssignment } from '../model/analysis';
import { isHarmless } from './harmlessValues';

const PRESENTATION =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR|CLICOLOR_FORCE|COLUMNS|LINES|TERM|GREP_COLORS?|LS_COLORS|BLOCKSIZE|BLOCK_SIZE)$/;
/** Read by what runs a project; nothing proven does. */
const MODE = /^(?:NODE_ENV|CI)$/;
const PLAIN_VALUE = /^[\w.,:;@+=*-]*(?:\/[\w+-]+)?$/;

/** No program reads these: lower case, or words of scripts. Any other may be exported. */
const OWN_NAME =
  /^(?!.*_?proxy$)_?[a-z][a-z0-9_]*$|^(?:[A-Z]\d*|(?:[A-Z]+_)?(?:DIR|FILE|FILES|NAME|COUNT|RESULT|LINE|NUM|SRC|DEST|TARGET|ROOT|BASE|REPO|BRANCH|COMMIT|SHA|VERSION|PKG|OUT|OUTPUT|PATTERN|TOTAL|START|STOP|INDEX|ID|PID|PORT|URL|DATE|STATUS|CODE|EXIT|RC))$/;
/** Programs read these. */
const TAKEN_NAME = new RegExp(
  `^(?:${[
    'GIT|GH|NODE|NPM|PYTHON|JAVA|GO|CARGO|RUST|DOCKER|KUBE|AWS|XDG|LD|BASH|SSH|SSL|TMP|TEMP|HOME|CURL|HTTP|HTTPS',
    'PYENV|RBENV|NODENV|JENV|GOENV|PLENV|PHPENV|TFENV|ASDF|MISE|RTX|NVM|FNM|VOLTA|SDKMAN|RVM|CONDA|MAMBA|VIRTUAL|VIRTUALENV|PIP|PIPENV|POETRY|UV|PDM',
    'DOTNET|MSBUILD|NUGET|MAVEN|MVN|GRADLE|YARN|PNPM|BUN|DENO|COREPACK|PHP|COMPOSER|RUBY|GEM|BUNDLE|BUNDLER|PERL|LUA|RUSTUP|RUSTC|HOMEBREW|APT|DPKG',
    'COMPOSE|PODMAN|CONTAINER|CONTAINERS|HELM|KUBECTL|TF|TOFU|CLOUDSDK|AZURE|GLAB|GITLAB|GITHUB|RIPGREP|FZF|BAT|LESS|MAN|TERMINFO|MAGIC|GCONV|LOC',
    'JDK|ANDROID|CMAKE|CC|CXX|MAKE|CPATH|PKG|PG|MYSQL|PSQL|SQLITE|SYSTEMD|SUDO|DYLD|GLIBC|MALLOC|OPENSSL|GNUPG|PAGER|EDITOR|SHELL|PERF|GCC',
  ].join('|')})_`,
  'i',
);

/** A final `*` matches any text. */
export function namesVariable(pattern: string, name: string): boolean {
  return pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : pattern === name;
}

/** Undefined: it changes nothing that the program does. */
export function prefixObjection({ name, value, append }: VariableAssignment): string | undefined {
  const text = value.text;
  if (text !== undefined && !append) {
    if (PRESENTATION.test(name) && PLAIN_VALUE.test(text)) return undefined;
    if (isHarmless(name, text) || (MODE.test(name) && /^\w*$/.test(text))) return undefined;
  }
  return `the variable ${name} may change what the program does`;
}

/** The same for the rest of the line. */
export function assignmentObjection(name: string, text: string | undefined): string | undefined {
  if (OWN_NAME.test(name) && !TAKEN_NAME.test(name)) return undefined;
  if (text !== undefined && prefixObjection({ name, value: textWord(text, 0), append: false }) === undefined)
    return undefined;
  return `the variable ${name} may change what the rest of the line does`;
}
