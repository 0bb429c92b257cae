import assert from 'node:assert/strict';
import { createListedFileSystem } from '../../../src/disk/listedFileSystem';

describe('a disk of which only the names are known', () => {
  const files = createListedFileSystem(['/w/', '/w/src/a.ts', '/w/out/', '/home/u/notes.md']);
  const type = (path: string): string => {
    const facts = files.inspect(path);
    return typeof facts === 'string' ? facts : facts.type;
  };

  for (const [path, expected] of [
    ['/', 'directory'],
    ['/w', 'directory'],
    ['/w/src', 'directory'],
    ['/w/src/a.ts', 'file'],
    ['/w/out', 'directory'],
    ['/home/u', 'directory'],
    ['/w/src/b.ts', 'absent'],
    ['/etc/passwd', 'absent'],
  ] as const) {
    it(`says ${expected} of ${path}`, () => {
      assert.equal(type(path), expected);
      assert.equal(files.realPath(path), expected === 'absent' ? undefined : path);
    });
  }

  it('lists names, and reads nothing', () => {
    assert.deepEqual([...(files.listNames('/w', 10) ?? [])].sort(), ['out', 'src']);
    assert.equal(files.listNames('/w', 1), undefined);
    assert.equal(files.readText('/w/src/a.ts', 1_000), undefined);
    assert.equal(files.heldByVersionControl('/w/src/a.ts'), false);
  });
});
