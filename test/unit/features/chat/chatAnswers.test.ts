import assert from 'node:assert/strict';
import fc from 'fast-check';
import { CHAT, COMMANDS } from '../../../../src/config/contributions';
import { codePoint } from '../../codePoint';
import { configuration, entries, permissions, WORKSPACE } from '../../engine/fakeGate';
import { panelDenial } from '../../panel/panelSnapshot';
import { runs } from '../../propertyRuns';
import { SECRET } from '../story/storyWorld';
import { chatWorld, type ChatWorldOptions, type Shown } from './chatWorld';
import { outsideOfCode, PLAIN, shownText } from './markdownReader';

const DENYING: ChatWorldOptions = {
  configuration: configuration({ permissions: permissions({ deny: entries(['bash(git push*)']) }) }),
};
const bash = (command: string): object => ({ tool: 'bash', input: { command }, cwd: WORKSPACE });
const idsOf = ({ buttons }: Shown): readonly unknown[] =>
  buttons.filter(({ command }) => command === COMMANDS.allowOnce).map(({ arguments: args }) => args);

describe('@automode /why', () => {
  it('explains the last block: call, rule and its source', async () => {
    const chat = chatWorld(DENYING);
    await chat.decided(bash('git push origin main'));
    await chat.decided(bash('ls'));
    const shown = await chat.ask('why');
    assert.match(shown.markdown, /```text\nbash git push origin main\n```/u);
    assert.match(shown.markdown, /`bash\(git push\*\)` \(user settings\)/u);
    assert.deepEqual(idsOf(shown), [], 'a deny rule is not released');
    assert.ok(shown.buttons.some(({ command }) => command === COMMANDS.editRules));
  });

  it('offers the dialog that releases what the judge could not judge', async () => {
    const chat = chatWorld();
    const { id } = await chat.decided(bash('make'));
    const shown = await chat.ask('why');
    assert.deepEqual(idsOf(shown), [[{ id }]]);
    assert.deepEqual(shown.followups[0], { command: 'allow-once', prompt: id, label: 'Allow this call once' });
  });

  it('finds the newest call with a text, allowed ones too, in any case and with any blanks', async () => {
    const chat = chatWorld(DENYING);
    await chat.decided(bash('ls  -l src'));
    const { id } = await chat.decided(bash('git push origin main'));
    await chat.decided(bash('git push origin other'));
    for (const text of ['LS -l', 'why did `ls -l src` run?', 'and "ls -l"']) {
      const { markdown, buttons } = await chat.ask('why', text);
      assert.match(markdown, /bash ls -l src/u, text);
      assert.deepEqual(idsOf({ markdown, buttons, followups: [] }), []);
    }
    assert.match((await chat.ask('why', 'push origin')).markdown, /other/u);
    assert.match((await chat.ask('why', id)).markdown, /origin main/u);
  });

  it('finds what only the input says', async () => {
    const chat = chatWorld();
    const content = `${'x'.repeat(2_000)} a needle`;
    await chat.decided({ tool: 'write', input: { path: 'a.txt', content }, cwd: WORKSPACE });
    assert.match((await chat.ask('why', 'a needle')).markdown, /a\.txt/u);
  });

  it('says so where nothing is found, and where nothing was blocked', async () => {
    const chat = chatWorld();
    await chat.decided(bash('ls'));
    assert.match(shownText((await chat.ask('why')).markdown), /Nothing was blocked yet/u);
    const { markdown, buttons } = await chat.ask('why', 'nowhere');
    assert.match(markdown, /No decision/u);
    assert.deepEqual(
      buttons.map(({ command }) => command),
      [COMMANDS.denials],
    );
  });

  it('knows blocks from before a restart, and does not say who was asked', async () => {
    const denials = [panelDenial({ kind: 'permissions.ask', summary: 'Bash npm publish' })];
    const shown = await chatWorld({ snapshot: { denials } }).ask('why');
    assert.match(shown.markdown, /Bash npm publish/u);
    assert.match(shownText(shown.markdown), /Blocked: Ask rule/u);
    assert.deepEqual(idsOf(shown), []);
  });

  it('passes over questions about decisions, which quote what they ask for', async () => {
    const chat = chatWorld(DENYING);
    await chat.decided(bash('git push origin main'));
    const tool = 'autoMode_explainDecision';
    await chat.decided({ tool, input: { text: 'git push' }, cwd: WORKSPACE, agent: 'copilot' });
    assert.match((await chat.ask('why', 'git push')).markdown, /bash git push/u);
  });

  it('shows no secret, and confirms no guess at one', async () => {
    const chat = chatWorld(DENYING);
    await chat.decided(bash(`git push https://x:${SECRET}@example.com`));
    for (const prompt of ['', 'git push']) {
      const { markdown } = await chat.ask('why', prompt);
      assert.ok(!markdown.includes(SECRET));
      assert.match(markdown, /REDACTED/u);
    }
    assert.match((await chat.ask('why', SECRET.slice(0, 20))).markdown, /No decision/u);
  });
});

