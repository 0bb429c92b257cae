import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { circles, twoWayRooms, violations } from './arrows';
import { LAYERS, MOST_FILES } from './layers';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('the layers', () => {
  const files = ['src', 'webview-ui']
    .flatMap((folder) => readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /\.[cm]?[jt]sx?$/.test(entry.name))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).split(sep).join('/'));

  const sources = new Map(files.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));

  it('hold every source file, and no file imports what its layer must not', () => {
    assert.ok(files.length > 50, 'the source files were not found');
    assert.deepEqual(
      [...sources].flatMap(([path, text]) => violations(path, text)),
      [],
    );
  });

  it('come in an order in which each uses only earlier ones', () => {
    const names = Object.keys(LAYERS);
    for (const [name, { values, types }] of Object.entries(LAYERS)) {
      for (const lower of [...values, ...types]) {
        assert.ok(names.includes(lower), `${lower} is no layer`);
        assert.ok(names.indexOf(lower) < names.indexOf(name), `${name} must not use ${lower}, which comes later`);
      }
    }
  });

  it('have no two folders that import each other', () => {
    assert.deepEqual(twoWayRooms(sources), []);
  });

  it('have no files that import each other in a circle', () => {
    assert.deepEqual(circles(sources), []);
  });

  it(`have no folder with more than ${MOST_FILES} files beside each other`, () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    assert.deepEqual(
      [...counts].filter(([, count]) => count > MOST_FILES),
      [],
    );
  });

  it('would show a circle of files', () => {
    const three = new Map([
      ['src/a.ts', `import type { B } from './b/b';`],
      ['src/b/b.ts', `import { c } from './c'; import 'zod';`],
      ['src/b/c.ts', `export * from '../a';`],
      ['src/d.ts', `import './a';`],
    ]);
    assert.deepEqual(circles(three), [['src/a.ts', 'src/b/b.ts', 'src/b/c.ts', 'src/a.ts']]);
  });

  it('would show two folders that import each other, and which arrow to turn', () => {
    const both = new Map([
      ['src/engine/decide.ts', `import { stage } from './stages/deny'; import { other } from './stages/other';`],
      ['src/engine/stages/deny.ts', `import type { Decide } from '../decide';`],
      ['src/engine/stages/other.ts', ''],
    ]);
    assert.deepEqual(twoWayRooms(both), [
      'src/engine and src/engine/stages import each other; turn src/engine/stages -> src/engine: ' +
        'src/engine/stages/deny.ts -> src/engine/decide.ts',
    ]);
  });

  describe('the check', () => {
    const cases: readonly [string, string, boolean][] = [
      ['src/engine/a.ts', `import { b } from './b';`, true],
      ['src/engine/stages/a.ts', `import { b } from '../b';`, true],
      ['src/engine/a.ts', `import { z } from 'zod';`, true],
      ['src/engine/a.ts', `import { b } from '../shell/b';`, true],
      ['src/shell/a.ts', `import { parse } from 'unbash';`, true],
      ['src/shell/a.ts', `import type { B } from '../engine/b';`, false],
      ['src/features/a.ts', `import { b } from '../shell/b';`, false],
      ['src/engine/a.ts', `import { readFileSync } from 'node:fs';`, false],
      ['src/engine/a.ts', `import type { Stats } from 'node:fs';`, false],
      ['src/engine/a.ts', `import { readFileSync } from 'fs';`, false],
      ['src/engine/a.ts', `import type { Uri } from 'vscode';`, false],
      ['src/engine/a.ts', `type A = import('vscode').Uri;`, false],
      ['src/engine/a.ts', `import type { B } from '../config/b';`, false],
      ['src/engine/a.ts', `export { b } from '../features/b';`, false],
      ['src/engine/a.ts', `export * from '../features/b';`, false],
      ['src/engine/a.ts', `import '../features/b';`, false],
      ['src/engine/a.ts', `void import('../features/b');`, false],
      ['src/engine/a.ts', `const name = './b'; void import(name);`, false],
      ['src/engine/a.ts', `const b = require('../features/b');`, false],
      ['src/engine/a.ts', `import b = require('../features/b');`, false],
      ['src/engine/a.ts', `import { b } from 'zod-elsewhere';`, false],
      ['src/rules/a.ts', `import { b } from '../floor/b';`, false],
      ['src/config/a.ts', `import type { B } from '../engine/b';`, true],
      ['src/config/a.ts', `export type { B } from '../engine/b';`, true],
      ['src/config/a.ts', `let b: import('../engine/b').B;`, true],
      ['src/config/a.ts', `import { B } from '../engine/b';`, false],
      ['src/config/a.ts', `import { type B } from '../engine/b';`, false],
      ['src/config/a.ts', `import { workspace } from 'vscode';`, false],
      ['src/config/settingsReader.ts', `import { workspace } from 'vscode';`, true],
      ['src/classifier/a.ts', `import A from '@anthropic-ai/sdk/streaming';`, true],
      ['src/classifier/a.ts', `import http from 'http';`, true],
      ['src/classifier/a.ts', `import { B } from '../features/b';`, false],
      ['src/features/rules/a.ts', `import { window } from 'vscode';`, true],
      ['src/log/a.ts', `import { window } from 'vscode';`, false],
      ['src/features/a.ts', `import { b } from '../cli';`, false],
      ['src/features/a.ts', `import { b } from '../extension';`, false],
      ['src/features/a.ts', `import { b } from '../../test/unit/b';`, false],
      ['src/gate/a.ts', `import { b } from '../features/b';`, false],
      ['src/extension.ts', `import { b } from './features/b';`, true],
      ['src/cli.ts', `import { b } from './features/b';`, false],
      ['src/uninstall.ts', `import { b } from './agents/b';`, true],
      ['src/uninstall.ts', `import { b } from './features/b';`, false],
      ['webview-ui/a.ts', `import type { B } from '../src/panel/b';`, true],
      ['webview-ui/a.ts', `import { B } from '../src/panel/b';`, false],
      ['webview-ui/a.ts', `import type { B } from '../src/engine/b';`, false],
      ['src/unknown/a.ts', ``, false],
      ['src/a.ts', ``, false],
      ['src/engine.ts', ``, false],
      ['src/extension/a.ts', ``, false],
    ];
    for (const [path, text, fine] of cases) {
      it(`${fine ? 'accepts' : 'refuses'} in ${path}: ${text}`, () => {
        assert.equal(violations(path, text).length === 0, fine);
      });
    }

    it('says which arrow is wrong and where the code belongs', () => {
      const [line = ''] = violations('src/rules/a.ts', `import { b } from '../engine/b';`);
      assert.match(line, /^src\/rules\/a\.ts must not import \.\.\/engine\/b: rules does not stand on engine; move/);
    });
  });
});
