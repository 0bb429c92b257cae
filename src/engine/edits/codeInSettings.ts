/** A few entries of ordinary files make a program run other code. */
import type { LocatedTouch } from '../../files/pathResolution';
import { parseJsonWithComments } from '../../files/jsonComments';
import { presentText, resultingText, type KnownText } from '../../files/resultingText';
import type { FileSystem } from '../../files/fileSystem';
import { canonical } from '../../common/canonicalJson';
import type { JsonObject, JsonValue } from '../../common/json';

const TYPESCRIPT = /(?:^|[\\/])(?:ts|js)config(?:\.[\w.-]+)?\.json$/i;
const ENVIRONMENT = /(?:^|[\\/])\.env(?:\.[\w.-]+)?$/i;

/** They choose programs, or code that programs load. */
const RUNS =
  /^[ \t]*(?:export[ \t]+)?["']?((?:NODE_OPTIONS|NODE_PATH|PATH|BASH_ENV|ENV|PROMPT_COMMAND|LD_\w+|DYLD_\w+|PYTHON(?:PATH|STARTUP|HOME|BREAKPOINT)|RUBYOPT|RUBYLIB|PERL5OPT|PERL5LIB|PERL5DB|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS|MAVEN_OPTS|GRADLE_OPTS|GIT_\w+|EDITOR|VISUAL|PAGER|BROWSER|SHELL|ZDOTDIR|HOME|XDG_CONFIG_HOME|npm_config_\w+|NPM_CONFIG_\w+|UV_\w+|PIP_\w+|COREPACK_\w+|ELECTRON_RUN_AS_NODE|DOTNET_STARTUP_HOOKS|CLAUDE_\w+|CODEX_\w+|ANTHROPIC_BASE_URL|OPENAI_BASE_URL)["']?[ \t]*[=:].*)$/gim;

/** Undefined: unknown. */
type Part = (text: string) => string | undefined;

const typescriptPart: Part = (text) => {
  const value = parseJsonWithComments(text);
  if (value === undefined || !isObject(value)) return undefined;
  const compiler = value['compilerOptions'];
  return canonical([
    value['extends'] ?? null,
    value['ts-node'] ?? null,
    (compiler !== undefined && isObject(compiler) ? compiler['plugins'] : undefined) ?? null,
  ]);
};

const environmentPart: Part = (text) => Array.from(text.matchAll(RUNS), ([, line = '']) => line.trim()).join('\n');

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Named like a protected path, if an entry is added or changed. */
export function codeInSettings(touch: LocatedTouch, files: FileSystem): string | undefined {
  const { change, resolved } = touch;
  if (change !== 'overwrite' && change !== 'in-place' && change !== 'rename-to') return undefined;
  const name = resolved.candidates.find((path) => TYPESCRIPT.test(path) || ENVIRONMENT.test(path));
  if (name === undefined) return undefined;
  const part = TYPESCRIPT.test(name) ? typescriptPart : environmentPart;
  const pattern = TYPESCRIPT.test(name)
    ? 'tsconfig.json: plugins, extends, ts-node'
    : '.env: variables that choose programs';
  const before = presentText(touch, files);
  const after = resultingText(touch, before);
  const becomes = partOf(after, part);
  if (becomes === undefined) return pattern;
  // Without an entry nothing runs.
  if (becomes === partOf('absent', part)) return undefined;
  return becomes === partOf(before, part) ? undefined : pattern;
}

function partOf(text: KnownText, part: Part): string | undefined {
  if (text === 'unknown') return undefined;
  return part(text === 'absent' ? (part === typescriptPart ? '{}' : '') : text.text);
}
