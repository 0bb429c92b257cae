/**
 * Programs that run a project's own code and do without network: contained by default. `program` alone, or with the
 * word that must come first. The user's setting adds and removes.
 */
export const CONTAINED_COMMANDS: readonly string[] = [
  // Package runners: scripts, and installed tools.
  'npm test,npm t,npm tst,npm run,npm run-script,pnpm test,pnpm t,pnpm run,pnpm exec,yarn test,yarn run,yarn exec',
  'yarn lint,yarn build,yarn typecheck,yarn format,pnpm lint,pnpm build,pnpm typecheck,pnpm format,bun test,bun run',
  'npx,pnpm dlx,bunx,npm exec',
  // JavaScript.
  'node,nodejs,tsx,ts-node,deno test,deno check,deno lint,deno fmt,jest,vitest,mocha,ava,tap,tape,jasmine,nyc,c8,uvu',
  'tsc,vue-tsc,svelte-check,eslint,oxlint,prettier,biome,stylelint,standard,xo,knip,depcheck,markdownlint',
  'esbuild,rollup,swc,babel,tsup,webpack build,vite build,next build,next lint,astro check,astro build,ng build,ng test',
  'nx test,nx build,nx lint,nx run,nx run-many,turbo run,turbo build,turbo test,lerna run,size-limit,playwright test',
  // Python.
  'python,python3,pytest,py.test,tox,nox,coverage,ruff,black,isort,flake8,mypy,pyright,pylint,yapf,bandit',
  'uv run,poetry run,pipenv run,hatch run,pdm run,rye run',
  // Other languages.
  'go test,go vet,go build,go run,go fmt,go generate,gofmt,golangci-lint run,staticcheck',
  'cargo test,cargo nextest,cargo check,cargo build,cargo clippy,cargo fmt,cargo run,cargo bench,cargo doc,rustc,rustfmt',
  'make,gmake,cmake,ctest,ninja,meson,bazel test,bazel build,gcc,g++,cc,c++,clang,clang++,clang-format,clang-tidy',
  'java,javac,mvn,mvnw,gradle,gradlew,kotlinc,ktlint,scalac,sbt',
  'ruby,rspec,rake,rubocop,bundle exec,perl,prove,php,phpunit,phpstan,composer test,composer run-script',
  'dotnet test,dotnet build,dotnet format,dotnet run,mix test,mix compile,mix format,mix credo,swift test,swift build',
  'flutter test,flutter analyze,dart test,dart analyze,dart format,zig build,zig test,elixir,ghc,stack test,cabal test',
  'bats,shellcheck,shfmt,busted,lua,luajit,Rscript,julia,ocaml,dune build,dune test,hadolint,yamllint,actionlint',
  'terraform fmt,terraform validate,tflint,sqlfluff,buf lint,buf format,protoc,just,task,mise run',
].flatMap((names) => names.split(','));

/** A script or target whose name begins so serves, publishes or fetches: no use without network. */
export const NEEDS_NETWORK: ReadonlySet<string> = new Set(
  (
    'dev start serve server preview watch storybook deploy publish release login install add ci update upgrade audit ' +
    'outdated push pull fetch download docker up down migrate seed db e2e smoke tunnel ngrok expo ios android'
  ).split(' '),
);

/** The word after these programs names a script or target. */
export const RUNS_SCRIPTS: ReadonlySet<string> = new Set(
  'npm pnpm yarn bun make gmake just task mise turbo nx lerna rake composer'.split(' '),
);

/** They fetch what is not installed. */
export const FETCHES_MISSING: ReadonlySet<string> = new Set(['npx', 'bunx', 'pnpx']);
