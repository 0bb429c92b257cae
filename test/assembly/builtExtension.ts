import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { build } from 'esbuild';
import { programTexts } from '../../scripts/programTexts.mjs';
import type { AutoModeApi } from '../../src/gate/api';
import { removeBusyFolder } from '../unit/busyFolder';

export interface Extension {
  activate(context: unknown): Promise<AutoModeApi>;
  deactivate(): Promise<void>;
}

/** The whole extension as the editor would load it, in a folder of its own that also has room for what tests need. */
export class BuiltExtension {
  /** Compiled once: that takes longer than all else that a start does. */
  #program: Script | undefined;

  private constructor(readonly root: string) {}

  static async build(): Promise<BuiltExtension> {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-start-')));
    await build({
      entryPoints: ['src/extension.ts'],
      outfile: join(root, 'extension.js'),
      bundle: true,
      platform: 'node',
      format: 'cjs',
      mainFields: ['module', 'main'],
      external: ['vscode'],
      plugins: [programTexts],
      logLevel: 'warning',
    });
    mkdirSync(join(root, 'node_modules'));
    // The module of the test that runs.
    writeFileSync(join(root, 'node_modules', 'vscode.js'), 'module.exports = globalThis.editorOfTest;');
    return new BuiltExtension(root);
  }

  remove(): void {
    removeBusyFolder(this.root);
  }

  /** Loads it anew. @param editor stands in for the module `vscode` */
  load(editor: object): Extension {
    Object.assign(globalThis, { editorOfTest: editor });
    const file = join(this.root, 'extension.js');
    const require = createRequire(file);
    for (const loaded of Object.keys(require.cache)) {
      if (loaded.startsWith(this.root)) Reflect.deleteProperty(require.cache, loaded);
    }
    this.#program ??= new Script(Module.wrap(readFileSync(file, 'utf8')), { filename: file });
    const run = this.#program.runInThisContext() as (...parts: readonly unknown[]) => void;
    const module = { exports: {} };
    run(module.exports, require, module, file, this.root);
    return module.exports as Extension;
  }
}
