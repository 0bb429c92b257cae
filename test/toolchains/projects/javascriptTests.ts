import type { Toolchain } from '../toolchain';

const ADD = 'exports.add = (a, b) => a + b;\n';
const BROKEN = { 'src/add.js': 'exports.add = (a, b) => a - b;\n' };

/** @param test the body of `test/add.test.js` */
function commonJs(test: string, more: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  return { 'package.json': '{"name":"sum"}\n', 'src/add.js': ADD, 'test/add.test.js': `${test}\n`, ...more };
}

const ASSERTS = "const assert = require('assert'); const { add } = require('../src/add.js');";
const EXPECTS = "const { add } = require('../src/add.js'); it('adds', () => { expect(add(1, 2)).toBe(3); });";

export const JAVASCRIPT_TESTS: readonly Toolchain[] = [
  {
    name: 'node --test',
    version: 'node --version',
    files: commonJs(`${ASSERTS} require('node:test').test('adds', () => assert.equal(add(1, 2), 3));`),
    line: 'node --test test/',
    broken: BROKEN,
  },
  {
    name: 'mocha',
    version: 'npx mocha --version',
    packages: true,
    files: commonJs(`${ASSERTS} it('adds', () => assert.equal(add(1, 2), 3));`),
    line: 'npx mocha 2>&1 | tail -40',
    broken: BROKEN,
  },
  {
    name: 'jest --coverage',
    version: 'npx jest --version',
    packages: true,
    files: commonJs(EXPECTS),
    line: 'npx jest --coverage',
    broken: BROKEN,
    varies: /^Time:/,
  },
  {
    name: 'vitest run',
    version: 'npx vitest --version',
    packages: true,
    files: {
      'package.json': '{"name":"sum","type":"module","scripts":{"test":"vitest run"}}\n',
      'vitest.config.ts': "import { defineConfig } from 'vitest/config'; export default defineConfig({});\n",
      'src/add.ts': 'export const add = (a: number, b: number): number => a + b;\n',
      'src/add.test.ts':
        "import { expect, it } from 'vitest'; import { add } from './add'; it('adds', () => { expect(add(1, 2)).toBe(3); });\n",
    },
    line: 'npm test',
    broken: { 'src/add.ts': 'export const add = (a: number, b: number): number => a - b;\n' },
  },
  {
    name: 'ava',
    version: 'npx ava --version',
    packages: true,
    files: commonJs(
      "const test = require('ava'); const { add } = require('../src/add.js'); test('adds', (t) => t.is(add(1, 2), 3));",
    ),
    line: 'npx ava',
    broken: BROKEN,
  },
  {
    name: 'uvu',
    version: `grep '"version"' node_modules/uvu/package.json`,
    packages: true,
    files: commonJs(
      `${ASSERTS} const { test } = require('uvu'); test('adds', () => assert.equal(add(1, 2), 3)); test.run();`,
    ),
    line: 'npx uvu test',
    broken: BROKEN,
  },
  {
    name: 'tape',
    version: `node -p "require('tape/package.json').version"`,
    packages: true,
    files: commonJs(
      "const { add } = require('../src/add.js'); require('tape')('adds', (t) => { t.equal(add(1, 2), 3); t.end(); });",
    ),
    line: "npx tape 'test/*.js'",
    broken: BROKEN,
  },
  {
    name: 'jasmine',
    version: `grep '"version"' node_modules/jasmine/package.json`,
    packages: true,
    files: commonJs(EXPECTS, {
      'spec/support/jasmine.mjs': "export default { spec_dir: 'test', spec_files: ['*.js'] };\n",
    }),
    line: 'npx jasmine',
    broken: BROKEN,
    varies: /^Randomized with seed|--seed=/,
  },
  {
    name: 'nyc with mocha',
    version: 'npx nyc --version',
    packages: true,
    files: commonJs(`${ASSERTS} it('adds', () => assert.equal(add(1, 2), 3));`),
    line: 'npx nyc --reporter=text mocha',
    broken: BROKEN,
  },
  {
    name: 'c8 with node --test',
    version: 'npx c8 --version',
    packages: true,
    files: commonJs(`${ASSERTS} require('node:test').test('adds', () => assert.equal(add(1, 2), 3));`),
    line: 'npx c8 node --test test/',
    broken: BROKEN,
  },
  {
    name: 'playwright test, no browser',
    version: 'npx playwright --version',
    packages: true,
    files: {
      'package.json': '{"name":"sum"}\n',
      'src/add.js': ADD,
      'tests/add.spec.js':
        "const { test, expect } = require('@playwright/test'); const { add } = require('../src/add.js'); test('adds', () => { expect(add(1, 2)).toBe(3); });\n",
    },
    line: 'npx playwright test --reporter=line',
    broken: BROKEN,
  },
  {
    name: 'npm scripts, pre and post, workspaces',
    version: 'npm --version',
    files: {
      'package.json': '{"name":"root","private":true,"workspaces":["packages/*"]}\n',
      'packages/a/package.json':
        '{"name":"a","version":"1.0.0","scripts":{"pretest":"mkdir -p out && echo before > out/log","test":"node test.js","posttest":"cat out/log"}}\n',
      'packages/a/test.js': "require('assert').equal(require('./sum.js'), 3); console.log('passed');\n",
      'packages/a/sum.js': 'module.exports = 3;\n',
    },
    line: 'npm test --workspaces 2>&1 | tail -30; echo "exit $?"',
    broken: { 'packages/a/sum.js': 'module.exports = 4;\n' },
    varies: /A complete log of this run|_logs|node:internal/,
  },
  {
    name: 'pnpm test',
    version: './node_modules/.bin/pnpm --version',
    packages: true,
    files: {
      'package.json': '{"name":"sum","scripts":{"test":"node test.js"}}\n',
      'test.js': "require('assert').equal(require('./sum.js'), 3); console.log('passed');\n",
      'sum.js': 'module.exports = 3;\n',
    },
    line: './node_modules/.bin/pnpm test',
    broken: { 'sum.js': 'module.exports = 4;\n' },
  },
  {
    name: 'yarn test',
    version: './node_modules/.bin/yarn --version',
    packages: true,
    files: {
      'package.json': '{"name":"sum","license":"MIT","scripts":{"test":"node test.js"}}\n',
      'test.js': "require('assert').equal(require('./sum.js'), 3); console.log('passed');\n",
      'sum.js': 'module.exports = 3;\n',
    },
    line: './node_modules/.bin/yarn test',
    broken: { 'sum.js': 'module.exports = 4;\n' },
    // Of root's folders; and it sees that there is no network.
    varies: /^warning /,
  },
  {
    name: 'a test that asks git',
    version: 'git --version',
    git: true,
    files: commonJs(
      `${ASSERTS} const git = (...words) => require('child_process').execFileSync('git', words, { encoding: 'utf8' }).trim(); require('node:test').test('adds', () => { assert.equal(git('status', '--porcelain', 'src'), ''); assert.ok(git('ls-files').includes('src/add.js')); assert.match(git('rev-parse', 'HEAD'), /^[0-9a-f]{40}$/); assert.equal(add(1, 2), 3); });`,
    ),
    line: 'node --test test/',
    broken: BROKEN,
  },
];
