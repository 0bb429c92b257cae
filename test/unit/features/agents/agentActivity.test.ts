import assert from 'node:assert/strict';
import type { AgentAlarm, AgentSighting } from '../../../../src/bridge/enforcement/agentAlarm';
import { AgentActivity } from '../../../../src/features/agents/agentActivity';
import { AgentSightings } from '../../../../src/features/agents/agentSightings';
import { AlarmList } from '../../../../src/features/agents/alarmList';
import { decision } from '../../engine/model/decisions';

const AT = '2026-11-22T10:00:00.000Z';
const AGENT = 'claude-code';

const sighting = (over: Partial<AgentSighting> = {}): AgentSighting => ({
  at: AT,
  kind: 'call',
  sessionId: 's1',
  mode: undefined,
  subAgentId: undefined,
  ...over,
});

const alarm = (over: Partial<AgentAlarm> = {}): AgentAlarm => ({
  agent: AGENT,
  kind: 'blocked-call-ran',
  tool: 'Bash',
  at: AT,
  sessionId: 's1',
  detail: 'A call ran that was blocked.',
  unreported: 0,
  ...over,
});

/** What outlives a reload of the window. */
class Disk {
  readonly global = new Map<string, unknown>();
  alarms: unknown;
  writes = 0;

  start(hooksMark: (agent: string) => string | undefined = () => 'hooks'): AgentActivity {
    return new AgentActivity({
      sightings: new AgentSightings({
        get: (key) => this.global.get(key),
        update: (key, value) => {
          this.writes += 1;
          this.global.set(key, value);
          return Promise.resolve();
        },
      }),
      alarms: new AlarmList({
        read: () => this.alarms,
        write: (value) => {
          this.alarms = JSON.parse(JSON.stringify(value));
        },
      }),
      hooksMark,
    });
  }
}

function protect(activity: AgentActivity): void {
  activity.seen(AGENT, sighting());
  activity.judged(AGENT, decision({ agent: AGENT }));
  activity.enforced(AGENT, { decisionId: 'd1', outcome: 'block', at: AT });
}

describe('what was seen of agents', () => {
  it('is nothing at first', () => {
    const record = new Disk().start().of(AGENT);
    assert.deepEqual([record.lastSeen, record.seenHere, record.lastVerdict], [undefined, false, undefined]);
    assert.deepEqual(record.proof, { judged: false, enforced: false, blockEnforced: false, overruled: false });
  });

  it('has the last sighting, mode, verdict and enforcement, and counts sub-agents', () => {
    const activity = new Disk().start();
    let told = 0;
    activity.onDidChange(() => {
      told += 1;
    });
    for (const subAgentId of ['a', 'b', 'a', undefined]) activity.seen(AGENT, sighting({ subAgentId, mode: 'auto' }));
    activity.judged(AGENT, decision({ outcome: 'allow', stage: 'safe-tool' }));
    activity.enforced(AGENT, { decisionId: 'd1', outcome: 'allow', at: AT });
    const { mode, subAgents, lastSeen, lastVerdict, lastEnforced, proof } = activity.of(AGENT);
    assert.deepEqual([mode, subAgents, lastSeen], ['auto', 2, AT]);
    assert.deepEqual(lastVerdict, { outcome: 'allow', stage: 'safe-tool', at: decision().at });
    assert.deepEqual(lastEnforced, { outcome: 'allow', at: AT });
    assert.deepEqual(proof, { judged: true, enforced: true, blockEnforced: false, overruled: false });
    assert.equal(told, 6);
  });

  it('takes a call that was left to the agent for no judgement', () => {
    const activity = new Disk().start();
    activity.judged(AGENT, decision({ outcome: 'defer', stage: 'disabled' }));
    assert.equal(activity.of(AGENT).proof.judged, false);
  });

  it('takes nothing that came through a command for a proof', () => {
    const activity = new Disk().start();
    activity.asked('my-bot', decision({ agent: 'my-bot' }));
    assert.equal(activity.of('my-bot').proof.judged, false);
    assert.deepEqual(activity.known(), ['my-bot']);
  });

  const CHANGES: readonly (readonly [what: string, mark: string | undefined])[] = [
    ['of other hooks, or of another launcher', 'others'],
    ['of hooks that are gone', undefined],
  ];
  for (const [what, mark] of CHANGES) {
    it(`proves nothing ${what}`, () => {
      const hooks: { mark: string | undefined } = { mark: 'hooks' };
      const activity = new Disk().start(() => hooks.mark);
      protect(activity);
      assert.equal(activity.of(AGENT).proof.blockEnforced, true);
      hooks.mark = mark;
      assert.deepEqual(activity.of(AGENT).proof, {
        judged: false,
        enforced: false,
        blockEnforced: false,
        overruled: false,
      });
      hooks.mark = 'hooks';
      assert.equal(activity.of(AGENT).proof.judged, false, 'nor once they are back');
      protect(activity);
      assert.equal(activity.of(AGENT).proof.enforced, true);
    });
  }

  it('is forgotten with a reload, but for the time and the alarms', () => {
    const disk = new Disk();
    const before = disk.start();
    protect(before);
    before.alarm(alarm());
    const { lastSeen, seenHere, proof, lastVerdict, alarms } = disk.start().of(AGENT);
    assert.deepEqual([lastSeen, seenHere, proof.judged, lastVerdict], [AT, false, false, undefined]);
    assert.deepEqual(
      alarms.map(({ tool, kind }) => [tool, kind]),
      [['Bash', 'blocked-call-ran']],
    );
  });

  it('writes the time of a busy agent to the disk no more than once a minute', () => {
    const disk = new Disk();
    const activity = disk.start();
    for (let second = 0; second < 59; second += 1) {
      activity.seen(AGENT, sighting({ at: new Date(Date.parse(AT) + second * 1000).toISOString() }));
    }
    assert.equal(disk.writes, 1);
    activity.seen(AGENT, sighting({ at: new Date(Date.parse(AT) + 61_000).toISOString() }));
    assert.equal(disk.writes, 2);
  });

  it('knows a bounded number of agents and sub-agents', () => {
    const activity = new Disk().start();
    for (let index = 0; index < 2000; index += 1) {
      activity.asked(`bot-${index}`, decision());
      activity.seen('bot-0', sighting({ subAgentId: `sub-${index}` }));
    }
    assert.equal(activity.known().length, 20);
    assert.equal(activity.of('bot-0').subAgents, 1000);
  });

  for (const kept of [undefined, 7, 'x', { 'claude-code': 5 }, { 'claude-code': 'yesterday' }]) {
    it(`starts anew with a kept time that is none: ${JSON.stringify(kept)}`, () => {
      const disk = new Disk();
      disk.global.set('agentsLastSeen', kept);
      assert.equal(disk.start().of(AGENT).lastSeen, undefined);
    });
  }
});

