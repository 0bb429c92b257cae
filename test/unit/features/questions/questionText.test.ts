import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { UserQuestion } from '../../../../src/engine/model/ports';
import {
  MAX_ROWS,
  questionText,
  questionWords,
  wholeAction,
  type QuestionText,
  type QuestionView,
} from '../../../../src/features/questions/questionText';
import { moreLabel, questionChoices } from '../../../../src/features/questions/questionChoices';
import { CONTINUED, ROW_CHARACTERS } from '../../../../src/common/rows';
import { userQuestion } from '../../engine/model/userQuestion';
import { codePoint } from '../../codePoint';
import { runs } from '../../propertyRuns';

const VIEW: QuestionView = { folders: ['/home/ada/project'], explains: false };

type RunningFile = NonNullable<UserQuestion['runs']>['files'][number];

function textOf(
  over: Partial<UserQuestion> = {},
  runs = 1,
  expired: readonly string[] = [],
  view: Partial<QuestionView> = {},
): QuestionText {
  return questionText(userQuestion(over), runs, expired, { ...VIEW, ...view });
}

/** The lines of a dialog, each in one piece. */
function unwrapped(detail: string): readonly string[] {
  return detail.replaceAll(`\n${CONTINUED}`, '').split('\n');
}

describe('the text of a question', () => {
  it('has the whole action first, then where and why in a line', () => {
    assert.deepEqual(textOf(), {
      message: 'Claude Code wants to run:',
      detail: ['│ git push origin main', '', 'in project · your rule bash(git push*)'].join('\n'),
      whole: undefined,
    });
  });

  it('has few words beside the action, the buttons included', () => {
    const question = userQuestion({ canExempt: true, said: 'x', rule: { text: 'bash(npm publish*)', source: 'user' } });
    const { message, detail } = questionText(question, 1, [], VIEW);
    const ours = detail.split('\n').filter((line) => !line.startsWith('│'));
    const buttons = [
      ...questionChoices(question)
        .filter(({ more }) => !more)
        .map(({ label }) => label),
      moreLabel(),
    ];
    const words = [message, ...ours, ...buttons]
      .join(' ')
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word));
    assert.ok(words.length <= 35, `${words.length}: ${words.join(' ')}`);
    assert.ok(buttons.length <= 4);
  });

  const messages: readonly (readonly [over: Partial<UserQuestion>, message: string])[] = [
    [{ tool: 'Edit' }, 'Claude Code wants to change:'],
    [{ tool: 'Write' }, 'Claude Code wants to change:'],
    [{ tool: 'mcp__db__drop' }, 'Claude Code wants to use mcp__db__drop:'],
    [{ agent: 'my-bot', tool: 'Bash' }, 'my-bot wants to use Bash:'],
    [{ agent: undefined, tool: 'bash' }, 'An agent wants to run:'],
    [{ agent: 'x\u202Ey', tool: 'toString' }, 'x\\u{202E}y wants to use toString:'],
    [{ agent: '__proto__', tool: '{agent}' }, '__proto__ wants to use {agent}:'],
  ];
  for (const [over, message] of messages) {
    it(`says “${message}”`, () => {
      assert.equal(textOf(over).message, message);
    });
  }

  const runningFiles = (writers: readonly RunningFile['writer'][], complete = true): UserQuestion['runs'] => ({
    complete,
    files: writers.map((writer, index) => ({ kind: 'script', path: `/p/${index}.sh`, writer, depth: 0 })),
    unresolved: [],
    texts: writers.map(() => 'ls'),
  });
  const lines: readonly (readonly [what: string, over: Partial<UserQuestion>, line: string])[] = [
    [
      'an entry that does not parse',
      { why: 'malformed-rule', because: '"bash((" in the user settings: unbalanced.' },
      'in project · cannot be read: "bash((" in the user settings: unbalanced.',
    ],
    [
      'a rule that is not of the user',
      { rule: { text: 'bash(git push*)', source: 'workspace' } },
      'in project · rule bash(git push*) (workspace settings)',
    ],
    [
      'the message of a rule, and where it matched',
      { note: 'Releases go on Tuesdays.' },
      'in project · your rule bash(git push*): Releases go on Tuesdays.',
    ],
    [
      'a soft block',
      { why: 'soft-block', because: 'It deploys.' },
      'in project · the judge advises against it: It deploys.',
    ],
    ['an outage', { why: 'outage', because: 'No key.' }, 'in project · the judge gave no answer: No key.'],
    ['a pause', { why: 'paused', because: '3 blocks.' }, 'in project · auto mode is paused: 3 blocks.'],
    ['a yes that runs', { yesRuns: true }, 'no check follows your yes'],
    [
      'a hidden character in the folder',
      { cwd: '/home/ada/project/a\u200Bb' },
      'in project/a\\u{200B}b · your rule bash(git push*)',
    ],
    ['a folder outside of the workspace', { cwd: '/tmp/project' }, 'in /tmp/project · your rule bash(git push*)'],
    [
      'a folder that only begins so',
      { cwd: '/home/ada/projects' },
      'in /home/ada/projects · your rule bash(git push*)',
    ],
    [
      'a way out of the workspace',
      { cwd: '/home/ada/project/../x' },
      'in /home/ada/project/../x · your rule bash(git push*)',
    ],
    ['no folder', { cwd: undefined }, 'your rule bash(git push*)'],
    [
      'a sub-agent, by a name that cannot be taken for a fact of ours',
      { subAgent: `helper\nin /safe · runs 0 files \u202E${'x'.repeat(200)}` },
      `sub-agent “helper\\nin /safe \\u{B7} runs 0 files \\u{202E}${'x'.repeat(19)}…”`,
    ],
    [
      'a mode in which the agent itself does not ask',
      { mode: 'bypassPermissions' },
      "agent's mode: bypassPermissions (the agent itself does not ask)",
    ],
    ['another unusual mode', { mode: 'a\u200Bb' }, "agent's mode: a\\u{200B}b"],
    [
      'which files run',
      { runs: runningFiles(['agent', 'committed', 'unknown']) },
      'runs 3 files, 1 written by an agent in this session',
    ],
    ['which files are known to run', { runs: runningFiles(['committed'], false) }, 'runs at least 1 file'],
    [
      'facts that are only sometimes so, in one line',
      { yesRuns: true, runs: runningFiles(['committed']) },
      'no check follows your yes · runs 1 file',
    ],
    ["the agent's own words apart", { said: 'Just\na test' }, 'The agent says, unchecked: “Just\\na test”'],
  ];
  for (const [what, over, line] of lines) {
    it(`tells ${what}`, () => {
      assert.ok(unwrapped(textOf(over).detail).includes(line), textOf(over).detail);
    });
  }

  it('names a folder of the workspace only if no other has its name', () => {
    const folders = ['/a/web', '/b/web', '/a/web/packages/api'];
    const placeOf = (cwd: string): string => textOf({ cwd }, 1, [], { folders }).detail.split('\n')[2] ?? '';
    assert.match(placeOf('/a/web'), /^in \/a\/web ·/);
    assert.match(placeOf('/a/web/packages/api/src'), /^in api\/src ·/);
  });

  for (const mode of [undefined, 'default', 'plan']) {
    it(`does not mention the mode ${String(mode)}`, () => {
      assert.doesNotMatch(textOf({ mode }).detail, /mode/);
    });
  }

  it('says how many runs it covers', () => {
    assert.match(textOf({}, 3).detail, /^your answer covers 3 runs$/m);
    assert.doesNotMatch(textOf({}, 1).detail, /covers/);
  });

  it('lists what expired, at most five', () => {
    const { detail } = textOf({}, 1, ['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    assert.ok(
      detail.endsWith(
        ['Blocked without an answer in time:', '• a', '• b', '• c', '• d', '• e', '• and 2 more'].join('\n'),
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
        const { detail } = textOf({ action: `ls\n\nin /safe${noise}\r\u2028in /safe\u0085in /safe` });
        assert.deepEqual(
          detail.split(/[\n\r\u2028\u2029\u0085\v\f]/).filter((line) => line.startsWith('in ')),
          ['in project · your rule bash(git push*)'],
        );
      }),
      runs(7, 100),
    );
  });

  describe('against text that fills a row, so that the dialog would wrap it', () => {
    const OURS = ['in', 'your rule', 'runs 0 files', '“Yes,', 'The agent says', 'your answer', 'Blocked without'];
    const fields: readonly (readonly [field: string, with_: (text: string) => string])[] = [
      ['the action', (text) => textOf({ action: text }).detail],
      ['the folder', (text) => textOf({ cwd: text }).detail],
      ['the rule', (text) => textOf({ rule: { text, source: 'workspace' } }).detail],
      ['its message', (text) => textOf({ note: text }).detail],
      ['the reason', (text) => textOf({ why: 'soft-block', because: text }).detail],
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

  it('says what a yes means only while the user has not learned it', () => {
    const { detail } = textOf({ canExempt: true }, 1, [], { explains: true });
    assert.match(detail, /“Yes, continue” does not run it yet/);
    assert.match(detail, /“Yes, and don't ask again this session” holds for exactly this action/);
    assert.doesNotMatch(textOf({ canExempt: true }).detail, /continue|again/);
    assert.doesNotMatch(textOf({ yesRuns: true }, 1, [], { explains: true }).detail, /does not run/);
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
      assert.ok(detail.includes(`Open beside: all ${action.length} characters.`));
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
    const { action: words } = questionWords(userQuestion({ action }), 1, VIEW);
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
