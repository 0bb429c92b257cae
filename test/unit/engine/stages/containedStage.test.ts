import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import type { Decision } from '../../../../src/engine/model/decision';
import type { Containment, ContainedRun } from '../../../../src/engine/model/ports';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE, type FakeGateOptions } from '../fakeGate';

const GIVEN = "'/home/u/.auto-mode/contained/run' 00";

interface Case extends FakeGateOptions {
  readonly command?: string;
  readonly request?: object;
  readonly containment?: Partial<Containment>;
}

async function decided({
  command = 'npm test',
  request = {},
  containment = {},
  ...options
}: Case): Promise<Decision & { run?: ContainedRun }> {
  let run: ContainedRun | undefined;
  const gate = {
    ...fakeGate(options),
    containment: {
      unavailable: () => undefined,
      objection: () => undefined,
      stoppedBefore: () => undefined,
      wantsTrial: () => false,
      trial: () => undefined,
      prepare: (one: ContainedRun) => {
        run = one;
        return Promise.resolve({ kind: 'ready' as const, command: GIVEN });
      },
      ...containment,
    },
  };
  const call = {
    ...{ tool: 'Bash', input: { command }, cwd: WORKSPACE, agent: 'claude-code', sessionId: 's' },
    ...{ environment: { PATH: '/usr/bin' }, takesRewritten: true, ...request },
  };
  const decision = await decide(call, gate, new AbortController().signal);
  return run === undefined ? decision : { ...decision, run };
}

describe('the stage of contained runs', () => {
  it('gives the call back, for the shell, the folder and the rules that it was decided with', async () => {
    const { outcome, stage, rewritten, run } = await decided({});
    assert.deepEqual([outcome, stage, rewritten], ['allow', 'contained', GIVEN]);
    assert.deepEqual(
      [run?.line, run?.shell, run?.cwd, run?.workspaceFolders, run?.path, run?.masksFailure],
      ['npm test', 'bash', WORKSPACE, [WORKSPACE], '/usr/bin', false],
    );
  });

  it('leaves the folder that a line begins with to the agent', async () => {
    const { rewritten, run } = await decided({
      command: 'cd "web app" && npm test | tail -5',
      tree: { [`${WORKSPACE}/web app`]: undefined },
    });
    assert.equal(rewritten, `cd "web app" && ${GIVEN}`);
    assert.deepEqual([run?.line, run?.cwd, run?.masksFailure], ['npm test | tail -5', `${WORKSPACE}/web app`, true]);
  });

  const toTheJudge: readonly (readonly [string, Case])[] = [
    ['nothing of the project in it', { command: 'unknown-program x' }],
    ['a part that is not known', { command: 'npm test && unknown-program' }],
    ['a part that needs the network', { command: 'npm test && curl https://x.example' }],
    ['git that writes', { command: 'npm test && git commit -m x' }],
    ['a script that serves', { command: 'npm run dev' }],
    ['a tool that would be fetched', { command: 'npx some-tool' }],
    ['something in the background', { command: 'npm test &' }],
    ['the background by its field', { request: { input: { command: 'npm test', run_in_background: true } } }],
    ['another user', { command: 'sudo npm test' }],
    ['another machine', { command: 'ssh host npm test' }],
    ['an odd field', { request: { input: { command: 'npm test', dangerouslyDisableSandbox: true } } }],
    ['no agent', { request: { agent: undefined } }],
    ['no session', { request: { sessionId: undefined } }],
    ['a caller that does not say that it runs what it is given back', { request: { takesRewritten: undefined } }],
    ['a caller that says that it does not', { request: { takesRewritten: false } }],
    ['an unknown environment', { request: { environment: null } }],
    [
      'a script that starts an agent without its hooks',
      {
        command: 'bash run.sh',
        tree: { [`${WORKSPACE}/run.sh`]: '#!/bin/sh\nclaude --settings x.json -p "go on"\n' },
      },
    ],
    ['an untrusted workspace', { configuration: configuration({ trusted: false }) }],
    [
      'the setting off',
      { configuration: configuration({ fastPaths: { ...configuration().fastPaths, containedCommands: false } }) },
    ],
    ['the program removed', { configuration: configuration({ contained: { commands: ['$defaults', '!npm test'] } }) }],
    ['no program listed', { configuration: configuration({ contained: { commands: [] } }) }],
    ['a pause', { paused: true }],
    ['a protected path to change', { command: 'npm test > package.json' }],
    ['a session that was not tried', { containment: { objection: () => 'it was not tried' } }],
    ['a run that was stopped before', { containment: { stoppedBefore: () => 'the network' } }],
    [
      'a sandbox that cannot be made',
      { containment: { prepare: () => Promise.resolve({ kind: 'not-possible', why: 'x' }) } },
    ],
  ];
  for (const [what, options] of toTheJudge) {
    it(`leaves to the judge: ${what}`, async () => {
      const { stage, rewritten, outcome } = await decided(options);
      assert.deepEqual([outcome, stage, rewritten], ['block', what === 'a pause' ? stage : 'classifier', undefined]);
    });
  }

  it('comes after deny rules, approved questions and the floor', async () => {
    const rules = (list: 'deny' | 'ask'): FakeGateOptions => ({
      configuration: configuration({ permissions: permissions({ [list]: entries(['bash(npm test*)']) }) }),
      user: () => ({ kind: 'approved' }),
    });
    assert.equal((await decided(rules('deny'))).stage, 'permissions.deny');
    assert.equal((await decided(rules('ask'))).stage, 'classifier');
    assert.equal((await decided({ command: 'npm test; rm -rf ~/' })).stage, 'hard-deny');
  });

  it('blocks where making the sandbox fails', async () => {
    const { outcome, rewritten } = await decided({
      containment: { prepare: () => Promise.reject(new Error('disk full')) },
    });
    assert.deepEqual([outcome, rewritten], ['block', undefined]);
  });

  const trial: Partial<Containment> = {
    objection: () => 'it was not tried',
    wantsTrial: () => true,
    trial: () => GIVEN,
  };
  const given = async (command: string, more: Case = {}): Promise<string | undefined> =>
    (await decided({ ...more, command, containment: trial })).rewritten;

  it('tries a session on a call that the judge allows and that would run contained in a session that was tried', async () => {
    const allowed: Case = { classifier: () => Promise.resolve(verdict('allow')) };
    assert.equal(await given('npm test', allowed), GIVEN);
    assert.equal(await given('unknown-program x', allowed), undefined);
    assert.equal(await given('npm run dev', allowed), undefined);
    assert.equal(await given('cd src && npm test', allowed), undefined);
    assert.equal(await given('npm test', { ...allowed, paused: true }), undefined);
    assert.equal(await given('npm test', { ...allowed, request: { takesRewritten: undefined } }), undefined);
    assert.equal(await given('npm test', { classifier: () => Promise.resolve(verdict('block')) }), undefined);
  });

  it('tries a session once, on a call that only reads and changes nothing of the shell', async () => {
    assert.equal(await given('git status'), GIVEN);
    assert.equal(await given('cd src && ls'), undefined);
    assert.equal(await given('export A=1; ls'), undefined);
    assert.equal(await given('ls', { request: { takesRewritten: undefined } }), undefined);
    assert.equal(await given('ls', { configuration: configuration({ trusted: false }) }), undefined);
    assert.equal(await given('mkdir x'), undefined);
  });
});
