import assert from 'node:assert/strict';
import type { AgentInstallation, ConnectionState, FolderProblem } from '../../../../src/agents/hooks/agentInstallation';
import { FolderHookWatch } from '../../../../src/features/agents/folderHookWatch';
import { LostHooks } from '../../../../src/features/agents/lostHooks';

const PROBLEM: FolderProblem = {
  agent: 'claude-code',
  folder: '/w',
  path: '/w/.claude/settings.json',
  kind: 'switches-hooks-off',
  sentence: 'Hooks are off.',
};

function installation(
  state: () => ConnectionState,
  problems: () => readonly FolderProblem[] = () => [],
): AgentInstallation {
  const unused = (): never => assert.fail('not to be called');
  return {
    agent: 'claude-code',
    settingsPath: '/home/u/.claude/settings.json',
    directory: '/home/u/.claude',
    status: () => ({ state: state() }),
    folderProblems: problems,
    hookCommand: undefined,
    planConnect: unused,
    planDisconnect: unused,
    apply: unused,
  };
}

describe('the watch over what folders do to hooks', () => {
  it('alarms once for each problem, and again when it comes back', () => {
    let problems: readonly FolderProblem[] = [PROBLEM];
    const alarms: string[][] = [];
    const watch = new FolderHookWatch({
      installations: [
        installation(
          () => 'connected',
          () => problems,
        ),
      ],
      folders: () => ['/w'],
      alarm: (fresh) => alarms.push(fresh.map(({ path }) => path)),
      log: () => undefined,
    });
    watch.check();
    watch.check();
    problems = [PROBLEM, { ...PROBLEM, path: '/w/.claude/settings.local.json' }];
    watch.check();
    problems = [];
    watch.check();
    problems = [PROBLEM];
    watch.check();
    assert.deepEqual(alarms, [[PROBLEM.path], ['/w/.claude/settings.local.json'], [PROBLEM.path]]);
  });

  it('is silent about an agent that is not connected, until it is', () => {
    let state: ConnectionState = 'not-connected';
    let alarms = 0;
    const watch = new FolderHookWatch({
      installations: [
        installation(
          () => state,
          () => [PROBLEM],
        ),
      ],
      folders: () => ['/w'],
      alarm: () => (alarms += 1),
      log: () => undefined,
    });
    watch.check();
    assert.equal(alarms, 0);
    state = 'connected';
    watch.check();
    assert.equal(alarms, 1);
  });
});

describe('the watch over lost hooks', () => {
  let state: ConnectionState;
  let kept: readonly string[];
  let told: string[];

  beforeEach(() => {
    state = 'not-connected';
    kept = [];
    told = [];
  });

  /** As a window that was just opened. */
  const watch = (): LostHooks =>
    new LostHooks({
      installations: [installation(() => state)],
      connected: {
        get: () => kept,
        set: (agents) => {
          kept = agents;
        },
      },
      notify: (_, lost) => told.push(lost),
      log: () => undefined,
    });

  it('tells nothing of an agent that was never connected', () => {
    watch().check();
    assert.deepEqual(told, []);
  });

  for (const lost of ['not-connected', 'outdated', 'broken'] as const) {
    it(`tells once that hooks became ${lost}, while the window is open or since`, () => {
      state = 'connected';
      const first = watch();
      first.check();
      state = lost;
      first.check();
      first.check();
      assert.deepEqual(told, [lost]);
      watch().check();
      assert.deepEqual(told, [lost, lost]);
      state = 'connected';
      first.check();
      state = lost;
      first.check();
      assert.equal(told.length, 3);
    });
  }

  it('says nothing where the user has disconnected the agent', () => {
    state = 'connected';
    const lostHooks = watch();
    lostHooks.check();
    lostHooks.disconnected('claude-code');
    state = 'not-connected';
    lostHooks.check();
    watch().check();
    assert.deepEqual(told, []);
  });
});
