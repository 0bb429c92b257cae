import assert from 'node:assert/strict';
import { InputProblem } from '../../../src/common/inputProblem';
import { DiskBudget } from '../../../src/files/diskBudget';

/** A budget with a clock that only work moves on. */
class Disk {
  #now = 0;
  readonly budget = new DiskBudget({ now: () => this.#now, monotonic: () => this.#now });

  read(kind: 'content' | 'record', name: string, ms: number): boolean {
    return (
      this.budget.read(kind, name, () => {
        this.#now += ms;
        return true;
      }) === true
    );
  }

  /** @returns the milliseconds that it ran */
  walk(name: string, ms: number, mostMs?: number): number {
    const ran = this.budget.walk(
      name,
      (isOver) => {
        let found = 0;
        while (found < ms && !isOver()) {
          found += 1;
          this.#now += 1;
        }
        return { found, isWhole: found === ms };
      },
      mostMs,
    );
    return ran ?? 0;
  }
}

describe('the time that a decision may spend on the disk', () => {
  it('is 12 ms for walks, as much for files that would run, and 17 for all', () => {
    const disk = new Disk();
    assert.equal(disk.walk('a', 100), 12);
    assert.equal(disk.walk('b', 100), 0);
    assert.deepEqual([disk.read('content', 'a', 3), disk.read('record', 'b', 3)], [true, true]);
    assert.deepEqual([disk.read('content', 'c', 1), disk.read('record', 'd', 1)], [false, false]);
    const other = new Disk();
    const times = [1, 2, 3].map((time) => other.read('content', `${time}`, 6));
    assert.deepEqual(times, [true, true, false]);
    assert.deepEqual([other.read('record', 'a', 5), other.read('record', 'b', 5)], [true, false]);
    assert.equal(other.walk('a', 100), 0);
  });

  it('lasts for all looks, but what one read each later one reads again', () => {
    const disk = new Disk();
    disk.read('content', 'script', 6);
    disk.read('record', 'state', 6);
    assert.equal(disk.walk('search', 4), 4);
    disk.walk('cut', 100);
    for (let look = 0; look < 3; look += 1) {
      disk.budget.startLook();
      assert.deepEqual([disk.read('content', 'script', 6), disk.read('record', 'state', 6)], [true, true]);
      assert.equal(disk.walk('search', 4), 4);
      assert.deepEqual([disk.read('content', 'new', 1), disk.read('record', 'new', 1)], [false, false]);
      assert.deepEqual([disk.walk('cut', 100), disk.walk('new', 100)], [0, 0]);
    }
  });

  it('is not enlarged by asking the same twice in a look', () => {
    const disk = new Disk();
    for (let time = 0; time < 10; time += 1) disk.walk('search', 3);
    assert.equal(disk.walk('search', 3), 0);
    assert.deepEqual([disk.read('content', 'a', 7), disk.read('content', 'a', 7)], [true, false]);
  });

  it('lets a known walk take at most twice as long, and ends where what was read grew beyond bounds', () => {
    const disk = new Disk();
    disk.walk('search', 5);
    disk.walk('other', 100);
    disk.read('content', 'script', 1);
    disk.read('content', 'more', 1);
    disk.budget.startLook();
    assert.equal(disk.walk('search', 1_000), 11);
    assert.equal(disk.walk('search', 1_000), 0);
    assert.equal(disk.read('content', 'script', 1_000), true);
    assert.throws(() => disk.read('content', 'more', 1), InputProblem);
    assert.throws(() => disk.walk('search', 1), InputProblem);
  });
});
