import assert from 'node:assert/strict';
import {
  OUTERMOST,
  makeWord,
  textWord,
  type Analysis,
  type SimpleCommand,
  type Word,
  type WordPiece,
} from '../../src/shell/model/analysis';
import { findMisses } from './coverage';
import type { Run } from './sandbox/shellSandbox';

const word = (...pieces: (string | WordPiece)[]): Word =>
  makeWord(
    pieces.map((piece) => (typeof piece === 'string' ? { kind: 'text', text: piece } : piece)),
    '',
    0,
  );
const VALUE: WordPiece = { kind: 'value', text: '$x', variable: 'x', quoted: false };
const QUOTED: WordPiece = { kind: 'value', text: '$x', variable: 'x', quoted: true };
const ALL: WordPiece = { kind: 'value', text: '$@', variable: '@', quoted: true };
const GLOB: WordPiece = { kind: 'glob', text: '*' };

function command(words: readonly Word[], more: Partial<SimpleCommand> = {}): SimpleCommand {
  return {
    words,
    assignments: [],
    redirections: [],
    context: OUTERMOST,
    cwd: undefined,
    position: 0,
    ...more,
  };
}

const analysis = (commands: readonly SimpleCommand[], unknown: Analysis['unknown'] = []): Analysis => ({
  script: '',
  shell: 'bash',
  commands,
  code: [],
  unknown,
  changesShell: false,
});

const ranAs = (path: string, ...argv: string[]) => ({
  complete: true,
  executions: [{ cwd: '/w', path, argv }],
  written: [],
});
const ran = (...argv: string[]) => ranAs(`/usr/bin/${argv[0] ?? ''}`, ...argv);
const wrote = (path: string) => ({ complete: true, executions: [], written: [{ cwd: '/w', path }] });

