import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Decision } from '../../../src/engine/model/decision';
import type { Explanation } from '../../../src/engine/explain/explainCommand';
import { runCommand, type Surroundings } from '../../../src/terminal/runCommand';

const SURROUNDINGS: Surroundings = {
  environment: {},
  evaluationSet: '/none',
  version: () => '0',
  interrupted: () => new AbortController().signal,
};

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
    const status = await runCommand(args, { stdin: Readable.from([input]), stdout, stderr }, SURROUNDINGS);
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

  it('reads settings as the editor keeps them, and tells of names that are no settings', async () => {
    const settings = join(folder, 'commented.json');
    writeFileSync(
      settings,
      '\uFEFF// mine\n{ "editor.tabSize": 2, "autoMode.permissions.deny": ["bash(ls*)"], "autoMode.permission.ask": [], }',
    );
    const { stdout, stderr } = await run(['explain', '--workspace', folder, '--config', settings, '--json', 'ls']);
    assert.equal((JSON.parse(stdout) as Explanation).stage, 'permissions.deny');
    assert.equal(stderr, 'autoMode.permission.ask: There is no such setting.\n');
  });

  it('reads a first line with a byte order mark, line ends of Windows and blank lines', async () => {
    const call = JSON.stringify({ tool: 'bash', input: { command: 'ls' }, cwd: folder });
    const { stdout } = await run(['decide', '--workspace', folder], `\uFEFF${call}\r\n\r\n  \n${call}`);
    const stages = stdout.trim().split('\n').map((line) => (JSON.parse(line) as Decision).stage); // prettier-ignore
    assert.deepEqual(stages, ['read-only-command', 'read-only-command']);
  });

  it('stops where nobody reads its decisions any more', async () => {
    const call = JSON.stringify({ tool: 'bash', input: { command: 'ls' }, cwd: folder });
    let asked = 0;
    const stdin = Readable.from(
      (function* () {
        for (; asked < 100_000; asked += 1) yield `${call}\n`;
      })(),
    );
    const stdout = new PassThrough();
    stdout.once('data', () => stdout.destroy());
    assert.equal(
      await runCommand(['decide', '--workspace', folder], { stdin, stdout, stderr: new PassThrough() }, SURROUNDINGS),
      0,
    );
    assert.ok(asked < 10_000, `${asked} calls were read`);
  });

  it('waits for a reader that is slow', async () => {
    const call = JSON.stringify({ tool: 'bash', input: { command: 'ls' }, cwd: folder });
    const stdout = new PassThrough({ highWaterMark: 1 });
    const done = runCommand(
      ['decide', '--workspace', folder],
      {
        stdin: Readable.from([`${call}\n${call}\n${call}\n`]),
        stdout,
        stderr: new PassThrough(),
      },
      SURROUNDINGS,
    ).finally(() => stdout.end());
    let lines = 0;
    for await (const part of stdout) lines += String(part).split('\n').length - 1;
    assert.deepEqual([await done, lines], [0, 3]);
  });

  it('shows how it is used', async () => {
    for (const args of [['--help'], ['-h'], ['explain', '--help']]) {
      const { status, stdout, stderr } = await run(args);
      assert.deepEqual([status, stderr], [0, '']);
      assert.match(stdout, /^Usage: cli\.js decide/);
    }
  });

  const mistakes: readonly [readonly string[], RegExp][] = [
    [[], /The first word is decide, explain, eval or mcp/],
    [['judge'], /The first word is decide, explain, eval or mcp/],
    [['explain'], /explain takes one command line: put it in single quotes/],
    [['decide', 'git push -f'], /decide takes no command line: .* standard input/],
    [['eval', 'x'], /eval takes no words/],
    [['mcp', 'x'], /mcp takes no words/],
    [['explain', 'ls', '-la'], /Usage/],
    [['explain', ''], /explain takes one command line/],
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
