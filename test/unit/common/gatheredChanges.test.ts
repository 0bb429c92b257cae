import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { GatheredChanges } from '../../../src/common/gatheredChanges';

describe('gathered changes', () => {
  let updates = 0;
  let gathered: GatheredChanges;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout', 'setImmediate'] });
    updates = 0;
    gathered = new GatheredChanges(() => (updates += 1));
  });
  afterEach(() => {
    gathered.dispose();
    mock.timers.reset();
  });

  const changes = (count: number): void => {
    for (let change = 0; change < count; change++) gathered.change();
  };

  it('sends the first at once', () => {
    changes(1);
    assert.equal(updates, 0);
    mock.timers.tick(1);
    assert.equal(updates, 1);
    mock.timers.tick(1000);
    assert.equal(updates, 1);
  });

  it('sends those that follow closely as one, and none is left out', () => {
    changes(3);
    mock.timers.tick(1);
    for (let millisecond = 0; millisecond < 200; millisecond++) {
      changes(2);
      mock.timers.tick(1);
    }
    assert.ok(updates >= 4 && updates <= 5, String(updates));
    const before = updates;
    changes(1);
    mock.timers.tick(50);
    assert.equal(updates, before + 1);
    mock.timers.tick(1000);
    assert.equal(updates, before + 1);
  });

  it('sends nothing once it is disposed of', () => {
    changes(1);
    gathered.dispose();
    mock.timers.tick(1000);
    assert.equal(updates, 0);
  });
});
