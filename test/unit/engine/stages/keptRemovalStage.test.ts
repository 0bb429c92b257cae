import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { explainCommand } from '../../../../src/engine/explain/explainCommand';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import type { KeptRemoval, RemovalRun, Removals } from '../../../../src/engine/model/ports';
import { dryRun } from '../../../../src/engine/trial/dryRun';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE, type FakeGate } from '../fakeGate';

const NEVER = new AbortController().signal;
const TREE = { [`${WORKSPACE}/build/a.js`]: 'x', [`${WORKSPACE}/build/b.js`]: 'x' };

interface World {
  readonly gate: FakeGate & { readonly removals: Removals };
  readonly kept: RemovalRun[];
}

function world(settings: Partial<EffectiveConfiguration> = {}, answer: KeptRemoval = { kind: 'kept' }): World {
  const kept: RemovalRun[] = [];
  const gate = fakeGate({ configuration: configuration(settings), tree: TREE, classifier: () => verdict('allow') });
  const removals: Removals = {
    discarded: () => undefined,
    keep: (run) => {
      kept.push(run);
      return Promise.resolve(answer);
    },
  };
  return { gate: { ...gate, removals }, kept };
}

const call = (command: string, more: object = {}): object => ({
  ...{ tool: 'Bash', input: { command }, cwd: WORKSPACE, agent: 'claude-code', sessionId: 's' },
  ...more,
});

describe('a removal that is kept', () => {
  async function stageOf(command: string, { gate }: World, more: object = {}): Promise<string> {
    return (await decide(call(command, more), gate, NEVER)).stage;
  }

  it('runs once all of it is kept', async () => {
    const one = world();
    const decision = await decide(call('rm -rf build 2>/dev/null && ls'), one.gate, NEVER);
    assert.deepEqual([decision.outcome, decision.stage], ['allow', 'kept-removal']);
    const [run] = one.kept;
    assert.deepEqual([run?.folder, run?.paths], [WORKSPACE, [`${WORKSPACE}/build`]]);
    assert.equal(run?.decisionId, decision.id);
    assert.deepEqual(
      decision.trace?.map(({ said }) => said),
      ['kept'],
    );
  });

  it('is judged where not all is kept', async () => {
    const one = world({}, { kind: 'not-possible', why: 'too large' });
    assert.equal(await stageOf('rm -rf build', one), 'classifier');
    assert.equal(one.kept.length, 1);
  });

  const off: readonly (readonly [string, Partial<EffectiveConfiguration>])[] = [
    ['its setting', { fastPaths: { ...configuration().fastPaths, keptRemovals: false } }],
    ['keeping', { snapshots: { ...configuration().snapshots, enabled: false } }],
    ['trust', { trusted: false }],
    ['the workspace', { workspaceFolders: ['/home/u/other'] }],
    ['a workspace that is a home', { workspaceFolders: ['/home/u'] }],
  ];
  for (const [what, settings] of off) {
    it(`keeps nothing without ${what}`, async () => {
      const one = world(settings);
      assert.equal(await stageOf('rm -rf build', one), 'classifier');
      assert.deepEqual(one.kept, []);
    });
  }

  it('comes after deny and ask rules', async () => {
    const denied = world({ permissions: permissions({ deny: entries(['bash(rm *)']) }) });
    assert.equal(await stageOf('rm -rf build', denied), 'permissions.deny');
    const asked = world({ permissions: permissions({ ask: entries(['bash(rm *)']) }) });
    assert.equal(await stageOf('rm -rf build', asked), 'permissions.ask');
    assert.deepEqual([...denied.kept, ...asked.kept], []);
  });

  it('keeps nothing for a call that no agent makes, that runs on, or that is only explained or tried', async () => {
    const one = world();
    assert.equal(
      await stageOf('rm -rf build', one, { tool: 'bash', agent: undefined, sessionId: undefined }),
      'classifier',
    );
    const input = { command: 'rm -rf build', run_in_background: true };
    assert.equal(await stageOf('', one, { input }), 'classifier');
    assert.equal(explainCommand('rm -rf build', WORKSPACE, one.gate).stage, 'kept-removal');
    const tried = dryRun(call('rm -rf build'), one.gate, 'approved');
    assert.equal(tried.kind === 'settled' ? tried.decision.stage : tried.kind, 'kept-removal');
    assert.deepEqual(one.kept, []);
  });

  for (const line of ['ls -la build/* && rm -rf build', 'rm -rf build; echo "$?"', '[ -d build ] && rm -rf build']) {
    it(`settles ${line}`, async () => {
      assert.equal(await stageOf(line, world()), 'kept-removal');
    });
  }

  for (const line of [
    'rm -rf build && mkdir build',
    'rm -rf build && npm test',
    'rm -rf build > list.txt',
    'rm -rf build &',
    'rm -rf build/*',
    'rm -rf "$x"',
    'echo build | xargs rm -rf',
    'find build -delete',
    'for d in build; do rm -rf $d/../..; done',
    'rm -rf build; cd nowhere; rm -rf build',
    // Much may change until then.
    'sleep 600; rm -rf build',
    'read x; rm -rf build',
    'cat && rm -rf build',
    'timeout 600 cat; rm -rf build',
    'wait; rm -rf build',
    'cat /dev/zero; rm -rf build',
    'echo < pipe; rm -rf build',
    'ls | while read x; do rm -rf build; done',
    'f() { rm -rf build; }; cat; f',
    'ls -R / ; rm -rf build',
    'ls --recursive / ; rm -rf build',
    'ls /*/*/*/* ; rm -rf build',
    'echo "${PATH//*a*b*c*d/}"; rm -rf build',
    'for a in 1 2 3; do for b in 1 2 3; do true; done; done; rm -rf build',
    'for a in 1 2 3; do rm -rf build; done',
    // Another command may search by it.
    'rm .gitignore && rg x',
    'rm src/.ignore; ls',
  ]) {
    it(`does not settle ${line}`, async () => {
      assert.notEqual(await stageOf(line, world()), 'kept-removal');
    });
  }
});