describe('@automode /allow-once', () => {
  const cases: readonly [string, boolean, RegExp][] = [
    ['after a yes', true, /Released/u],
    ['after a no', false, /Nothing was released/u],
  ];
  for (const [name, released, said] of cases) {
    it(`asks in the dialog of the command: ${name}`, async () => {
      const chat = chatWorld({ released });
      const { id } = await chat.decided(bash('make all'));
      await chat.decided(bash('ls all'));
      for (const prompt of ['', 'make  ALL', 'all', id]) {
        assert.match(shownText((await chat.ask('allow-once', prompt)).markdown), said);
      }
      assert.deepEqual(chat.asked, [id, id, id, id]);
    });
  }

  it('asks about nothing that was allowed, is not kept any more, or is forbidden', async () => {
    const chat = chatWorld({ ...DENYING, snapshot: { denials: [panelDenial()] } });
    await chat.decided(bash('git push here'));
    const { id } = await chat.decided(bash('ls -l'));
    for (const prompt of ['', 'ls -l', id, 'git push', 'push here', 'd1', 'nowhere']) {
      assert.doesNotMatch((await chat.ask('allow-once', prompt)).markdown, /Released/u, prompt);
    }
    assert.deepEqual(chat.asked, []);
  });

  it('opens no dialog once the request is cancelled', async () => {
    const chat = chatWorld({ cancelled: true });
    await chat.decided(bash('make'));
    await chat.ask('allow-once');
    assert.deepEqual(chat.asked, []);
  });

  it('says why a policy refuses', async () => {
    const chat = chatWorld({ released: new Error('The policy forbids it: [x](command:y)') });
    await chat.decided(bash('make'));
    const { markdown } = await chat.ask('allow-once');
    assert.match(markdown, PLAIN);
    assert.equal(shownText(markdown), 'The policy forbids it: [x](command:y)');
  });
});

describe('@automode /status', () => {
  it('says the state, agents and problems, and offers nothing that switches off', async () => {
    const snapshot = {
      mode: 'paused' as const,
      denials: [panelDenial()],
      problems: [{ entry: 'permissions.deny (`x`', message: 'It has no `)`.' }],
      agents: [
        { id: 'codex', name: 'Codex', connectable: true, state: 'connected', sentence: 'It asks here.', alarms: [] },
        { id: 'pi', name: 'pi', connectable: true, state: 'not-connected', sentence: 'Not.', alarms: [] },
      ] as const,
    };
    const { markdown, buttons, followups } = await chatWorld({ snapshot }).ask('status');
    const text = shownText(markdown);
    assert.match(text, /Auto Mode: Paused/u);
    assert.match(text, /Codex: It asks here/u);
    assert.doesNotMatch(text, /Not\./u);
    assert.match(text, /It has no `\)`/u);
    const commands = buttons.map(({ command }) => command);
    assert.ok(commands.includes(COMMANDS.resume));
    assert.ok(!commands.includes(COMMANDS.off));
    assert.deepEqual(
      followups.map(({ command }) => command),
      ['why', 'rules'],
    );
    const on = await chatWorld().ask('status');
    assert.ok(!on.buttons.some(({ command }) => command === COMMANDS.off));
  });
});

