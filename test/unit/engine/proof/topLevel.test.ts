import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { fakeGate, WORKSPACE } from '../fakeGate';

const REPOSITORY = {
  [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/package.json`]: '{}',
  [`${WORKSPACE}/src/a.ts`]: 'text',
};

async function stageOf(command: string, more: Readonly<Record<string, string>> = {}, cwd = WORKSPACE): Promise<string> {
  const gate = fakeGate({ tree: { ...REPOSITORY, ...more }, classifierUsable: false });
  return (await decide({ tool: 'bash', input: { command }, cwd }, gate, new AbortController().signal)).stage;
}

describe('the folder that a line asks git or the shell for', () => {
  for (const command of [
    'cd "$(git rev-parse --show-toplevel)" && git status',
    'cat "$(git rev-parse --show-toplevel)/package.json"',
    'ROOT=$(git rev-parse --show-toplevel); cat "$ROOT/package.json"',
    'git -C "$(git rev-parse --show-toplevel)" log -1',
    'cat $(pwd)/src/a.ts',
    'cd src && cat "$(pwd)/a.ts"',
  ]) {
    it(`is known in ${command}`, async () => {
      assert.equal(await stageOf(command), 'read-only-command');
    });
  }

  it('is known from a folder below', async () => {
    const command = 'cat "$(git rev-parse --show-toplevel)/package.json"';
    assert.equal(await stageOf(command, {}, `${WORKSPACE}/src`), 'read-only-command');
  });

  for (const [command, more] of [
    ['cat "$(git rev-parse --show-toplevel)/.env"', { [`${WORKSPACE}/.env`]: 'KEY=x' }],
    // Where git finds no repository it prints nothing.
    ['cat "$(git rev-parse --show-toplevel)/home/u/.ssh/id_rsa"', { '/home/u/.ssh/id_rsa': 'x' }],
    ['cat "$(git rev-parse --show-toplevel)/../.ssh/id_rsa"', { '/home/u/.ssh/id_rsa': 'x' }],
    ['cd "$(git rev-parse --show-toplevel)" && cat .env', { [`${WORKSPACE}/.env`]: 'KEY=x' }],
    [
      'cat "$(git rev-parse --show-toplevel)/package.json"',
      { [`${WORKSPACE}/.git/config`]: '[core]\n\tworktree = /home/u\n' },
    ],
    ['cat "$(git -C /home/u rev-parse --show-toplevel)/package.json"', {}],
    ['cat "$(cd src; git rev-parse --show-toplevel)/package.json"', {}],
    ['cd src; cat "$(git rev-parse --show-toplevel)/package.json"', {}],
    ['export GIT_WORK_TREE=/home/u; cat "$(git rev-parse --show-toplevel)/package.json"', {}],
    ['cat $(pwd)/.env', { [`${WORKSPACE}/.env`]: 'KEY=x' }],
    ['cat $(pwd -P)/src/a.ts', {}],
    ['pwd() { echo /home/u/.ssh/id_rsa; }; cat $(pwd)', {}],
  ] as const) {
    it(`does not let ${command} run at once`, async () => {
      assert.notEqual(await stageOf(command, more), 'read-only-command');
    });
  }

  it('is unknown outside of a repository', async () => {
    const gate = fakeGate({ tree: { [`${WORKSPACE}/package.json`]: '{}' }, classifierUsable: false });
    const input = { command: 'cat "$(git rev-parse --show-toplevel)/package.json"' };
    const { stage } = await decide({ tool: 'bash', input, cwd: WORKSPACE }, gate, new AbortController().signal);
    assert.notEqual(stage, 'read-only-command');
  });
});
