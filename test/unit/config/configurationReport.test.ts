import assert from 'node:assert/strict';
import { withoutCredentials } from '../../../src/config/addressCredentials';
import { configurationReport, defaultsReport } from '../../../src/config/configurationReport';
import { SETTINGS, SETTINGS_PREFIX } from '../../../src/config/contributions';
import { effectiveConfiguration } from '../../../src/config/effectiveConfiguration';
import { ignoredSentence } from '../../../src/config/ignoredSentence';
import type { EffectiveSettings, IgnoredSetting, RawSource } from '../../../src/config/sources';
import { ruleProblem } from '../../../src/rules/permissionRule';
import { withinCpuMs } from '../cpuTime';

const settingsOf = (...sources: RawSource[]): EffectiveSettings =>
  effectiveConfiguration({ sources, trusted: true, workspaceFolders: ['/w'] }, ruleProblem);
const NOTHING_ELSE = { folders: [], removedRules: [], unconfirmed: [] };

describe('the report on the configuration', () => {
  const window = settingsOf(
    {
      source: 'user',
      values: {
        'permissions.deny': ['bash(git push*) "Open a pull request."', 5],
        protectedPaths: ['$defaults', 'deploy'],
        'rules.defaultBranchPush': 'ordinary',
      },
    },
    { source: 'workspace', values: { enabled: false, 'permissions.deny': ['edit(a)', 'edit(b)'] } },
  );
  const removedRules = [{ place: 'file:///w', key: 'permissions.deny' as const, entry: 'edit(b) "No."' }];
  const report = configurationReport({ ...NOTHING_ELSE, window, removedRules });

  it('names every setting but the overrides themselves', () => {
    const expected = Object.values(SETTINGS).filter((key) => key !== SETTINGS.folders);
    assert.deepEqual(Object.keys(report.settings).sort(), expected.map((key) => `${SETTINGS_PREFIX}.${key}`).sort());
  });

  it('gives the source of every value and of every entry of a list', () => {
    assert.deepEqual(report.settings['autoMode.enabled'], { value: true, source: 'default' });
    assert.deepEqual(report.settings['autoMode.rules.defaultBranchPush'], { value: 'ordinary', source: 'user' });
    assert.deepEqual(report.settings['autoMode.permissions.deny'], {
      entries: [
        { text: 'bash(git push*)', source: 'user', message: 'Open a pull request.' },
        { text: '5', source: 'user' },
        { text: 'edit(a)', source: 'workspace' },
        { text: 'edit(b)', source: 'workspace', removed: true },
      ],
    });
    const paths = report.settings['autoMode.protectedPaths'];
    assert.ok(paths !== undefined && 'entries' in paths);
    assert.deepEqual(paths.entries.at(-1), { text: 'deploy', source: 'user' });
    assert.deepEqual(paths.entries[0]?.source, 'default');
  });

  it('says what was ignored and why, and what cannot be used', () => {
    assert.deepEqual(
      report.ignored.map(({ key, source, why }) => ({ key, source, why })),
      [{ key: 'autoMode.enabled', source: 'workspace', why: 'not-its-place' }],
    );
    assert.match(report.ignored[0]?.message ?? '', /autoMode\.folders/);
    assert.deepEqual(
      report.problems.map(({ key, entry }) => `${key} ${entry}`),
      ['autoMode.permissions.deny 5'],
    );
    assert.deepEqual(report.configuration, window.configuration);
    assert.deepEqual(report.removedRules, removedRules);
  });

  it('holds no password of an address', () => {
    const values = {
      'classifier.baseUrl': 'https://me:s3cret@gate.example.com/v1',
      'permissions.ask': ['fetch(https://x:s3cret@example.com/*)', { rule: 'https://y:s3cret@example.com' }],
    };
    const text = JSON.stringify(
      configurationReport({ ...NOTHING_ELSE, window: settingsOf({ source: 'user', values }) }),
    );
    assert.doesNotMatch(text, /s3cret/);
    assert.match(text, /https:\/\/…@gate\.example\.com/);
    const unusable = settingsOf({
      source: 'user',
      values: {
        'classifier.baseUrl': 'https://me:s3cret@host with blanks',
        enabled: ['https://me:s3cret@host', 'x'.repeat(5000)],
      },
    });
    assert.equal(unusable.problems.length, 2);
    assert.doesNotMatch(JSON.stringify(unusable.problems), /s3cret/);
    for (const [address, shown] of [
      ['https://a:b@c@host/x', 'https://…@host/x'],
      ['https://token@host', 'https://…@host'],
      ['ssh://git@host/x', 'ssh://git@host/x'],
      ['https://host/@scope/x', 'https://host/@scope/x'],
      ['a@b.example', 'a@b.example'],
    ] as const) {
      assert.equal(withoutCredentials(address), shown);
    }
    for (const part of ['//', '//a', '//a@', '@', '//:']) {
      withinCpuMs(5_000, () => withoutCredentials(part.repeat(200_000)), part);
    }
  });

  it('lists each folder of a window with several', () => {
    const other = settingsOf({ source: 'workspace', values: { 'permissions.ask': ['edit(a)'] } });
    const folders = [
      { folder: '/w', settings: window },
      { folder: '/x', settings: other },
    ];
    const several = configurationReport({ ...NOTHING_ELSE, window, folders });
    assert.deepEqual(
      several.folders.map(({ folder, configuration }) => [folder, configuration]),
      [
        ['/w', window.configuration],
        ['/x', other.configuration],
      ],
    );
    assert.deepEqual(configurationReport({ ...NOTHING_ELSE, window, folders: folders.slice(1) }).folders, []);
  });
});

