import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OLD_FAULTS } from '../../attack/oldFaults/faults';

const ROOT = join(import.meta.dirname, '..', '..', '..');

describe('the old faults that show what the attack can find', () => {
  for (const { name, replacements } of OLD_FAULTS) {
    it(`can be put back: ${name}`, () => {
      for (const { file, today } of replacements) {
        const text = readFileSync(join(ROOT, file), 'utf8');
        assert.equal(text.split(today).length, 2, `${file} must hold once: ${today}`);
      }
    });
  }
});
