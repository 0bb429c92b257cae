import assert from 'node:assert/strict';
import { builtInEntries } from '../../../src/config/defaultRules';
import { isProtected, mayBeProtected } from '../../../src/files/protectedPaths';
import { LINUX, located } from '../files/fileWorld';
import { withinCpuMs } from '../cpuTime';

const ENTRIES = builtInEntries('protectedPaths', 'mustBeNamed');
const WORKSPACE = '/home/u/project';

function protectedBy(path: string): string | undefined {
  return isProtected(located({ path, change: 'overwrite' }, LINUX).resolved, [WORKSPACE], ENTRIES)?.pattern;
}

/** Each of these decides what runs later, or what an agent is told. */
const SURFACES: Readonly<Record<string, string>> = {
  'version control':
    '.git/config .git/hooks/pre-commit sub/.gitattributes .gitmodules .githooks/pre-push .husky/pre-commit lefthook.yml lefthook-local.yml .pre-commit-config.yaml .lintstagedrc.json lint-staged.config.mjs',
  editors:
    '.vscode/tasks.json .vscode/launch.json packages/a/.vscode/settings.json team.code-workspace .idea/runConfigurations/x.xml .zed/tasks.json .exrc .dir-locals.el',
  shells:
    '.envrc .bashrc .tool-versions mise.toml mise/config.toml mise/conf.d/x.toml .volta/hooks.json .erlang flake.nix',
  containers:
    'Dockerfile Dockerfile.dev docker/api.dockerfile docker-compose.yml docker-compose.override.yaml compose.yaml compose.dev.yml .devcontainer/devcontainer.json .devcontainer.json Vagrantfile Containerfile Procfile .gitpod.yml',
  'continuous integration':
    '.github/workflows/ci.yml .github/actions/build/action.yml sub/.github/workflows/ci.yml .gitlab-ci.yml .gitlab/ci/build.yml Jenkinsfile .circleci/config.yml .travis.yml appveyor.yml azure-pipelines.yml azure-pipelines-nightly.yml bitbucket-pipelines.yml .buildkite/pipeline.yml .drone.yml .woodpecker.yml .teamcity/settings.kts .cirrus.yml buildspec.yml cloudbuild.yaml .tekton/run.yaml .forgejo/workflows/ci.yml .ci/run',
  'task runners and build files':
    'Makefile GNUmakefile Makefile.am rules.mk justfile Taskfile.yml Taskfile.dist.yaml Rakefile tasks/deploy.rake gulpfile.js gulpfile.babel.ts Gruntfile.js noxfile.py CMakeLists.txt cmake/deps.cmake build.gradle build.gradle.kts settings.gradle pom.xml build.rs build.sbt build.xml meson.build MODULE.bazel defs.bzl Earthfile Tiltfile serverless.yml wrangler.toml',
  packages:
    'package.json packages/a/package.json package-lock.json pnpm-workspace.yaml .npmrc .yarnrc.yml .yarn/releases/yarn.cjs deno.json nx.json angular.json pyproject.toml setup.py setup.cfg requirements.txt requirements-dev.txt Pipfile Cargo.toml .cargo/config.toml go.mod Gemfile Gemfile.lock x.gemspec composer.json a.csproj Directory.Build.props mix.exs Package.swift Podfile pubspec.yaml',
  'test runners':
    'jest.config.js jest.config.ts jest.setup.ts vitest.config.mts .mocharc.yml .mocharc.cjs playwright.config.ts cypress.config.ts karma.conf.js pytest.ini conftest.py tests/unit/conftest.py tox.ini phpunit.xml .rspec wdio.conf.ts .nycrc.json',
  'configuration that is code':
    'vite.config.ts webpack.config.js webpack.prod.js rollup.config.mjs eslint.config.mjs .eslintrc.cjs .eslintrc prettier.config.js .prettierrc babel.config.json .babelrc postcss.config.cjs tailwind.config.ts next.config.mjs nuxt.config.ts svelte.config.js astro.config.mjs .storybook/main.ts docs/.vitepress/config.mts .pylintrc mypy.ini .golangci.yml .rubocop.yml',
  'starts and plugins of other programs':
    '.hgrc .changeset/config.json .java-version .terraform-version .config/fish/config.fish .tmux.conf .emacs.d/init.el .pdbrc jupyter_notebook_config.py .ghci startup.jl .idx/dev.nix .ddev/config.yaml gunicorn.conf.py public/.htaccess public/.user.ini action.yml fly.toml amplify.yml live/terragrunt.hcl .terraformrc .terraform.lock.hcl helmfile.yaml devspace.yaml autogen.sh lib/dune hie.yaml Trunk.toml src-tauri/tauri.conf.json book.toml docs/conf.py buf.gen.yaml sqlc.yaml rescript.json Brewfile',
  'packages of less common languages':
    'gradle/wrapper/gradle-wrapper.jar .mvn/wrapper/maven-wrapper.jar .sbtopts project/build.properties Directory.Build.rsp paket.dependencies .bundle/config environment.yaml requirements/dev.txt Project.toml shard.yml config.nims x.rockspec gleam.toml spago.yaml .simplecov stryker.config.mjs wallaby.js .yardopts .luarc.json analysis_options.yaml .ncurc.js .dependency-cruiser.cjs .size-limit.js typedoc.json knip.config.ts ormconfig.js eleventy.config.mjs docs/.vuepress/config.js',
  'installed code and environments':
    '.venv/bin/activate .venv/lib/python3.12/site-packages/a.py .venv-3.11/bin/python venv/bin/activate env/bin/activate sub/env/bin/python node_modules/.bin/tsc node_modules/typescript/lib/tsc.js packages/a/node_modules/b/index.js vendor/bin/phpunit vendor/autoload.php vendor/composer/autoload_real.php .tox/py/bin/python .nox/x __pypackages__/3/lib/a.py .terraform/terraform.tfstate .terraform/providers/x .pdm-python renv/activate.R .dart_tool/package_config.json',
  'what tools load on opening, saving and checking':
    '.bsp/x.json buildServer.json .trunk/trunk.yaml rust-analyzer.toml .rust-analyzer.toml rust-project.json latexmkrc .latexmkrc .envrc.local .direnvrc .autoenv.zsh .helix/languages.toml .vim/coc-settings.json cspell.config.cjs .markdownlint.cjs dprint.json treefmt.toml .sqlfluff .ansible-lint .pyre_configuration pyrefly.toml phpcs.xml.dist .phan/config.php .lintr cabal.project.local package.yaml buildSrc/src/main/kotlin/a.kt project/Build.scala tools/bazel mise-tasks/x .template-lintrc.js codegen.ts .luarc.jsonc .clangd .prototools .rbenv-vars .rbenv-gemsets .pyenv-vars .nodenv-vars .azure/config .ycm_extra_conf.py .local.vim ci.bazelrc .xcode.env.local .ackrc omnisharp.json .tmuxinator.yml cspell.json .cspell.json .nodemonrc .czrc .versionrc .moon/workspace.yml Berksfile sgconfig.yml rules/sgconfig.yaml oxlint.config.ts packages/a/oxlint.config.mts knip.json .knip.jsonc cspell.yaml cspell.jsonc .cspell.config.yaml .dprint.jsonc .secretlintrc.json .syncpackrc _vale.ini .mega-linter.yml hk.pkl',
  'controls over what gets in':
    '.mergify.yml CODEOWNERS .github/CODEOWNERS .github/settings.yml .sops.yaml .gitleaks.toml .trivyignore .snyk deny.toml',
  'places below the workspace folder':
    'sub/.config/git/config sub/.config/fish/config.fish sub/.config/mise/config.toml',
  'hooks of plugins': 'hooks/hooks.json plugins/a/hooks/hooks.json',
  agents:
    '.claude/settings.json .claude/commands/x.md .claude/agents/x.md .claude/skills/x/SKILL.md .claude/hooks/x.sh .mcp.json .cursor/mcp.json .cursor/rules/x.mdc .cursorrules .windsurfrules .windsurf/rules/x.md .clinerules/x.md .clinerules .roo/rules/x.md .roomodes .kilocode/rules/x.md .codex/config.toml .gemini/settings.json .qwen/settings.json .opencode/agent/x.md opencode.json .pi/extensions/x.ts .factory/hooks.json .augment/settings.json .augment-guidelines .amp/settings.json .kiro/steering/x.md .junie/guidelines.md .goosehints .aider.conf.yml .continue/config.yaml crush.json .trae/rules/x.md .devin/hooks.json .vibe/config.toml .agents/hooks.json CLAUDE.md CLAUDE.local.md sub/AGENTS.md AGENTS.override.md AGENT.md GEMINI.md QWEN.md CRUSH.md WARP.md claude.md skills/x/SKILL.md .github/copilot-instructions.md .github/instructions/x.instructions.md .github/prompts/x.prompt.md .github/agents/x.md .github/chatmodes/x.md .github/hooks/x.json .github/copilot/settings.json',
};

