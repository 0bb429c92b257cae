import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, posix, relative, sep } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '..', '..');

interface Layer {
  /** Other layers whose values, and so also types, may be imported. */
  readonly values: readonly LayerName[];
  /** Other layers of which only types may be imported. */
  readonly types: readonly LayerName[];
  readonly packages: readonly string[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
}

const LAYER_NAMES = [
  'extension',
  'cli',
  'uninstall',
  'terminal',
  'host',
  'bridge',
  'agents',
  'classifier',
  'disk',
  'config',
  'panel',
  'engine',
  'shell',
  'webview-ui',
] as const;
type LayerName = (typeof LAYER_NAMES)[number];

const INNER = LAYER_NAMES.filter((name) => name !== 'webview-ui');

/** Who may import what. The README shows the same table in words. */
const LAYERS: Readonly<Record<LayerName, Layer>> = {
  extension: { values: INNER, types: [], packages: [], node: true },
  cli: { values: ['terminal'], types: [], packages: [], node: true },
  uninstall: { values: ['agents', 'bridge'], types: [], packages: [], node: true },
  terminal: { values: ['engine', 'config', 'classifier', 'disk'], types: [], packages: [], node: true },
  host: {
    values: ['engine', 'config', 'agents', 'bridge', 'panel', 'classifier', 'disk'],
    types: [],
    packages: ['zod'],
    node: true,
  },
  bridge: { values: ['agents', 'engine'], types: [], packages: ['zod'], node: true },
  agents: { values: [], types: ['engine'], packages: ['zod', 'jsonc-parser'], node: true },
  classifier: { values: [], types: ['engine'], packages: ['zod', '@anthropic-ai/sdk', 'openai'], node: true },
  disk: { values: [], types: ['engine'], packages: ['ignore'], node: true },
  config: { values: [], types: ['engine'], packages: ['zod', 'jsonc-parser'], node: false },
  panel: { values: [], types: ['engine'], packages: ['zod'], node: false },
  engine: { values: ['shell'], types: [], packages: ['zod', 'minimatch'], node: false },
  shell: { values: [], types: [], packages: ['unbash'], node: false },
  'webview-ui': { values: [], types: ['panel'], packages: ['lit', '@vscode-elements/elements'], node: false },
};

/** The files that may import `vscode`; what they hold is tested inside VS Code. */
const WITH_VSCODE = [/^src\/extension\.ts$/, /^src\/host\/(?!state\/)/, /^src\/config\/settingsReader\.ts$/];

interface Import {
  readonly target: string;
  readonly typeOnly: boolean;
}

/** Every module that a file names. A target that is computed is `?`. */
function importsOf(path: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (target: ts.Node | undefined, typeOnly: boolean): void => {
    found.push({ target: target !== undefined && ts.isStringLiteralLike(target) ? target.text : '?', typeOnly });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      // `import { type A }` leaves an import at run time, so it is none of types only.
      add(node.moduleSpecifier, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword);
    } else if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined) {
      add(node.moduleSpecifier, node.isTypeOnly);
    } else if (ts.isImportTypeNode(node)) {
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    } else if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference)) {
      add(node.moduleReference.expression, node.isTypeOnly);
    } else if (ts.isCallExpression(node)) {
      const { expression } = node;
      const isRequire = ts.isIdentifier(expression) && expression.text === 'require';
      if (isRequire || expression.kind === ts.SyntaxKind.ImportKeyword) add(node.arguments[0], false);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** The layer of a file below the root, with forward slashes; undefined: none. */
function layerOf(path: string): LayerName | undefined {
  const [top, second = ''] = path.split('/');
  const name = top === 'src' ? second.replace(/\.ts$/, '') : top;
  const isFile = path === `src/${String(name)}.ts`;
  const layer = LAYER_NAMES.find((candidate) => candidate === name);
  return isFile === (layer === 'extension' || layer === 'cli' || layer === 'uninstall') ? layer : undefined;
}

/** What is wrong with the imports of one file, a line each. */
function violations(path: string, text: string): string[] {
  const from = layerOf(path);
  if (from === undefined) return [`${path} lies in no layer`];
  const { values, types, packages, node } = LAYERS[from];
  const allowed = ({ target, typeOnly }: Import): boolean => {
    if (target.startsWith('.')) {
      const to = layerOf(posix.join(dirname(path), target).replace(/(?:\.ts)?$/, '.ts'));
      return to === from || (to !== undefined && (values.includes(to) || (typeOnly && types.includes(to))));
    }
    if (target === 'vscode') return WITH_VSCODE.some((pattern) => pattern.test(path));
    if (isBuiltin(target)) return node;
    return packages.some((name) => target === name || target.startsWith(`${name}/`));
  };
  return importsOf(path, text)
    .filter((item) => !allowed(item))
    .map(({ target, typeOnly }) => `${path} must not import ${typeOnly ? 'types of ' : ''}${target}`);
}

/** Files that import themselves by way of others, a list for each way found; types count, since who reads has to follow them too. */
function circles(sources: ReadonlyMap<string, string>): string[][] {
  const targets = (path: string): string[] =>
    importsOf(path, sources.get(path) ?? '')
      .filter(({ target }) => target.startsWith('.'))
      .map(({ target }) => posix.join(dirname(path), target).replace(/(?:\.ts)?$/, '.ts'))
      .filter((target) => sources.has(target));
  const done = new Set<string>();
  const found: string[][] = [];
  const walk = (path: string, way: readonly string[]): void => {
    const at = way.indexOf(path);
    if (at !== -1) found.push([...way.slice(at), path]);
    if (at !== -1 || done.has(path)) return;
    for (const target of targets(path)) walk(target, [...way, path]);
    done.add(path);
  };
  for (const path of sources.keys()) walk(path, []);
  return found;
}

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

  it('have no files that import each other in a circle', () => {
    assert.deepEqual(circles(sources), []);
  });

  it('would show a circle', () => {
    const three = new Map([
      ['src/a.ts', `import type { B } from './b/b';`],
      ['src/b/b.ts', `import { c } from './c'; import 'zod';`],
      ['src/b/c.ts', `export * from '../a';`],
      ['src/d.ts', `import './a';`],
    ]);
    assert.deepEqual(circles(three), [['src/a.ts', 'src/b/b.ts', 'src/b/c.ts', 'src/a.ts']]);
  });

  describe('the check', () => {
    const cases: readonly [string, string, boolean][] = [
      ['src/engine/a.ts', `import { b } from './b';`, true],
      ['src/engine/stages/a.ts', `import { b } from '../b';`, true],
      ['src/engine/a.ts', `import { z } from 'zod';`, true],
      ['src/engine/a.ts', `import { b } from '../shell/b';`, true],
      ['src/shell/a.ts', `import { parse } from 'unbash';`, true],
      ['src/shell/a.ts', `import type { B } from '../engine/b';`, false],
      ['src/host/a.ts', `import { b } from '../shell/b';`, false],
      ['src/engine/a.ts', `import { readFileSync } from 'node:fs';`, false],
      ['src/engine/a.ts', `import type { Stats } from 'node:fs';`, false],
      ['src/engine/a.ts', `import { readFileSync } from 'fs';`, false],
      ['src/engine/a.ts', `import type { Uri } from 'vscode';`, false],
      ['src/engine/a.ts', `type A = import('vscode').Uri;`, false],
      ['src/engine/a.ts', `import type { B } from '../config/b';`, false],
      ['src/engine/a.ts', `export { b } from '../host/b';`, false],
      ['src/engine/a.ts', `export * from '../host/b';`, false],
      ['src/engine/a.ts', `import '../host/b';`, false],
      ['src/engine/a.ts', `void import('../host/b');`, false],
      ['src/engine/a.ts', `const name = './b'; void import(name);`, false],
      ['src/engine/a.ts', `const b = require('../host/b');`, false],
      ['src/engine/a.ts', `import b = require('../host/b');`, false],
      ['src/engine/a.ts', `import { b } from 'zod-elsewhere';`, false],
      ['src/config/a.ts', `import type { B } from '../engine/b';`, true],
      ['src/config/a.ts', `export type { B } from '../engine/b';`, true],
      ['src/config/a.ts', `let b: import('../engine/b').B;`, true],
      ['src/config/a.ts', `import { B } from '../engine/b';`, false],
      ['src/config/a.ts', `import { type B } from '../engine/b';`, false],
      ['src/config/a.ts', `import { workspace } from 'vscode';`, false],
      ['src/config/settingsReader.ts', `import { workspace } from 'vscode';`, true],
      ['src/classifier/a.ts', `import A from '@anthropic-ai/sdk/streaming';`, true],
      ['src/classifier/a.ts', `import http from 'http';`, true],
      ['src/classifier/a.ts', `import { B } from '../host/b';`, false],
      ['src/host/ui/a.ts', `import { window } from 'vscode';`, true],
      ['src/host/state/a.ts', `import { window } from 'vscode';`, false],
      ['src/host/a.ts', `import { b } from '../cli';`, false],
      ['src/host/a.ts', `import { b } from '../extension';`, false],
      ['src/host/a.ts', `import { b } from '../../test/unit/b';`, false],
      ['src/extension.ts', `import { b } from './host/b';`, true],
      ['src/cli.ts', `import { b } from './host/b';`, false],
      ['src/uninstall.ts', `import { b } from './agents/b';`, true],
      ['src/uninstall.ts', `import { b } from './host/b';`, false],
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
  });
});
