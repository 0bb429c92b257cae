import assert from 'node:assert/strict';
import type { FileSystemWatcher } from 'vscode';
import { FileWatch } from '../../../src/editor/fileWatch';

describe('a watch over files', () => {
  let failing: boolean;
  let changes: number;
  /** What the editor's watcher was told to call. */
  let listeners: (() => void)[];
  let disposed: number;
  let waiting: (() => void) | undefined;

  beforeEach(() => {
    failing = false;
    changes = 0;
    listeners = [];
    disposed = 0;
    waiting = undefined;
  });

  const gone = {
    dispose: (): void => {
      disposed += 1;
    },
  };
  const event = (listener: () => void): typeof gone => {
    listeners.push(listener);
    return gone;
  };
  const start = (): FileWatch =>
    new FileWatch({
      create: () => {
        if (failing) throw new RangeError('Maximum call stack size exceeded');
        return { ...gone, onDidChange: event, onDidCreate: event, onDidDelete: event } as unknown as FileSystemWatcher;
      },
      changed: () => {
        changes += 1;
      },
      timer: {
        start: (_, callback) => {
          waiting = callback;
          return () => {
            waiting = undefined;
          };
        },
      },
    });
  const timePasses = (): void => {
    const callback = waiting;
    waiting = undefined;
    assert.ok(callback !== undefined, 'nothing waits');
    callback();
  };

  it('tells of files that are made, changed and deleted', () => {
    start();
    assert.equal(waiting, undefined);
    for (const listener of listeners) listener();
    assert.equal(changes, 3);
  });

  it('calls the files changed again and again where the editor cannot watch them, until it can', () => {
    failing = true;
    start();
    timePasses();
    timePasses();
    assert.deepEqual([changes, listeners.length], [2, 0]);
    failing = false;
    timePasses();
    assert.deepEqual([changes, listeners.length, waiting], [3, 3, undefined]);
  });

  it('ends with what it holds', () => {
    start().dispose();
    assert.equal(disposed, 4);
    failing = true;
    start().dispose();
    assert.equal(waiting, undefined);
  });
});
