/** The engines of other gates, installed at their pinned versions into the user's cache folder. They are measured, never shipped. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheFolder } from '../../scripts/toolchain/cacheFolder.mjs';
import { runNpm } from '../../scripts/toolchain/npm.mjs';
import { ensurePinnedFolder } from '../../scripts/toolchain/pinnedFolder.mjs';

export interface OtherGate {
  readonly name: string;
  readonly version: string;
  /** The module to import, below `node_modules`. */
  readonly entry: string;
  /** The exported function, and what it is called with: the bare line, or an object with the folder. */
  readonly call: { readonly exported: string; readonly withFolder: boolean };
}

export const OTHER_GATES: readonly OtherGate[] = [
  {
    name: 'cc-safety-net',
    version: '2.4.5',
    entry: 'cc-safety-net/dist/api.js',
    call: { exported: 'checkCommand', withFolder: true },
  },
  {
    name: '@qwen-code/qwen-code-core',
    version: '0.0.14',
    entry: '@qwen-code/qwen-code-core/dist/src/utils/shellReadOnlyChecker.js',
    call: { exported: 'isShellCommandReadOnly', withFolder: false },
  },
];

/** @returns the path of the module of the gate's engine. Throws where it cannot be installed. */
export async function ensureOtherGate({ name, version, entry }: OtherGate): Promise<string> {
  const folder = await ensurePinnedFolder({
    folder: join(cacheFolder(), `bench-${name.replace(/[@/]/g, '')}-${version}`),
    answers: (candidate: string) =>
      readFile(join(candidate, 'node_modules', entry)).then(
        () => true,
        () => false,
      ),
    install: async (work: string) => {
      console.log(`Installing ${name} ${version} for the comparison ...`);
      await writeFile(join(work, 'package.json'), JSON.stringify({ private: true, dependencies: { [name]: version } }));
      await runNpm(['install', '--ignore-scripts', '--omit=optional'], { cwd: work });
    },
    log: (line: string) => {
      console.log(line);
    },
  });
  return join(folder, 'node_modules', entry);
}
