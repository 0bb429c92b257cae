import assert from 'node:assert/strict';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import {
  cannotBeDecidedAgain,
  codeVerdict,
  isChanged,
  replay,
  underChange,
  type CodeVerdict,
  type ConfigurationChange,
  type PastCall,
} from '../../../../src/engine/trial/replay';
import { configuration, entries, fakeGate, permissions, WORKSPACE } from '../fakeGate';

const past = (command: string): PastCall => ({
  id: command,
  at: '2026-11-22T10:00:00.000Z',
  request: { tool: 'bash', input: { command }, cwd: WORKSPACE },
  summary: `bash ${command}`,
  outcome: 'block',
  stage: 'classifier',
});
const withRule =
  (list: 'deny' | 'ask' | 'allow', text: string): ConfigurationChange =>
  (before) => ({
    ...before,
    permissions: { ...before.permissions, [list]: [...before.permissions[list], ...entries([text])] },
  });
const world = fakeGate({
  configuration: configuration({
    permissions: permissions({ deny: entries(['bash(git push*)']), ask: entries(['bash(npm publish*)']) }),
  }),
});
const CALLS = ['npm publish', 'git push', 'ls', 'make all', 'rm -rf /', 'make $X'].map(past);
const ending = ({ outcome, afterYes }: CodeVerdict): string =>
  afterYes === undefined ? outcome : `${outcome} then ${afterYes}`;
const going = (): AbortSignal => new AbortController().signal;
const noBreath = (): Promise<void> => Promise.resolve();

describe('past calls decided again', () => {
  it('cannot be where their folder is gone', () => {
    const request = { tool: 'bash', input: { command: 'ls' }, cwd: '/home/u/gone' };
    const decided = [request, past('ls').request].map((one) => codeVerdict(one, world));
    assert.deepEqual(decided.map(cannotBeDecidedAgain), [true, false]);
  });

  it('are told apart by what code makes of them', () => {
    const verdicts = CALLS.map(({ request }) => codeVerdict(request, world));
    assert.deepEqual(
      verdicts.map(({ outcome, stage }) => [outcome, stage]),
      [
        ['ask', 'permissions.ask'],
        ['block', 'permissions.deny'],
        ['allow', 'read-only-command'],
        ['judge', 'classifier'],
        ['block', 'hard-deny'],
        ['judge', 'classifier'],
      ],
    );
  });

  const cases: readonly [list: 'deny' | 'ask' | 'allow', rule: string, changed: Readonly<Record<string, string>>][] = [
    ['allow', 'bash(make*)', { 'make all': 'judge > allow' }],
    ['allow', 'bash(git push*)', {}],
    ['allow', 'bash(npm publish*)', { 'npm publish': 'ask then judge > ask then allow' }],
    ['allow', 'bash(rm *)', {}],
    ['deny', 'bash(make*)', { 'make all': 'judge > block', 'make $X': 'judge > block' }],
    ['deny', 'bash(ls*)', { ls: 'allow > block' }],
    [
      'ask',
      'bash',
      { ls: 'allow > ask then allow', 'make all': 'judge > ask then judge', 'make $X': 'judge > ask then judge' },
    ],
  ];
  for (const [list, rule, changed] of cases) {
    it(`with another ${list} rule ${rule}`, async () => {
      const replayed = await replay(CALLS, world, withRule(list, rule), noBreath, going());
      const seen = replayed
        .filter(isChanged)
        .map(({ call, before, after }) => [call.id, `${ending(before)} > ${ending(after)}`]);
      assert.deepEqual(Object.fromEntries(seen), changed);
    });
  }

  it('leave the rules that are in force as they are', async () => {
    const before = JSON.stringify(world.configurationFor(WORKSPACE, undefined));
    await replay(CALLS, world, withRule('allow', 'bash(make*)'), noBreath, going());
    assert.equal(JSON.stringify(world.configurationFor(WORKSPACE, undefined)), before);
    assert.deepEqual([world.asked, world.classified, world.noted, world.logged], [[], [], [], []]);
  });

  it('change a configuration once', () => {
    const made: EffectiveConfiguration[] = [];
    const other = underChange(world, (before) => {
      made.push(before);
      return { ...before };
    });
    assert.equal(other.configurationFor(WORKSPACE, undefined), other.configurationFor(WORKSPACE, undefined));
    assert.equal(made.length, 1);
  });

  it('let others have their turn, and end early', async () => {
    const ended = new AbortController();
    let breaths = 0;
    const breathe = (): Promise<void> => {
      breaths += 1;
      if (breaths === 4) ended.abort();
      return Promise.resolve();
    };
    const replayed = await replay(CALLS, world, (before) => before, breathe, ended.signal);
    assert.deepEqual(
      replayed.map(({ call }) => call.id),
      ['npm publish', 'git push'],
    );
  });

  it('pass over what is no request', async () => {
    const odd: PastCall = { ...past('x'), request: { tool: 'bash' } };
    const [replayed] = await replay([odd], world, withRule('allow', 'bash'), noBreath, going());
    assert.deepEqual([replayed?.before.outcome, replayed?.after.outcome], ['block', 'block']);
  });
});