describe('findMisses', () => {
  const WORDS: readonly (readonly [what: string, words: readonly Word[], argv: readonly string[], covered: boolean])[] =
    [
      ['the same words', [word('rm'), word('x')], ['rm', 'x'], true],
      ['a word more', [word('rm')], ['rm', 'x'], false],
      ['a word less', [word('rm'), word('x')], ['rm'], false],
      ['another word', [word('rm'), word('x')], ['rm', 'y'], false],
      ['a value for many words', [word('rm'), word(VALUE), word('y')], ['rm', 'a', 'b', 'y'], true],
      ['a value for no word', [word('rm'), word(VALUE), word('y')], ['rm', 'y'], true],
      ['a value with text for no word', [word('rm'), word('a', VALUE)], ['rm'], false],
      ['a value with text that differs', [word('rm'), word('a', VALUE, 'b')], ['rm', 'ax', 'yc'], false],
      ['a quoted value', [word('rm'), word('a', QUOTED, 'b')], ['rm', 'a-b'], true],
      ['a quoted value for two words', [word('rm'), word(QUOTED)], ['rm', 'a', 'b'], false],
      ['a quoted value whose text overlaps', [word('aba', QUOTED, 'aba')], ['aba'], false],
      ['all arguments in quotes', [word('rm'), word(ALL)], ['rm', 'a', 'b'], true],
      ['a glob', [word('rm'), word(GLOB, '.ts')], ['rm', 'a.ts', 'b.ts.ts'], true],
      ['a glob that cannot match', [word('rm'), word(GLOB, '.ts')], ['rm', 'a.ts', 'b.js'], false],
      ['no words at all', [], [], false],
    ];
  for (const [what, words, argv, covered] of WORDS) {
    it(`${covered ? 'takes' : 'reports'} ${what}`, () => {
      const misses = findMisses(analysis([command(words)]), ran(...argv), 'recordedSucceeding');
      assert.deepEqual(misses, covered ? [] : [`runs ${JSON.stringify(argv)}`]);
    });
  }

  it('takes anything where something is unknown', () => {
    const unknown = [{ why: 'a test', fragment: '', position: 0 }];
    assert.deepEqual(findMisses(analysis([], unknown), ran('rm', 'x'), 'recordedSucceeding'), []);
  });

  it('goes by the program where bash gives it another name', () => {
    const listed = analysis([command([word('rm'), word('x')])]);
    assert.deepEqual(findMisses(listed, ranAs('/usr/bin/rm', 'ls', 'x'), 'realSucceeding'), []);
    assert.deepEqual(findMisses(listed, ranAs('/usr/bin/ls', 'rm', 'x'), 'realSucceeding'), ['runs ["rm","x"]']);
    assert.deepEqual(findMisses(listed, ranAs('', 'rm', 'x'), 'realSucceeding'), []);
    const script = analysis([command([word('./a.sh')])]);
    assert.deepEqual(findMisses(script, ranAs('/w/./a.sh', './a.sh'), 'realSucceeding'), []);
  });

  it('takes a program from any folder only where the line sets PATH, and only by its own name', () => {
    const PATH = { name: 'PATH', value: word(VALUE, VALUE), append: false };
    const there = (assignments: SimpleCommand['assignments'], path: string): readonly string[] =>
      findMisses(analysis([command([word('rm')], { assignments })]), ranAs(path, 'rm'), 'realSucceeding');
    assert.deepEqual(there([PATH], '/usr/bin/home/u/rm'), []);
    assert.deepEqual(there([], '/usr/bin/home/u/rm'), ['runs ["rm"]']);
    assert.deepEqual(there([PATH], '/usr/bin/home/u/ls'), ['runs ["rm"]']);
  });

  it('does not take what a program would run for what bash runs', () => {
    const behind = (via: readonly string[]) => {
      const inner = command([word('rm')]);
      return findMisses(analysis([{ ...inner, context: { ...inner.context, via } }]), ran('rm'), 'realSucceeding');
    };
    assert.deepEqual(behind(['eval']), []);
    assert.deepEqual(behind(['eval', 'sudo']), ['runs ["rm"]']);
  });

  const FOLDERS: readonly (readonly [Run, string | undefined, boolean])[] = [
    ['realSucceeding', '/w', true],
    ['realSucceeding', undefined, true],
    ['realFailing', '/other', false],
    ['recordedFailing', '/other', true],
  ];
  for (const [run, cwd, covered] of FOLDERS) {
    it(`${covered ? 'takes' : 'reports'} the folder ${String(cwd)} in a run of the kind ${run}`, () => {
      const redirections = [{ operator: '>', descriptor: undefined, target: textWord('f', 0) }] as const;
      const listed = analysis([command([word('rm')], { cwd, redirections })]);
      assert.deepEqual(findMisses(listed, ran('rm'), run), covered ? [] : ['runs ["rm"] in /w']);
      assert.deepEqual(findMisses(listed, wrote('f'), run), covered ? [] : ['writes "f" in /w']);
    });
  }

  it('goes by a run with recorded builtins only until one would have changed the shell', () => {
    const listed = analysis([command([word('read'), word('x')]), command([word('rm'), word('new')])]);
    const read = ran('read', 'x').executions;
    const old = { ...wrote('f'), executions: [...read, ...ran('rm', 'old').executions] };
    assert.deepEqual(findMisses(listed, old, 'recordedSucceeding'), []);
    assert.deepEqual(findMisses(analysis([]), old, 'recordedSucceeding'), ['runs ["read","x"]']);
    assert.deepEqual(findMisses(listed, old, 'realSucceeding'), ['runs ["rm","old"]', 'writes "f"']);
    const printed = { ...wrote('f'), executions: [...ran('pwd').executions, ...ran('rm', 'old').executions] };
    assert.deepEqual(findMisses(analysis([command([word('pwd')])]), printed, 'recordedSucceeding'), []);
  });

  it('takes only redirections that write', () => {
    const reading = { operator: '<', descriptor: undefined, target: textWord('f', 0) } as const;
    const misses = findMisses(analysis([command([], { redirections: [reading] })]), wrote('f'), 'recordedSucceeding');
    assert.deepEqual(misses, ['writes "f"']);
    assert.deepEqual(findMisses(analysis([]), wrote('f/'), 'recordedSucceeding'), []);
  });
});
