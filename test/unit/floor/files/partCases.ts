import assert from 'node:assert/strict';
import type { FileTouch } from '../../../../src/files/fileTouch';
import type { Tree } from '../../engine/fakeGate';
import { floorFor } from '../../files/fileWorld';

/** Changes of a file of which a part is guarded: what it holds, what is done, which check stops it. */
export interface PartCase {
  readonly name: string;
  readonly path: string;
  readonly before?: string;
  readonly touch: Omit<FileTouch, 'path'>;
  readonly check?: string;
}

export const edit = (oldText: string, newText: string, replaceAll = false): Omit<FileTouch, 'path'> => ({
  change: 'in-place',
  edits: [{ oldText, newText, replaceAll }],
});
export const write = (newText: string): Omit<FileTouch, 'path'> => ({ change: 'overwrite', newText });

export const SETTINGS = '.vscode/settings.json';

/** A test for each. */
export function testParts(cases: readonly PartCase[]): void {
  for (const { name, path, before, touch, check } of cases) {
    it(`${name}: ${check ?? 'left to the later stages'}`, () => {
      const real = path.startsWith('~/') ? `/home/u/${path.slice(2)}` : `/home/u/project/${path}`;
      const tree: Tree = before === undefined ? {} : { [real]: before };
      // `~` is also the name of a folder; the tools that these files belong to are given absolute paths.
      assert.equal(floorFor({ path: real, ...touch }, { tree })?.check, check);
    });
  }
}
