import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { programTexts } from '../../../scripts/programTexts.mjs';
import type { AutoModeApi } from '../../../src/gate/api';

export interface Extension {
  activate(context: unknown): Promise<AutoModeApi>;
  deactivate(): Promise<void>;
}

/** The whole extension as the editor would load it, in a folder of its own that also has room for what tests need. */
export class BuiltExtension {
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

  /** Loads it anew. @param editor stands in for the module `vscode` */
  load(editor: object): Extension {
    Object.assign(globalThis, { editorOfTest: editor });
    const require = createRequire(join(this.root, 'extension.js'));
    for (const loaded of Object.keys(require.cache)) {
      if (loaded.startsWith(this.root)) Reflect.deleteProperty(require.cache, loaded);
    }
    return require('./extension.js') as Extension;
  }
}
