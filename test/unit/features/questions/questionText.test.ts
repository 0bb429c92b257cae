import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UserQuestion } from '../../../../src/engine/model/ports';
import {
  MAX_ROWS,
  questionText,
  questionWords,
  wholeAction,
  type QuestionText,
} from '../../../../src/features/questions/questionText';
import { CONTINUED, ROW_CHARACTERS } from '../../../../src/common/rows';
import { userQuestion } from '../../engine/model/userQuestion';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

function textOf(over: Partial<UserQuestion> = {}, runs = 1, expired: readonly string[] = []): QuestionText {
  return questionText(userQuestion(over), runs, expired);
}

/** The lines of a dialog, each in one piece. */
function unwrapped(detail: string): readonly string[] {
  return detail.replaceAll(`\n${CONTINUED}`, '').split('\n');
}

describe('the text of a question', () => {
  it('has the whole action first, then folder, agent, rule and what yes does', () => {
    assert.deepEqual(textOf(), {
      message: 'Let Claude Code run this command?',
      detail: [
        '│ git push origin main',
        '',
        'Folder: /home/ada/project',
        'Agent: Claude Code',
        'Rule that asks: bash(git push*) (user settings)',
        '',
        '“Continue to checks” does not run it yet: the remaining checks still decide.',
      ].join('\n'),
      whole: undefined,
    });
  });

  const messages: readonly (readonly [over: Partial<UserQuestion>, message: string])[] = [
    [{ tool: 'Edit' }, 'Let Claude Code change this file?'],
    [{ tool: 'Write' }, 'Let Claude Code change this file?'],
    [{ tool: 'mcp__db__drop' }, 'Let Claude Code use the tool mcp__db__drop?'],
    [{ agent: 'my-bot', tool: 'Bash' }, 'Let my-bot use the tool Bash?'],
    [{ agent: undefined, tool: 'bash' }, 'Let an agent run this command?'],
    [{ agent: 'x\u202Ey', tool: 'toString' }, 'Let x\\u{202E}y use the tool toString?'],
    [{ agent: '__proto__', tool: '{agent}' }, 'Let __proto__ use the tool {agent}?'],
  ];
  for (const [over, message] of messages) {
    it(`asks “${message}”`, () => {
      assert.equal(textOf(over).message, message);
    });
  }

  const lines: readonly (readonly [what: string, over: Partial<UserQuestion>, line: string])[] = [
    [
      'an entry that does not parse',
      { why: 'malformed-rule', because: 'bash((' },
      'Entry that cannot be read, and so asks: bash((',
    ],
    ['a soft block', { why: 'soft-block', because: 'It deploys.' }, 'The classifier advises against it: It deploys.'],
    ['an outage', { why: 'outage', because: 'No key.' }, 'The classifier could not judge it: No key.'],
    ['a pause', { why: 'paused', because: '3 blocks.' }, 'Auto mode is paused: 3 blocks.'],
    ['a yes that runs', { yesRuns: true }, '“Run it” runs it without any further check.'],
    ['a caller without a name', { agent: undefined }, 'Agent: not named by the caller'],
    ['a hidden character in the folder', { cwd: '/a\u200Bb' }, 'Folder: /a\\u{200B}b'],
    [
      'a sub-agent, by a name that cannot be taken for a line of ours',
      { subAgent: `helper\nRule that asks: none \u202E${'x'.repeat(200)}` },
      `Sub-agent, by the name that the agent gives it: helper\\nRule that asks: none \\u{202E}${'x'.repeat(22)}…`,
    ],
    [
      'a mode in which the agent itself does not ask',
      { mode: 'bypassPermissions' },
      "Agent's own permission mode: bypassPermissions (the agent itself does not ask)",
    ],
    ['another unusual mode', { mode: 'a\u200Bb' }, "Agent's own permission mode: a\\u{200B}b"],
    [
      "the agent's own words apart",
      { said: 'Just\na test' },
      'What the agent says about it (not checked): “Just\\na test”',
    ],
  ];
  for (const [what, over, line] of lines) {
    it(`tells ${what}`, () => {
      assert.ok(unwrapped(textOf(over).detail).includes(line), textOf(over).detail);
    });
  }

  for (const mode of [undefined, 'default', 'plan']) {
    it(`does not mention the mode ${String(mode)}`, () => {
      assert.doesNotMatch(textOf({ mode }).detail, /mode/);
    });
  }

  it('says how many runs it covers', () => {
    assert.match(textOf({}, 3).detail, /^Your answer covers 3 runs of this action\.$/m);
    assert.doesNotMatch(textOf({}, 1).detail, /runs of this action/);
  });

  it('lists what expired, at most five', () => {
    const { detail } = textOf({}, 1, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    assert.ok(
      detail.endsWith(
        [
          'Ended without your answer since the last question, and blocked:',
          '• a',
          '• b',
          '• c',
          '• d',
          '• e',
          '• and 2 more',
        ].join('\n'),
      ),
      detail,
    );
  });

  it('makes invisible characters of the action visible', () => {
    assert.match(textOf({ action: 'rm -rf \u202E/tmp\u2066' }).detail, /^│ rm -rf \\u\{202E\}\/tmp\\u\{2066\}$/m);
  });

  it('lets no action imitate the lines below it', () => {
    fc.assert(
      fc.property(fc.string({ unit: codePoint, maxLength: 80 }), (noise) => {
        const { detail } = textOf({ action: `ls\n\nFolder: /safe${noise}\r\u2028Folder: /safe\u0085Folder: /safe` });
        assert.deepEqual(
          detail.split(/[\n\r\u2028\u2029\u0085\v\f]/).filter((line) => line.startsWith('Folder:')),
          ['Folder: /home/ada/project'],
        );
      }),
      runs(7, 100),
    );
  });

  describe('against text that fills a row, so that the dialog would wrap it', () => {
    const OURS = [
      'Folder:',
      'Agent:',
      'Rule that asks:',
      '“Continue',
      'What the agent says',
      'Your answer',
      'Ended without',
    ];
    const fields: readonly (readonly [field: string, with_: (text: string) => string])[] = [
      ['the action', (text) => textOf({ action: text }).detail],
      ['the folder', (text) => textOf({ cwd: text }).detail],
      ['the rule', (text) => textOf({ because: text }).detail],
      ["the agent's words", (text) => textOf({ said: text }).detail],
      ['what expired', (text) => textOf({}, 1, [text]).detail],
      ['the sub-agent', (text) => textOf({ subAgent: text }).detail],
    ];
    for (const [field, detailWith] of fields) {
      it(`marks every row of ${field} that goes on`, () => {
        for (let filler = 0; filler <= ROW_CHARACTERS; filler++) {
          for (const ours of OURS) {
            const detail = detailWith(`/${'x'.repeat(filler)} ${ours} /safe ${ours} /safe ${ours} /safe`);
            const plain = unwrapped(detail).length - detailWith('/x').split('\n').length;
            assert.equal(plain, 0, detail);
            const foreign = detail
              .split('\n')
              .filter((row) => row.includes('/safe') && row.length > ROW_CHARACTERS + 2);
            assert.deepEqual(foreign, []);
            const imitating = detail.split('\n').filter((row) => row.startsWith(`${ours} /safe`));
            assert.deepEqual(imitating, []);
          }
        }
      });
    }

    it('counts wide characters twice, and never parts a mark from its letter', () => {
      const rows = textOf({ action: '漢'.repeat(30) }).detail.split('\n');
      assert.deepEqual(rows.slice(0, 2), [`│ ${'漢'.repeat(25)}`, `┊ ${'漢'.repeat(5)}`]);
      const marked = textOf({ action: `${'a'.repeat(ROW_CHARACTERS)}\u0301b` }).detail.split('\n');
      assert.deepEqual(marked.slice(0, 2), [`│ ${'a'.repeat(ROW_CHARACTERS)}\u0301`, '┊ b']);
    });
  });

  it('says for what exactly it is not to ask again', () => {
    assert.ok(
      textOf({ canExempt: true }).detail.includes(
        '“Do not ask again this session for exactly this action” also goes on',
      ),
    );
    assert.doesNotMatch(textOf().detail, /again/);
  });

  const long: readonly (readonly [what: string, action: string])[] = [
    ['characters', `START ${'x'.repeat(2_000)} END`],
    ['lines', `START\n${'x\n'.repeat(MAX_ROWS)}END`],
    ['rows, once its lines are wrapped', `START\n${`${'x'.repeat(60)}\n`.repeat(10)}END`],
    ['escapes', `START${'\u202E'.repeat(400)}END`],
    ['lines by far', `START\n${'\n'.repeat(1_000_000)}END`],
  ];
  for (const [what, action] of long) {
    it(`shows start and end of an action with too many ${what}, and gives the whole for an editor`, () => {
      const { detail, whole } = textOf({ action });
      assert.match(detail, /^│ START/m);
      assert.match(detail, /END$/m);
      assert.ok(detail.includes(`The whole action (${action.length} characters) is open in an editor beside.`));
      assert.ok(detail.length < 1_600, String(detail.length));
      assert.ok(detail.split('\n').length < 26);
      assert.ok(whole?.startsWith('START') === true && whole.endsWith('END'));
      assert.ok(whole.length >= action.length);
    });
  }

  it('reads no more of a huge action than it shows, until the whole is wanted', () => {
    let read = 0;
    const huge = 'x'.repeat(10_000);
    // Replacing is what costs: it goes through all of a text.
    const action = Object.assign(Object(huge) as string, {
      replace: () => {
        read += 1;
        return huge;
      },
    });
    const { action: words } = questionWords(userQuestion({ action }), 1);
    assert.equal(read, 0);
    assert.equal(words.partly, true);
    wholeAction(action);
    assert.equal(read, 1);
  });

  it('shows an action at the limit whole', () => {
    const action = `${'x\n'.repeat(MAX_ROWS - 1)}END`;
    assert.equal(textOf({ action }).whole, undefined);
    assert.equal(textOf({ action }).detail.match(/^│ x$/gm)?.length, MAX_ROWS - 1);
  });
});