describe('the report on the defaults', () => {
  const report = defaultsReport();

  it('gives every setting, and each list for which $defaults stands', () => {
    assert.deepEqual(
      Object.keys(report.settings).sort(),
      Object.values(SETTINGS)
        .map((key) => `${SETTINGS_PREFIX}.${key}`)
        .sort(),
    );
    assert.ok((report.$defaults['rules.softDeny']?.length ?? 0) > 5);
    for (const [key, entries] of Object.entries(report.$defaultsWithOrdinaryPush)) {
      assert.notDeepEqual(entries, report.$defaults[key as keyof typeof report.$defaults]);
    }
  });
});

describe('why a value has no effect', () => {
  const key = 'autoMode.enabled';
  const detail = 'autoMode.enabled becomes false';
  const cases: readonly (readonly [IgnoredSetting, { forbids?: boolean; confirmable?: boolean }, RegExp])[] = [
    [
      { key, source: 'user', why: 'overridden', detail: 'managed' },
      {},
      /set in a stronger place too: the managed policy/,
    ],
    [
      { key, source: 'user', why: 'overridden', detail: 'folder' },
      {},
      /set in a stronger place too: an override in autoMode\.folders/,
    ],
    [{ key, source: 'workspace', why: 'not-its-place' }, {}, /only add deny and ask rules.*your user settings/],
    [{ key, source: 'workspace', why: 'not-its-place' }, { forbids: true }, /only add deny and ask rules/],
    [
      { key, source: 'environment', why: 'loosens', detail },
      { confirmable: true },
      /becomes false\), so it waits until/,
    ],
    [{ key, source: 'environment', why: 'loosens', detail }, {}, /can only tighten.*becomes false.*your own machine/],
    [{ key, source: 'remote', why: 'loosens', detail }, {}, /\(the remote host's settings\), so it can only tighten/],
    [{ key, source: 'folder', why: 'loosens', detail }, {}, /only in a trusted workspace.*Trust the workspace/],
    [{ key: 'autoMode.folders', source: 'folder', why: 'not-its-place' }, {}, /An override cannot hold overrides/],
    [{ key, source: 'user', why: 'loosens', detail }, { forbids: true }, /managed policy lets nothing be loosened/],
    [{ key, source: 'folder', why: 'loosens', detail }, { forbids: true }, /managed policy lets nothing be loosened/],
  ];
  for (const [ignored, { forbids = false, confirmable = false }, expected] of cases) {
    it(`${ignored.source} ${ignored.why}${forbids ? ', loosening forbidden' : ''}${confirmable ? ', confirmable' : ''}`, () => {
      assert.match(ignoredSentence(ignored, { forbidsLoosening: forbids, confirmable }), expected);
    });
  }
});
