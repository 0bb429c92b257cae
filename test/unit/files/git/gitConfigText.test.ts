import assert from 'node:assert/strict';
import { settingsOfGitConfig } from '../../../../src/files/git/gitConfigText';
import { withinCpuMs } from '../../cpuTime';

/** `key=value`, as `git config --list` prints them. */
function listed(text: string): readonly string[] | undefined {
  return settingsOfGitConfig(text)?.map(({ section, subsection, name, value }) => {
    const key = [section, ...(subsection === undefined ? [] : [subsection]), name].join('.');
    return value === undefined ? key : `${key}=${value}`;
  });
}

describe('settingsOfGitConfig', () => {
  const cases: readonly (readonly [string, readonly string[] | undefined])[] = [
    ['', []],
    ['[core]\n\tbare = false\n', ['core.bare=false']],
    ['[CORE]FsMonitor=x', ['core.fsmonitor=x']],
    ['[core] fsmonitor', ['core.fsmonitor']],
    ['\ufeff[a]\r\nb = c\r\n', ['a.b=c']],
    ['[diff "My D"]\n textconv = t # comment', ['diff.My D.textconv=t']],
    ['[diff "a\\"]\\\\b"]\ncommand=x', ['diff.a"]\\b.command=x']],
    ['[diff.Old]\ntextconv=t', ['diff.old.textconv=t']],
    ['[a]\nb = "c # d" ; e', ['a.b=c # d']],
    ['[a]\nb = c\\\n  d', ['a.b=c  d']],
    ['[a]\nb = "x\\ty"', ['a.b=x\ty']],
    ['[a]\nb = c   \nd =', ['a.b=c', 'a.d=']],
    ['# only\n; comments', []],
    ['[core]\n# x \\\nfsmonitor = y', ['core.fsmonitor=y']],
    ['[a]\nb = "c', undefined],
    ['[a\nb = c', undefined],
    ['b = c', undefined],
    ['[a]\nb = \\q', undefined],
    ['[a "b]\nc = d', undefined],
    ['[a]\n1b = c', undefined],
    ['[a]\nb = c\0', undefined],
  ];
  for (const [text, expected] of cases) {
    it(JSON.stringify(text), () => {
      assert.deepEqual(listed(text), expected);
    });
  }

  it('takes linear time', () => {
    for (const text of [`[a]\n${'b = \\\n'.repeat(40_000)}`, '['.repeat(250_000), `[a]\nb = ${'" "'.repeat(80_000)}`]) {
      withinCpuMs(3_000, () => settingsOfGitConfig(text), text.slice(0, 10));
    }
  });
});
