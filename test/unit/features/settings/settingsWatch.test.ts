import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import { SETTINGS_PREFIX, type SettingKey } from '../../../../src/config/contributions';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import { overridePaths } from '../../../../src/config/folderOverrides';
import type { RawValues } from '../../../../src/config/sources';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { SettingsWatch } from '../../../../src/features/settings/settingsWatch';
import type { RecordedLoosening } from '../../../../src/log/looseningLog';

const PATHS = {
  home: '/home/me',
  isAbsolute: (path: string) => path.startsWith('/'),
  isInside: (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`),
};

/** The user's settings file, which several windows watch, and what they keep together. */
class World {
  values: RawValues = {};
  seen: unknown;
  readonly claims = new Set<string>();
  readonly recorded: RecordedLoosening[] = [];
  readonly messages: string[] = [];
  readonly writes: [SettingKey, unknown][] = [];
  click: string | undefined;
  /** In place of a click. */
  answer: Promise<string | undefined> | undefined;
  recordWorks = true;
  time = 0;
  writeFails: string | undefined;
  readonly timers: (() => void)[] = [];

  window(): SettingsWatch {
    const show = (message: string): Promise<string | undefined> => {
      this.messages.push(message);
      return this.answer ?? Promise.resolve(this.click);
    };
    return new SettingsWatch({
      settings: {
        userValues: () => this.values,
        userAlone: (values, folder) =>
          effectiveConfiguration(
            {
              sources: [{ source: 'user', values }],
              trusted: true,
              workspaceFolders: [],
              overrides: {
                of: folder === undefined ? [] : [{ path: folder, real: folder }],
                mayLoosen: true,
                paths: PATHS,
              },
            },
            ruleProblem,
          ),
        overridePaths: (values) => overridePaths(values.folders, PATHS),
        restoreUserValue: (key, value) => {
          if (this.writeFails !== undefined) return Promise.reject(new Error(this.writeFails));
          this.writes.push([key, value]);
          this.set({ [key]: value });
          return Promise.resolve();
        },
      },
      seen: {
        get: () => this.seen,
        set: (value) => {
          this.seen = JSON.parse(JSON.stringify(value)) as unknown;
        },
      },
      claim: (change) => {
        if (this.claims.has(change)) return false;
        this.claims.add(change);
        return true;
      },
      record: (loosening) => {
        if (this.recordWorks) this.recorded.push(loosening);
        return this.recordWorks;
      },
      window: { showInformationMessage: show, showWarningMessage: show, showErrorMessage: show },
      focused: () => true,
      openSettings: () => Promise.resolve(),
      timer: {
        start: (_, callback) => {
          this.timers.push(callback);
          return () => {
            this.timers.splice(this.timers.indexOf(callback), 1);
          };
        },
      },
      now: () => this.time,
      log: () => undefined,
    });
  }

  set(values: RawValues): void {
    const all = { ...this.values, ...values };
    this.values = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
  }
}

describe("a change of the user's settings", () => {
  let world: World;
  beforeEach(() => {
    world = new World();
  });

  const secretAddresses = ['https://me:hunter2@host', 'https://hunter2@[broken?x', 'https://host/?key=hunter2'];
  for (const address of secretAddresses) {
    it(`keeps and records no secret of the address ${address}`, async () => {
      const watch = world.window();
      await watch.check();
      const override = { 'classifier.baseUrl': address };
      world.set({ enabled: false, 'classifier.baseUrl': address, folders: { '/home/me/a': override } });
      await watch.check();
      assert.equal(world.recorded.length, 1);
      assert.doesNotMatch(JSON.stringify([world.recorded, world.seen]), /hunter2/);
      await watch.writing('classifier.baseUrl', address, () => Promise.resolve());
      assert.doesNotMatch(JSON.stringify(world.seen), /hunter2/);
    });
  }

  const changes: readonly (readonly [what: string, before: RawValues, after: RawValues, told: string | undefined])[] = [
    ['switches the gate off', {}, { enabled: false }, 'enabled becomes false'],
    ['takes a deny rule away', { 'permissions.deny': ['bash(rm*)'] }, {}, 'permissions.deny without bash(rm*)'],
    ['adds a deny rule', {}, { 'permissions.deny': ['bash(rm*)'] }, undefined],
    [
      'makes an ask rule deny',
      { 'permissions.ask': ['bash(rm*)', '$defaults'] },
      { 'permissions.ask': ['$defaults'], 'permissions.deny': ['bash(rm*)'] },
      undefined,
    ],
    ['adds an allow rule', {}, { 'permissions.allow': ['bash'] }, 'permissions.allow with bash'],
    [
      'breaks a list of deny rules',
      { 'permissions.deny': ['bash(rm*)'] },
      { 'permissions.deny': 'x' },
      'permissions.deny without bash(rm*)',
    ],
    ['switches the gate on', { enabled: false }, {}, undefined],
    ['lets pushes be ordinary', {}, { 'rules.defaultBranchPush': 'ordinary' }, 'rules.'],
    ['adds a looser folder', {}, { folders: { '~/w': { enabled: false } } }, 'enabled becomes false in /home/me/w'],
    ['adds a stricter folder', {}, { folders: { '~/w': { 'permissions.deny': ['bash(rm*)'] } } }, undefined],
    [
      'takes a stricter folder away',
      { folders: { '/w': { 'permissions.deny': ['bash(rm*)'] } } },
      {},
      'permissions.deny without bash(rm*) in /w',
    ],
    ['takes a looser folder away', { folders: { '/w': { enabled: false } } }, {}, undefined],
    [
      'takes away what kept an inner folder strict',
      { folders: { '/w': { enabled: false }, '/w/x': { enabled: true } } },
      { folders: { '/w': { enabled: false } } },
      'enabled becomes false in /w/x',
    ],
    [
      'changes one of more folders than are compared',
      { folders: Object.fromEntries(Array.from({ length: 80 }, (_, at) => [`/w/${at}`, {}])) },
      { folders: Object.fromEntries(Array.from({ length: 81 }, (_, at) => [`/w/${at}`, {}])) },
      'folders becomes another one',
    ],
  ];
  for (const [what, before, after, told] of changes) {
    it(`that ${what} is ${told === undefined ? 'not told' : 'recorded and told, and undone exactly'}`, async () => {
      world.values = before;
      await world.window().check();
      assert.deepEqual(world.messages, [], 'what is there at first is no change');
      world.values = after;
      world.click = 'Undo';
      await world.window().check();
      if (told === undefined) {
        assert.deepEqual(world.messages, []);
        assert.deepEqual(world.recorded, []);
      } else {
        const [message = '', undone] = world.messages as readonly string[];
        assert.ok(message.includes(`${SETTINGS_PREFIX}.${told}`), message);
        assert.equal(undone, 'Your settings are as they were before.');
        assert.equal(world.recorded.length, 1);
        assert.deepEqual(world.values, before);
      }
      const count = world.messages.length;
      await world.window().check();
      assert.equal(world.messages.length, count, 'once');
    });
  }

  it('is undone in the settings concerned and no other', async () => {
    await world.window().check();
    world.values = { enabled: false, 'permissions.deny': ['bash(rm*)'], 'classifier.timeoutSeconds': 5 };
    world.click = 'Undo';
    await world.window().check();
    assert.deepEqual(world.writes, [['enabled', undefined]]);
    assert.deepEqual(world.values, { 'permissions.deny': ['bash(rm*)'], 'classifier.timeoutSeconds': 5 });
  });

  it('stays where the user keeps it or closes the notification', async () => {
    for (const click of ['Keep', undefined]) {
      world = new World();
      await world.window().check();
      world.values = { enabled: false };
      world.click = click;
      await world.window().check();
      assert.deepEqual([world.writes, world.messages.length], [[], 1]);
      await world.window().check();
      assert.equal(world.messages.length, 1);
    }
  });

  it('is told again when it comes back', async () => {
    await world.window().check();
    world.click = 'Undo';
    for (let round = 1; round <= 3; round += 1) {
      world.values = { enabled: false };
      await world.window().check();
      assert.equal(world.recorded.length, round);
    }
  });

  it('is told by one of several windows', async () => {
    const windows = [world.window(), world.window(), world.window()];
    await Promise.all(windows.map((window) => window.check()));
    world.values = { enabled: false };
    world.click = 'Keep';
    await Promise.all(windows.map((window) => window.check()));
    assert.equal(world.messages.length, 1);
  });

  it('is told where it cannot be recorded, and again at the next start', async () => {
    await world.window().check();
    world.recordWorks = false;
    world.values = { enabled: false };
    const window = world.window();
    await window.check();
    await window.check();
    assert.equal(world.messages.length, 1);
    // A claim is forgotten after a while.
    world.claims.clear();
    await world.window().check();
    assert.equal(world.messages.length, 2);
  });

  it('made by the gate itself on the user’s word is not told', async () => {
    const [mine, other] = [world.window(), world.window()];
    await mine.check();
    await mine.writing('classifier.model', 'a/b', () => {
      world.values = { 'classifier.model': 'a/b' };
      return other.check();
    });
    await mine.check();
    await other.check();
    assert.deepEqual(world.messages, []);
  });

  it('made by the gate itself is not told where another of its writings has just ended and this one takes long', async () => {
    const watch = world.window();
    await watch.check();
    let end = (): void => undefined;
    const writing = watch.writing('classifier.model', 'local/qwen3:8b', async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      world.set({ 'classifier.model': 'local/qwen3:8b' });
    });
    watch.changed();
    world.timers.pop()?.();
    await turn();
    assert.deepEqual(world.messages, []);
    end();
    await writing;
    world.timers.pop()?.();
    await turn();
    assert.deepEqual(world.messages, []);
    assert.deepEqual(world.recorded, []);
  });

  it('is looked at although a writing of the gate itself does not end', async () => {
    const watch = world.window();
    await watch.check();
    void watch.writing('pause.total', 30, () => new Promise<void>(() => undefined));
    world.values = { enabled: false };
    await watch.check();
    assert.deepEqual(world.messages, []);
    world.time += 15_000;
    world.timers.pop()?.();
    await turn();
    assert.equal(world.messages.length, 1);
  });

  it('is told where the gate’s own writing failed and somebody else wrote the same later', async () => {
    const window = world.window();
    await window.check();
    await assert.rejects(
      window.writing('enabled', false, () => Promise.reject(new Error('broken'))),
      /broken/,
    );
    await window.check();
    assert.deepEqual(world.messages, []);
    world.values = { enabled: false };
    await window.check();
    assert.equal(world.messages.length, 1);
  });

  it('says so where it cannot be undone', async () => {
    await world.window().check();
    world.values = { enabled: false };
    world.click = 'Undo';
    world.writeFails = 'Unable to write because the file has unsaved changes.';
    await world.window().check();
    assert.match(world.messages.join('\n'), /undone\. autoMode\.enabled: Unable to write/);
    assert.deepEqual(world.values, { enabled: false });
    await world.window().check();
    assert.equal(world.messages.length, 2, 'and is not told as a new change');
  });

  it('is not undone over a stricter one that came meanwhile', async () => {
    world.values = { 'permissions.deny': ['a'] };
    await world.window().check();
    world.values = {};
    const window = world.window();
    const buttons = new EventEmitter();
    world.answer = once(buttons, 'click').then(([button]: string[]) => button);
    const checking = window.check();
    await turn();
    world.values = { 'permissions.deny': ['a', 'b'] };
    buttons.emit('click', 'Undo');
    await checking;
    assert.deepEqual(world.values, { 'permissions.deny': ['a', 'b'] });
    assert.match(world.messages.join('\n'), /was changed again and stays/);
  });

  it('is looked at once after several events', async () => {
    const window = world.window();
    window.changed();
    window.changed();
    assert.equal(world.timers.length, 1);
    window.dispose();
    assert.equal(world.timers.length, 0);
    await turn();
  });

  it('is not put off by one change after the other', () => {
    const window = world.window();
    window.changed();
    const [first] = world.timers;
    world.time = 2_000;
    window.changed();
    assert.notEqual(world.timers[0], first, 'changes in a row are looked at together');
    const [second] = world.timers;
    world.time = 6_000;
    window.changed();
    assert.deepEqual(world.timers, [second]);
    window.dispose();
  });

  it('forms no link in the notification, and does no harm where the kept values are broken', async () => {
    for (const kept of [5, null, {}, { generation: 'x', values: {} }, { generation: 1, values: 5 }]) {
      world.seen = kept;
      await world.window().check();
    }
    assert.deepEqual(world.messages, []);
    world.values = { 'permissions.allow': ['bash(a) [x](command:y)'] };
    await world.window().check();
    assert.equal(world.messages.length, 1);
    assert.doesNotMatch(world.messages.join('\n'), /\]\(/);
  });
});