describe('@automode /rules', () => {
  const report = {
    settings: {
      'autoMode.permissions.deny': {
        entries: [
          { text: 'bash(git push*)', source: 'user' as const },
          { text: 'read(`.env`)', source: 'workspace' as const, removed: true as const },
        ],
      },
      'autoMode.permissions.ask': { entries: [{ text: 'bash(npm publish*)', source: 'default' as const }] },
      'autoMode.rules.softDeny': { entries: [{ text: 'Releases: none.', source: 'default' as const }] },
    },
    folders: [
      {
        folder: '/projects/other',
        settings: {
          'autoMode.permissions.deny': {
            entries: [
              { text: 'bash(git push*)', source: 'user' as const },
              { text: 'bash(make*)', source: 'folder' as const },
            ],
          },
        },
      },
    ] as never,
  };

  it('lists them with their sources, a folder’s own apart, and counts the policy', async () => {
    const { markdown } = await chatWorld({ report }).ask('rules');
    assert.match(markdown, /- `bash\(git push\*\)` \(user settings\)/u);
    assert.match(markdown, /- ``read\(`\.env`\)`` \(workspace settings/u);
    assert.match(markdown, /- `bash\(npm publish\*\)` \(built in\)/u);
    assert.match(shownText(markdown), /Only in the folder \/projects\/other[^]*bash\(make\*\)/u);
    assert.equal(markdown.split('git push').length, 2);
    assert.match(shownText(markdown), /only when asked for: 1/u);
    assert.doesNotMatch(markdown, /Releases/u);
  });

  it('lists those with a text, of the policy too', async () => {
    const { markdown } = await chatWorld({ report }).ask('rules', 'RELEASES');
    assert.match(markdown, /Releases/u);
    assert.doesNotMatch(markdown, /git push/u);
    assert.match((await chatWorld({ report }).ask('rules', 'nowhere')).markdown, /No rule/u);
  });

  it('shows a part of a long list', async () => {
    const many = Array.from({ length: 100 }, (_, index) => ({ text: `bash(a${index})`, source: 'user' as const }));
    const { markdown } = await chatWorld({
      report: { ...report, settings: { 'autoMode.permissions.ask': { entries: many } } },
    }).ask('rules');
    assert.match(markdown, /and 60 more/u);
  });
});

describe('@automode /try', () => {
  const cases: readonly [string, RegExp][] = [
    ['git push origin main', /Would be blocked.*Deny rule[^]*bash\(git push\*\)/u],
    ['ls', /Would run.*Read-only command/u],
    ['make', /The judge would decide.*Judge/u],
    ['{"tool": "bash", "input": {"command": "git push"}}', /Would be blocked/u],
    ['{ ls; }', /no valid JSON/u],
    ['', /\/try/u],
  ];
  for (const [text, said] of cases) {
    it(`says what would happen: ${text}`, async () => {
      const chat = chatWorld(DENYING);
      assert.match(shownText((await chat.ask('try', text)).markdown), said);
      assert.match(shownText((await chat.ask('why')).markdown), /Nothing was blocked yet/u, 'it is recorded');
    });
  }
});

describe('@automode without a command', () => {
  it('explains the call that it names, else the last block, and names the commands', async () => {
    const chat = chatWorld(DENYING);
    await chat.decided(bash('ls -l'));
    await chat.decided(bash('git push'));
    for (const [prompt, said] of [
      ['why was this blocked?', /git push/u],
      ['', /git push/u],
      ['what about `ls -l`', /ls -l/u],
    ] as const) {
      const { markdown } = await chat.ask(undefined, prompt);
      assert.match(markdown, said);
      for (const command of CHAT.commands) assert.ok(markdown.includes(`\`/${command}\``), command);
    }
    assert.match((await chatWorld().ask('unknown', 'x')).markdown, /`\/why`/u);
  });

  it('says nothing once the request is cancelled', async () => {
    const chat = chatWorld({ ...DENYING, cancelled: true });
    await chat.decided(bash('git push'));
    assert.deepEqual(await chat.ask(undefined, 'git push'), { markdown: '', buttons: [], followups: [] });
  });
});

describe('text of a call in answers', () => {
  const piece = fc.oneof(
    codePoint,
    fc.constantFrom('`', '```', '\n', '[x](command:autoMode.off)', '<b>', 'https://evil.example', '**', '\n- ', '$(x)'),
  );
  const hostile = fc.string({ unit: piece, maxLength: 30 });

  it('is never markup', async () => {
    await fc.assert(
      fc.asyncProperty(hostile, hostile, hostile, async (summary, reason, other) => {
        const denial = panelDenial({
          summary,
          reason,
          remedy: other,
          agent: other,
          rule: { text: summary, source: 'user' },
        });
        const snapshot = {
          denials: [denial],
          modeDetail: reason,
          problems: [{ entry: summary, message: reason }],
          classifier: { state: 'ready' as const, model: other },
        };
        const report = {
          settings: { 'autoMode.permissions.deny': { entries: [{ text: summary, source: 'user' as const }] } },
        };
        const chat = chatWorld({ snapshot, report });
        for (const command of ['why', 'allow-once', 'status', 'rules', 'try', undefined]) {
          const { markdown } = await chat.ask(command, command === 'try' ? summary : '');
          assert.match(outsideOfCode(markdown), PLAIN, `${String(command)}: ${markdown}`);
        }
      }),
      runs(32, 40),
    );
  });
});
