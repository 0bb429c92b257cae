import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { JsonObject } from '../../../src/common/json';
import { outsideGate } from '../../../src/gate/outsideGate';
import { configuration, entries, fakeGate, permissions, verdict, WORKSPACE } from '../engine/fakeGate';

const ELSEWHERE = configuration({
  permissions: permissions({ deny: entries(['bash(everywhere *)']), allow: entries(['bash(make *)']) }),
});
/** What holds in the window's own folder: a looser override, and rules of its own. */
const INSIDE: EffectiveConfiguration = {
  ...ELSEWHERE,
  permissions: permissions({
    deny: entries(['bash(denied *)'], 'workspace'),
    ask: entries(['bash(asked *)'], 'folder'),
    allow: entries(['bash(*)'], 'folder'),
  }),
};

function world(inside = INSIDE, elsewhere = ELSEWHERE) {
  const plain = fakeGate({
    tree: { [`${WORKSPACE}/src/a.ts`]: 'x', '/srv/other/a.ts': 'x', [`${WORKSPACE}/.git/config`]: '[core]\n' },
    classifier: () => verdict('allow'),
    configuration: elsewhere,
  });
  const gate = {
    ...plain,
    configurationFor: (cwd: string | undefined) => (cwd?.startsWith(WORKSPACE) === true ? inside : elsewhere),
  };
  return { gate, outside: outsideGate(gate) };
}

describe('a session that began in none of the window’s folders', () => {
  const bash = (command: string): { tool: string; input: JsonObject } => ({ tool: 'bash', input: { command } });
  const write = (path: string): { tool: string; input: JsonObject } => ({
    tool: 'write',
    input: { path, content: 'x' },
  });
  const rows: readonly (readonly [
    what: string,
    call: { tool: string; input: JsonObject },
    cwd: string,
    stage: string,
  ])[] = [
    ['edits no workspace', write(`${WORKSPACE}/src/a.ts`), '/srv/other', 'classifier'],
    ['edits none where it goes later', write(`${WORKSPACE}/src/a.ts`), WORKSPACE, 'classifier'],
    ['gets no allow rule', bash('make x'), '/srv/other', 'classifier'],
    ['gets no looser override', bash('make x'), WORKSPACE, 'classifier'],
    ['reads', bash('cat a.ts'), '/srv/other', 'read-only-command'],
    ['obeys no settings of a repository', bash('git status'), '/srv/other', 'classifier'],
    ['is denied what is denied everywhere', bash('everywhere x'), WORKSPACE, 'permissions.deny'],
    ['is denied what the later folder denies', bash('denied x'), WORKSPACE, 'permissions.deny'],
    ['is asked what the later folder asks', bash('asked x'), WORKSPACE, 'permissions.ask'],
  ];
  for (const [what, call, cwd, stage] of rows) {
    it(what, async () => {
      const { outside } = world();
      const decision = await decide({ ...call, cwd, sessionId: 's' }, outside, new AbortController().signal);
      assert.equal(decision.stage, stage);
    });
  }

  it('is judged where the later folder has auto mode off', () => {
    const { outside } = world({ ...INSIDE, enabled: false });
    assert.equal(outside.configurationFor(WORKSPACE, 's').enabled, true);
  });

  it('is under the same snapshot while nothing changes', () => {
    const { outside } = world();
    assert.equal(outside.configurationFor(WORKSPACE, 's'), outside.configurationFor(`${WORKSPACE}/src`, 's'));
  });

  it('has every folder’s calls judged as before where it began in one', async () => {
    const { gate } = world();
    const call = { ...write(`${WORKSPACE}/src/a.ts`), cwd: WORKSPACE, sessionId: 's' };
    assert.equal((await decide(call, gate, new AbortController().signal)).stage, 'workspace-edit');
  });

  it('keeps the deny and ask rules of the repository whose work tree it began in, and no looser setting of it', async () => {
    const { gate } = world();
    const outside = outsideGate(gate, (sessionId) => (sessionId === 'tree' ? WORKSPACE : undefined));
    const stage = async (command: string, sessionId: string): Promise<string> =>
      (await decide({ ...bash(command), cwd: '/srv/other', sessionId }, outside, new AbortController().signal)).stage;
    assert.equal(await stage('denied x', 'tree'), 'permissions.deny');
    assert.equal(await stage('everywhere x', 'tree'), 'permissions.deny');
    assert.equal(await stage('make x', 'tree'), 'classifier');
    assert.equal(await stage('denied x', 'elsewhere'), 'classifier');
    const [one, again] = [
      outside.configurationFor('/srv/other', 'tree'),
      outside.configurationFor('/srv/other', 'tree'),
    ];
    assert.equal(one, again);
    assert.deepEqual([one.trusted, one.permissions.allow], [false, []]);
  });
});
