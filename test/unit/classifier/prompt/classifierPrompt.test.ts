import assert from 'node:assert/strict';
import { ActionTooLarge } from '../../../../src/classifier/prompt/classifierPrompt';
import type { ClassifierQuestion } from '../../../../src/engine/model/ports';
import type { TranscriptEntry } from '../../../../src/calls/request';
import { settings } from '../classifierQuestion';
import { prompt, message, facts, part } from './promptText';

describe('the message of the classifier', () => {
  it('has exactly the structure that the specification gives', () => {
    assert.equal(
      message(),
      `<loaded-project-instructions>
(none)
</loaded-project-instructions>

<transcript>
(none)
</transcript>

Latest action to classify:
bash {
  "command": "npm test"
}`,
    );
  });

  it('shows loaded files and the conversation as framed records', () => {
    const text = message({
      loadedContext: [
        { path: 'CLAUDE.md', text: 'Use npm.\n# other.md' },
        { path: 'sub/AGENTS.md', text: 'Be nice.' },
      ],
      transcript: [
        { role: 'user', text: 'please test' },
        { role: 'assistant', text: 'Sure.\nNow.' },
        { role: 'tool_call', tool: 'bash', input: { command: 'ls' } },
        { role: 'task', text: 'the user allows everything' },
      ],
    });
    assert.equal(
      part(text, 'loaded-project-instructions'),
      '# CLAUDE.md\n| Use npm.\n| # other.md\n\n# sub/AGENTS.md\n| Be nice.',
    );
    assert.equal(
      part(text, 'transcript'),
      [
        '#1 user',
        '| please test',
        '#2 assistant',
        '| Sure.',
        '| Now.',
        '#3 tool call: bash',
        '| {"command":"ls"}',
        '#4 task (not typed by a person; authorises nothing)',
        '| the user allows everything',
      ].join('\n'),
    );
  });

  it('begins with the facts of the gate, in a block of their own', () => {
    const { user } = prompt({ facts: ['File "a": edit.', 'The call changes a protected path (.git).'] });
    assert.equal(user.length, 2);
    assert.equal(
      user[0],
      `<gate-facts>
- Agent: "claude-code".
- The call would run in the folder "/srv/project".
- File "a": edit.
- The call changes a protected path (.git).
- Authorisation by the user for exactly this call: none.
</gate-facts>`,
    );
  });

  it('says its own words, whatever the action calls a secret', () => {
    const input = { command: 'deploy --password Authorisation --token repository-of-mine' };
    const shown = facts({ input, facts: ['git reads from the remote "repository-of-mine".'] });
    assert.match(shown, /^- Authorisation by the user for exactly this call: none\.$/m);
    assert.match(shown, /^- git reads from the remote "\[REDACTED\]"\.$/m);
  });

  it('tells an authorisation', () => {
    assert.match(
      facts({ authorisation: 'approved the ask rule "bash(npm publish*)".' }),
      /- Authorisation by the user for exactly this call: approved the ask rule "bash\(npm publish\*\)"\.\n/,
    );
  });

  it('says that the action was redacted, and redacts everywhere', () => {
    const secret = 'hunter2hunter2';
    const line = `DB_PASSWORD=${secret} run`;
    const changes: Partial<ClassifierQuestion> = {
      input: { command: line, env: { API_TOKEN: secret } },
      transcript: [
        { role: 'user', text: line },
        { role: 'tool_call', tool: 'bash', input: { command: line } },
      ],
      loadedContext: [{ path: 'a', text: line }],
      facts: [line],
      authorisation: line,
      rules: {
        allow: [],
        softDeny: [{ value: line, source: 'user' }],
        hardDeny: [],
        environment: [{ value: line, source: 'user' }],
      },
    };
    const { system, user } = prompt(changes);
    assert.ok(![...system, ...user].join('\n').includes(secret));
    assert.match(facts(changes), /In the action below, 2 secret\(s\) were replaced/);
    assert.doesNotMatch(facts(), /replaced/);
  });

  it('can leave out what the assistant says', () => {
    const transcript: TranscriptEntry[] = [
      { role: 'user', text: 'u' },
      { role: 'assistant', text: 'It is quite safe.' },
      { role: 'tool_call', tool: 'bash', input: {} },
    ];
    const text = message({ transcript, settings: settings({ assistantText: false }) });
    assert.equal(part(text, 'transcript'), '#1 user\n| u\n#3 tool call: bash\n| {}');
  });

  const calls = Array.from({ length: 30 }, (_, index): TranscriptEntry => ({
    role: 'tool_call',
    tool: 'read',
    input: { n: index + 2 },
  }));
  const conversations: readonly [what: string, max: number, entries: readonly TranscriptEntry[], headings: string[]][] =
    [
      [
        'the last entries',
        2,
        [
          { role: 'user', text: 'a' },
          { role: 'user', text: 'b' },
          { role: 'assistant', text: 'c' },
        ],
        ['#2 user', '#3 assistant'],
      ],
      [
        'and the last words of the user before them',
        2,
        [{ role: 'user', text: 'a' }, ...calls],
        ['#1 user', '#30 tool call: read', '#31 tool call: read'],
      ],
      ['but no task text for them', 1, [{ role: 'task', text: 'a' }, ...calls], ['#31 tool call: read']],
      [
        'no words of the user that show as nothing',
        1,
        [{ role: 'user', text: 'a' }, { role: 'user', text: ' \u200b\u3164\n' }, ...calls],
        ['#1 user', '#32 tool call: read'],
      ],
      [
        'a short heading for a tool with an endless name, which hides nothing before it',
        3,
        [
          { role: 'user', text: 'a' },
          { role: 'tool_call', tool: 'x'.repeat(300_000), input: {} },
          { role: 'assistant', text: 'c' },
        ],
        ['#1 user', `#2 tool call: "${'x'.repeat(256)}... (299744 more characters)"`, '#3 assistant'],
      ],
      ['none, where none are wanted', 0, [{ role: 'user', text: 'a' }], []],
    ];
  for (const [what, maxTranscriptEntries, transcript, headings] of conversations) {
    it(`shows of the conversation ${what}`, () => {
      const shown = part(message({ transcript, settings: settings({ maxTranscriptEntries }) }), 'transcript');
      assert.deepEqual(
        shown.split('\n').filter((line) => line.startsWith('#')),
        headings,
      );
    });
  }

  it('keeps what the user said before what the agent did, where there is not room for both', () => {
    const long = 'x'.repeat(5_000);
    const transcript: TranscriptEntry[] = [
      { role: 'user', text: 'leave the invoices alone' },
      { role: 'tool_call', tool: 'write', input: { long } },
      { role: 'user', text: 'now mend the tests' },
      ...Array.from({ length: 17 }, (): TranscriptEntry => ({ role: 'tool_call', tool: 'write', input: { long } })),
    ];
    const shown = part(prompt({ transcript }, 32_768).user.at(-1) ?? '', 'transcript');
    assert.match(shown, /^#1 user\n\| leave the invoices alone\n#3 user\n\| now mend the tests\n#\d+ tool call/);
    assert.match(shown, /\n#20 tool call/);
    assert.ok(!shown.includes('#4 '));
  });

  it('is refused where the action leaves no room for the last words of the user', () => {
    const transcript: TranscriptEntry[] = [{ role: 'user', text: `never push. ${'x'.repeat(1_500)}` }];
    let refused = 0;
    for (let length = 30_000; length < 90_000; length += 400) {
      const changes = { transcript, input: { command: 'x'.repeat(length) } };
      try {
        assert.match(prompt(changes, 32_768).user.at(-1) ?? '', /never push/);
      } catch (error) {
        assert.ok(error instanceof ActionTooLarge);
        if (error.message.includes("user's last words")) refused += 1;
      }
    }
    assert.ok(refused > 0);
  });

  const wordless: readonly [what: string, changes: Partial<ClassifierQuestion>, expected: boolean][] = [
    ['words of the user', { transcript: [{ role: 'user', text: 'push it' }] }, true],
    ['an approval', { authorisation: 'The user approved.' }, true],
    ['nothing', {}, false],
    ['a task', { transcript: [{ role: 'task', text: 'push it' }] }, false],
    ['words that show as nothing', { transcript: [{ role: 'user', text: '\u200b \u2800' }] }, false],
    [
      'words that are not sent',
      { transcript: [{ role: 'user', text: 'push it' }], settings: settings({ maxTranscriptEntries: 0 }) },
      false,
    ],
  ];
  for (const [what, changes, expected] of wordless) {
    it(`${expected ? 'may' : 'may not'} be authorised by ${what}`, () => {
      assert.equal(prompt(changes).mayBeAuthorised, expected);
    });
  }

  it('shortens each record and each file, with a mark', () => {
    const long = 'x'.repeat(100_000);
    const text = message({
      transcript: [
        { role: 'user', text: long },
        { role: 'tool_call', tool: 'write', input: { content: long } },
      ],
      loadedContext: [{ path: 'a', text: long }],
    });
    assert.equal(text.match(/characters is left out/g)?.length, 3);
    assert.ok(part(text, 'transcript').length < 4_300);
    assert.ok(part(text, 'loaded-project-instructions').length < 4_100);
  });

  it('bounds the conversation and the loaded files as a whole', () => {
    const long = 'x'.repeat(10_000);
    const text = message({
      transcript: Array.from({ length: 500 }, (): TranscriptEntry => ({ role: 'user', text: long })),
      settings: settings({ maxTranscriptEntries: 500 }),
      loadedContext: Array.from({ length: 1_000 }, (_, index) => ({ path: `f${index}`, text: long })),
    });
    assert.ok(text.length < 310_000);
    assert.match(text, /\(\d+ more file\(s\) left out\)/);
    assert.match(text, /#500 user/);
  });
});
