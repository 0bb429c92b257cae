import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { fakeGate, HOME, verdict, WORKSPACE, type Tree } from '../fakeGate';

const TREE: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'x',
  [`${HOME}/.bashrc`]: 'x',
  '/tmp/others.txt': 'of another program',
  '/tmp/link.txt': { link: `${HOME}/.bashrc` },
  '/tmp/dangling.txt': { link: `${HOME}/new.txt` },
  '/tmp/folder.txt/x': '',
};

async function stages(...calls: readonly (readonly [string, object])[]): Promise<readonly string[]> {
  const gate = fakeGate({ tree: TREE, classifier: () => verdict('block') });
  const found: string[] = [];
  for (const [tool, input] of calls) {
    found.push((await decide({ tool, input, cwd: WORKSPACE }, gate, new AbortController().signal)).stage);
  }
  return found;
}

const bash = (command: string): readonly [string, object] => ['bash', { command }];
const write = (path: string): readonly [string, object] => ['write', { path, content: 'text' }];

describe('files of an agent in the temporary folder', () => {
  const ordinary = [
    'echo x > /tmp/notes.txt',
    "cat > /tmp/body.md <<'E'\ntext\nE",
    'git log --oneline | tee /private/tmp/log.out',
    'cp src/a.ts /tmp/a.txt',
  ];
  for (const command of ordinary)
    it(`are made by ${command}`, async () => {
      assert.deepEqual(await stages(bash(command)), ['workspace-write']);
    });

  const judged = [
    'echo x > /tmp/others.txt',
    'echo x >> /tmp/others.txt',
    'echo x >> /tmp/new.txt',
    'rm /tmp/others.txt',
    'echo x > /tmp/link.txt',
    'echo x > /tmp/dangling.txt',
    'echo x > /tmp/folder.txt',
    'echo x > /tmp/folder.txt/y.txt',
    'echo x > /tmp/deep/new.txt',
    'mv src/a.ts /tmp/a.txt',
    'ln -s ~/.bashrc /tmp/l.txt; echo x > /tmp/l.txt',
    'echo x > /tmp/.hidden.txt',
    'echo x > /tmp/run.sh',
    'echo x > /tmp/krb5cc_1000',
    'echo x > /tmp/package.json',
    'echo x > /tmp/../etc/x.txt',
    'echo x > /tmp/*.txt',
    'echo x > "/tmp/$NAME.txt"',
    'echo x > /var/tmp/new.txt',
  ];
  for (const command of judged)
    it(`are not ${command}`, async () => {
      assert.notEqual((await stages(bash(command)))[0], 'workspace-write');
    });

  it('may be written anew by the tool that wrote them', async () => {
    assert.deepEqual(await stages(write('/tmp/a.txt'), write('/tmp/others.txt')), ['workspace-edit', 'classifier']);
  });
});
