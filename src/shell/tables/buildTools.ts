/** Only version queries are proven. */
import { table } from '../../common/table';
import type { CommandCall, CommandSpec } from '../model/commandTable';
import { options } from '../model/tableNotation';

/**
 * They print and stop. Programs that ask a project's copy or plugin are missing: `jest`, `webpack`, `ng`, `pytest`, ...
 */
const VERSION_WORDS: Readonly<Record<string, readonly string[]>> = table({
  '--version|--help': [
    'g++ clang++ ninja meson autoconf automake libtool pkg-config protoc swift swiftc ghc stack cabal',
    'gfortran ld as nm objdump readelf strip valgrind gdb ccache cppcheck clang-tidy sqlite3 mysql psql redis-cli',
    'redis-server pg_dump mysqldump shellcheck hadolint yamllint markdownlint vault consul nomad',
    'esbuild rollup rspack swc biome oxlint dprint stylelint hatch twine sphinx-build jupyter gitleaks hugo',
    'starship fzf zoxide eza lsd delta bat just direnv dart elixir buf supabase railway',
    'stripe golangci-lint ncdu hyperfine tokei',
  ],
  '-v|--version|-h|--help': ['node prettier corepack vite vitest volta fnm claude'],
  '-V|--version|-h|--help': ['rustc rustfmt rustdoc wasm-pack rake mypy ruff codex'],
  '-V|--version|-VV|-h|--help': ['python python3 python2 pypy pypy3'],
  '-v|-V|--version|-h|--help': ['deno perl php ruby tsc eslint'],
  '--version|-v|--help|-h': ['make gmake gcc cc clang'],
  '-version|--version|-help|--help': ['java javac javadoc jar jshell kotlin kotlinc scala scalac groovy ant'],
  '--version|--help|-h': ['cmake ctest cpack black'],
  '-v|--version|-V': ['nginx lua luajit'],
  '-version|-h': ['ffprobe'],
  // `-V` goes on.
  '-v|--version': ['mvn mvnd gradle'],
});

/** Installed by Volta, they start the project's own copy. */
const OF_NPM = new Set(
  'prettier vite vitest tsc eslint esbuild rollup rspack swc biome oxlint dprint stylelint markdownlint'.split(' '),
);

/** They load code before a version is printed. */
const VARIABLES = [
  ...[
    'NODE_OPTIONS',
    'NODE_PATH',
    'PYTHONPATH',
    'PYTHONHOME',
    'PYTHONSTARTUP',
    'PERL5OPT',
    'PERL5LIB',
    'PERL5DB',
    'RUBYOPT',
    'RUBYLIB',
  ],
  ...[
    'PHPRC',
    'PHP_INI_SCAN_DIR',
    'JAVA_TOOL_OPTIONS',
    'JDK_JAVA_OPTIONS',
    '_JAVA_OPTIONS',
    'MAVEN_*',
    'GRADLE_OPTS',
    'MAKEFLAGS',
  ],
  ...['RUSTC*', 'RUSTUP_TOOLCHAIN', 'GCC_EXEC_PREFIX', 'COMPILER_PATH'],
];

function versionOnly({ options: given, operands }: CommandCall): string | undefined {
  return given.length > 0 && operands.length === 0 ? undefined : 'only its version and usage are asked for by reading';
}

function versionForm(name: string, words: string): CommandSpec {
  return {
    names: [name],
    options: options(...words.split('|')),
    // Clusters of these mean something else.
    style: 'long',
    readOnly: true,
    objection: versionOnly,
    variables: OF_NPM.has(name) ? [...VARIABLES, 'VOLTA_HOME'] : VARIABLES,
  };
}

export const BUILD_TOOLS: readonly CommandSpec[] = Object.entries(VERSION_WORDS).flatMap(([words, names]) =>
  names.flatMap((list) => list.split(' ').map((name) => versionForm(name, words))),
);

/** Their tables know no more than how to ask for a version. */
export const VERSION_ONLY: ReadonlySet<string> = new Set(BUILD_TOOLS.flatMap(({ names }) => names));
