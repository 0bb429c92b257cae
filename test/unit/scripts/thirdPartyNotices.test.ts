import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bundledPackages, thirdPartyNotices } from '../../../scripts/thirdPartyNotices.mjs';

describe("the notices of other people's code", () => {
  let root: string;
  const write = async (path: string, text: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'auto-mode-notices-'));
  });
  afterEach(async () => {
    await rm(root, { recursive: true, force: true });
  });

  it('are about the packages of which a bundle has code', () => {
    const inputs = {
      'src/extension.ts': { bytesInOutput: 10 },
      'node_modules/zod/v4/core.js': { bytesInOutput: 10 },
      'node_modules/zod/index.js': { bytesInOutput: 1 },
      'node_modules/left/out.js': { bytesInOutput: 0 },
      'node_modules/@scope/one/index.js': { bytesInOutput: 10 },
      'node_modules/@scope/one/node_modules/inner/index.js': { bytesInOutput: 10 },
    };
    const output = { bytes: 0, imports: [], exports: [], inputs };
    assert.deepEqual(bundledPackages({ inputs: {}, outputs: { 'dist/extension.js': output } }), [
      'node_modules/zod',
      'node_modules/@scope/one',
      'node_modules/@scope/one/node_modules/inner',
    ]);
  });

  it('have every licence text of a package, sorted by name', async () => {
    await write('node_modules/b/package.json', '{"name": "b", "version": "2.0.0", "license": "MIT"}');
    await write('node_modules/b/LICENSE', 'Words of b\r\n');
    await write('node_modules/b/LICENSE-CODE', 'More words of b');
    await write('node_modules/@a/a/package.json', '{"name": "@a/a", "version": "1.0.0"}');
    await write('node_modules/@a/a/License.md', 'Words of a');
    assert.deepEqual(
      (await thirdPartyNotices(root, ['node_modules/b', 'node_modules/@a/a', 'node_modules/b']))
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('='))
        .slice(1),
      ['@a/a 1.0.0', 'Words of a', 'b 2.0.0', 'Words of b', 'More words of b'],
    );
  });

  it('name the licence of a package that brings no text', async () => {
    await write(
      'node_modules/c/package.json',
      '{"name": "c", "version": "1.0.0", "license": "MIT", "author": "C. C."}',
    );
    assert.match(await thirdPartyNotices(root, ['node_modules/c']), /c 1\.0\.0\n=+\n\nLicence: MIT\nC\. C\.\n$/);
  });

  it('are refused for a package without any', async () => {
    await write('node_modules/d/package.json', '{"name": "d", "version": "1.0.0"}');
    await assert.rejects(thirdPartyNotices(root, ['node_modules/d']), /d has no licence/);
  });
});
