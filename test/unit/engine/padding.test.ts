import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { fakeGate, HOME, verdict, WORKSPACE } from './fakeGate';

const never = new AbortController().signal;

/** The classifier would allow everything: what keeps the line from running is the gate's own doing. */
async function stage(command: string): Promise<string> {
  const gate = fakeGate({
    tree: { [`${HOME}/.bashrc`]: '', [`${HOME}/.auto-mode/token`]: 'x' },
    classifier: () => verdict('allow'),
  });
  return (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, never)).stage;
}

const paths = (count: number): string => Array.from({ length: count }, (_, index) => `'/a/${index}'`).join(',');
const redirections = (count: number): string =>
  Array.from({ length: count }, (_, index) => `a > /b/${index}`).join('\n');

describe('what stands behind a lot that is harmless', () => {
  const hidden: readonly [string, string][] = [
    ['paths in code', `python3 -c "x=[${paths(120)}]; open('/home/u/.bashrc','w').write('x')"`],
    ['redirections of a line that is not understood', `${redirections(300)}\necho x > ~/.bashrc\n\`a`],
    ['text of a line that is not understood', `${'# harmless text\n'.repeat(6_000)}echo x > ~/.bashrc\n\`a`],
    ['words of a line that is too long', `${'x '.repeat(30_000)}; rm -rf /`],
    ['calls in code', `python3 -c "import os;${"os.system('ls');".repeat(30)}os.system('rm -rf /')"`],
    ['words of an unknown program', `anything ${'a '.repeat(300)}~/.auto-mode/token`],
  ];
  for (const [what, line] of hidden) {
    it(`is seen behind ${what}`, async () => {
      assert.equal(await stage(line), 'hard-deny');
    });
  }

  it('is not allowed where it names more files than are looked at', async () => {
    assert.equal(await stage(`${redirections(1_500)}\necho x > ~/.bashrc\n\`a`), 'invalid-request');
  });
});
