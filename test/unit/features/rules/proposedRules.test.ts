import assert from 'node:assert/strict';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, PathRules, RawSource, RawValues } from '../../../../src/config/sources';
import type { EffectiveConfiguration } from '../../../../src/engine/model/configuration';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { pastCall } from '../../../../src/log/pastCalls';
import { ProposedRules, type ReadyProposal } from '../../../../src/features/rules/proposedRules';
import { RuleLists } from '../../../../src/features/rules/ruleLists';
import { RuleWriter } from '../../../../src/features/rules/ruleWriter';
import { turns } from '../../../../src/common/turns';
import { fakeGate, WORKSPACE } from '../../engine/fakeGate';
import { decision } from '../../engine/model/decisions';

const ALLOW = 'permissions.allow';
const paths: PathRules = {
  home: '/home/u',
  isAbsolute: (path) => path.startsWith('/'),
  isInside: (path, folder) => path === folder || path.startsWith(`${folder}/`),
};
const bash = (command: string, cwd = WORKSPACE): object => ({ tool: 'bash', input: { command }, cwd });
const TREE = { '/elsewhere': undefined, [`${WORKSPACE}2`]: undefined, '/srv/data/app/x': '' };
const ofRelease = bash('npm run build');

/** A window with one open folder. */
class Window {
  user: RawValues = {};
  stronger: readonly RawSource[] = [];
  trusted = true;
  asked: string[] = [];
  answer = true;
  forbidden = false;
  failing = false;
  past = [ofRelease, bash('npm run build', '/elsewhere'), bash('git push')];
  readonly lists = new RuleLists({
    paths,
    userValues: () => structuredClone(this.user),
    userAlone: (values) => this.#effective(undefined, values),
    workspaceValue: () => undefined,
    writeUser: async (key, value) => {
      await new Promise((resolve) => setImmediate(resolve));
      if (this.failing) throw new Error('It cannot be written.');
      this.user = JSON.parse(JSON.stringify({ ...this.user, [key]: value })) as RawValues;
    },
    writeWorkspace: () => Promise.reject(new Error('Nothing is written there.')),
    refuseIfForbidden: () => undefined,
  });
  readonly writer = new RuleWriter({ lists: this.lists, rules: { places: () => [] }, inTurn: turns() });
  readonly rules = new ProposedRules({
    world: { ...fakeGate({ tree: TREE }), configurationFor: (cwd) => this.#configuration(cwd, {}) },
    pastCalls: {
      latest: () =>
        Promise.resolve(
          this.past.map((request, index) => ({
            ...pastCall(decision({ id: String(index), summary: JSON.stringify(request) }), {}),
            request,
          })),
        ),
    },
    settings: {
      supposing: (values) => (cwd) => this.#configuration(cwd, values),
      refuseIfForbidden: () => {
        if (this.forbidden) throw new Error('The policy forbids it.');
      },
    },
    lists: this.lists,
    writer: this.writer,
    onDidChange: () => undefined,
    confirm: (question, detail) => {
      this.asked.push(`${question}\n${detail}`);
      return Promise.resolve(this.answer);
    },
  });

  /** The narrowest proposal of that scope. */
  proposal(scope: 'folder' | 'user', request: unknown = ofRelease): ReadyProposal {
    const found = this.rules.proposals(request).proposals.find((one) => one.scope === scope);
    assert.ok(found);
    return found;
  }

  #configuration(cwd: string | undefined, supposed: RawValues): EffectiveConfiguration {
    return this.#effective(cwd, { ...this.user, ...supposed }).configuration;
  }

  #effective(cwd: string | undefined, user: RawValues): EffectiveSettings {
    const isHere = cwd !== undefined && paths.isInside(cwd, WORKSPACE);
    const of = isHere ? [{ path: WORKSPACE, real: WORKSPACE }] : [];
    return effectiveConfiguration(
      {
        sources: [...this.stronger, { source: 'user', values: user }],
        trusted: this.trusted,
        workspaceFolders: [WORKSPACE],
        overrides: { of, mayLoosen: this.trusted && isHere, paths },
      },
      ruleProblem,
    );
  }
}

