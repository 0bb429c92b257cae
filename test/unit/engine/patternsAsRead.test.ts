import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { configuration, fakeGate, HOME, verdict, WORKSPACE, type Tree } from './fakeGate';

const never = new AbortController().signal;

const TREE: Tree = {
  [`${HOME}/.auto-mode/token`]: 'x',
  [`${HOME}/.bashrc`]: 'x',
  [`${HOME}/.ssh/config`]: 'x',
  [`${WORKSPACE}/.env`]: 'x',
  [`${WORKSPACE}/.npmrc`]: 'x',
  [`${WORKSPACE}/server.pem`]: 'x',
  [`${WORKSPACE}/docs/.env.md`]: 'x',
  [`${WORKSPACE}/src/a.ts`]: 'x',
  [`${WORKSPACE}/src/b.ts`]: 'x',
  [`${WORKSPACE}/list.txt`]: 'x',
  [`${WORKSPACE}/opt/-r`]: 'x',
  [`${WORKSPACE}/opt/a`]: 'x',
};

/** The classifier would allow everything. */
async function stageOf(command: string): Promise<string> {
  const gate = fakeGate({ tree: TREE, configuration: configuration(), classifier: () => verdict('allow') });
  return (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, never)).stage;
}

describe('patterns', () => {
  const secret = [
    ...[
      'cat ~/.auto-mode/toke[^]]',
      'cat ~/.auto-mode/tok[[=e=]]n',
      'cat ~/.auto-mode/tok[[.e.]]n',
      'cat .[^]]nv',
      'cat .[!]]nv',
    ],
    ...['cat [[:lower:]]erver.pem', 'cat [^]]erver.pem', 'head .en[]v]', 'cat /proc/1/[^]]nviron', 'cat .[n]pmrc'],
    ...['cat nothing-yet*', 'sort /etc/[[=s=]]hadow', 'cat /proc/self/cwd/../.auto-mode/t?ken'],
    ...[
      "find . -name '*rc' -exec cat {} +",
      "find . -name '?npmrc' -exec cat {} +",
      "find . -name '[.]npmrc' -exec cat {} +",
    ],
    ...[
      "find . -iname '.NPMRC' -exec cat {} +",
      'find . -name ".npm[!x]c" -exec cat {} +',
      'find . -exec ls {} \\; -exec cat {} \\;',
    ],
    ...["grep -r --include='.e[n]v' '' .", "rg '' -g '{.npmrc,x}'", "rg '' -g '[.]env'", "rg '' --iglob '.ENV'"],
    ...['{ cat list.txt | cat; find src; } | xargs cat', '( cat list.txt; find src ) | xargs cat'],
    ...[
      'find src | xargs cat < list.txt',
      'ls | xargs cat',
      'rg -l x --json | xargs cat',
      'if true; then cat list.txt; fi | xargs cat',
    ],
    ...['cat \\\\[.]env', 'cat .../../../.env*', 'git -C src/.. log -1', 'cd src/.../.. && cat x*'],
    ...['git grep SECRET HEAD', 'git grep SECRET HEAD~3 -- src', "git log --format='%G?' -1", 'cd opt && cat *'],
    ...["git grep -h --no-index '' -- ':!docs/'", "git grep --untracked '' -- ':(icase).ENV'", "git grep '' -- ':/'"],
    ...[
      'rg -t config x',
      'rg -tall x',
      'rg -tmd -trust x docs',
      "rg -t ts --type-add 'ts:*.pem' x",
      'rg -tts --type-clear ts x',
      'rg -t "$T" x',
    ],
    // A type shows hidden files with its names.
    ...["rg --type-add 'x:*npmrc' -tx '' .", 'rg -tmd x', 'rg --type=md x docs', 'rg --files -tmd | xargs cat'],
    ...['git -c blame.ignoreRevsFile=.env blame src/a.ts', 'cd /proc/self/cwd && cat src/a.ts'],
  ];
  for (const command of secret) {
    it(`are not proven where they may meet a secret: ${command}`, async () => {
      assert.notEqual(await stageOf(command), 'read-only-command');
    });
  }

  for (const command of [
    ...['tee /home/?/.bashr? < src/a.ts', 'cp src/a.ts ../../?/.bash[q-s]c'],
    ...['rm -rf /[^]]tc', 'echo x >> ~/.[^]]ashrc', 'echo x > ~/.[b]ashrc', 'rm -r ~/.auto-mod[[=e=]]'],
    ...[
      'cat ~/.auto-mode/toke[^]]',
      "grep -r --include='tok[e]n' '' ~/.auto-mode",
      "rg '' -g 'to{k,x}en' ~/.auto-mode",
    ],
    ...["find ~ -maxdepth 1 -name '.[b]ashrc' -delete"],
  ]) {
    it(`meet the floor: ${command}`, async () => {
      assert.equal(await stageOf(command), 'hard-deny');
    });
  }

  for (const command of [
    'cat src/*.ts',
    ...['rg -t ts x', 'rg -tpy -trust x src', 'rg -t yaml x', 'rg -Tmd x src', 'rg x src'],
    'cat src/[ab].ts',
    'ls [a-z]*',
    'find src -name "*.ts" -exec cat {} +',
    'find src | xargs wc -l',
  ]) {
    it(`are proven where they do not: ${command}`, async () => {
      assert.equal(await stageOf(command), 'read-only-command');
    });
  }

  it('take bounded time', async () => {
    const started = process.cpuUsage().user;
    for (const command of [`ls ${':['.repeat(20_000)}]`, `ls ${'[[:'.repeat(500)}]`, `cat ${'[[=a=]'.repeat(1_000)}`]) {
      await stageOf(command);
    }
    assert.ok(process.cpuUsage().user - started < 20_000_000);
  });
});
