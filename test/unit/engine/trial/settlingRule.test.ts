import assert from 'node:assert/strict';
import type { DryRunWorld } from '../../../../src/engine/trial/dryRun';
import { codeVerdict, underChange } from '../../../../src/engine/trial/replay';
import { ruleProposals, type RuleScope } from '../../../../src/engine/trial/ruleProposals';
import {
  checkSettling,
  exactOnly,
  isExact,
  type NoSettlingRule,
  type PastDecision,
} from '../../../../src/engine/trial/settlingRule';
import type { Outcome, Stage } from '../../../../src/engine/model/decision';
import { configuration, entries, fakeGate, permissions, WORKSPACE, type Tree } from '../fakeGate';

const OTHER = '/home/u/other';
const scripts = (test: string): string => JSON.stringify({ scripts: { test, lint: 'eslint .' } });
const TREE: Tree = {
  [`${WORKSPACE}/package.json`]: scripts('mocha'),
  [`${OTHER}/package.json`]: scripts('rm -rf /srv/data'),
};
const worldWith = (rules: readonly string[], tree: Tree = TREE): DryRunWorld =>
  fakeGate({
    configuration: configuration({
      permissions: permissions({ allow: entries(rules) }),
      workspaceFolders: [WORKSPACE, OTHER],
    }),
    tree,
  });
const also = (world: DryRunWorld, rules: readonly string[]): DryRunWorld =>
  underChange(world, (before) => ({
    ...before,
    permissions: { ...before.permissions, allow: [...before.permissions.allow, ...entries(rules)] },
  }));

interface Given {
  readonly command?: string;
  readonly cwd?: string;
  readonly outcome?: Outcome;
  readonly stage?: Stage;
  readonly outage?: boolean;
  readonly times?: number;
  readonly request?: unknown;
}

function past({ command = 'npm test', cwd = WORKSPACE, request, ...given }: Given, index: number): PastDecision {
  return {
    id: String(index),
    at: '2026-11-20T10:00:00Z',
    summary: command,
    outcome: 'allow',
    stage: 'classifier',
    outage: false,
    request: request ?? { tool: 'bash', input: { command }, cwd },
    ...given,
  };
}

async function check(
  rules: readonly string[],
  calls: readonly Given[],
  present: readonly string[] = [],
  tree: Tree = TREE,
): Promise<number | NoSettlingRule> {
  const now = worldWith(present, tree);
  const found = await checkSettling(
    { rules },
    calls.map((given, index) => ({ call: past(given, index), times: given.times ?? 1 })),
    { now, then: also(now, rules) },
    (call) => codeVerdict(call.request, now),
    () => Promise.resolve(),
  );
  return found.why ?? found.covered;
}

const RULE = ['bash(npm test)'];
const THRICE: readonly Given[] = [{ times: 3 }];

