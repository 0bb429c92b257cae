import assert from 'node:assert/strict';
import { Listeners } from '../../../src/common/listeners';

describe('Listeners', () => {
  it('tells all that are left, in their order, each once', () => {
    const told: string[] = [];
    const listeners = new Listeners();
    const first = (): void => void told.push('first');
    listeners.subscribe(first);
    listeners.subscribe(first);
    const second = listeners.subscribe(() => void told.push('second'));
    listeners.fire();
    assert.deepEqual(told, ['first', 'second']);
    second.dispose();
    second.dispose();
    listeners.fire();
    assert.deepEqual(told, ['first', 'second', 'first']);
  });

  it('lets one go while it is told', () => {
    let told = 0;
    const listeners = new Listeners();
    const once = listeners.subscribe(() => {
      told += 1;
      once.dispose();
    });
    listeners.fire();
    listeners.fire();
    assert.equal(told, 1);
  });

  it('does not hide what a listener throws', () => {
    const listeners = new Listeners();
    listeners.subscribe(() => {
      throw new Error('full');
    });
    assert.throws(() => {
      listeners.fire();
    }, /full/);
  });
});
