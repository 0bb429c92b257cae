import assert from 'node:assert/strict';
import { callKey } from '../../../src/engine/model/callKey';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import type { RuleSource } from '../../../src/rules/ruleSource';
import type { UserAnswer } from '../../../src/engine/model/ports';
import { configuration, entries, fakeGate, HOME, OUTAGE, permissions, verdict, WORKSPACE } from './fakeGate';

const NEVER = new AbortController().signal;

const yes = (): UserAnswer => ({ kind: 'approved' });
const no = (): UserAnswer => ({ kind: 'declined' });
const bash = (command: string) => ({ tool: 'bash', input: { command }, cwd: WORKSPACE });
const tree = { [`${WORKSPACE}/src/a.ts`]: 'old text', [`${WORKSPACE}/.git/config`]: '[core]', [`${HOME}/.bashrc`]: '' };
const edit = (path: string): Record<string, unknown> => ({
  tool: 'file_edit',
  input: { file_path: path, old_string: 'old', new_string: 'new' },
  cwd: WORKSPACE,
});
describe('decide', () => {
  it('leaves a call to the agent where auto mode is off, also where the disk fails', async () => {
    const fails = (): never => {
      throw new Error('no disk');
    };
    const gate = fakeGate({ configuration: configuration({ enabled: false }) });
    const broken = { ...gate, files: { ...gate.files, inspect: fails, realPath: fails, readLink: fails } };
    const decision = await decide({ tool: 'write', input: { path: '/a/b', content: '' } }, broken, NEVER);
    assert.equal(decision.outcome, 'defer');
  });

  it('says what is too much to check, and what to do', async () => {
    const gate = fakeGate({
      configuration: configuration({ permissions: permissions({ allow: entries(['bash(*)']) }) }),
    });
    const decision = await decide(bash(`zz${' rm'.repeat(2000)}`), gate, NEVER);
    assert.deepEqual([decision.outcome, decision.stage], ['block', 'hard-deny']);
    assert.match(decision.reason, /names rm 2000 times/);
    assert.match(decision.remedy ?? '', /smaller/);
  });

  it('blocks when the classifier itself fails, without repeating what failed', async () => {
    const gate = fakeGate({
      classifier: () => {
        throw new Error('canary');
      },
    });
    const decision = await decide(bash('make'), gate, NEVER);
    assert.equal(`${decision.outcome} ${decision.stage}`, 'block classifier');
    assert.doesNotMatch(JSON.stringify(decision), /canary/);
  });

  it('counts and logs every decision but a deferred one', async () => {
    const gate = fakeGate({ tree });
    await decide(bash('make'), gate, NEVER);
    await decide({}, gate, NEVER);
    assert.deepEqual(
      gate.logged.map(({ stage }) => stage),
      ['classifier', 'invalid-request'],
    );
    assert.deepEqual(gate.noted, gate.logged);
    const off = fakeGate({ configuration: configuration({ enabled: false }) });
    await decide(bash('make'), off, NEVER);
    assert.deepEqual([off.logged, off.noted], [[], []]);
  });

  it('allows nothing but reads when the log cannot be written', async () => {
    const gate = fakeGate({ tree, logWritable: false, classifier: () => verdict('allow') });
    const outcomes: Decision[] = [
      await decide({ tool: 'read', input: { path: 'src/a.ts' }, cwd: WORKSPACE }, gate, NEVER),
      await decide(edit('src/a.ts'), gate, NEVER),
      await decide(bash('make'), gate, NEVER),
    ];
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['allow', 'block', 'block'],
    );
    assert.deepEqual(
      gate.noted.map(({ outcome }) => outcome),
      ['allow', 'block', 'block'],
    );
    assert.match(outcomes[1]!.reason, /log/);
    // The classifier allowed: its words must not stand beside a block, where they would count towards a pause.
    assert.deepEqual([outcomes[2]!.classifier, outcomes[2]!.tier], [undefined, undefined]);
  });

  it('tells the classifier how the user authorised the call, for a rule that no repository can write', async () => {
    for (const [source, told] of [
      ['managed', true],
      ['environment', true],
      ['folder', true],
      ['user', true],
      ['remote', false],
      ['workspace', false],
      ['default', true],
    ] as const satisfies readonly (readonly [RuleSource, boolean])[]) {
      const gate = fakeGate({
        configuration: configuration({ permissions: permissions({ ask: entries(['bash'], source) }) }),
        user: yes,
      });
      await decide(bash('make'), gate, NEVER);
      assert.equal(gate.classified[0]?.authorisation !== undefined, told, source);
    }
  });

  it('shows the user the whole action', async () => {
    const long = `echo ${'x'.repeat(50_000)}; rm -rf build`;
    const gate = fakeGate({
      configuration: configuration({ permissions: permissions({ ask: entries(['bash']) }) }),
      user: no,
    });
    await decide({ ...bash(long), agent: 'claude-code', tool: 'Bash', sessionId: 's', callId: 'c' }, gate, NEVER);
    assert.equal(gate.asked[0]?.action, long);
    assert.deepEqual([gate.asked[0].agent, gate.asked[0].sessionId, gate.asked[0].callId], ['claude-code', 's', 'c']);
  });

  it('puts a question in the words of what asks, since why it is put stands before them', async () => {
    const base = configuration();
    const asks = (classifier: Partial<typeof base.classifier>) =>
      configuration({ classifier: { ...base.classifier, ...classifier } });
    const malformed = permissions({ ask: entries(['bash(make']) });
    for (const [why, because, options] of [
      ['paused', 'The classifier says allow: the judge says allow', { paused: true }],
      ['soft-block', 'the judge says block', { configuration: asks({ onBlock: 'ask' }) }],
      [
        'outage',
        'No classifier model/API key available; auto mode fails closed.',
        { configuration: asks({ whenUnavailable: 'ask' }) },
      ],
      [
        'malformed-rule',
        '"bash(make" in the user settings: the closing parenthesis is missing at the end.',
        { configuration: configuration({ permissions: malformed }) },
      ],
    ] as const) {
      const answers = { paused: verdict('allow'), 'soft-block': verdict('block'), outage: OUTAGE };
      const gate = fakeGate({
        ...options,
        user: no,
        classifier: () => (why === 'malformed-rule' ? OUTAGE : answers[why]),
      });
      await decide(bash('make'), gate, NEVER);
      assert.deepEqual([gate.asked[0]?.why, gate.asked[0]?.because], [why, because]);
    }
  });

  it('gives up at once when the call is cancelled while the classifier thinks or the user is asked', async () => {
    const never = new Promise<never>(() => undefined);
    const gates = [
      fakeGate({ classifier: () => never }),
      fakeGate({
        configuration: configuration({ permissions: permissions({ ask: entries(['bash']) }) }),
        user: (_question, signal) =>
          new Promise((resolve) => {
            signal.addEventListener('abort', () => {
              resolve({ kind: 'expired' });
            });
          }),
      }),
    ];
    for (const gate of gates) {
      const cancel = new AbortController();
      const pending = decide(bash('make'), gate, cancel.signal);
      setImmediate(() => {
        cancel.abort();
      });
      const decision = await pending;
      assert.equal(`${decision.outcome} ${decision.stage}`, 'block cancelled');
    }
  });

  it('reads relative patterns for both forms of a workspace that is open through a link', async () => {
    const linked = { [`${HOME}/link`]: { link: WORKSPACE }, ...tree, '/srv/x': 'x' };
    for (const folder of [`${HOME}/link`, WORKSPACE]) {
      for (const path of [`${HOME}/link/src/a.ts`, `${WORKSPACE}/src/a.ts`]) {
        const request = { tool: 'edit', input: { path, old_string: 'old', new_string: 'new' }, cwd: WORKSPACE };
        const withRules = (lists: Parameters<typeof permissions>[0]) =>
          fakeGate({
            tree: linked,
            configuration: configuration({
              workspaceFolders: [folder],
              fastPaths: {
                workspaceEdits: false,
                readOnlyCommands: true,
                workspaceWrites: false,
                localGit: false,
                containedCommands: false,
                keptRemovals: false,
              },
              permissions: permissions(lists),
            }),
          });
        const denied = await decide(request, withRules({ deny: entries(['edit(src/**)']) }), NEVER);
        assert.equal(denied.stage, 'permissions.deny', `${folder} ${path}`);
        const allowed = await decide(request, withRules({ allow: entries(['edit(src/**)']) }), NEVER);
        // Allow is narrow: a link that nobody opened as a workspace is no reading of a relative pattern.
        const strange = folder === WORKSPACE && path !== `${WORKSPACE}/src/a.ts`;
        assert.equal(allowed.stage, strange ? 'classifier' : 'permissions.allow', `${folder} ${path}`);
      }
    }
  });

  it('lets the classifier judge a released change that leads through a link', async () => {
    const request = { tool: 'edit', input: { path: '/srv/link', old_string: 'a', new_string: 'b' }, cwd: WORKSPACE };
    const plain = { ...tree, '/srv/link': 'a' };
    const turned = { ...tree, '/srv/other': 'a', '/srv/link': { link: '/srv/other' } };
    for (const [files, stage] of [
      [plain, 'allow-once'],
      [turned, 'classifier'],
    ] as const) {
      const gate = fakeGate({
        tree: files,
        allowOnce: new Set([callKey(request)]),
        classifier: () => verdict('block', 'soft_deny'),
      });
      assert.equal((await decide(request, gate, NEVER)).stage, stage);
    }
  });

  it('takes secrets out of the summary before it is shortened', async () => {
    const secret = `SECRET-${'x'.repeat(60)}`;
    for (let padding = 200; padding < 320; padding += 7) {
      const { summary } = await decide(
        bash(`echo ${'y'.repeat(padding)} ${secret} ${'z'.repeat(500)}`),
        fakeGate(),
        NEVER,
      );
      assert.doesNotMatch(summary, /SECRET/);
      assert.ok(summary.length < 350);
    }
  });

  it('reads the absolute pattern of a deny rule also for the place that a link in it leads to', async () => {
    const linked = {
      ...tree,
      '/tmp': { link: '/private/tmp' },
      '/private/tmp/x/key': 'k',
      [`${HOME}/keys`]: { link: '/srv/keys' },
      '/srv/keys/a[1]': 'k',
    };
    const cases = [
      ['read(/tmp/x/**)', '/private/tmp/x/key', true],
      ['read(/tmp/x/key)', '/private/tmp/x/key', true],
      ['read(/tmp/new/*.pem)', '/private/tmp/new/a.pem', true],
      ['read(~/keys/*)', '/srv/keys/a[1]', true],
      ['read(~/keys)', '/srv/keys/a[1]', false],
      ['read(/tmp/x/**)', '/private/tmp/y', false],
    ] as const;
    for (const [rule, path, denied] of cases) {
      const settings = configuration({ permissions: permissions({ deny: entries([rule]) }) });
      const gate = fakeGate({ tree: linked, configuration: settings });
      const { stage } = await decide({ tool: 'read', input: { path }, cwd: WORKSPACE }, gate, NEVER);
      assert.equal(stage === 'permissions.deny', denied, `${rule} ${path}`);
    }
  });

  it('lets an agent overwrite again what it wrote itself through the gate', async () => {
    const files: Record<string, string> = { ...tree };
    const gate = fakeGate({ tree: files });
    const write = (content: string) => ({ tool: 'write', input: { path: 'src/new.ts', content }, cwd: WORKSPACE });
    assert.equal((await decide(write('first'), gate, NEVER)).stage, 'workspace-edit');
    const later = fakeGate({ tree: { ...files, [`${WORKSPACE}/src/new.ts`]: 'first' } });
    later.writes.note(`${WORKSPACE}/src/new.ts`, 'first');
    assert.equal((await decide(write('second'), later, NEVER)).stage, 'workspace-edit');
    const changed = fakeGate({ tree: { ...files, [`${WORKSPACE}/src/new.ts`]: 'the user changed it' } });
    changed.writes.note(`${WORKSPACE}/src/new.ts`, 'first');
    assert.equal((await decide(write('second'), changed, NEVER)).stage, 'classifier');
    assert.ok(gate.writes.wrote(`${WORKSPACE}/src/new.ts`, 'first'));
  });

  it('answers from the cache only for the same call in the same context, and never for commands', async () => {
    const gate = fakeGate({ classifier: () => verdict('allow') });
    const fetch = (user: string, url = 'https://a.example/') => ({
      tool: 'fetch',
      input: { url },
      cwd: WORKSPACE,
      sessionId: 's',
      transcript: [{ role: 'user', text: user }],
    });
    const stage = async (request: unknown) => (await decide(request, gate, NEVER)).stage;
    assert.equal(await stage(fetch('look it up')), 'classifier');
    assert.equal(await stage(fetch('look it up')), 'cache');
    assert.equal(await stage(fetch('do not look anything up')), 'classifier');
    assert.equal(await stage(fetch('look it up', 'https://b.example/')), 'classifier');
    assert.equal(await stage({ ...bash('make'), sessionId: 's' }), 'classifier');
    assert.equal(await stage({ ...bash('make'), sessionId: 's' }), 'classifier');
    const { sessionId: _none, ...anonymous } = fetch('look it up');
    assert.equal(await stage(anonymous), 'classifier');
  });

  it('uses up a release of exactly one call; for commands the classifier still has its say', async () => {
    const release = (request: Parameters<typeof callKey>[0]) => new Set([callKey(request)]);
    const fetch = { tool: 'fetch', input: { url: 'https://a.example/' }, cwd: WORKSPACE };
    const gate = fakeGate({ allowOnce: release(fetch) });
    assert.equal((await decide(fetch, gate, NEVER)).stage, 'allow-once');
    assert.equal((await decide(fetch, gate, NEVER)).stage, 'classifier');
    const inOutage = await decide(bash('make'), fakeGate({ allowOnce: release(bash('make')) }), NEVER);
    assert.equal(`${inOutage.outcome} ${inOutage.stage}`, 'allow user');
    const judged = fakeGate({ allowOnce: release(bash('make')), classifier: () => verdict('block', 'hard_deny') });
    assert.equal((await decide(bash('make'), judged, NEVER)).outcome, 'block');
    assert.match(judged.classified[0]?.authorisation ?? '', /released/);
  });
});
