import assert from 'node:assert/strict';
import type { Decision } from '../../../../src/engine/model/decision';
import { explainer } from '../../../../src/features/api/explainer';
import { storyText } from '../../../../src/features/story/storyText';
import type { SettingLink } from '../../../../src/features/rules/ruleOrigin';
import type { LoggedRequest, LoggedRequests } from '../../../../src/log/requestLogReader';
import { configuration, entries, OUTAGE, permissions, verdict, type FakeGateOptions } from '../../engine/fakeGate';
import { ASKING_IN_OUTAGES, PUSH, SECRET, asLong, denying, world } from './storyWorld';

describe('the story of a decision', () => {
  it('as text has every part of it', async () => {
    const { story, decided } = world({ configuration: denying('user') });
    const { id } = await decided({ ...PUSH, agent: undefined, sessionId: 's1', callId: 'c1', subAgent: 'helper' });
    const text = await story.text(id);
    for (const part of [
      'Blocked by your rule\n  | bash cd src && git "push" -f\n',
      '\nReason\n  | The deny rule bash(git push*) (user settings) forbids this call.\n',
      '\nRule\n  | bash(git push*)\n  It is in autoMode.permissions.deny of your user settings.\n',
      '\nChecks, in order\n  4. Deny rule: decided: blocked\n',
      '  The line as a whole is blocked (permissions.deny). The deny rule bash(git push*) forbids it.\n',
      '  2. git push -f\n     in /home/u/project/src\n     is blocked (permissions.deny).',
      '\nInput\n  command:\n  | cd src && git "push" -f\n  what it is about: git "push" -f\n',
      '  Agent session: s1\n  Call: c1\n  Decision: id-1\n',
    ]) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
  });

  it('names the stages before the deciding one, and what they said', async () => {
    const { story, decided } = world({
      configuration: configuration({ permissions: permissions({ ask: entries(['bash(npm*)']) }) }),
      user: () => ({ kind: 'approved' }),
      classifier: () => verdict('allow'),
    });
    const { id } = await decided({ ...PUSH, input: { command: 'npm run build' } });
    const text = await story.text(id);
    const steps = text.slice(text.indexOf('Checks, in order'), text.indexOf('\n\nThe command,')).split('\n');
    assert.deepEqual(steps, [
      'Checks, in order',
      '  5. Ask rule: asked you: approved (<1 ms)',
      '  18. Judge: asked the judge: allow (<1 ms), decided: allowed',
      "  No opinion: Request check, Switched off, Cancelled turn, Deny rule, Hard floor, Safe tool, Workspace edit, Read-only command, Workspace write, Local git, Allow rule, Kept removal, Contained run, Released once, Judged before, Agent's own judge",
    ]);
    assert.ok(text.includes('Request and answer are not kept any more'), text);
  });

  const blocks: readonly (readonly [
    string,
    FakeGateOptions,
    headline: string,
    decided: string,
    unjudged: true | undefined,
  ])[] = [
    [
      'that nobody could judge',
      { classifier: () => OUTAGE },
      'Could not be judged, so it was blocked: No key',
      'Judge: .*could not judge, so it was blocked',
      true,
    ],
    [
      'that the classifier judged',
      { classifier: () => verdict('block') },
      'Blocked by the judge',
      'Judge: .*decided: blocked',
      undefined,
    ],
    [
      'that was put to the user because nobody could judge it',
      { classifier: () => OUTAGE, user: () => ({ kind: 'declined' }), configuration: ASKING_IN_OUTAGES },
      'Declined by you',
      'Your answer: .*decided: blocked',
      undefined,
    ],
  ];
  for (const [what, options, headline, decides, unjudged] of blocks) {
    it(`is headed by how it ended for a call ${what}`, async () => {
      const { story, decided } = world(options);
      const { id } = await decided({ ...PUSH, interactive: true, input: { command: 'npm run build' } });
      const text = await story.text(id);
      assert.equal(text.split('\n')[0], headline);
      assert.match(text, new RegExp(`^  \\d+\\. ${decides}$`, 'm'));
      story.look({ id });
      await new Promise<void>((resolve) => {
        story.onDidChange(resolve);
      });
      const slice = story.slice();
      assert.ok(slice?.state === 'shown');
      assert.equal(slice.story.unjudged, unjudged);
    });
  }

  it('is the same in the panel, by its Copy button, by the command and by the export', async () => {
    const { story, decided, copied } = world({ configuration: denying('user') });
    const { id } = await decided({ ...PUSH, sessionId: 's1', input: { ...PUSH.input, note: 'one\ntwo \u202E three' } });
    const line = { explain: () => Promise.reject(new Error('no line is to be explained')) };
    const { text } = await explainer(line, story)({ id });
    await story.execute({ kind: 'copy', id });
    const changed = new Promise<void>((resolve) => {
      story.onDidChange(resolve);
    });
    story.look({ id });
    await changed;
    const slice = story.slice();
    assert.ok(slice?.state === 'shown');
    assert.deepEqual([copied, storyText(asLong(slice.story))], [[text], text]);
  });

  const origins: readonly (readonly [Parameters<typeof denying>[0], string, SettingLink | undefined])[] = [
    ['user', 'your user settings', { key: 'autoMode.permissions.deny', where: 'user' }],
    ['workspace', 'the workspace settings', { key: 'autoMode.permissions.deny', where: 'workspace' }],
    ['remote', 'the remote machine', { key: 'autoMode.permissions.deny', where: 'remote' }],
    ['folder', 'an override for a folder', { key: 'autoMode.folders', where: 'user' }],
    ['default', 'built in', { key: 'autoMode.permissions.deny', where: 'user' }],
    ['managed', '/etc/auto-mode/policy.json', undefined],
    ['environment', 'AUTOMODE_SETTINGS_JSON', undefined],
  ];
  for (const [source, words, link] of origins) {
    it(`leads to a rule of the source ${source}`, async () => {
      const { story, decided, opened } = world({ configuration: denying(source) });
      const { id } = await decided(PUSH);
      const text = await story.text(id);
      assert.ok(text.includes(words), text);
      await story.execute({ kind: 'openSetting', id, place: 0 });
      assert.deepEqual(opened, link === undefined ? [] : [link]);
    });
  }

  it('holds no secret, and no line of the input that could pass for one of its own', async () => {
    const { story, decided, copied } = world({ configuration: denying('user') });
    const command = `git push\n\nReason\n  none \u202E ${SECRET}`;
    const { id } = await decided({ ...PUSH, input: { command } });
    await story.execute({ kind: 'copy', id });
    const [text = ''] = copied;
    assert.equal(text, await story.text(id));
    assert.equal(text.includes(SECRET), false);
    assert.ok(text.includes('Known forms of secrets are left out.'));
    assert.equal(text.includes('\u202E'), false);
    assert.equal(text.split('\n').filter((line) => line === 'Reason').length, 1);
  });

  it('comes from the log where the window does not know the decision, also of an earlier version', async () => {
    const decision: Decision = {
      id: 'old',
      at: '2026-03-04T05:06:07.000Z',
      durationMs: 3,
      outcome: 'block',
      stage: 'classifier',
      reason: 'No.',
      tool: 'bash',
      summary: 'bash x',
      fragment: 'not in it',
    };
    const inputShortened = { sha256: 'abc', bytes: 9_000_000, start: '{"command":"x', end: 'y"}' };
    const { story } = world({}, [{ decision, inputShortened }]);
    const text = await story.text('old');
    for (const part of [
      'An earlier version recorded this',
      'The input had 9000000 bytes (SHA-256 abc).',
      'not in it\n  The input does not hold it in these words',
    ]) {
      assert.ok(text.includes(part), `“${part}” is not in:\n${text}`);
    }
  });

  describe('of a call that the classifier judged, when the window has its request no more', () => {
    const request = (fields: Partial<LoggedRequest> = {}): LoggedRequest => ({
      decision: 'id-1',
      at: '2026-03-04T05:06:07.000Z',
      stage: 'judgement',
      provider: 'anthropic',
      model: 'claude',
      latencyMs: 12,
      answer: { text: 'the answer' },
      body: { system: 'the question' },
      ...fields,
    });
    const deep: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000));
    const cases: readonly {
      readonly says: string;
      readonly logs?: boolean;
      readonly logged?: Partial<LoggedRequests>;
      readonly parts: readonly string[];
    }[] = [
      {
        says: 'that logging is off, and how to switch it on',
        parts: ['not kept any more', 'Turn autoMode.classifier.logRequests on to keep later ones'],
      },
      { says: 'that the log has none', logs: true, parts: ['autoMode.classifier.logRequests was off then'] },
      {
        says: 'that lines cannot be read',
        logged: { unreadable: 2 },
        parts: ['Lines of the log that name this decision and cannot be read: 2.'],
      },
      {
        says: 'what the log has',
        logged: { requests: [request({ address: 'https://api.example' })] },
        parts: [
          'Read from the log of requests',
          `  Judgement, as logged: sent to anthropic/claude, https://api.example, ${new Date('2026-03-04T05:06:07.000Z').toLocaleString('en', { dateStyle: 'medium', timeStyle: 'medium' })}:\n`,
          '  |   "system": "the question"\n',
          '  Judgement, as logged: what was answered:\n',
          '  |     "text": "the answer"\n',
          '  |   "milliseconds": 12\n',
        ],
      },
      {
        says: 'two entries as two, and that there are more',
        logged: { requests: [request({ failure: { kind: 'timeout' }, answer: undefined }), request()], more: true },
        parts: ['1. Judgement, as logged', '"kind": "timeout"', '2. Judgement, as logged', 'The log has more requests'],
      },
      {
        says: 'a forged entry as text',
        logged: {
          requests: [request({ model: `m\n\nReason\n\u202E\u0000${'x'.repeat(500)}`, body: 'a\u202E\u2028' })],
        },
        parts: ['anthropic/m\\n\\nReason\\n\\u{202E}\\u{0}xxx', '…', '  | "a\\u{202E}\\u{2028}"\n'],
      },
      {
        says: 'that an entry is nested too deeply, and a wide one in one line',
        logged: { requests: [request({ body: deep, answer: Array.from({ length: 600_000 }, () => 1) })] },
        parts: ['This part is nested too deeply to be shown.', '  | {"answer":[1,1,1,'],
      },
    ];
    for (const { says, logs = false, logged = {}, parts } of cases) {
      it(`says ${says}`, async () => {
        const base = configuration();
        const settings = { ...base, classifier: { ...base.classifier, logRequests: logs } };
        const options = { configuration: settings, classifier: () => verdict('allow') };
        const { story, decided } = world(options, [], logged);
        const { id } = await decided({ ...PUSH, input: { command: 'npm run build' } });
        const text = await story.text(id);
        const told = text.slice(text.indexOf('What the judge was sent and answered'));
        for (const part of parts) assert.ok(told.includes(part), `“${part}” is not in:\n${told.slice(0, 3000)}`);
        assert.equal(text.split('\n').filter((line) => line === 'Reason').length, 1);
        assert.equal(/[\u0000\u202E\u2028]/u.test(text), false);
      });
    }
  });

  it('is told to the panel while it is looked at', async () => {
    const { story, decided, documents } = world({ configuration: denying('user') });
    const { id } = await decided({ ...PUSH, input: { command: 'git push', note: 'x'.repeat(30_000) } });
    assert.equal(story.slice(), undefined);
    const changed = new Promise<void>((resolve) => {
      story.onDidChange(resolve);
    });
    story.look({ id });
    assert.deepEqual(story.slice(), { id, state: 'reading' });
    await changed;
    const drawn = (): number | undefined => {
      const slice = story.slice();
      return slice?.state === 'shown' ? slice.story.input.fields[1]?.text.pieces[0]?.text.length : undefined;
    };
    assert.equal(drawn(), 8_000);
    story.look({ id, more: [{ text: 'input-1', pages: 2 }] });
    assert.equal(drawn(), 16_000);
    await story.execute({ kind: 'openText', id, text: 'input-1' });
    assert.deepEqual(
      documents.map(([name, text]) => [name, text.length]),
      [['auto-mode-input-1.txt', 30_000]],
    );
    story.look(undefined);
    assert.equal(story.slice(), undefined);
  });

  it('says what stopped a contained run, as one line that can show and do nothing', async () => {
    const said = 'EROFS: \u001b[2J\u202e .git/config\n<b>';
    const report = { exitCode: 1, stopped: ['the network'], said, putAside: ['/w/.npm\nrc'], masksFailure: false };
    const { story, decided } = world({ contained: true }, [], {}, { 'id-1': report });
    const { id, stage } = await decided({
      ...{ tool: 'Bash', input: { command: 'npm test' }, cwd: '/home/u/project', agent: 'claude-code', sessionId: 's' },
      environment: { PATH: '/usr/bin' },
      takesRewritten: true,
    });
    assert.equal(stage, 'contained');
    const text = await story.text(id);
    assert.match(text, /^ *\| The sandbox stopped it at: the network, EROFS: .*\.git\/config.*$/m);
    assert.match(text, /Contained run: ended with exit code 1/);
    assert.match(text, /Renamed, since protected: \/w\/\.npm/);
    assert.equal(/[\u001b\u202e]/u.test(text), false);
  });

  it('of no decision says so', async () => {
    const { story } = world();
    await assert.rejects(story.text('none'), TypeError);
    const changed = new Promise<void>((resolve) => {
      story.onDidChange(resolve);
    });
    story.look({ id: 'none' });
    await changed;
    assert.deepEqual(story.slice(), { id: 'none', state: 'gone' });
    await assert.rejects(story.execute({ kind: 'copy', id: 'none' }), /not.*in the log|neither/);
  });
});