/** Everyday edits, some with names that sound alike. */
const ORDINARY =
  'src/index.ts src/App.tsx src/app.config.ts src/config.ts src/config/index.ts src/auth.config.ts lib/a.py tests/test_a.py tests/fixtures/a.json ' +
  'README.md docs/README.md docs/claude-notes.md docs/agents.rst CHANGELOG.md LICENSE docs/git.md src/git/index.ts src/git.ts ' +
  'src/build/index.ts build/out.js workspace/a.ts src/workspace.ts docker/entry.ts src/docker.ts src/dockerfileReader.ts src/makefiles/parse.ts src/package.ts ' +
  'src/vscode/api.ts src/tasks.ts tasks.py manage.py src/hooks/useThing.ts hooks/use.ts .github/ISSUE_TEMPLATE/bug.md .github/PULL_REQUEST_TEMPLATE.md ' +
  'tsconfig.json tsconfig.build.json .editorconfig .env.example .nvmrc src/jest.ts src/jest-helpers.ts src/vite.ts src/eslint/rule.ts src/mcp/server.ts ' +
  'src/agents/index.ts agents/a.py prompts/system.md src/claude.ts src/gemini/client.ts src/rules/a.ts src/compose.ts src/compose/index.ts styles/main.css ' +
  'public/index.html i18n/en.json data/a.csv src/main.rs src/lib.rs main.go cmd/x/main.go a.rb app/models/user.rb src/Main.java src/main/resources/application.yml ' +
  'src/configure/a.ts configure/a.ts .changeset/brave-cats.md docs/requirements/overview.md src/project.ts src/manifest.ts app/action.ts src/dune.ts src/knip.ts src/cspell.ts cspell.txt docs/oxlint.md src/sgconfig.ts notes.txt values.yaml Chart.yaml app.json biome.json terraform/main.tf scripts/run.sh sql/001.sql proto/a.proto a.svelte pages/index.vue .claude/worktrees/one/src/a.ts';

