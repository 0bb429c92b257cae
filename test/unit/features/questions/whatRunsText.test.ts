import assert from 'node:assert/strict';
import type { RunningFiles } from '../../../../src/engine/model/ports';
import { whatRunsText } from '../../../../src/features/questions/whatRunsText';

const RUNS: RunningFiles = {
  complete: false,
  files: [
    { kind: 'package-script', path: '/p/package.json', name: 'test', writer: 'committed', depth: 0 },
    { kind: 'script', path: '/p/run.sh', writer: 'agent', depth: 1, line: 3 },
    { kind: 'script', path: '/p/\u202Egone.sh', writer: 'unknown', depth: 1, problem: 'missing' },
  ],
  unresolved: ['which tests \u202Erun'],
  texts: ['sh run.sh', 'echo one\nThe agent’s last change of it:\n/p/safe.sh', undefined],
};

describe('the text of what will run', () => {
  const text = whatRunsText(RUNS, (path) => (path === '/p/run.sh' ? '- echo\n+ echo one' : undefined));
  const lines = text.split('\n');

  it('has the tree, what is not known, and each text as it was judged', () => {
    assert.ok(lines.includes('  /p/package.json › test (as committed)'), text);
    assert.ok(lines.includes('    /p/run.sh:3 (written by an agent in this session)'), text);
    assert.ok(lines.includes('    /p/\\u{202E}gone.sh (author unknown, uncertain: missing)'), text);
    assert.ok(lines.includes('  which tests \\u{202E}run'), text);
    assert.ok(lines.includes('  | sh run.sh'), text);
    assert.ok(lines.includes('Its text was not read.'), text);
  });

  it('begins with what an agent wrote, and what its last write changed', () => {
    const of = (line: string): number => lines.indexOf(line);
    assert.ok(of('/p/run.sh:3') < of('/p/package.json › test'));
    assert.deepEqual(lines.slice(of('/p/run.sh:3') + 1, of('/p/run.sh:3') + 6), [
      "The agent's last change of it:",
      '  | - echo',
      '  | + echo one',
      'Its text, as judged:',
      '  | echo one',
    ]);
  });

  it('lets no file imitate a line of ours', () => {
    assert.equal(lines.filter((line) => line.startsWith('/p/safe.sh')).length, 0);
  });

  it('says nothing of more where all is known', () => {
    assert.doesNotMatch(
      whatRunsText({ ...RUNS, complete: true }, () => undefined),
      /More may run/,
    );
  });
});
