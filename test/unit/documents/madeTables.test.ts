import assert from 'node:assert/strict';
import { commentedMembers } from '../../../scripts/documents/codeComments.mjs';
import { DOCUMENTS_WITH_TABLES, madeDocument } from '../../../scripts/documents/madeTables.mjs';
import { documents, textOf } from './documents';

describe('tables that are made from the code', () => {
  for (const document of DOCUMENTS_WITH_TABLES) {
    it(`are up to date in ${document}: npm run docs makes them`, async () => {
      const { present, made } = await madeDocument(document);
      assert.ok(present.includes('<!-- made from the code: '));
      assert.equal(present, made);
    });
  }

  it('are in no other document', () => {
    const withTables = documents().filter((document) => textOf(document).includes('<!-- made from the code: '));
    assert.deepEqual(withTables, DOCUMENTS_WITH_TABLES);
  });
});

describe('comments of the members of a constant', () => {
  const CODE = `
/** Of the whole. */
export const LIST = [
  /** The first. */
  'one',
  'two',
] as const;
export const fields = z.strictObject({
  /**
   * Longer than
   * a line.
   */
  a: z.string().optional(),
  'b.c': z.int(),
});`;

  it('come with the names, in order', () => {
    assert.deepEqual(commentedMembers(CODE, 'LIST'), [
      { name: 'one', comment: 'The first.', code: "'one'" },
      { name: 'two', comment: '', code: "'two'" },
    ]);
    assert.deepEqual(commentedMembers(CODE, 'fields'), [
      { name: 'a', comment: 'Longer than a line.', code: 'z.string().optional()' },
      { name: 'b.c', comment: '', code: 'z.int()' },
    ]);
  });

  it('are those of a constant that is there', () => {
    assert.throws(() => commentedMembers(CODE, 'other'), /other/);
  });
});
