import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeTemporaryRoot, removeTemporaryRoot } from '../../scripts/temporaryRoot.mjs';
import { readZip } from '../editor/zipArchive';
import { copyRepository } from './repositoryCopy';
import { recordedStarts, runScript, writeStandIn } from './standIn';

/** Of each kind of source one text, and the file of the package in which it arrives. */
const SOURCES = [
  ['src/features/status/statusBarText.ts', 'Click to open the panel.', 'extension/dist/extension.js'],
  ['src/terminal/evaluate.ts', 'Code alone settles every chosen case', 'extension/dist/cli.js'],
  ['webview-ui/frame/panelElement.ts', 'auto-mode-panel', 'extension/dist/webview/panel.js'],
  ['webview-ui/panel.css', 'padding: 10px 14px 20px', 'extension/dist/webview/panel.css'],
  ['package.nls.json', 'Turn Off in This Window', 'extension/package.nls.json'],
] as const;

/** In a copy of the repository, since others use the package of this one meanwhile. */
describe('npm start -- --code', () => {
  let folder: string;
  let repository: string;
  before(async () => {
    folder = await makeTemporaryRoot();
    repository = join(folder, 'repository');
    await copyRepository(repository);
  });
  after(async () => {
    await removeTemporaryRoot(folder);
  });

  /** @returns the files of the package that the stand-in for VS Code was told to install */
  async function installed(program: string): Promise<Map<string, Buffer>> {
    const [install, open, ...more] = await recordedStarts(program);
    assert.deepEqual(more, []);
    const [option, vsix, force] = install!.args;
    assert.deepEqual([option, force], ['--install-extension', '--force']);
    assert.equal(dirname(vsix!), join(repository, 'out'));
    const agent = join(repository, 'scripts', 'sample', 'agent');
    const workspace = open!.args.at(-1)!;
    assert.deepEqual(open!.args, ['--new-window', '--wait', `--extensionDevelopmentPath=${agent}`, workspace]);
    assert.ok(!workspace.startsWith(repository), 'must be a copy');
    assert.deepEqual(open!.existed, { [agent]: true, [workspace]: true });
    return readZip(vsix!);
  }

  let first: Map<string, Buffer>;

  it('builds the .vsix, installs it and opens the sample project with the code on PATH', async () => {
    const program = await writeStandIn(folder, 'code');
    const { code, output } = await runScript(['scripts/start.mjs', '--code'], { repository, path: dirname(program) });
    assert.equal(code, 0, output);
    first = await installed(program);
    for (const [, text, file] of SOURCES) assert.ok(first.get(file)?.includes(text), file);
  });

  it('packs the same again where nothing was changed, and nothing that an earlier build left behind', async () => {
    await writeFile(join(repository, 'dist', 'webview', 'left.js'), '');
    const program = await writeStandIn(folder, 'codium');
    const { code, output } = await runScript(['scripts/start.mjs', '--code', program], { repository });
    assert.equal(code, 0, output);
    assert.deepEqual(await installed(program), first);
  });

  it('packs what was changed, and only says what to do where VS Code cannot be started', async () => {
    for (const [source, text] of SOURCES) {
      const path = join(repository, source);
      await writeFile(path, (await readFile(path, 'utf8')).replaceAll(text, `${text}-changed`));
    }
    const { code, output } = await runScript(['scripts/start.mjs', '--code', join(folder, 'missing')], { repository });
    assert.equal(code, 1);
    assert.match(output, /Install VS Code and its "code" command, or give the path/);
    const { name, version } = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
    };
    const files = await readZip(join(repository, 'out', `${name}-${version}.vsix`));
    for (const [, text, file] of SOURCES) assert.ok(files.get(file)?.includes(`${text}-changed`), file);
  });
});
