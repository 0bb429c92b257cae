import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateStateRoom } from './gateStateRoom';

describe('GateState, over a restart', () => {
  const { folder, file, start, record } = gateStateRoom();

  it('keeps counters, history and pause, but no release, verdict or ignored entry', () => {
    const before = start();
    record(before, 'safe', 'block', 'block', 'block');
    before.allowOnce('key');
    before.remember('key');
    before.ignoreEntry('bash(');
    before.dispose();
    const after = start();
    assert.deepEqual(JSON.parse(JSON.stringify(after.snapshot())), JSON.parse(JSON.stringify(before.snapshot())));
    assert.equal(after.paused, true);
    assert.equal(after.problem, undefined);
    assert.equal(after.takeAllowOnce('key'), false);
    assert.equal(after.cached('key'), false);
    assert.equal(after.ignoresEntry('bash('), false);
  });

  it('writes what is not on disk yet when it is disposed of, and nothing before there is anything', () => {
    const state = start();
    state.dispose();
    assert.equal(existsSync(file()), false);
    record(state, 'safe');
    assert.equal(existsSync(file()), false, 'a burst of decisions is written once');
    state.dispose();
    assert.equal(start().snapshot().counters.checked, 1);
  });

  it('writes by itself after a moment', async () => {
    const state = start();
    record(state, 'safe');
    while (!existsSync(file())) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(start().snapshot().counters.checked, 1);
  });

  it('leaves one file, readable by its user alone', () => {
    const state = start();
    record(state, 'block', 'block', 'block');
    state.resume();
    state.dispose();
    assert.deepEqual(readdirSync(join(folder(), 'state')), ['gate.json']);
    if (process.platform !== 'win32') assert.equal((statSync(file()).mode & 0o777).toString(8), '600');
  });

  const good = (): string => {
    const state = start(join(folder(), 'good', 'gate.json'));
    record(state, 'block', 'block', 'block');
    return readFileSync(join(folder(), 'good', 'gate.json'), 'utf8');
  };
  const broken: readonly [string, (path: string) => void][] = [
    [
      'half a file',
      (path) => {
        writeFileSync(path, good().slice(0, 50), { mode: 0o600 });
      },
    ],
    [
      'an empty file',
      (path) => {
        writeFileSync(path, '', { mode: 0o600 });
      },
    ],
    [
      'another version',
      (path) => {
        writeFileSync(path, good().replace('"version":1', '"version":2'), { mode: 0o600 });
      },
    ],
    [
      'a number that is none',
      (path) => {
        writeFileSync(path, good().replace('"checked":3', '"checked":-3'), { mode: 0o600 });
      },
    ],
    [
      'a field of somebody else',
      (path) => {
        writeFileSync(path, good().replace('{', '{"more":1,'), { mode: 0o600 });
      },
    ],
    [
      'a huge file',
      (path) => {
        writeFileSync(path, good() + ' '.repeat(3_000_000), { mode: 0o600 });
      },
    ],
    [
      'a folder',
      (path) => {
        mkdirSync(path);
      },
    ],
    ...(process.platform === 'win32'
      ? []
      : ([
          [
            'a file that others may write',
            (path) => {
              writeFileSync(path, good(), { mode: 0o644 });
            },
          ],
          [
            'a link',
            (path) => {
              writeFileSync(`${path}2`, good(), { mode: 0o600 });
              symlinkSync(`${path}2`, path);
            },
          ],
          [
            'a pipe that nobody writes',
            (path) => {
              execFileSync('mkfifo', [path]);
            },
          ],
        ] satisfies [string, (path: string) => void][])),
  ];
  for (const [name, put] of broken) {
    it(`starts anew and says so: ${name}`, () => {
      mkdirSync(join(folder(), 'state'));
      put(file());
      const state = start();
      assert.equal(state.paused, false);
      assert.equal(state.snapshot().counters.checked, 0);
      assert.match(state.problem ?? '', /could not be read/);
      record(state, 'block', 'block', 'block');
      assert.match(state.problem ?? '', name === 'a folder' ? /cannot be kept/ : /could not be read/);
      if (name !== 'a folder') assert.equal(start().paused, true);
    });
  }

  it('restore refuses what is no state, and changes nothing then', () => {
    const state = start();
    record(state, 'safe');
    assert.equal(state.restore('{}'), false);
    assert.equal(state.snapshot().counters.checked, 1);
    assert.equal(state.restore(good()), true);
    assert.equal(state.paused, true);
  });
});