describe('alarms', () => {
  it('take the proof away, and stay whatever the agent does later', () => {
    const activity = new Disk().start();
    protect(activity);
    activity.alarm(alarm());
    assert.equal(activity.of(AGENT).proof.enforced, false);
    protect(activity);
    assert.equal(activity.of(AGENT).alarms.length, 1);
  });

  it('are gone once they are dismissed, over a reload as well', () => {
    const disk = new Disk();
    const activity = disk.start();
    activity.alarm(alarm());
    const [first] = activity.of(AGENT).alarms;
    assert.ok(first);
    activity.dismissAlarm(first.id);
    assert.deepEqual(activity.of(AGENT).alarms, []);
    assert.deepEqual(disk.start().of(AGENT).alarms, []);
  });

  it('count the same again in one entry, which a click on the earlier one does not dismiss', () => {
    const activity = new Disk().start();
    activity.alarm(alarm());
    const [first] = activity.of(AGENT).alarms;
    assert.ok(first);
    for (let times = 0; times < 3; times += 1) activity.countedAlarm(alarm());
    activity.alarm(alarm({ unreported: 3, at: '2026-11-22T11:00:00.000Z' }));
    activity.dismissAlarm(first.id);
    const { alarms } = activity.of(AGENT);
    assert.deepEqual(
      alarms.map(({ count, at }) => [count, at]),
      [[5, '2026-11-22T11:00:00.000Z']],
    );
  });

  it('come back after they were dismissed, told again or not, and take the proof away', () => {
    const activity = new Disk().start();
    activity.alarm(alarm());
    for (const { id } of activity.of(AGENT).alarms) activity.dismissAlarm(id);
    protect(activity);
    activity.countedAlarm(alarm());
    assert.equal(activity.of(AGENT).alarms.length, 1);
    assert.equal(activity.of(AGENT).proof.enforced, false);
  });

  it('are not pushed out of the list by others that say less', () => {
    const activity = new Disk().start();
    activity.alarm(alarm());
    for (let index = 0; index < 25; index += 1) {
      activity.alarm(alarm({ kind: 'unjudged-call-ran', tool: `tool-${index}` }));
    }
    const { alarms, earlierAlarms } = activity.of(AGENT);
    assert.deepEqual([alarms.length, earlierAlarms], [10, 16]);
    assert.deepEqual([alarms[0]?.tool, alarms[9]?.kind], ['tool-24', 'blocked-call-ran']);
  });

  it('are bounded in number and length, and the rest is counted until the last one is dismissed', () => {
    const disk = new Disk();
    const activity = disk.start();
    for (let index = 0; index < 25; index += 1) {
      activity.alarm(alarm({ tool: `tool-${index} ${'x'.repeat(10_000)}`, detail: 'y'.repeat(10_000) }));
    }
    const { alarms, earlierAlarms } = activity.of(AGENT);
    assert.deepEqual([alarms.length, earlierAlarms], [10, 15]);
    assert.ok(alarms[0]?.tool.startsWith('tool-24 '));
    assert.ok(JSON.stringify(disk.alarms).length < 20_000);
    assert.equal(disk.start().of(AGENT).alarms.length, 10, 'what is kept can be read again');
    for (const { id } of alarms) activity.dismissAlarm(id);
    assert.equal(activity.of(AGENT).earlierAlarms, 0);
  });

  it('show their agent although nothing else of it was seen', () => {
    const disk = new Disk();
    disk.start().alarm(alarm({ agent: 'codex' }));
    assert.deepEqual(disk.start().known(), ['codex']);
  });

  for (const kept of [7, [{ agent: 'x' }], { alarms: [] }, [{ agent: 'x', earlier: 0, alarms: [{ id: 1 }] }]]) {
    it(`start anew with something else in their place: ${JSON.stringify(kept)}`, () => {
      const disk = new Disk();
      disk.alarms = kept;
      assert.deepEqual(disk.start().known(), []);
    });
  }
});
