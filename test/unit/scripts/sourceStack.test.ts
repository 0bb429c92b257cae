import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceStack } from '../../../scripts/testing/sourceStack.mjs';

describe('the stack of a failure', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-stack-')));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  it('names the lines of the sources, and leaves a place without a map', () => {
    const bundle = join(root, 'a.test.mjs');
    // The bundle's second line is the source's first one.
    const map = { version: 3, sources: ['source/a.test.ts'], names: [], mappings: ';AAAA' };
    writeFileSync(`${bundle}.map`, JSON.stringify(map));
    const other = pathToFileURL(join(root, 'other.mjs')).href;
    const stack = (at: string): string => `Error: x\n    at it (${at})\n    at ${other}:2:1\n    at node:events:5:7`;
    assert.equal(
      sourceStack(stack(`${pathToFileURL(bundle).href}:2:1`)),
      stack(`${relative(process.cwd(), join(root, 'source/a.test.ts'))}:1:1`),
    );
  });
});
