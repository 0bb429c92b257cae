import { table } from '../common/table';

/**
 * What listing programs read of a project. Other keys, and values that are not plain, may run code or name a host.
 * Without `harmless` a file's existence ends the proof.
 */
export interface ProjectFile {
  /** Separated by blanks. */
  readonly programs: string;
  /** Of the program; others leave it alone. */
  readonly subcommands?: string;
  /** With `/`; in the command's folder or above. */
  readonly path: string;
  readonly format?: 'ini' | 'pairs' | 'yaml' | 'toml' | 'json' | 'lines';
  /** Dotted; `*` matches any text. For `lines`: all must match. */
  readonly harmless?: string | RegExp;
  /** Addresses in harmless values are not fetched. */
  readonly addressesAreData?: true;
  /** The program writes it: only a link ends the proof. */
  readonly isWritten?: true;
  /** In the home it is the user's own configuration, wherever the program runs. */
  readonly isUsersAtHome?: true;
  /** Harmless below `services.NAME`. */
  readonly ofServices?: string;
  /** Read in the folder that the program starts in, with any options. */
  readonly ofShims?: true;
}

const NODE = 'npm npx pnpm yarn yarnpkg bun corepack';
const RUST = 'cargo rustc rustup rustfmt rustdoc';
const PYTHON = 'uv poetry pipenv';

/** Version managers start these by shims. */
const VERSIONED =
  'node npm npx yarn yarnpkg pnpm corepack bun deno python python2 python3 pip pip3 poetry pipenv uv black mypy ruff ruby gem ' +
  'rake bundle java javac mvn gradle kotlin scala groovy go rustc cargo php composer perl lua swift kubectl helm terraform tofu aws az gcloud ' +
  'asdf pyenv elixir ghc stack cabal dart';

/** A shim may have any tool's name; these have a plugin of asdf. */
const SHIMMED =
  `${VERSIONED} jq gojq jaq yq rg ag fd fzf bat eza lsd delta tree sqlite3 psql pg_dump mysql redis-cli gh glab hub ` +
  'just direnv starship zoxide hyperfine tokei ncdu cmake ctest ninja meson protoc buf ccache gcc clang gofmt golangci-lint ' +
  'shellcheck hadolint yamllint gitleaks hugo docker docker-compose podman nerdctl oc vault consul nomad supabase railway ' +
  'stripe hatch conda mamba micromamba dotnet ant kotlinc scalac swiftc luajit tmux ffmpeg ffprobe prettier eslint';

/** Version managers start these with the project's Node.js. */
const NODE_TOOLS =
  'prettier vite vitest tsc eslint esbuild rollup rspack swc biome oxlint dprint stylelint markdownlint claude codex';

const NODE_VERSIONED = `node ${NODE}`;

const NPMRC =
  'save-exact save-prefix save engine-strict fund audit loglevel progress legacy-peer-deps package-lock lockfile-version ' +
  'strict-peer-dependencies strict-peer-deps auto-install-peers shamefully-hoist hoist hoist-pattern[] public-hoist-pattern[] ' +
  'node-linker prefer-offline update-notifier init-author-name init-author-email init-license init-version tag-version-prefix ' +
  'link-workspace-packages prefer-workspace-packages save-workspace-protocol shared-workspace-lockfile resolution-mode ' +
  'dedupe-peer-dependents ignore-scripts omit include color unicode minimum-release-age git-tag-version sign-git-tag ' +
  'node-version install-links workspaces-update ignore-workspace-root-check side-effects-cache registry@public';

/** Not read, or data to these programs. */
const PYPROJECT =
  'project.* build-system.* dependency-groups.* tool.black.* tool.ruff.* tool.isort.* tool.mypy.* tool.pytest.* tool.coverage.* ' +
  'tool.pyright.* tool.pylint.* tool.setuptools.* tool.setuptools_scm.* tool.hatch.* tool.flit.* tool.poetry.name tool.poetry.version ' +
  'tool.poetry.description tool.poetry.authors tool.poetry.license tool.poetry.readme tool.poetry.packages tool.poetry.dependencies.* ' +
  'tool.poetry.dev-dependencies.* tool.poetry.group.* tool.poetry.scripts.* tool.poetry.extras.* tool.bandit.* tool.commitizen.* ' +
  'tool.semantic_release.* tool.codespell.* tool.djlint.* tool.tox.*';

