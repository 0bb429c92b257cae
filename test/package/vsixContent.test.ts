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
  /^extension\/media\/l10n\/bundle\.l10n(\.[a-z]{2}(-[a-z]{2,4})?)?\.json$/,
  /^extension\/dist\/(extension|cli|uninstall)\.js$/,
  /^extension\/dist\/thirdPartyNotices\.txt$/,
  /^extension\/dist\/webview\/(panel\.js|part-\w+\.js|panel\.css|codicon\.ttf)$/,
  /^extension\/media\/[\w/-]+\.(svg|png|md)$/,
  /^extension\/media\/evaluation\/[\w-]+\.jsonl$/,
];

const REQUIRED = [
  'extension/package.json',
  'extension/package.nls.json',
  'extension/package.nls.de.json',
  'extension/media/l10n/bundle.l10n.de.json',
  'extension/readme.md',
  'extension/LICENSE.txt',
  'extension/dist/extension.js',
  'extension/dist/cli.js',
  'extension/dist/uninstall.js',
  'extension/dist/webview/panel.js',
  'extension/dist/webview/part-chunk.js',
  'extension/dist/webview/panel.css',
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

  it('has a panel that opens fast: what it shows first is small', () => {
    const folder = 'extension/dist/webview/';
    const first = new Set(['panel.js']);
    for (const name of first) {
      const code = files.get(folder + name)?.toString('utf8') ?? '';
      for (const [, part] of code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)) first.add(part!);
    }
    assert.ok(first.size > 1, 'the part that all pages share is named');
    const size = [...first].reduce((sum, name) => sum + (files.get(folder + name)?.length ?? Infinity), 0);
    assert.ok(size <= 150_000, `${size} bytes`);
  });

  it("has the licences of other people's code and pictures", () => {
    const notices = files.get('extension/dist/thirdPartyNotices.txt')?.toString('utf8') ?? '';
    for (const name of ['zod', 'minimatch', 'unbash', 'openai', '@anthropic-ai/sdk', 'lit-html', '@vscode/codicons']) {
      assert.match(notices, new RegExp(`^${name} [\\d.]+\n=+\n\n.{3}`, 'm'), name);
    }
  });

  it('ships no source maps', () => {
    for (const [name, content] of files) assert.ok(!content.includes('sourceMappingURL'), name);
  });

  it('has the code of all its packages in its bundles', () => {
    for (const name of ['extension/dist/extension.js', 'extension/dist/cli.js', 'extension/dist/uninstall.js']) {
      const code = files.get(name)!.toString('utf8');
      // In a string it is text: ajv holds such for programs that it would write.
      const required = [...code.matchAll(/(?<!['"`])\brequire\("([^"]+)"\)/g)].map((match) => match[1]!);
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
      // A folder, such as that of the translations, is there by what is in it.
      paths.filter((path) => ![...files.keys()].some((name) => name === path || name.startsWith(`${path}/`))),
      [],
    );
  });
});
