import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Decision } from '../../../src/engine/decision';
import type { Explanation } from '../../../src/engine/command/explainCommand';
import { runCommand } from '../../../src/terminal/runCommand';

describe('the command line tool', () => {
  let folder: string;
  before(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-cli-')));
    mkdirSync(join(folder, 'src'));
    writeFileSync(join(folder, 'src', 'a.ts'), 'text\n');
    writeFileSync(
      join(folder, 'settings.json'),
      JSON.stringify({
        'autoMode.permissions.deny': ['bash(git push --force*)'],
        'autoMode.permissions.allow': ['bash(make*)'],
      }),
    );
    writeFileSync(join(folder, 'broken.json'), '{');
    writeFileSync(join(folder, 'list.json'), '[]');
  });
  after(() => {
    rmSync(folder, { recursive: true });
  });

  async function run(args: readonly string[], input = ''): Promise<{ status: number; stdout: string; stderr: string }> {
    const [stdout, stderr] = [new PassThrough(), new PassThrough()];
    const status = await runCommand(args, { stdin: Readable.from([input]), stdout, stderr });
    const text = (stream: PassThrough): string => String(stream.read() ?? '');
    return { status, stdout: text(stdout), stderr: text(stderr) };
  }

  it('decides a call a line, in order', async () => {
    const call = (command: string): string => JSON.stringify({ tool: 'bash', input: { command }, cwd: folder });
    const lines = [
      call('cat src/a.ts'),
      call('make'),
      'no json',
      call('git push -f'),
      call('rm -rf /'),
      call('npm test'),
    ];
    const { stdout, status } = await run(
      ['decide', '--workspace', folder, '--config', join(folder, 'settings.json')],
      lines.join('\n'),
    );
    const decisions = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Decision);
    assert.deepEqual(
      decisions.map(({ outcome, stage }) => `${outcome} ${stage}`),
      [
        'allow read-only-command',
        'allow permissions.allow',
        'block invalid-request',
        'block permissions.deny',
        'block hard-deny',
        'block classifier',
      ],
    );
    assert.equal(status, 0);
  });

  it('explains a command, for people and for programs', async () => {
    const { stdout: text } = await run(['explain', '--workspace', folder, 'cd src && cat a.ts']);
    assert.match(text, /The line as a whole runs at once \(read-only-command\)/);
    assert.match(text, /2\. cat a\.ts\n {5}in .*\/src\n {5}runs at once/);
    const explanation = JSON.parse(
      (await run(['explain', '--workspace', folder, '--json', 'sudo make'])).stdout,
    ) as Explanation;
    assert.deepEqual(
      explanation.commands.map(({ command }) => command),
      ['sudo make', 'make'],
    );
  });

  const mistakes: readonly [readonly string[], RegExp][] = [
    [[], /The first word is decide or explain/],
    [['judge'], /The first word is decide or explain/],
    [['explain'], /explain takes one command line: put it in single quotes/],
    [['explain', 'ls', '-la'], /Usage/],
    [['decide', '--workspace', '/no/such/folder'], /there is no folder \/no\/such\/folder/],
    [['decide', '--config', 'BROKEN'], /broken\.json cannot be read as JSON/],
    [['decide', '--config', 'LIST'], /list\.json must hold one JSON object/],
  ];
  for (const [args, message] of mistakes) {
    it(`says what is wrong with ${JSON.stringify(args)}`, async () => {
      const named = args.map((arg) =>
        arg === 'BROKEN' ? join(folder, 'broken.json') : arg === 'LIST' ? join(folder, 'list.json') : arg,
      );
      const { status, stderr } = await run(named);
      assert.equal(status, 2);
      assert.match(stderr, message);
      assert.match(stderr, /Usage: cli\.js decide/);
    });
  }
});
