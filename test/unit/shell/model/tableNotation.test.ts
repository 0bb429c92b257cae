import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { readCallAs } from '../../../../src/shell/calls/commandCall';
import type { OptionSpec } from '../../../../src/shell/model/commandTable';
import { does, doesEach, optionAsValue, options, reads, readsEach } from '../../../../src/shell/model/tableNotation';

describe('the notation of the command tables', () => {
  const cases: readonly (readonly [string, OptionSpec])[] = [
    ['-a', { names: ['-a'] }],
    ['-', { names: ['-'] }],
    ['-a|--all', { names: ['-a', '--all'] }],
    ['-n|--lines=', { names: ['-n', '--lines'], value: 'required' }],
    ['-f|--file=read', { names: ['-f', '--file'], value: 'required', role: 'read' }],
    ['--suffix=in-place', { names: ['--suffix'], value: 'required', role: 'in-place' }],
    ['--color=?', { names: ['--color'], value: 'optional' }],
    ['-U=#', { names: ['-U'], value: 'numeric' }],
    ['-d|--delete!', { names: ['-d', '--delete'], changes: true }],
    ['--pager=!', { names: ['--pager'], value: 'required', changes: true }],
    ['-i=?!', { names: ['-i'], value: 'optional', changes: true }],
    ['-o=overwrite!', { names: ['-o'], value: 'required', role: 'overwrite', changes: true }],
  ];
  for (const [written, spec] of cases) {
    it(`reads ${written}`, () => {
      assert.deepEqual(options(written), [spec]);
    });
  }

  it('takes several options in a list, and several lists', () => {
    const names = options('-a|--all -n=', '-o=overwrite!').map((option) => option.names);
    assert.deepEqual(names, [['-a', '--all'], ['-n'], ['-o']]);
  });

  for (const written of ['-f=raed', '-f=text', '--color=always', '-n=?#']) {
    it(`does not take ${written}, which names no role`, () => {
      assert.throws(() => options(written), /no role of a value/);
    });
  }

  it('writes commands, and several of one kind', () => {
    const given = options('-a');
    assert.deepEqual(reads('list ls', given), { names: ['list', 'ls'], options: given, readOnly: true });
    assert.deepEqual(does('rm', given, { network: true }), {
      names: ['rm'],
      options: given,
      readOnly: false,
      network: true,
    });
    assert.deepEqual(readsEach('a b'), [reads('a'), reads('b')]);
    assert.deepEqual(doesEach('a b', given), [does('a', given), does('b', given)]);
  });

  it('objects to a value that may be an option', () => {
    const spec = reads('tool', options('-n|--name= --color=?'));
    const objection = (line: string): string | undefined => {
      const [command] = analyse(line, 'bash', { cwd: '/w', home: undefined }).commands;
      assert(command);
      return optionAsValue(readCallAs(command, spec));
    };
    assert.equal(objection('tool -n --force'), 'the value of -n may be an option');
    for (const line of ['tool -n force', 'tool -n=--force', 'tool --name=--force', 'tool --color --force']) {
      assert.equal(objection(line), undefined, line);
    }
  });
});
