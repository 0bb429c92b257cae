import assert from 'node:assert/strict';
import { WrittenContent } from '../../../src/gate/writtenContent';

describe('what agents changed of a file', () => {
  const BY = { agent: 'claude-code', sessionId: 's', callId: 'c', decisionId: 'd' };

  it('begins before their first change and ends with their last', () => {
    const written = new WrittenContent();
    written.noteChange('/w/a', 'two', BY, 'one');
    written.noteChange('/w/a', 'three', BY, 'two');
    assert.deepEqual(written.changeOf('/w/a'), { before: 'one', after: 'three' });
  });

  it('begins anew where somebody else has changed it in between', () => {
    const written = new WrittenContent();
    written.noteChange('/w/a', 'two', BY, 'one');
    written.noteChange('/w/a', 'four', BY, 'three');
    assert.deepEqual(written.changeOf('/w/a'), { before: 'three', after: 'four' });
  });

  it('is not known where its begin is not, and says so of its end', () => {
    const written = new WrittenContent();
    written.noteChange('/w/a', 'two', BY, 'one');
    written.noteChange('/w/a', 'two', BY);
    assert.equal(written.changeOf('/w/a'), undefined);
    written.noteChange('/w/a', undefined, BY, 'one');
    assert.deepEqual(written.changeOf('/w/a'), { before: 'one', after: undefined });
    written.noteChange('/w/a', 'three', BY, 'two');
    assert.deepEqual(written.changeOf('/w/a'), { before: 'two', after: 'three' });
  });

  it('keeps no more texts than fit, and the last write all the same', () => {
    const written = new WrittenContent();
    for (const path of ['/w/a', '/w/b', '/w/c']) written.noteChange(path, 'x'.repeat(3_000_000), BY, '');
    assert.equal(written.changeOf('/w/a'), undefined);
    assert.equal(written.changeOf('/w/c')?.before, '');
    written.noteChange('/w/d', 'x'.repeat(9_000_000), BY, '');
    assert.equal(written.changeOf('/w/d'), undefined);
    assert.equal(written.lastWrite('/w/d')?.decisionId, 'd');
  });
});
