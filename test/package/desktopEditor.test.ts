import assert from 'node:assert/strict';
import { basename, dirname, join } from 'node:path';
import { productVsix } from '../../scripts/package.mjs';
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

  describe('npm start -- --code', () => {
    const assertStarts = async (program: string) => {
      const [install, open, ...more] = await recordedStarts(program);
      assert.deepEqual(more, []);
      const vsix = await productVsix();
      assert.deepEqual(install!.args, ['--install-extension', vsix, '--force']);
      assert.equal(install!.existed[vsix], true);
      const agent = join(REPOSITORY, 'scripts', 'sample', 'agent');
      const workspace = open!.args.at(-1)!;
      assert.deepEqual(open!.args, ['--new-window', '--wait', `--extensionDevelopmentPath=${agent}`, workspace]);
      assert.ok(!workspace.startsWith(REPOSITORY), 'must be a copy');
      assert.deepEqual(open!.existed, { [agent]: true, [workspace]: true });
    };

    it('installs the .vsix and opens the sample project with the code on PATH', async () => {
      const program = await writeStandIn(folder, 'code');
      const { code, output } = await runScript(['scripts/start.mjs', '--code'], { path: dirname(program) });
      assert.equal(code, 0, output);
      await assertStarts(program);
    });

    it('takes the path of another one', async () => {
      const program = await writeStandIn(folder, 'codium');
      const { code, output } = await runScript(['scripts/start.mjs', '--code', program]);
      assert.equal(code, 0, output);
      await assertStarts(program);
    });

    it('says what to do where it cannot be started', async () => {
      const { code, output } = await runScript(['scripts/start.mjs', '--code', join(folder, 'missing')]);
      assert.equal(code, 1);
      assert.match(output, /Install VS Code and its "code" command, or give the path/);
    });
  });
});
