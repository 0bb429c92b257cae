import assert from 'node:assert/strict';
import { keptDecision } from '../../../../src/features/activity/activityRow';
import { decision } from '../../engine/model/decisions';

describe('the row of a decision', () => {
  const MARKS: readonly (readonly [summary: string, fragment: string | undefined, marked: string | undefined])[] = [
    ['bash make && git push', 'git push', 'git push'],
    ['bash make && git push', undefined, undefined],
    ['bash make && git push', 'git pull', undefined],
    // Which of both it is about is not known.
    ['bash rm a && rm a', 'rm a', undefined],
    ['bash rm  aa', 'a', undefined],
    // All of it needs no mark.
    ['bash git push', 'git push', undefined],
    ['bash echo   a   b && c', 'a   b', 'a b'],
    ['bash echo a\u202Eb && c', 'a\u202Eb', 'a\\u{202E}b'],
    ['bash echo "git" push', 'git push', undefined],
    [`bash ${'x'.repeat(250)} git push`, 'git push', undefined],
  ];
  for (const [summary, fragment, marked] of MARKS) {
    it(`marks ${marked ?? 'nothing'} of ${summary.slice(0, 30)} for ${fragment ?? 'no fragment'}`, () => {
      const { shown } = keptDecision(decision({ summary, ...(fragment === undefined ? {} : { fragment }) }), 1);
      const { mark } = shown;
      assert.equal(mark === undefined ? undefined : shown.summary.slice(...mark), marked);
    });
  }

  it('tells command lines from other calls', () => {
    const isCommand = (agent: string, tool: string): boolean =>
      keptDecision(decision({ agent, tool, summary: `${tool} x` }), 1).shown.isCommand === true;
    assert.deepEqual(
      [isCommand('claude-code', 'Bash'), isCommand('claude-code', 'Read'), isCommand('unknown', 'Bash')],
      [true, false, false],
    );
  });

  it('names agent and folder of the session, and tells sessions of the same agent apart', () => {
    const of = (sessionId: string): ReturnType<typeof keptDecision>['session'] =>
      keptDecision(decision({ agent: 'codex', sessionId, cwd: '/projects/web\u202Eshop' }), 1).session;
    assert.equal(of('1')?.heading, 'Codex · web\\u{202E}shop');
    assert.notEqual(of('1')?.key, of('2')?.key);
    assert.equal(keptDecision(decision(), 1).session, undefined);
  });

  it('is alike only where everything that is known of it is', () => {
    const likeness = (changes: object): string => keptDecision(decision(changes), 1).likeness;
    const first = likeness({});
    assert.equal(likeness({ id: 'other', at: '2026-11-21T11:00:00.000Z', durationMs: 99 }), first);
    for (const changes of [
      { outcome: 'allow' },
      { stage: 'user' },
      { reason: 'Another.' },
      { fragment: 'npm' },
      { outage: 'timeout' },
      { summary: `bash npm publish${' '.repeat(300)}now` },
      { sessionId: 's' },
      { subAgent: 'helper' },
      { cwd: '/elsewhere' },
      { rule: { text: 'bash(npm*)', source: 'user' } },
    ]) {
      assert.notEqual(likeness(changes), first, JSON.stringify(changes));
    }
  });
});
