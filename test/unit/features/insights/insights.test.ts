import assert from 'node:assert/strict';
import { join } from 'node:path';
import { Listeners } from '../../../../src/common/listeners';
import { localDay } from '../../../../src/common/localDay';
import type { Decision } from '../../../../src/engine/model/decision';
import type { DryRunWorld } from '../../../../src/engine/trial/dryRun';
import { codeVerdict, underChange } from '../../../../src/engine/trial/replay';
import { ruleProposals } from '../../../../src/engine/trial/ruleProposals';
import { InsightsFeature } from '../../../../src/features/insights/insights';
import type { ReadyProposal } from '../../../../src/features/rules/proposedRules';
import { DecisionLog } from '../../../../src/log/decisionLog';
import { NO_USAGE } from '../../../../src/log/usageSums';
import type { InsightsSlice } from '../../../../src/panel/insights';
import { decision } from '../../engine/model/decisions';
import { configuration, entries, fakeGate, WORKSPACE } from '../../engine/fakeGate';
import { temporaryFolder } from '../../log/temporaryFolder';

const NOW = Date.parse('2026-11-21T12:00:00Z');
const FOCUS = { days: 14 } as const;

describe('the insights', () => {
  const folder = temporaryFolder();
  const world = fakeGate({
    configuration: configuration(),
    tree: { [`${WORKSPACE}/package.json`]: JSON.stringify({ scripts: { test: 'mocha', build: 'rm -rf dist' } }) },
  });

  function open(log: DecisionLog): {
    readonly feature: InsightsFeature;
    readonly added: ReadyProposal[];
    readonly decided: Listeners;
    readonly settings: Listeners;
    readonly timers: (() => void)[];
    readonly slice: () => InsightsSlice;
    readonly settled: () => Promise<InsightsSlice>;
  } {
    const added: ReadyProposal[] = [];
    const [decided, settings] = [new Listeners(), new Listeners()];
    const timers: (() => void)[] = [];
    const worldWith = ({ rules }: Pick<ReadyProposal, 'rules'>): DryRunWorld =>
      underChange(world, (before) => ({
        ...before,
        permissions: { ...before.permissions, allow: [...before.permissions.allow, ...entries(rules)] },
      }));
    const feature = new InsightsFeature({
      log,
      world,
      rules: {
        proposals: (request) => {
          const found = ruleProposals(request, world, [{ id: 'user', with: (rules) => worldWith({ rules }) }]);
          if (found.why !== undefined) return found;
          return { proposals: found.proposals.map((one) => ({ ...one, key: one.rules.join(), folder: undefined })) };
        },
        worldWith,
        last: undefined,
        undo: () => Promise.resolve(false),
      },
      add: (proposal) => {
        added.push(proposal);
        return Promise.resolve();
      },
      usage: () => new Map([[localDay(NOW), { ...NO_USAGE, costUsd: 0.5, priced: 3 }]]),
      folder: () => WORKSPACE,
      breathe: () => Promise.resolve(),
      decided: decided.subscribe,
      settingsChanged: settings.subscribe,
      now: () => NOW,
      later: (_milliseconds, work) => {
        timers.push(work);
        return () => undefined;
      },
      warn: (line) => {
        throw new Error(line);
      },
    });
    const slice = (): InsightsSlice => {
      const found = feature.slice();
      assert.ok(found !== undefined);
      return found;
    };
    const settled = (): Promise<InsightsSlice> =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = slice();
          if (!found.reading && found.lines.every(({ settling }) => settling !== undefined)) resolve(found);
          else setTimeout(look, 2);
        };
        look();
      });
    return { feature, added, decided, settings, timers, slice, settled };
  }

  const openLog = (): DecisionLog => new DecisionLog({ directory: join(folder(), 'log'), redact: (text) => text });
  let number = 0;
  const write = (log: DecisionLog, command: string, times: number, changes: Partial<Decision> = {}): void => {
    for (let count = 0; count < times; count += 1) {
      number += 1;
      const at = new Date(NOW - 1000).toISOString();
      log.append(decision({ id: `d${number}`, at, outcome: 'allow', cwd: WORKSPACE, ...changes }), { command });
    }
  };

  it('read nothing before they are looked at, and say that they read', async () => {
    const { feature, settled, slice } = open(openLog());
    assert.equal(feature.slice(), undefined);
    feature.look(FOCUS);
    assert.equal(slice().reading, true);
    const { days, total, lines } = await settled();
    assert.deepEqual([days.length, total.calls, total.costUsd, lines], [14, 0, 0.5, []]);
  });

  it('show days, agents and lines with the rule that would settle each', async () => {
    const log = openLog();
    write(log, 'npm test', 4, { agent: 'claude-code', tool: 'Bash' });
    write(log, 'rm -rf build', 3);
    write(log, 'npm run build', 2);
    const { feature, settled } = open(log);
    feature.look(FOCUS);
    const { days, agents, lines } = await settled();
    assert.equal(days.at(-1)?.calls, 9);
    assert.deepEqual(
      agents.map(({ id, calls }) => [id, calls]),
      [
        ['', 5],
        ['claude-code', 4],
      ],
    );
    assert.deepEqual(
      lines.map(({ text, judged, settling }) => [
        text,
        judged,
        settling?.kind === 'rule' ? settling.rules : settling?.kind,
      ]),
      [
        ['npm test', 4, ['bash(npm test)']],
        ['rm -rf build', 3, 'none'],
        ['npm run build', 2, 'none'],
      ],
    );
  });

  it('follow new decisions and other rules, and tell agents apart', async () => {
    const log = openLog();
    write(log, 'npm test', 2);
    const { feature, settled, decided, timers } = open(log);
    feature.look(FOCUS);
    await settled();
    write(log, 'npm test', 1);
    decided.fire();
    decided.fire();
    assert.equal(timers.length, 1);
    timers[0]?.();
    while ((await settled()).total.calls < 3) await new Promise((resolve) => setTimeout(resolve, 2));
    feature.look({ days: 30, agent: 'codex' });
    const { days, total } = await settled();
    assert.deepEqual([days.length, total.calls, total.costUsd], [30, 0, undefined]);
  });

  it('offer a harmless rule, look again before it is added, and leave the question to the one who adds', async () => {
    const log = openLog();
    write(log, 'npm test', 3);
    assert.equal(codeVerdict({ tool: 'bash', input: { command: 'npm test' }, cwd: WORKSPACE }, world).outcome, 'judge');
    const { feature, settled, added } = open(log);
    feature.look(FOCUS);
    const [line] = (await settled()).lines;
    assert.ok(line?.settling?.kind === 'rule');
    assert.deepEqual(
      [line.settling.rules, line.settling.covered, line.settling.call],
      [['bash(npm test)'], 3, 'npm test'],
    );
    const { key } = line.settling;
    await feature.execute({ kind: 'addRule', line: line.key, key });
    assert.deepEqual(
      added.map(({ rules }) => rules),
      [['bash(npm test)']],
    );
    await assert.rejects(feature.execute({ kind: 'addRule', line: line.key, key: 'another' }));
    write(log, 'npm test', 1, { outcome: 'block' });
    await assert.rejects(feature.execute({ kind: 'addRule', line: line.key, key }));
    assert.equal(added.length, 1);
  });

  it('hold nothing once nobody looks', async () => {
    const log = openLog();
    write(log, 'npm test', 1);
    const { feature, settled, decided, timers } = open(log);
    feature.look(FOCUS);
    await settled();
    feature.look(undefined);
    decided.fire();
    assert.equal(feature.slice(), undefined);
    assert.equal(timers.length, 1);
    timers[0]?.();
    feature.dispose();
  });
});