describe('the built-in protected paths', () => {
  for (const [group, paths] of Object.entries(SURFACES)) {
    it(`cover ${group}`, () => {
      for (const path of paths.split(' ')) assert.notEqual(protectedBy(path), undefined, path);
    });
  }

  it('leave ordinary files alone', () => {
    for (const path of ORDINARY.split(' ')) assert.equal(protectedBy(path), undefined, path);
  });

  it('hold no entry twice and none that a pattern would read as something else', () => {
    assert.equal(new Set(ENTRIES).size, ENTRIES.length);
    for (const entry of ENTRIES) assert.match(entry, /^(?:\*\*\/)?\*?[A-Za-z0-9._/-]+(?:\*[A-Za-z0-9._-]*)*$/);
  });

  it('hold the manifest of packages under the name that its exception has', () => {
    assert.ok(ENTRIES.includes('package.json'));
  });

  it('are matched in microseconds, not milliseconds', () => {
    const paths = ORDINARY.split(' ').map((path) => located({ path, change: 'overwrite' }, LINUX).resolved);
    withinCpuMs(50 * paths.length, () => {
      for (let run = 0; run < 50; run += 1) for (const path of paths) isProtected(path, [WORKSPACE], ENTRIES);
    });
  });

  it('are matched with patterns of a shell line in bounded time', () => {
    const globs = Array.from(
      { length: 40 },
      (_, index) => located({ path: `a/b/c/${index}*/x*y*z?.ts`, change: 'delete' }, LINUX).resolved,
    );
    withinCpuMs(5_000, () => mayBeProtected(globs, ENTRIES));
  });
});
