import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../../../src');
const PLAIN_TABLE = /^(?:export )?const (\w+): Readonly<Record<string, (?:[^=]|=>)*?>> = \{/gm;

describe('constants with rows by any name', () => {
  it('are made by table(), which has no row `constructor`', () => {
    const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
    const plain = files.flatMap((file) =>
      [...readFileSync(join(SOURCE, file), 'utf8').matchAll(PLAIN_TABLE)].map(([, name = '']) => `${file}: ${name}`),
    );
    assert.ok(files.length > 500);
    assert.deepEqual(plain, []);
  });
});
