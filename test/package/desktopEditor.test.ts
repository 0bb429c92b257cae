import assert from 'node:assert/strict';
import { basename, join } from 'node:path';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import { OUT, REPOSITORY } from '../editor/editor';
import { recordedStarts, runScript, writeStandIn } from './standIn';

/** The desktop VS Code cannot be had from a package registry: a stand-in shows how it would be started. */
describe('with a desktop VS Code', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await makeTemporaryRoot();
  });
  afterEach(async () => {
    await removeTemporaryRoot(folder);
  });

  describe('test/runTest.ts', () => {
    const run = (executable: string) =>
      runScript(['--import', 'tsx', 'test/runTest.ts'], { env: { AUTO_MODE_VSCODE_EXECUTABLE: executable } });

    it('runs the suite of test/vscode on the unpacked .vsix', async () => {
      const program = await writeStandIn(folder, 'Code');
      const { code, output } = await run(program);
      assert.equal(code, 0, output);
      const [start, ...more] = await recordedStarts(program);
      assert.deepEqual(more, []);
      const value = (option: string) =>
        start!.args.find((arg) => arg.startsWith(`${option}=`))?.slice(option.length + 1);
      const product = value('--extensionDevelopmentPath')!;
      assert.equal(basename(product), 'extension');
      assert.ok(!product.startsWith(REPOSITORY), 'must not be the working tree');
      assert.equal(start!.existed[product], true);
      assert.equal(value('--extensionTestsPath'), join(OUT, 'vscode-suite', 'index.js'));
      assert.equal(start!.existed[value('--extensionTestsPath')!], true);
    });

    it('fails where VS Code reports a failure', async () => {
      const { code } = await run(await writeStandIn(folder, 'Code', 1));
      assert.equal(code, 1);
    });
  });
});
