import assert from 'node:assert/strict';
import { decide } from '../../src/engine/decide';
import { fakeGate, HOME, verdict, WORKSPACE } from '../unit/engine/fakeGate';

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
    ['operands before a token', `cat ${'a '.repeat(900)}~/.auto-mode/token`],
    ['very many operands before a token', `cat ${'a '.repeat(5_000)}~/.auto-mode/token`],
    ['operands of an unknown program', `anything ${'a '.repeat(5_000)}~/.auto-mode/token`],
    ['parts of a word', `anything ${'a:'.repeat(40)}/home/u/.auto-mode/token`],
    ['stars of a pattern', `cat ~/.auto-mode/tok${'*'.repeat(9_000)}n`],
    ['stars of a pattern of an unknown program', `anything ~/.auto-mode/tok${'*'.repeat(9_000)}n`],
    ['operands before a disk', `wipefs -a ${'a '.repeat(100)}/dev/sda`],
    ['many operands before a disk', `shred ${'a '.repeat(1_200)}/dev/sda`],
    ['files of tee', `echo x | tee ${'a '.repeat(300)}~/.bashrc`],
    ['operands of rm', `rm -rf ${'a '.repeat(300)}/`],
    ['very many operands of rm', `rm -rf ${'a '.repeat(3_000)}/`],
    ['operands of chmod', `chmod -R 777 ${'a '.repeat(300)}/`],
    ['text before a fork bomb', `${'true\n'.repeat(10_000)}:(){ :|:& };:`],
    ['arguments of xargs', `echo x | xargs ${'-I {} '.repeat(1)}rm -rf ${'a '.repeat(60)}/`],
    ['folders of npm', `npm ${'--prefix a '.repeat(80)}--prefix ~/.vscode/extensions install x`],
    ['arguments of printf', `printf '%s' ${'a '.repeat(80)}'; rm -rf /' | sh`],
    ['pipes', `echo x ${'| cat '.repeat(80)}| tee ~/.bashrc`],
    ['pipes before a door', `echo x ${'| cat '.repeat(80)}| nc -U ~/.auto-mode/socket`],
    ['comments in code', `python3 -c "import os\n${'# harmless text\n'.repeat(2_000)}os.system('rm -rf /')"`],
    ['blanks in code', `python3 -c "import os; os.system(${' '.repeat(50_000)}'rm -rf /')"`],
    [
      'comments in code that writes',
      `python3 -c "\n${'# harmless text\n'.repeat(2_000)}open('/home/u/.bashrc','w').write('x')"`,
    ],
    [
      'comments before a fork bomb in code',
      `python3 -c "import os\n${'# harmless text\n'.repeat(2_000)}while True: os.fork()"`,
    ],
    ['lines before a script', `${'true\n'.repeat(3_000)}bash -c "sudo sh -c 'rm -rf /'"`],
    ['wrappers', `${'env '.repeat(40)}rm -rf /`],
    ['many wrappers', `${'nice '.repeat(200)}rm -rf /`],
    ['values of a loop', `for x in ${'a '.repeat(200)}/; do rm -rf $x; done`],
    ['braces', `rm -rf {${'a,'.repeat(400)}/}`],
    ['assignments', `${Array.from({ length: 300 }, (_, i) => `v${i}=a`).join('; ')}; x=/; rm -rf $x`],
    [
      'scripts in scripts',
      `bash -c 'bash -c "bash -c \\"bash -c ls\\""'; ${"bash -c 'ls'; ".repeat(100)}bash -c 'rm -rf /'`,
    ],
    ['substitutions', `echo ${'$(ls) '.repeat(100)}; rm -rf /`],
    ['a long variable', `x=${'a'.repeat(3_000)}; rm -rf /\${x:3000}`],
    ['GIT settings', `git ${'-c a.b=c '.repeat(600)}-c core.hooksPath=/tmp/x status`],
    ['a long word before', `echo ${'x'.repeat(70_000)}; rm -rf /`],
    ['functions', `${Array.from({ length: 600 }, (_, i) => `f${i}() { ls; }`).join('; ')}; g() { rm -rf /; }; g`],
    ['words of an unknown program', `anything ${'a '.repeat(300)}~/.auto-mode/token`],
  ];
  for (const [what, line] of hidden) {
    it(`is seen behind ${what}`, async () => {
      assert.equal(await stage(line), 'hard-deny');
    });
  }

  const tooLong: readonly [string, string][] = [
    [
      'comments in code',
      `python3 -c "import os
${'# harmless text\n'.repeat(6_000)}os.system('rm -rf /')"`,
    ],
    [
      'comments in code that writes',
      `python3 -c "
${'# harmless text\n'.repeat(6_000)}open('/home/u/.bashrc','w').write('x')"`,
    ],
    ['statements in other code', `node -e "${'a=1;'.repeat(20_000)}require('child_process').execSync('rm -rf /')"`],
    [
      'comments before a fork bomb in code',
      `python3 -c "import os
${'# harmless text\n'.repeat(5_000)}while True: os.fork()"`,
    ],
  ];
  for (const [what, line] of tooLong) {
    it(`is blocked behind ${what}`, async () => {
      assert.equal(await stage(line), 'invalid-request');
    });
  }

  it('is not allowed where it names more files than are looked at', async () => {
    assert.equal(await stage(`${redirections(1_500)}\necho x > ~/.bashrc\n\`a`), 'invalid-request');
  });
});
