import { AGENTS, SHARED_AGENT_NAMES } from '../facts/agents';

/**
 * They decide which code runs later, or what agents may do. Names match at any depth, paths from the workspace folder,
 * `*` in a name.
 */
const GROUPS: readonly string[] = [
  '.git **/.config/git .gitconfig .gitmodules .gitattributes .lfsconfig .hg .jj .svn .githooks .git-hooks',
  '.husky .huskyrc* lefthook.yml lefthook.yaml lefthook.toml lefthook.json lefthook-local.* .lefthook',
  '.lefthook.yml .lefthook.yaml .lefthook.toml .lefthook.json .lefthook-local .lefthook-local.*',
  '.pre-commit-config.yaml .pre-commit-config.yml .pre-commit-hooks.yaml prek.toml .overcommit.yml .lintstagedrc*',
  'lint-staged.config.* .simple-git-hooks.* simple-git-hooks.* .commitlintrc* commitlint.config.* .gitlint',
  'captainhook.json grumphp.yml grumphp.yml.dist',
  '.hgrc **/.changeset/config.json',

  '.vscode *.code-workspace .idea .run .fleet .zed .vs .theia *.sublime-project .nvim.lua .nvimrc .exrc .vimrc',
  '.lvimrc .dir-locals.el .dir-locals-2.el .ripgreprc pyrightconfig.json .gdbinit .lldbinit',

  // With tools that choose a folder's programs.
  '.bashrc .bash_profile .bash_login .bash_aliases .bash_logout .zshrc .zprofile .zshenv .zlogin .zlogout',
  '.profile .envrc .direnv .tool-versions .python-version .python-versions .ruby-version .node-version mise.toml',
  'mise.*.toml **/mise/config*.toml **/mise/conf.d .rtx.toml .mise.toml .mise.*.toml .mise **/.config/mise devbox.json flake.nix flake.lock shell.nix default.nix',
  'devenv.nix devenv.yaml .Rprofile .Renviron .irbrc .pryrc .erlang sitecustomize.py usercustomize.py *.pth',
  '.java-version .sdkmanrc .terraform-version **/.config/fish .xprofile .xinitrc .inputrc .tmux.conf .screenrc .emacs',
  '.emacs.d .curlrc .wgetrc .pdbrc .ipython ipython_config.py jupyter_*config.py .ghci .ocamlinit .iex.exs',
  'startup.jl',

  // Containers and virtual machines.
  '.devcontainer .devcontainer.json Dockerfile Dockerfile.* Dockerfile-* *.dockerfile Containerfile',
  'Containerfile.* *.containerfile docker-compose*.yml docker-compose*.yaml compose.yml compose.yaml',
  'compose.*.yml compose.*.yaml podman-compose*.yml docker-bake.hcl docker-bake.json Vagrantfile .gitpod.yml',
  '.gitpod.yaml devfile.yaml .devfile.yaml .replit replit.nix .stackblitzrc .codesandbox Procfile Procfile.*',
  '.idx .ddev .lando.yml supervisord.conf uwsgi.ini gunicorn.conf.py .htaccess .user.ini php.ini',

  // With its bots.
  '**/.github/workflows **/.github/actions **/.github/dependabot.yml **/.github/dependabot.yaml',
  '**/.gitea/workflows **/.forgejo/workflows .gitlab-ci.yml .gitlab-ci.yaml *.gitlab-ci.yml *.gitlab-ci.yaml',
  '.gitlab Jenkinsfile Jenkinsfile.* .jenkins .circleci .travis.yml appveyor.yml .appveyor.yml',
  'azure-pipelines*.yml azure-pipelines*.yaml .azure-pipelines .azuredevops .azure-devops bitbucket-pipelines.yml',
  '.buildkite .drone.yml .drone.yaml .drone.star .drone.jsonnet .woodpecker .woodpecker.yml .woodpecker.yaml',
  '.teamcity .semaphore .cirrus.yml .cirrus.star buildspec*.yml buildspec*.yaml appspec.yml cloudbuild*.yaml',
  'cloudbuild*.yml cloudbuild*.json .tekton .harness codefresh.yml wercker.yml codemagic.yaml bitrise.yml',
  '.build.yml .builds .ci .zuul.yaml zuul.yaml .zuul.d screwdriver.yaml .prow.yaml .readthedocs.yml',
  '.readthedocs.yaml netlify.toml vercel.json renovate.json renovate.json5 .renovaterc* .releaserc*',
  'release.config.* .release-it.* .goreleaser.yml .goreleaser.yaml',
  'action.yml action.yaml fly.toml render.yaml amplify.yml railway.json railway.toml azure.yaml',

  'Makefile Makefile.* GNUmakefile *.mk *.mak justfile .justfile *.just Taskfile.yml Taskfile.yaml Taskfile.*.yml',
  'Taskfile.*.yaml Rakefile Rakefile.rb *.rake Jakefile Jakefile.* Cakefile gulpfile.* gruntfile.* gulpfile',
  'gruntfile magefile.go magefiles Earthfile Tiltfile skaffold.yaml Snakefile Thorfile Guardfile Capfile Fastfile',
  'Dangerfile Dangerfile.* dodo.py fabfile.py noxfile.py SConstruct SConscript wscript CMakeLists.txt',
  'CMakePresets.json CMakeUserPresets.json *.cmake meson.build meson_options.txt configure.ac configure.in',
  'premake5.lua xmake.lua build.xml build.zig build.zig.zon build.ninja *.bzl BUILD.bazel WORKSPACE.bazel',
  'MODULE.bazel .bazelrc .bazelversion .bazeliskrc .buckconfig pants.toml dagger.json .air.toml nodemon.json',
  '.nodemon.json ecosystem.config.* ansible.cfg serverless.yml serverless.yaml serverless.ts cdk.json Pulumi.yaml',
  'wrangler.toml wrangler.json wrangler.jsonc firebase.json',
  'terragrunt.hcl .terraformrc terraform.rc .terraform.lock.hcl helmfile.yaml helmfile.yml devspace.yaml garden.yml',
  'okteto.yml autogen.sh build.fsx dune dune-workspace hie.yaml Trunk.toml tauri.conf.json tauri.*.conf.json',
  'book.toml antora-playbook*.yml **/docs/conf.py buf.gen.yaml sqlc.yaml sqlc.yml sqlc.json rescript.json',
  'bsconfig.json Brewfile',

  'package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml pnpm-workspace.yaml bun.lock',
  'bun.lockb .npmrc .yarnrc .yarnrc.yml .yarn .pnp.cjs .pnp.loader.mjs .pnpmfile.cjs .pnpmfile.mjs bunfig.toml',
  '.bunfig.toml .corepack.env deno.json deno.jsonc deno.lock nx.json project.json turbo.json turbo.jsonc',
  'lerna.json rush.json moon.yml angular.json .angular-cli.json .swcrc',

  'pyproject.toml setup.py setup.cfg hatch.toml hatch_build.py Pipfile Pipfile.lock poetry.lock poetry.toml',
  'uv.toml uv.lock pdm.toml pdm.lock pixi.toml requirements*.txt constraints*.txt environment.yml pip.conf',
  '.pypirc Cargo.toml Cargo.lock build.rs .cargo rust-toolchain rust-toolchain.toml go.mod go.sum go.work Gemfile',
  'Gemfile.* gems.rb gems.locked *.gemspec composer.json composer.lock pom.xml .mvn mvnw mvnw.cmd',
  'maven-wrapper.properties *.gradle *.gradle.kts gradle.properties gradlew gradlew.bat gradle-wrapper.properties',
  'libs.versions.toml build.sbt *.sbt build.sc build.mill project.clj deps.edn bb.edn shadow-cljs.edn mix.exs',
  'mix.lock rebar.config Package.swift Package.resolved Podfile Podfile.lock Cartfile project.pbxproj *.xcscheme',
  '*.csproj *.fsproj *.vbproj *.vcxproj *.proj *.props *.targets *.sln *.slnx *.ruleset nuget.config global.json',
  'dotnet-tools.json packages.config *.nuspec build.cake pubspec.yaml pubspec.lock build.yaml melos.yaml *.cabal',
  'cabal.project stack.yaml Setup.hs dune-project *.opam *.nimble dub.json dub.sdl conanfile.* vcpkg.json',
  'Makefile.PL Build.PL cpanfile',
  'gradle-wrapper.jar maven-wrapper.jar ivy.xml ivysettings.xml .jvmopts .sbtopts **/project/build.properties *.rsp',
  'paket.dependencies paket.lock .bundle .gemrc environment.yaml conda-lock.yml **/requirements/*.txt Project.toml',
  'JuliaProject.toml Manifest.toml shard.yml shard.lock *.nims nim.cfg *.rockspec dist.ini gleam.toml elm.json',
  'spago.dhall spago.yaml',

  '.mocharc* **/.config/nextest.toml jest.config.* jest.setup.* jest.preset.* jest-preset.* vitest.config.*',
  'vitest.workspace.* vitest.setup.* playwright.config.* playwright-ct.config.* cypress.config.* cypress.json',
  'karma.conf* wdio.conf* wdio.*.conf.* protractor.conf* ava.config.* .nycrc* nyc.config.* .c8rc* .taprc',
  'jasmine.json .jasmine.json nightwatch.conf* codecept.conf* .testcaferc* web-test-runner.config.* .cucumber*',
  'cucumber.js cucumber.mjs cucumber.cjs .rspec pytest.ini .pytest.ini pytest.toml conftest.py tox.ini tox.toml',
  '.coveragerc phpunit.xml phpunit.xml.dist phpunit.dist.xml behat.yml *.runsettings',
  '.simplecov .busted .proverc stryker.conf.* .stryker.conf.* stryker.config.* wallaby.js wallaby.conf.*',

  'vite.config.* vite.*.config.* webpack.config.* webpack.*.js webpack.*.ts webpackfile.* rollup.config.*',
  'rolldown.config.* esbuild.config.* esbuild.js esbuild.mjs rspack.config.* rsbuild.config.* rslib.config.*',
  'tsup.config.* tsdown.config.* unbuild.config.* build.config.* next.config.* nuxt.config.* svelte.config.*',
  'astro.config.* remix.config.* react-router.config.* gatsby-config.* gatsby-node.* vue.config.* quasar.config.*',
  'ember-cli-build.js metro.config.* react-native.config.* craco.config.* config-overrides.js snowpack.config.*',
  '.parcelrc electron.vite.config.* electron-builder.* forge.config.* capacitor.config.* babel.config.* .babelrc*',
  'postcss.config.* .postcssrc* tailwind.config.* eslint.config.* .eslintrc* .oxlintrc.json .prettierrc*',
  'prettier.config.* stylelint.config.* .stylelintrc* .markdownlint-cli2.* .remarkrc* .textlintrc* .xo-config.*',
  'graphql.config.* .graphqlrc* codegen.yml orval.config.* plopfile.* knexfile.* drizzle.config.* prisma.config.*',
  '.sequelizerc hardhat.config.* truffle-config.* foundry.toml docusaurus.config.* mkdocs.yml',
  '**/.vitepress/config.* .storybook .pylintrc pylintrc .flake8 mypy.ini .mypy.ini .rubocop.yml .solargraph.yml',
  '.golangci.* phpstan.neon* phpstan.dist.neon psalm.xml psalm.xml.dist rector.php .php-cs-fixer* .luacheckrc',
  '.scalafix.conf',
  '.standard.yml .yardopts .perlcriticrc .credo.exs .formatter.exs .luarc.json analysis_options.yaml .ncurc*',
  '.eslintplugin* .dependency-cruiser.* .size-limit* typedoc.json typedoc.config.* knip.config.* ormconfig.* eleventy.config.* .eleventy.js',
  '**/.vuepress/config.*',

  // Variables for the next run: NODE_OPTIONS, PATH.
  '.env .env.local .env.*.local .env.development .env.production .env.staging .env.test',

  // Installed code runs on the next call, and git mostly ignores it.
  '.venv* venv virtualenv **/env/bin node_modules bower_components jspm_packages **/vendor/bin **/vendor/composer',
  '**/vendor/bundle **/vendor/autoload.php site-packages .eggs *.egg-link .tox .nox __pypackages__ .pixi .pdm-python',
  '.pdm-build .terraform .terragrunt-cache .pnpm-store .stack-work elm-stuff renv packrat Pods Carthage .gradle',
  '.pyenv .rbenv .nvm .asdf .volta .sdkman .rustup .ivy2 .m2 .pub-cache .dart_tool',

  // Tools load these on opening, saving, checking or building.
  '*.config.js *.config.cjs *.config.mjs *.config.mts .bsp buildServer.json .trunk',
  'rust-analyzer.toml .rust-analyzer.toml rust-project.json latexmkrc .latexmkrc .envrc.* .direnvrc .autoenv* .helix',
  '.vim .nvim cspell.config.* .markdownlint.cjs .markdownlint.mjs dprint.json .dprint.json treefmt.toml .treefmt.toml',
  '.sqlfluff .ansible-lint* .pyre_configuration pyrefly.toml ty.toml phpcs.xml* .phpcs.xml* phpmd.xml* .phan .lintr',
  '.psalm cabal.project.* package.yaml buildSrc **/project/*.scala **/tools/bazel mise-tasks .mise-tasks .luarc.jsonc',
  '.template-lintrc.js codegen.ts codegen.js .clangd compile_flags.txt .ccls .neoconf.json .nvim.lua.* .projections.json',
  '.prototools .rbenv-vars .rbenv-gemsets .pyenv-vars .nodenv-vars .azure .ycm_extra_conf.py .local.vim *.bazelrc .xcode.env',
  '.xcode.env.* .ackrc omnisharp.json .tmuxinator.yml cspell.json .cspell.json .nodemonrc .czrc .versionrc .moon Berksfile',
  '.pre-commit .yamllint* .vale.ini .editorconfig-checker.json .swiftlint.yml .ktlint .detekt.yml checkstyle.xml',
  'sgconfig.yml sgconfig.yaml oxlint.config.* knip.json knip.jsonc .knip.json .knip.jsonc cspell.jsonc cspell.yaml cspell.yml',
  '.cspell.* dprint.jsonc .dprint.jsonc .secretlintrc* .syncpackrc* _vale.ini .mega-linter.yml hk.pkl',
  'pylintrc.toml .pylintrc.toml .factorypath .externalToolBuilders .merlin .sourcekit-lsp .lsp .bloop Steepfile',
  '.haml-lint.yml .slim-lint.yml .erb-lint.yml .erb_lint.yml .erb-linters .mdlrc .byebugrc .rdbgrc .php_cs .php_cs.dist',
  'ecs.php .phpactor.json .phpactor.yml erlang_ls.config .custom-gcl.yml bacon.toml Cross.toml tslint.json .tslint.json',
  '.spectral.* redocly.yaml .redocly.yaml .htmlvalidate.* .solhint.json .cfnlintrc* buf.yaml .tflint.hcl .tflint.d',
  '_vimrc _exrc .gvimrc .vimspector.json .sl .pijul local.properties',
  '.sbtrc .jvm-opts .mill-jvm-opts .mill-opts .mill-version millw mill.bat .rvmrc .powrc .powenv aqua.yaml .aqua.yaml',
  '.pkgx.yaml .pkgx.yml .vfox .vfox.toml guix.scm manifest.scm',

  // Controls over what gets in.
  '.mergify.yml .mergify CODEOWNERS .kodiak.toml **/.github/settings.yml .sops.yaml .gitleaks.toml .gitleaksignore',
  '.trivyignore .trivyignore.yaml .snyk .semgrepignore .secrets.baseline .gitguardian.yaml .gitguardian.yml .nsprc',
  'audit-ci.json audit-ci.jsonc osv-scanner.toml deny.toml .grype.yaml .checkov.yaml .checkov.yml .coderabbit.yaml',
  '.pr_agent.toml sweep.yaml',

  '**/hooks/hooks.json',
  SHARED_AGENT_NAMES,
  ...AGENTS.flatMap(({ protectedNames = '' }) => (protectedNames === '' ? [] : [protectedNames])),
];

export const DEFAULT_PROTECTED_PATHS: readonly string[] = GROUPS.flatMap((names) => names.split(' '));
