/** Compilers, interpreters and build tools, whose version can be asked for. Nothing else of theirs is proven to only read. */
import type { CommandCall, CommandSpec } from '../commandTable';
import { options } from './tableNotation';

/**
 * The exact words that make a program print its version or its usage and stop. Elsewhere these may mean something else (`-v` makes
 * `python` talk while it runs), so each program has its own.
 */
const VERSION_WORDS: Readonly<Record<string, readonly string[]>> = {
  '--version|--help': [
    'g++ clang++ ninja meson autoconf automake libtool pkg-config protoc bazel buck2 swift swiftc ghc stack cabal elixir mix rebar3',
    'gfortran ld as nm objdump readelf strip valgrind gdb lldb ccache cppcheck clang-tidy',
    'sqlite3 mysql psql redis-cli redis-server pg_dump mysqldump',
    'pre-commit shellcheck hadolint yamllint markdownlint ansible ansible-playbook vagrant packer vault consul nomad skaffold',
    'esbuild rollup turbo nx lerna svelte-kit rspack swc biome oxlint dprint stylelint playwright cypress mocha nyc c8 ts-node',
    'pdm hatch tox nox flake8 pylint isort twine sphinx-build mkdocs jupyter',
    'gitleaks trivy semgrep hugo starship tmux fzf zoxide eza lsd delta',
  ],
  '-v|--version|-h|--help': ['node prettier corepack vite vitest volta fnm n'],
  '-V|--version|-h|--help': ['rustc rustfmt rustdoc wasm-pack'],
  '-V|--version|-VV|-h|--help': ['python python3 python2 pypy pypy3'],
  '-v|-V|--version|-h|--help': [
    'deno perl php ruby irb rake rspec rubocop tsc eslint jest nodemon ng vue black mypy ruff pytest',
  ],
  '--version|-v|--help|-h': ['webpack webpack-cli make gmake gcc cc clang'],
  '-version|--version|-help|--help': ['java javac javadoc jar jshell kotlin kotlinc scala scalac groovy ant'],
  '-V|--version|--help': ['cmake ctest cpack'],
  '-v|--version|-V': ['nginx mvn mvnd lua luajit gradle sbt'],
};

/** What changes the code that one of them loads before it prints its version. */
const VARIABLES = [
  ...['NODE_OPTIONS', 'NODE_PATH'],
  ...[
    'DENO_*',
    'PYTHON*',
    'PERL5*',
    'PERL*',
    'RUBY*',
    'GEM_*',
    'BUNDLE_*',
    'PHP*',
    'JAVA_*',
    'JDK_JAVA_OPTIONS',
    '_JAVA_OPTIONS',
  ],
  ...[
    'MAVEN_*',
    'GRADLE_*',
    'MAKEFLAGS',
    'RUST*',
    'CARGO*',
    'CC',
    'GCC_*',
    'COMPILER_PATH',
    'BASH_ENV',
    'ENV',
    'ZDOTDIR',
    'HOME',
  ],
];

function versionOnly({ options: given, operands }: CommandCall): string | undefined {
  return given.length > 0 && operands.length === 0 ? undefined : 'only its version and usage are asked for by reading';
}

function versionForm(name: string, words: string): CommandSpec {
  return {
    names: [name],
    options: options(...words.split('|')),
    // Whole words only: clusters of these mean something else.
    style: 'long',
    readOnly: true,
    objection: versionOnly,
    variables: VARIABLES,
  };
}

export const BUILD_TOOLS: readonly CommandSpec[] = Object.entries(VERSION_WORDS).flatMap(([words, names]) =>
  names.flatMap((list) => list.split(' ').map((name) => versionForm(name, words))),
);