const VERSION = /^[\w.+-]*[ \t]*$/;
const VERSION_LINE = /^(?:#.*|[A-Za-z][\w-]*(?:[ \t]+[\w.+-]+){1,8}[ \t]*|[ \t]*)$/;
const VERSION_NAME = /^(?:#.*|v?[\w.+-]*(?:\/[\w.+*-]+)?[ \t]*)$/;

/** A version may end in words of its own, and Go asks for what is newer than itself. Blanks before it are Unicode's. */
const GO_LINE =
  /^(?![^!-~]*(?:go|toolchain)(?![!-~]))|^[ \t]*(?:toolchain[ \t]+default|(?:toolchain[ \t]+go|go[ \t]+)1\.\d{1,3}(?:\.\d{1,3})?(?:(?:beta|rc)\d{1,2})?)[ \t\r]*(?:\/\/.*)?$/;

/** Compose shows lines that it does not understand. */
const ENV_LINE =
  /^(?:\s*(?:#.*)?|(?!\s*(?:export\s+)?(?:COMPOSE|DOCKER|BUILDKIT)_)\s*(?:export\s+)?[A-Za-z_][\w.-]*[=:].*)$/i;

/** Other keys name files, hosts or programs. */
const COMPOSE_SERVICE =
  'annotations attach build cap_add cap_drop command configs container_name cpu_count cpu_percent cpu_quota cpu_shares cpus cpuset ' +
  'depends_on deploy devices dns dns_opt dns_search domainname entrypoint environment expose extra_hosts group_add healthcheck hostname ' +
  'image init ipc isolation labels links logging mac_address mem_limit mem_reservation memswap_limit network_mode networks oom_kill_disable ' +
  'pid pids_limit platform ports privileged profiles pull_policy read_only restart runtime scale secrets security_opt shm_size stdin_open ' +
  'stop_grace_period stop_signal storage_opt sysctls tmpfs tty ulimits user userns_mode volumes working_dir';

export const PROJECT_FILES: readonly ProjectFile[] = [
  { programs: NODE, path: '.npmrc', format: 'ini', harmless: NPMRC, isUsersAtHome: true },
  { programs: 'pnpm', path: '.pnpmfile.cjs' },
  { programs: 'pnpm', path: '.pnpmfile.mjs' },
  {
    programs: 'pnpm',
    path: 'pnpm-workspace.yaml',
    format: 'yaml',
    harmless:
      'packages catalog catalogs onlyBuiltDependencies ignoredBuiltDependencies neverBuiltDependencies sharedWorkspaceLockfile ' +
      'linkWorkspacePackages preferWorkspacePackages saveWorkspaceProtocol autoInstallPeers strictPeerDependencies hoist ' +
      'shamefullyHoist publicHoistPattern hoistPattern nodeLinker engineStrict minimumReleaseAge savePrefix dedupePeerDependents ' +
      'injectWorkspacePackages',
  },
  { programs: 'yarn yarnpkg', path: '.pnp.cjs' },
  { programs: 'yarn yarnpkg', path: '.pnp.js' },
  {
    programs: 'yarn yarnpkg',
    path: '.yarnrc.yml',
    format: 'yaml',
    isUsersAtHome: true,
    harmless:
      'nodeLinker enableGlobalCache enableTelemetry compressionLevel checksumBehavior enableImmutableInstalls defaultSemverRangePrefix ' +
      'preferInteractive enableColors enableProgressBars enableHyperlinks nmMode nmHoistingLimits pnpMode enableTimers ' +
      'enableMessageNames logFilters deferredVersionFolder initScope initFields',
  },
  {
    programs: 'yarn yarnpkg',
    path: '.yarnrc',
    format: 'pairs',
    isUsersAtHome: true,
    harmless:
      'save-prefix version-tag-prefix version-git-tag lastUpdateCheck ignore-engines ignore-optional network-timeout workspaces-experimental',
  },
  { programs: 'bun', path: 'bunfig.toml' },
  // They may set registries, as its environment may.
  ...['.env', '.env.local', '.env.production', '.env.production.local'].map((path) => ({ programs: 'bun', path })),
  { programs: 'yarn yarnpkg', path: '.env.yarn' },
  { programs: NODE, path: '.corepack.env' },
  // It may name programs that say where to fetch Node.js from.
  { programs: `${NODE_VERSIONED} ${NODE_TOOLS}`, path: '.volta/hooks.json' },
  {
    programs: 'cargo',
    path: '.cargo/config.toml',
    format: 'toml',
    isUsersAtHome: true,
    harmless:
      'term.* net.retry net.offline build.jobs build.incremental profile.* http.timeout http.multiplexing ' +
      'future-incompat-report.* cargo-new.vcs cache.* alias.*',
  },
  { programs: 'cargo', path: '.cargo/config' },
  // What it learnt of rustc is kept there.
  ...['target', 'target/.rustc_info.json'].map(
    (path) => ({ programs: 'cargo', subcommands: 'tree metadata', path, isWritten: true }) as const,
  ),
  {
    programs: RUST,
    path: 'rust-toolchain.toml',
    format: 'toml',
    harmless: 'toolchain.channel toolchain.components toolchain.targets toolchain.profile',
  },
  { programs: RUST, path: 'rust-toolchain', format: 'lines', harmless: /^[\w.-]*[ \t]*$/ },
  // A named toolchain is looked up or fetched.
  ...['go.mod', 'go.work'].map((path) => ({ programs: 'go', path, format: 'lines' as const, harmless: GO_LINE })),
  { programs: 'mvn mvnd', path: '.mvn/jvm.config' },
  { programs: 'mvn mvnd', path: '.mvn/extensions.xml' },
  // An option names a file to write.
  { programs: 'mvn mvnd', path: '.mvn/maven.config' },
  {
    programs: 'dotnet',
    path: 'global.json',
    format: 'json',
    harmless: 'sdk.version sdk.rollForward sdk.allowPrerelease msbuild-sdks.*',
  },
  { programs: 'dotnet', path: 'nuget' },
  { programs: 'poetry', path: '.poetry' },
  { programs: 'poetry', path: 'poetry.toml', format: 'toml', harmless: 'virtualenvs.create virtualenvs.in-project' },
  { programs: 'uv', path: 'uv.toml' },
  { programs: 'uv poetry', path: 'pyproject.toml', format: 'toml', harmless: PYPROJECT, addressesAreData: true },
  // They run the project's interpreter.
  { programs: PYTHON, path: '.venv' },
  {
    programs: 'composer',
    path: 'composer.json',
    format: 'json',
    addressesAreData: true,
    harmless:
      'name description type version license authors.* keywords.* homepage support.* require.* require-dev.* conflict.* replace.* ' +
      'provide.* suggest.* autoload.* autoload-dev.* minimum-stability prefer-stable bin scripts.* scripts-descriptions.* extra.* ' +
      'readme time archive.* funding.* non-feature-branches.* config.sort-packages config.optimize-autoloader config.platform.* ' +
      'config.preferred-install config.allow-plugins.* config.allow-plugins',
  },
  { programs: 'composer', path: 'auth.json' },
  {
    programs: 'docker-compose',
    path: 'compose',
    format: 'yaml',
    harmless: 'version name services volumes networks secrets configs',
    ofServices: COMPOSE_SERVICE,
  },
  // Its settings for Compose name other files and hosts.
  { programs: 'docker-compose', path: '.env', format: 'lines', harmless: ENV_LINE },
  { programs: 'asdf', path: '.asdfrc' },
  // Version 1 loads the plugins that it names before it prints a version.
  ...['.golangci.yml', '.golangci.yaml', '.golangci.toml', '.golangci.json'].map((path) => ({
    programs: 'golangci-lint',
    path,
  })),
  // Older versions of Erlang evaluate it as they start.
  { programs: 'elixir', path: '.erlang' },
  // They may name programs, plugins and scripts.
  ...[
    ...['mise.toml', 'mise.local.toml', '.mise.toml', '.mise.local.toml', '.mise/config.toml', 'mise/config.toml'],
    ...[
      '.config/mise.toml',
      '.config/mise.local.toml',
      '.config/mise',
      '.mise/config.local.toml',
      'mise/config.local.toml',
    ],
    ...['mise/conf.d', '.mise/conf.d', '.rtx.toml', '.prototools'],
  ].map((path) => ({ programs: VERSIONED, path })),
  ...['.rbenv-vars', '.rbenv-gemsets'].map((path) => ({ programs: 'ruby gem rake bundle', path })),
  { programs: 'python python2 python3 pip pip3', path: '.pyenv-vars' },
  { programs: NODE_VERSIONED, path: '.nodenv-vars' },
  ...['.rbenv-version', '.go-version', '.java-version', '.php-version', '.perl-version', '.lua-version'].map(
    (path) => ({ programs: VERSIONED, path, format: 'lines', harmless: VERSION }) as const,
  ),
  ...['.terraform-version', '.opentofu-version'].map(
    (path) => ({ programs: 'terraform tofu', path, format: 'lines', harmless: VERSION }) as const,
  ),
  { programs: SHIMMED, path: '.tool-versions', format: 'lines', harmless: VERSION_LINE, ofShims: true },
  { programs: VERSIONED, path: '.python-version', format: 'lines', harmless: /^(?:#.*|[\w.+-]*[ \t]*)$/ },
  { programs: 'uv', path: '.python-versions', format: 'lines', harmless: /^(?:#.*|[\w.+-]*[ \t]*)$/ },
  { programs: VERSIONED, path: '.ruby-version', format: 'lines', harmless: VERSION },
  { programs: VERSIONED, path: '.node-version', format: 'lines', harmless: VERSION_NAME },
  { programs: VERSIONED, path: '.nvmrc', format: 'lines', harmless: VERSION_NAME },
];

/** A one-word path above is a file of these names. */
export const FILE_NAMES: Readonly<Record<string, readonly string[]>> = table({
  compose: ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'].flatMap((name) => [
    name,
    name.replace('.y', '.override.y'),
  ]),
  nuget: ['nuget.config', 'NuGet.config', 'NuGet.Config'],
});

/** The usual registries: naming one changes nothing. */
export const PUBLIC_REGISTRIES = /^https:\/\/registry\.(?:npmjs\.org|yarnpkg\.com)\/?$/;
