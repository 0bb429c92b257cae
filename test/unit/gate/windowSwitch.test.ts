import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WindowSwitch } from '../../../src/gate/windowSwitch';

describe('WindowSwitch', () => {
  let folder: string;
  let file: string;
  const open: WindowSwitch[] = [];
  const at = (time: number): WindowSwitch => {
    const made = new WindowSwitch(file, () => time);
    open.push(made);
    return made;
  };

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'auto-mode-switch-'));
    file = join(folder, 'deep', 'off');
  });
  afterEach(() => {
    for (const one of open.splice(0)) one.dispose();
    rmSync(folder, { recursive: true });
  });

  it('starts on', () => {
    assert.equal(at(0).isOff(undefined), false);
  });

  it('is on, for every session, while the policy does not let it be off', () => {
    at(1_000_000).turnOff(undefined);
    let forbidden = true;
    const next = new WindowSwitch(
      file,
      () => 1_001_000,
      () => !forbidden,
    );
    open.push(next);
    next.turnOff('s');
    assert.deepEqual([next.isOff(undefined), next.isOff('s')], [false, false]);
    forbidden = false;
    assert.equal(next.isOff(undefined), true);
  });

  it('starts on where the window has no place of its own to remember it', () => {
    const made = new WindowSwitch(undefined, () => 1_000_000);
    made.turnOff(undefined);
    assert.equal(made.isOff(undefined), true);
    made.dispose();
    assert.equal(new WindowSwitch(undefined, () => 1_001_000).isOff(undefined), false);
    made.turnOn(undefined);
    assert.equal(made.isOff(undefined), false);
  });

  it('starts on where a pipe or a link is in the place of its file', () => {
    mkdirSync(join(folder, 'deep'));
    execFileSync('mkfifo', ['-m', '600', file]);
    assert.equal(at(1_000_000).isOff(undefined), false);
    rmSync(file);
    writeFileSync(join(folder, 'other'), '1000000', { mode: 0o600 });
    symlinkSync(join(folder, 'other'), file);
    const made = at(1_000_000);
    assert.equal(made.isOff(undefined), false);
    made.turnOff(undefined);
    assert.equal(readFileSync(join(folder, 'other'), 'utf8'), '1000000', 'and nothing is written through it');
  });

  it('stays off over a restart within a minute, and no longer', () => {
    const first = at(1_000_000);
    first.turnOff(undefined);
    assert.equal(first.isOff('any session'), true);
    first.dispose();
    assert.equal(at(1_059_000).isOff(undefined), true);
  });

  it('starts on after a minute, and when the clock went back', () => {
    at(1_000_000).turnOff(undefined);
    assert.equal(at(1_060_001).isOff(undefined), false);
    assert.equal(at(999_000).isOff(undefined), false);
  });

  it('starts on when it was switched on again before the restart, or the file is nonsense', () => {
    const first = at(1_000_000);
    first.turnOff(undefined);
    first.turnOn(undefined);
    assert.equal(at(1_000_001).isOff(undefined), false);
    writeFileSync(file, 'soon');
    assert.equal(at(1_000_002).isOff(undefined), false);
  });

  it('switches single sessions, which a restart forgets', () => {
    const first = at(1_000_000);
    first.turnOff('a');
    assert.deepEqual([first.isOff('a'), first.isOff('b'), first.isOff(undefined)], [true, false, false]);
    first.turnOn('a');
    assert.equal(first.isOff('a'), false);
    first.turnOff('a');
    assert.equal(at(1_000_001).isOff('a'), false);
    first.turnOn(undefined);
    assert.equal(first.isOff('a'), false);
  });
});