describe('adding a rule for a blocked call', () => {
  let window: Window;
  beforeEach(() => {
    window = new Window();
  });

  it('tells truly which past calls it changes, by the settings of the folder of each', async () => {
    const changed = async (scope: 'folder' | 'user'): Promise<number> =>
      (await window.rules.preview(window.proposal(scope), new AbortController().signal)).changed.length;
    assert.deepEqual([await changed('folder'), await changed('user')], [1, 2]);
    const { looked, changed: calls } = await window.rules.preview(
      window.proposal('folder'),
      new AbortController().signal,
    );
    assert.deepEqual(
      [looked, ...calls.map(({ call, before, after }) => [call.id, before.outcome, after.outcome])],
      [3, ['0', 'judge', 'allow']],
    );
    window.user = { 'permissions.deny': ['bash(npm*)'] };
    assert.deepEqual(window.rules.proposals(ofRelease), { proposals: [], why: 'denied' });
  });

  it('copies into the list of a folder what the user wrote, not what another source sets', async () => {
    const mine = { rule: 'bash(mine)', message: 'm' };
    window.user = { [ALLOW]: [mine, 7] };
    const proposal = window.proposal('folder');
    window.stronger = [{ source: 'environment', values: { [ALLOW]: ['bash(theirs)'] } }];
    await window.rules.add(proposal, 'given');
    assert.deepEqual(window.user.folders, { [WORKSPACE]: { [ALLOW]: [mine, 7, 'bash(npm run build)'] } });
  });

  const without: readonly (readonly [says: string, change: (window: Window) => void])[] = [
    ['another source sets the allow rules', (one) => (one.stronger = [{ source: 'managed', values: { [ALLOW]: [] } }])],
    ['the workspace is not trusted', (one) => (one.trusted = false)],
    ['the list is none', (one) => (one.user = { [ALLOW]: 'x', folders: 7 })],
    [
      'the list is full',
      (one) => (one.user = { [ALLOW]: Array.from({ length: 1000 }, (_, index) => `bash(${index})`) }),
    ],
  ];
  for (const [says, change] of without) {
    it(`offers none where ${says}`, () => {
      change(window);
      assert.deepEqual(window.rules.proposals(ofRelease), { proposals: [], why: 'not-covered' });
    });
  }

  it('offers none for a folder by a path that only pretends to lie in it', () => {
    const { proposals } = window.rules.proposals(bash('npm run build', `${WORKSPACE}2`));
    assert.deepEqual(
      proposals.map(({ scope }) => scope),
      ['user'],
    );
  });

  it('asks with everything that it writes, and writes nothing without a yes', async () => {
    window.answer = false;
    const proposal = window.proposal('folder', {
      tool: 'write',
      input: { path: '/srv/data/app/a\u202Eb', content: '' },
      cwd: WORKSPACE,
    });
    assert.equal(await window.rules.add(proposal, 'ask', ['which calls it changes']), false);
    assert.match(window.asked.join(), /\nwhich calls it changes$/);
    assert.match(window.asked.join(), /│ write\(\/srv\/data\/app\/a\\u\{202E\}b\)/);
    assert.match(window.asked.join(), new RegExp(`Only in ${WORKSPACE}`));
    assert.deepEqual([window.user, window.rules.last], [{}, undefined]);
  });

  it('writes nothing where the policy forbids it, or the settings cannot be written', async () => {
    const proposal = window.proposal('user');
    window.forbidden = true;
    await assert.rejects(window.rules.add(proposal, 'given'), /policy/);
    window.forbidden = false;
    window.failing = true;
    await assert.rejects(window.rules.add(proposal, 'given'), /cannot be written/);
    assert.deepEqual([window.user, window.rules.last], [{}, undefined]);
    window.failing = false;
    assert.equal(await window.rules.add(proposal, 'given'), true);
  });

  it('loses none of two that are added at the same time', async () => {
    const [one, other] = [window.proposal('user'), window.proposal('user', bash('git push'))];
    await Promise.all([window.rules.add(one, 'given'), window.rules.add(other, 'given')]);
    assert.deepEqual(window.user, { [ALLOW]: ['bash(npm run build)', 'bash(git push)'] });
  });

  it('takes back what it added, once, and nothing of anybody else', async () => {
    assert.equal(await window.rules.undo(), false);
    await window.rules.add(window.proposal('user'), 'given');
    window.user = { [ALLOW]: ['bash(npm run build)', 'bash(later)'] };
    assert.equal(await window.rules.undo(), true);
    assert.deepEqual(window.user, { [ALLOW]: ['bash(later)'] });
    assert.equal(await window.rules.undo(), false);
    await window.rules.add(window.proposal('user'), 'given');
    window.user = { [ALLOW]: ['bash(later)'] };
    assert.equal(await window.rules.undo(), false);
    assert.deepEqual(window.user, { [ALLOW]: ['bash(later)'] });
  });

  it('shares its undo with every other change of rules', async () => {
    await window.rules.add(window.proposal('folder'), 'given');
    const { lastEdit } = window.writer;
    assert.ok(lastEdit);
    assert.equal(window.rules.last?.scope, 'folder');
    await window.writer.undo(lastEdit);
    assert.deepEqual(
      [window.user.folders, window.rules.last, await window.rules.undo()],
      [undefined, undefined, false],
    );
    await window.rules.add(window.proposal('user'), 'given');
    await window.writer.append([{ section: 'permissions.deny', place: { kind: 'user' }, entries: ['bash(later)'] }]);
    // The latest change is another one now, and its undo would loosen.
    assert.deepEqual([window.rules.last, await window.rules.undo()], [undefined, false]);
    assert.deepEqual(window.user['permissions.deny'], ['bash(later)']);
  });

  it('has another key for each place and each rule', () => {
    const requests = [ofRelease, bash('git push')];
    const all = requests.map((request) => window.rules.proposals(request).proposals);
    assert.equal(new Set(all.flat().map(({ key }) => key)).size, 4);
  });
});