describe('a rule that would settle a line', () => {
  it('is proposed where all that it covers ran, is of one kind and harmless', async () => {
    assert.equal(await check(RULE, [{ times: 2 }, { command: 'npm test | tail -3' }]), 3);
  });

  it('takes no notice of what it does not cover', async () => {
    assert.equal(
      await check(RULE, [
        ...THRICE,
        { command: 'npm test && git push', outcome: 'block' },
        { command: 'rm -rf build', outcome: 'block' },
        { command: 'npm run lint' },
        { cwd: '/gone', command: 'ls' },
      ]),
      3,
    );
  });

  const refused: readonly [name: string, why: NoSettlingRule, rules: readonly string[], calls: readonly Given[]][] = [
    ['too few ran', 'rare', RULE, [{ times: 2 }]],
    ['it only met outages', 'rare', RULE, [{ times: 9, outcome: 'block', outage: true }]],
    ['it covers nothing', 'rare', ['bash(npm run lint)'], THRICE],
    ['one was blocked', 'mixed', RULE, [...THRICE, { outcome: 'block' }]],
    ['the user declined one', 'mixed', RULE, [...THRICE, { outcome: 'block', stage: 'user' }]],
    [
      'it covers two kinds',
      'mixed',
      ['bash(npm test)', 'bash(npm run lint)'],
      [...THRICE, { command: 'npm run lint' }],
    ],
    ['it removes', 'destructive', ['bash(rm -rf build)'], [{ command: 'rm -rf build', times: 5 }]],
    ['it publishes', 'destructive', ['bash(npm publish)'], [{ command: 'npm publish', times: 5 }]],
    ['it forces', 'destructive', ['bash(git push --force)'], [{ command: 'git push --force', times: 5 }]],
    ['another folder’s script of that name removes', 'destructive', RULE, [...THRICE, { cwd: OTHER }]],
    ['it has a wildcard', 'wide', ['bash(npm *)'], THRICE],
    ['it has a question mark', 'wide', ['bash(npm tes?)'], THRICE],
    ['it is for any input', 'wide', ['bash'], THRICE],
    ['one of them has a wildcard', 'wide', ['bash(npm test)', 'bash(*)'], THRICE],
    [
      'one cannot be read any more',
      'unsure',
      RULE,
      [...THRICE, { request: { tool: 'bash', input: { command: 'npm test', folder: 5 }, cwd: 'relative' } }],
    ],
  ];
  for (const [name, why, rules, calls] of refused) {
    it(`is not proposed where ${name}`, async () => {
      assert.equal(await check(rules, calls), why);
    });
  }

  it('is not proposed where with another rule it lets run what removes', async () => {
    const both: readonly Given[] = [...THRICE, { command: 'npm test && rm -rf build' }];
    assert.equal(await check(RULE, both), 3);
    assert.equal(await check(RULE, both, ['bash(rm -rf build)']), 'destructive');
  });

  it('is not proposed where its script removes by now', async () => {
    const tree = { ...TREE, [`${WORKSPACE}/package.json`]: scripts('rm -rf coverage && mocha') };
    assert.equal(await check(RULE, THRICE, [], tree), 'destructive');
  });

  it('is not proposed where it would have no effect', async () => {
    const now = worldWith([]);
    const found = await checkSettling(
      { rules: RULE },
      [{ call: past({}, 1), times: 3 }],
      { now, then: undefined },
      (call) => codeVerdict(call.request, now),
      () => Promise.resolve(),
    );
    assert.deepEqual(found, { why: 'not-covered' });
  });

  it('names exactly one command or address', () => {
    const now = worldWith([]);
    const scopes: RuleScope[] = [{ id: 'folder', with: (rules) => also(now, rules) }];
    const rules = (request: object): unknown => {
      const found = exactOnly(ruleProposals({ cwd: WORKSPACE, ...request }, now, scopes));
      return typeof found === 'string' ? found : found.map(({ rules }) => rules);
    };
    assert.deepEqual(rules({ tool: 'bash', input: { command: 'npm test' } }), [RULE]);
    assert.deepEqual(rules({ tool: 'bash', input: { command: 'rm -rf /' } }), 'floor');
    assert.deepEqual(rules({ tool: 'bash', input: { command: 'npx cowsay' } }), 'runs-anything');
    assert.deepEqual(rules({ tool: 'fetch', input: { url: 'https://example.com/a/b' } }), [
      ['fetch(https://example.com/a/b)'],
    ]);
    assert.deepEqual(rules({ tool: 'mcp__jira__get_issue', input: {}, agent: 'claude-code' }), 'wide');
  });

  it('tells a wildcard from an escaped sign', () => {
    assert.deepEqual(
      ['bash(a b)', 'bash(a\\*b)', 'bash(a\\\\*b)', 'bash(a*)', 'bash([a])', 'bash', '*', 'bash()'].map(isExact),
      [true, true, false, false, false, false, false, false],
    );
  });
});
