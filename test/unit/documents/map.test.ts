import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { roomOf } from '../layers/layers';
import { ROOT, textOf } from './documents';

/** Every folder of the code, two levels deep. */
function rooms(): readonly string[] {
  const files = ['src', 'webview-ui'].flatMap((top) =>
    readdirSync(join(ROOT, top), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => roomOf(`${top}/${name.replaceAll('\\', '/')}`)),
  );
  return [...new Set(files)].sort();
}

describe('ARCHITECTURE.md', () => {
  it('has every folder inside a layer on its map', () => {
    const map = textOf('ARCHITECTURE.md');
    const inside = rooms().filter((room) => room.split('/').length === (room.startsWith('src/') ? 3 : 2));
    assert.ok(inside.length > 30);
    // A feature's folder in the panel has the name, and so the line, of that in the host.
    const lineOf = (room: string): string =>
      inside.includes(room.replace('webview-ui/', 'src/features/'))
        ? room.replace('webview-ui/', 'src/features/')
        : room;
    assert.deepEqual(
      inside.filter((room) => !map.includes(`\`${lineOf(room)}\``)),
      [],
      'give each of these folders a line in the table of folders',
    );
  });
});

describe('README.md', () => {
  it('is read in one go: at most 200 lines', () => {
    assert.ok(textOf('README.md').split('\n').length <= 200);
  });
});
