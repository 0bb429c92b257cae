import assert from 'node:assert/strict';
import { isBuiltin } from 'node:module';
import { productVsix } from '../../scripts/package.mjs';
import { readZip } from '../editor/zipArchive';

/** Everything that may be in the package; the packer itself renames README, CHANGELOG and LICENSE. */
const ALLOWED = [
  /^\[Content_Types\]\.xml$/,
  /^extension\.vsixmanifest$/,
  /^extension\/(package\.json|readme\.md|changelog\.md|LICENSE\.txt)$/,
  /^extension\/package\.nls(\.[a-z]{2}(-[a-z]{2,4})?)?\.json$/,
  /^extension\/l10n\/bundle\.l10n(\.[a-z]{2}(-[a-z]{2,4})?)?\.json$/,
  /^extension\/dist\/(extension|cli)\.js$/,
  /^extension\/dist\/webview\/(panel\.js|panel\.css|codicon\.css|codicon\.ttf)$/,
  /^extension\/media\/[\w/-]+\.(svg|png|md)$/,
  /^extension\/media\/evaluation\/[\w-]+\.jsonl$/,
];

const REQUIRED = [
  'extension/package.json',
  'extension/package.nls.json',
  'extension/readme.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.js',
  'extension/dist/cli.js',
  'extension/dist/webview/panel.js',
  'extension/dist/webview/panel.css',
  'extension/dist/webview/codicon.css',
  'extension/dist/webview/codicon.ttf',
  'extension/media/evaluation/ordinary-work.jsonl',
];

describe('the .vsix', () => {
  let files: Map<string, Buffer>;
  before(async () => {
    files = await readZip(await productVsix());
  });

  it('holds what runs and what is read about it, nothing else', () => {
    assert.deepEqual(
      [...files.keys()].filter((name) => !ALLOWED.some((pattern) => pattern.test(name))),
      [],
    );
  });

  for (const name of REQUIRED) {
    it(`holds ${name}`, () => {
      assert.ok((files.get(name)?.length ?? 0) > 0);
    });
  }

  it('ships no source maps', () => {
    for (const [name, content] of files) assert.ok(!content.includes('sourceMappingURL'), name);
  });

  it('has the code of all its packages in its bundles', () => {
    for (const name of ['extension/dist/extension.js', 'extension/dist/cli.js']) {
      const code = files.get(name)!.toString('utf8');
      const required = [...code.matchAll(/\brequire\("([^"]+)"\)/g)].map((match) => match[1]!);
      assert.deepEqual(
        required.filter((module) => !isBuiltin(module) && !(module === 'vscode' && name.endsWith('extension.js'))),
        [],
        name,
      );
    }
  });

  it('has every file that its manifest points to', () => {
    const manifest = files.get('extension/package.json')!.toString('utf8');
    const paths = [...manifest.matchAll(/"(?:\.\/)?((?:dist|media)\/[^"]+)"/g)].map(
      (match) => `extension/${match[1]!}`,
    );
    assert.ok(paths.length > 0);
    assert.deepEqual(
      paths.filter((path) => !files.has(path)),
      [],
    );
  });
});
