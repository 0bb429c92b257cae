import assert from 'node:assert/strict';
import { ConsentLookup } from '../../../../src/features/models/consentLookup';

/** A look that is answered when the test says so. */
function heldLook(): { readonly look: () => Promise<string>; readonly answer: (text: string) => void; asked: number } {
  let answer: (text: string) => void = () => undefined;
  const held = new Promise<string>((resolve) => (answer = resolve));
  const made = {
    asked: 0,
    look: () => {
      made.asked += 1;
      return held;
    },
    answer: (text: string) => {
      answer(text);
    },
  };
  return made;
}

describe('the look at the editor’s record of a consent', () => {
  it('gives the answer, and asks anew each time', async () => {
    const lookup = new ConsentLookup<string>(60_000);
    assert.equal(await lookup.answer('a', () => Promise.resolve('given')), 'given');
    assert.equal(await lookup.answer('a', () => Promise.resolve('not-seen')), 'not-seen');
  });

  it('that fails has no answer, and is made again', async () => {
    const lookup = new ConsentLookup<string>(60_000);
    assert.equal(await lookup.answer('a', () => Promise.reject(new Error('no'))), undefined);
    assert.equal(
      await lookup.answer('a', () => {
        throw new Error('no');
      }),
      undefined,
    );
    assert.equal(await lookup.answer('a', () => Promise.resolve('given')), 'given');
  });

  it('that is late keeps only its own owner’s calls from asking, and only until it is answered', async () => {
    const lookup = new ConsentLookup<string>(1);
    const held = heldLook();
    assert.equal(await lookup.answer('a', held.look), undefined);
    assert.equal(await lookup.answer('a', held.look), undefined);
    assert.equal(held.asked, 1);
    assert.equal(await lookup.answer('b', () => Promise.resolve('given')), 'given');
    held.answer('given');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(await lookup.answer('a', held.look), 'given');
    assert.equal(held.asked, 2);
  });

  it('is made again after a change of the records', async () => {
    const lookup = new ConsentLookup<string>(1);
    const held = heldLook();
    await lookup.answer('a', held.look);
    lookup.forget();
    await lookup.answer('a', held.look);
    assert.equal(held.asked, 2);
  });
});
