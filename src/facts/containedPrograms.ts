/**
 * They run a project's code without network, so are contained by default. `program` alone, or with the word that must
 * come first. The user's setting adds and removes.
 */
export const CONTAINED_COMMANDS: readonly string[] = [
  // Package runners: scripts, and installed tools.
  'npm test,npm t,npm tst,npm run,npm run-script,pnpm test,pnpm t,pnpm run,pnpm exec,yarn test,yarn run,yarn exec',
  'yarn lint,yarn build,yarn typecheck,yarn format,pnpm lint,pnpm build,pnpm typecheck,pnpm format,bun test,bun run',
  'npx,bunx,npm exec',
  // JavaScript.
  'node,nodejs,tsx,ts-node,deno test,deno check,deno lint,deno fmt,jest,vitest,mocha,ava,tap,tape,jasmine,nyc,c8,uvu',
  'tsc,vue-tsc,svelte-check,eslint,oxlint,prettier,biome,stylelint,standard,xo,knip,depcheck,markdownlint',
  'esbuild,rollup,swc,babel,tsup,webpack build,vite build,next build,next lint,astro check,astro build,ng build,ng test',
  'nx test,nx build,nx lint,nx run,nx run-many,turbo run,turbo build,turbo test,lerna run,size-limit,playwright test',
  'browserslist,tsd,attw,publint,madge,syncpack,remark,cspell,dprint,rimraf,concurrently,npm-run-all,run-s,run-p,cross-env',
  // Python.
  'python,python3,pytest,py.test,pytest-3,coverage,python3-coverage,ruff,black,isort,flake8,mypy,pyright,pylint,yapf,bandit',
  'uv run,poetry run,pipenv run,pdm run,rye run',
  // Other languages.
  'go test,go vet,go build,go run,go fmt,go generate,gofmt,golangci-lint run,staticcheck',
  'cargo test,cargo nextest,cargo check,cargo build,cargo clippy,cargo fmt,cargo run,cargo bench,cargo doc,rustc,rustfmt',
  'make,gmake,cmake --build,ctest,ninja,meson compile,meson test,gcc,g++,cc,c++,clang,clang++,clang-format,clang-tidy',
  'java,javac,jar,ant,mvn,mvnw,kotlinc,ktlint,scalac',
  'ruby,rspec,rake,rubocop,bundle exec,perl,prove,php,phpunit,phpstan,composer test,composer run-script',
  'dotnet test,dotnet build,dotnet format,dotnet run,mix test,mix compile,mix format,mix credo,swift test,swift build',
  'dart test,dart analyze,dart format,zig build,zig test,elixir,ghc,cabal test',
  'bats,shellcheck,shfmt,busted,lua,luajit,Rscript,julia,ocaml,dune build,dune test,hadolint,yamllint,actionlint',
  'terraform fmt,terraform validate,tflint,sqlfluff,buf lint,buf format,protoc,just,task,mise run',
].flatMap((names) => names.split(','));

/** Scripts and targets with such a beginning serve, publish or fetch: no use without network. */
export const NEEDS_NETWORK: ReadonlySet<string> = new Set(
  (
    'dev start serve server preview watch storybook deploy publish release login install add ci update upgrade audit ' +
    'outdated push pull fetch download docker up down migrate seed db e2e smoke tunnel ngrok expo ios android'
  ).split(' '),
);

/** The next word names a script or target. */
export const RUNS_SCRIPTS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun make gmake just task mise turbo nx lerna rake composer npx bunx'.split(' '),
);

/** They fetch what is missing. */
export const FETCHES_MISSING: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx', 'npm exec', 'npm x']);

/** A word that is no command of theirs names an installed tool. */
export const RUNS_INSTALLED: ReadonlySet<string> = new Set(['pnpm', 'yarn', 'bun']);

/**
 * They write where a contained run cannot, or load into folders that it does not see: `~/.gradle`, own environments,
 * the SDK. A workspace's own starter does too.
 */
export const NOT_CONTAINED: ReadonlySet<string> = new Set(
  'gradle gradlew tox nox hatch bazel bazelisk sbt stack flutter'.split(' '),
);

/** In Python: `-m pip`. */
export const NETWORK_MODULES: ReadonlySet<string> = new Set([
  'pip',
  'http.server',
  'ensurepip',
  'twine',
  'venv',
  'virtualenv',
  'uvicorn',
  'flask',
]);

export interface LeadingOptions {
  readonly flags: ReadonlySet<string>;
  /** Their value is the next word, or behind `=`. */
  readonly valued: ReadonlySet<string>;
}

/** Options before the word that says what to do. Unknown ones are that word. */
export const LEADING_OPTIONS: ReadonlyMap<string, LeadingOptions> = new Map(
  Object.entries({
    npm: ['-s --silent -q --quiet --workspaces -ws --include-workspace-root --if-present', '--prefix -w --workspace'],
    npx: ['--no-install --no --offline --prefer-offline -q --quiet', ''],
    pnpm: ['-r --recursive -s --silent -w --workspace-root --if-present --parallel', '-C --dir -F --filter --prefix'],
    yarn: ['-s --silent', '--cwd workspace'],
    bun: ['--silent --bun', '--cwd --filter'],
    cargo: ['-q --quiet -v --verbose --offline --locked --frozen', '--manifest-path --color'],
    go: ['', '-C'],
    mvn: ['-o --offline -q --quiet -B -ntp', '-f --file -pl'],
    uv: ['--offline -q --quiet', '--directory --project'],
    poetry: ['-q --quiet -n --no-interaction', '-C --directory -P --project'],
    turbo: ['', '--cwd'],
    composer: ['-q --quiet -n --no-interaction', '-d --working-dir'],
  }).map(([name, [flags = '', valued = '']]) => [
    name,
    { flags: new Set(flags.split(' ')), valued: new Set(valued.split(' ')) },
  ]),
);

/** Shells that run a script. */
export const SCRIPT_SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'dash', 'zsh']);
