import assert from 'node:assert/strict';
import { projectCodeObjection } from '../../../../src/engine/proof/projectCode';
import { analyse } from '../../../../src/shell/analyse';
import { readCall } from '../../../../src/shell/calls/commandCall';
import { fakeFiles } from '../fakeGate';
import { LINUX } from '../../files/fileWorld';

describe('projectCodeObjection', () => {
  const cases: readonly (readonly [line: string, file: string, text: string, why: RegExp | undefined])[] = [
    ['yarn --version', '/w/.yarnrc.yml', 'yarnPath: .yarn/releases/yarn.cjs\n', /\.yarnrc\.yml/],
    ['yarn --version', '/w/.yarnrc.yml', 'nodeLinker: node-modules\n', undefined],
    ['yarn why x', '/.yarnrc', 'yarn-path "./x.js"\n', /\.yarnrc/],
    ['yarn list', '/w/package.json', '{"scripts": {"list": "rm x"}}', /script list/],
    ['yarn list', '/w/package.json', '{"scripts": {"build": "tsc"}}', undefined],
    ['yarn --cwd ../x why y', '/w/a', '', /in which project/],
    ['pnpm -C ../x list', '/w/a', '', /in which project/],
    ['pnpm list', '/w/.pnpmfile.cjs', '', /pnpmfile/],
    ['npm ls', '/w/.pnpmfile.cjs', '', undefined],
    ['mvn -v', '/w/.mvn/jvm.config', '-javaagent:x.jar', /jvm\.config/],
    ['mvn --version', '/w/.mvn/maven.config', '-l\n/home/u/.bashrc', /maven\.config/],
    ['node --version', '/w/mise.toml', '[env]\n_.source = "./x.sh"', /mise/],
    ['terraform version', '/w/.config/mise/config.toml', '', /mise/],
    ['node --version', '/w/.prototools', '[plugins]\nx = "file://./x.wasm"', /prototools/],
    ['ruby --version', '/w/.rbenv-vars', 'RUBYOPT=-r./x', /rbenv-vars/],
    ['gem list', '/w/.rbenv-gemsets', './gems', /rbenv-gemsets/],
    ['terraform version', '/w/.terraform-version', '../../x', /terraform-version/],
    ['terraform version', '/w/.terraform-version', '1.9.0', undefined],
    ['go version', '/w/.go-version', '../x', /go-version/],
    ['java -version', '/w/.java-version', '/w/jdk', /java-version/],
    ['docker compose ps', '/w/compose.yml', 'services:\n  a:\n    env_file: ../token\n', /compose\.yml/],
    [
      'docker compose config --services',
      '/w/compose.yml',
      'services:\n  a:\n    env_file:\n    - ../token\n',
      /compose/,
    ],
    ['docker compose ps', '/w/compose.yml', 'services:\n  a:\n    extends:\n      file: ../x\n', /compose/],
    ['docker compose ps', '/w/compose.yml', 'services:\n  a:\n    "env_file": ../x\n', /compose/],
    ['docker compose ps', '/w/compose.yml', 'services:\n  a:\n    label_file: ../x\n', /compose/],
    ['docker compose ps', '/w/compose.yml', 'services:\n  a:\n    provider:\n      type: ./x\n', /compose/],
    [
      'docker compose ps',
      '/w/compose.yml',
      'services:\n  # one\n  a:\n    image: x\n    ports:\n    - "80:80"\n    environment:\n      env_file: x\n  b:\n    build: .\n',
      undefined,
    ],
    ['docker compose ps', '/w/.env', 'PASSWORD=x\nabc\n', /\.env/],
    ['bun outdated', '/w/.env', 'NPM_CONFIG_REGISTRY=http://x', /\.env/],
    ['bun info x', '/w/.env.production.local', 'BUN_CONFIG_REGISTRY=http://x', /\.env/],
    ['yarn why x', '/w/.env.yarn', 'A=1', /\.env/],
    ['cargo --version', '/w/rust-toolchain.toml', '[toolchain]\npath = "x"', /rust-toolchain/],
    ['cargo --version', '/w/rust-toolchain.toml', '[toolchain]\nchannel = "stable"', undefined],
    ['cargo tree --locked', '/w/.cargo/config.toml', '[build]\nrustc-wrapper = "./x"', /config\.toml/],
    ['dotnet --version', '/w/global.json', '{"sdk": {"paths": ["x"]}}', /global\.json/],
    ['uv pip list', '/w/.venv/bin/python', '', /\.venv/],
    ['yarn why x', '/w/.yarnrc.yml', '"yarn\\x50ath": ./x.cjs', /yarnrc/],
    ['yarn list', '/w/package.json', '{"scripts": {"li\\u0073t": "rm x"}}', /script list/],
    ['yarn --version', '/w/.corepack.env', 'COREPACK_NPM_REGISTRY=x', /corepack/],
    ['pnpm list', '/w/.npmrc', 'pnpmfile=./x.cjs', /npmrc/],
    ['pnpm list', '/w/.npmrc', 'pnpm${X?}file=./x.cjs', /npmrc/],
    ['pnpm list', '/w/.npmrc', '//r/:_authToken=${TOKEN}', /npmrc/],
    ['npm view x', '/w/.npmrc', 'git=./x.sh', /npmrc/],
    ['npm ls', '/w/.npmrc', 'onload-script=./x.js', /npmrc/],
    ['npm ls', '/w/.npmrc', 'save-exact=true', undefined],
    ['cargo search x', '/w/.cargo/config.toml', '[registries.x]\ncredential-provider = ["./x"]', /config\.toml/],
    ['cargo --version', '/w/rust-toolchain.toml', '[toolchain]\n"p\\u0061th" = "x"', /rust-toolchain/],
    ['poetry --version', '/w/.poetry/plugins/x.py', '', /poetry/],
    ['poetry show', '/w/poetry.toml', '[virtualenvs]\npath = "x"', /poetry/],
    ['poetry show', '/w/poetry.toml', '[virtualenvs]\nin-project = true', undefined],
    ['cargo tree --frozen', '/w/.cargo/config.toml', '[alias]\nxtask = "run"', undefined],
    ['node --version', '/w/.tool-versions', 'nodejs path:./x', /tool-versions/],
    ['node --version', '/w/.tool-versions', 'nodejs 20.1.0', undefined],
    ['jq . a.json', '/w/.tool-versions', 'jq path:./x', /tool-versions/],
    ['rg -f list x', '/.tool-versions', 'ripgrep path:/w/x', /tool-versions/],
    ['elixir --version', '/w/.tool-versions', 'elixir ref:main', /tool-versions/],
    ['rg -f list x', '/w/.tool-versions', 'ripgrep 14.1.0', undefined],
    ['gh pr list', '/w/.tool-versions', '# tools\ngithub-cli 2.60.0\n', undefined],
    ['jq . a.json', '/w/mise.toml', '[tools]\njq = "1.7"', undefined],
    ['python3 --version', '/w/.python-version', '../../x', /python-version/],
    ['python3 --version', '/w/.python-version', '3.12.1', undefined],
    ['docker compose ps', '/w/.env', 'COMPOSE_FILE=/tmp/x.yml', /\.env/],
    ['docker compose ps', '/w/.env', 'A=1\n export DOCKER_HOST=tcp://x', /\.env/],
    ['docker compose ps', '/w/.env', '\ufeffCOMPOSE_FILE=/tmp/x.yml', /\.env/],
    ['docker compose ps', '/w/.env', 'PASSWORD=x\n# y\n', undefined],
    ['docker compose -f ../x.yml ps', '/w/a', '', /in which project/],
    ['docker-compose --project-directory ../x ps', '/w/a', '', /in which project/],
    ['docker compose --env-file x ps', '/w/a', '', /in which project/],
    ['dotnet --version', '/w/NuGet.Config', '<x/>', /NuGet\.Config/],
    ['pnpm list', '/w/.npmrc', 'use-node-version=20.0.0', /npmrc/],
    ['go version', '/w/.git/config', '[core', undefined],
    ['cargo tree --frozen', '/w/.cargo/config.toml', '[build]\ntarget-dir = "/home/u/.claude"', /config\.toml/],
    ['node --version', '/w/.volta/hooks.json', '{"node": {"index": {"bin": "./x"}}}', /volta/],
    ['tsc --version', '/w/.volta/hooks.json', '{"node": {"index": {"bin": "./x"}}}', /volta/],
    ['npm --version', '/w/.corepack.env', 'COREPACK_NPM_REGISTRY=x', /corepack/],
    ['node --version', '/w/.config/mise/conf.d/x.toml', '[env]\n_.source = "x.sh"', /mise/],
    ['node --version', '/w/.mise/config.local.toml', '[env]\n_.source = "x.sh"', /mise/],
    [
      'golangci-lint --version',
      '/w/.golangci.yml',
      'linters-settings:\n  custom:\n    x:\n      path: x.so',
      /golangci/,
    ],
    ['elixir --version', '/w/src/.erlang', 'os:cmd("./x").', /erlang/],
    ['yarn npm info x', '/w/package.json', '{"scripts": {"npm": "rm x"}}', /script npm/],
  ];
  for (const [line, file, text, why] of cases) {
    it(`${line} with ${file}: ${why === undefined ? 'nothing' : 'objects'}${text === '' ? '' : ` (${text.slice(0, 20)})`}`, () => {
      const [command] = analyse(line, 'bash', { cwd: '/w/src', home: '/home/u' }).commands;
      const call = command === undefined ? undefined : readCall(command);
      assert.ok(call);
      const files = fakeFiles({ [file]: text, '/w/src/a': '' });
      const found = projectCodeObjection(call, { files, machine: LINUX, workspaceFolders: ['/w'] });
      if (why === undefined) assert.equal(found, undefined);
      else assert.match(found ?? 'nothing', why);
    });
  }

  const links: readonly (readonly [line: string, link: string, why: RegExp | undefined])[] = [
    ['cargo tree --frozen', '/w/target/.rustc_info.json', /rustc_info/],
    ['cargo metadata --frozen', '/w/target', /target/],
    ['cargo --version', '/w/target', undefined],
    ['cargo tree --frozen', '/w/target/debug', undefined],
  ];
  for (const [line, link, why] of links) {
    it(`${line} with a link at ${link}: ${why === undefined ? 'nothing' : 'objects'}`, () => {
      const [command] = analyse(line, 'bash', { cwd: '/w/src', home: '/home/u' }).commands;
      const call = command === undefined ? undefined : readCall(command);
      assert.ok(call);
      const files = fakeFiles({ [link]: { link: '/home/u/.bashrc' }, '/home/u/.bashrc': '', '/w/src/a': '' });
      const found = projectCodeObjection(call, { files, machine: LINUX, workspaceFolders: ['/w'] });
      if (why === undefined) assert.equal(found, undefined);
      else assert.match(found ?? 'nothing', why);
    });
  }

  const TOKEN = '//registry.npmjs.org/:_authToken=npm_x\n';
  const atHome: readonly (readonly [line: string, workspace: string, entry: object, isFree: boolean])[] = [
    ['npm ls', '/home/u/w', { '/home/u/.npmrc': TOKEN }, true],
    ['npm --version', '/home/u/w', { '/home/u/.npmrc': TOKEN }, true],
    ['pnpm list', '/home/u/w', { '/home/u/.npmrc': `${TOKEN}registry=https://npm.example.com/\n` }, true],
    ['yarn --version', '/home/u/w', { '/home/u/.yarnrc.yml': 'npmAuthToken: x\n' }, true],
    // The project's own, above it, or behind a link into the project.
    ['npm ls', '/home/u/w', { '/home/u/w/.npmrc': TOKEN }, false],
    ['npm ls', '/home/u/all/w', { '/home/u/all/.npmrc': TOKEN }, false],
    ['npm ls', '/home', { '/home/.npmrc': TOKEN }, false],
    ['npm ls', '/home/u', { '/home/u/.npmrc': TOKEN }, false],
    ['npm ls', '/home/u/w', { '/home/u/.npmrc': { link: '/home/u/w/npmrc' }, '/home/u/w/npmrc': TOKEN }, false],
    ['pnpm list', '/home/u/w', { '/home/u/.pnpmfile.cjs': '' }, false],
  ];
  for (const [line, workspace, entry, isFree] of atHome) {
    it(`${line} in ${workspace} with ${Object.keys(entry)[0] ?? ''}: ${isFree ? 'nothing' : 'objects'}`, () => {
      const [command] = analyse(line, 'bash', { cwd: `${workspace}/src`, home: '/home/u' }).commands;
      const call = command === undefined ? undefined : readCall(command);
      assert.ok(call);
      const files = fakeFiles({ ...(entry as Record<string, string>), [`${workspace}/src/a`]: '' });
      const found = projectCodeObjection(call, { files, machine: LINUX, workspaceFolders: [workspace] });
      assert.equal(found === undefined, isFree);
    });
  }
});
