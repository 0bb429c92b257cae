import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { configuration, entries, fakeGate, HOME, permissions, verdict, WORKSPACE, type Tree } from '../fakeGate';

const TREE: Tree = {
  [`${HOME}/.bashrc`]: '',
  [`${HOME}/.gitconfig`]: '[include]\n\tpath = work.inc\n',
  [`${HOME}/work.inc`]: '',
  [`${HOME}/.ssh/config`]: '',
  [`${HOME}/.local/bin/tool`]: '',
  [`${HOME}/tools/bin/tool`]: '',
  [`${WORKSPACE}/.git/config`]: '[include]\n\tpath = ../extra.cfg\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/objects/x`]: '',
  [`${WORKSPACE}/.git/refs/x`]: '',
  [`${WORKSPACE}/extra.cfg`]: '',
  [`${WORKSPACE}/package.json`]: '',
  [`${WORKSPACE}/profile`]: { link: `${HOME}/.bashrc` },
  [`${WORKSPACE}/access`]: { link: `${HOME}/.ssh` },
  [`${WORKSPACE}/store/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/store/config`]: '',
  [`${WORKSPACE}/store/objects/x`]: '',
  [`${WORKSPACE}/store/refs/x`]: '',
  [`${WORKSPACE}/keys/server.pem`]: '',
  [`${WORKSPACE}/src/a.ts`]: '',
  [`${WORKSPACE}/src/deep/b.ts`]: '',
  [`${WORKSPACE}/docs/a.md`]: '',
  ...Object.fromEntries(Array.from({ length: 6_000 }, (_, at) => [`${WORKSPACE}/many/f${at}`, ''])),
};

async function isCovered(command: string, cwd: string): Promise<boolean> {
  const gate = fakeGate({
    tree: TREE,
    configuration: configuration({
      permissions: permissions({ allow: entries(['bash(anything *)', 'bash(cd *)', 'bash(cp *)']) }),
      fastPaths: {
        workspaceEdits: false,
        readOnlyCommands: false,
        workspaceWrites: false,
        localGit: false,
        containedCommands: false,
        keptRemovals: false,
      },
    }),
    classifier: () => verdict('allow'),
  });
  const decision = await decide({ tool: 'bash', input: { command }, cwd }, gate, new AbortController().signal);
  return decision.stage === 'permissions.allow' && decision.outcome === 'allow';
}

describe('a star covers no pattern that may stand for', () => {
  const uncovered: readonly [what: string, ...words: string[]][] = [
    [
      "a file that the repository's configuration includes",
      ...['ex[a-z]ra.cfg', 'extra.c?g', '*.cfg', './e*', 'src/../ex?ra.cfg', '$PWD/ex[t]ra.cfg', '/home/?/project/ex*'],
      ...['~/p*/extra.cfg', '/h[o]me/u/project/extra.cfg', '../project/extra.[[:alpha:]]fg', '*/../extra.cfg'],
      ...['**/extra.cfg', '-o=ex?ra.cfg', '--out=./ex[a-z]ra.cfg', '/proc/self/cwd/ex?ra.cfg'],
    ],
    ["one that the user's configuration includes", '~/w?rk.inc', '../*.inc', '$HOME/[w]ork.inc', '/home/*/work.inc'],
    ['a link to a guarded file', 'pro?ile', 'prof[i]le', './p*e', '../project/pr*e', 'acc*/config', 'a[c]cess/config'],
    ['a file of a repository with another name', 'stor?/config', 'st[o]re/config', 's*/config', 'store/conf*'],
    ['a program', '~/tools/b[i]n/tool', '../tools/bi?/*', '/home/u/t*/bin/tool'],
    [
      'a protected file',
      'package.js?n',
      'p[a]ckage.json',
      '*.json',
      '*',
      '**',
      '[.]git',
      '[!x]git/config',
      '[[:alpha:]]*.json',
    ],
    ['a private file', 'keys/serve[r].pem', 'k*/s*', 'keys/*.p?m'],
    ['a home or a folder for guarded files', '/home/?', '../../[u]', '~/.ss?', 'acc[e]ss', '/hom*'],
    ['more than can be looked at', 'many/f*', 'many/[f]*', '*/f?1*'],
  ];
  for (const [what, ...words] of uncovered) {
    for (const word of words) {
      it(`${what}: ${word}`, async () => {
        assert.equal(await isCovered(`anything --out ${word}`, WORKSPACE), false);
      });
    }
  }

  it('a file that is included, from another folder', async () => {
    for (const [command, cwd] of [
      ['anything -o ../ex[a-z]ra.cfg', `${WORKSPACE}/src`],
      ['anything -o ../../e*.cfg', `${WORKSPACE}/src/deep`],
      ['cd .. && anything -o ex?ra.cfg', `${WORKSPACE}/src`],
      ['for f in ex*; do anything -o $f; done', WORKSPACE],
      ['for f in ex*.cfg; do anything -o "./$f"; done', WORKSPACE],
      ['for f in a*; do cd ..; anything -o $f; done', `${WORKSPACE}/src`],
      ['f=ex?ra.cfg; anything -o $f', WORKSPACE],
      ['cp src/a.ts ex[a-z]ra.cfg', WORKSPACE],
      ['cp src/a.ts /home/?/project/extra.cf?', WORKSPACE],
    ] as const)
      assert.equal(await isCovered(command, cwd), false, command);
  });
});

describe('a star covers no second name of a secret of the gate', () => {
  const secrets = [`${HOME}/.auto-mode/token`, `${WORKSPACE}/second`];
  for (const command of [
    ...[
      'anything second',
      'anything s[e]cond',
      'anything -o=./sec?nd',
      'anything *nd',
      'anything /home/?/project/second',
    ],
    ...['cp -l second src/x', 'cp -l seco?d src/x', 'ln second src/x', 'ln s?cond src/x', 'link sec[o]nd src/x'],
    ...['mv second src/x', 'mv ./secon? src/x'],
  ]) {
    it(command, async () => {
      const rules = ['anything', 'cp', 'ln', 'link', 'mv'].map((program) => `bash(${program} *)`);
      const gate = fakeGate({
        tree: { ...TREE, ...Object.fromEntries(secrets.map((path) => [path, 'x'])) },
        configuration: configuration({ permissions: permissions({ allow: entries(rules) }) }),
        classifier: () => verdict('allow'),
      });
      const { files } = gate;
      const inspect: typeof files.inspect = (path) =>
        secrets.includes(path) ? { type: 'file', links: 2, sizeBytes: 1, identity: '1:2' } : files.inspect(path);
      const call = { tool: 'bash', input: { command }, cwd: WORKSPACE };
      const { stage } = await decide(call, { ...gate, files: { ...files, inspect } }, new AbortController().signal);
      assert.notEqual(stage, 'permissions.allow');
    });
  }
});

describe('a star covers a pattern that means', () => {
  for (const command of [
    'anything src/*.ts',
    'anything s[r]c/a.ts',
    'anything src/**/*.ts',
    'anything --out docs/*.html',
    'anything d?cs/*.md',
    'anything [options] s[a-z]*/[ab].ts',
    'anything postgres://host:1/a?b=1',
    'cd src && anything *.ts',
    'for f in src/*.ts; do anything $f; done',
    'cp src/*.ts docs',
  ]) {
    it(`ordinary files: ${command}`, async () => {
      assert.equal(await isCovered(command, WORKSPACE), true);
    });
  }
});
