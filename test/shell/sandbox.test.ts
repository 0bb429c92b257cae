/** The measure itself: bash is really observed, and can really do no harm. */
import assert from 'node:assert/strict';
import type { Oracle } from './oracle';
import { openOracle } from './openOracle';
import { FOLDER, readReply, type Run } from './sandbox/shellSandbox';

describe('the records of the sandbox', () => {
  const record = (kind: string, announced: number, bytes: string): Buffer => {
    const header = Buffer.alloc(5);
    header.write(kind, 0, 'latin1');
    header.writeUInt32LE(announced, 1);
    return Buffer.concat([header, Buffer.from(bytes)]);
  };
  const COMPLETE = Buffer.from([0]);
  const WHOLE = record('x', 12, '/w\0/bin/a\0a\0');

  it('are read', () => {
    const { complete, executions, written } = readReply(Buffer.concat([COMPLETE, WHOLE, record('w', 7, '/w\0f.t\0')]));
    assert.equal(complete, true);
    assert.deepEqual(executions, [{ cwd: '/w', path: '/bin/a', argv: ['a'] }]);
    assert.deepEqual(written, [{ cwd: '/w', path: 'f.t' }]);
  });

  // A program that is killed as it writes leaves one.
  for (const [what, torn] of [
    ['in a string', record('x', 12, '/w\0/bin/b')],
    ['before its strings', record('x', 12, '')],
    ['in its header', record('x', 12, '').subarray(0, 3)],
  ] as const) {
    it(`end where one is torn ${what}`, () => {
      const { executions } = readReply(Buffer.concat([COMPLETE, WHOLE, torn]));
      assert.deepEqual(executions[0], { cwd: '/w', path: '/bin/a', argv: ['a'] });
      assert.ok(executions.length <= 2);
    });
  }
});

describe('the sandbox with real bash', () => {
  let oracle: Oracle | undefined;
  before(async function () {
    this.timeout(120_000);
    oracle = await openOracle(this);
  });
  after(() => oracle?.close());

  async function commandsOf(line: string, run: Run = 'recordedSucceeding'): Promise<string[]> {
    assert.ok(oracle);
    const { executions } = await oracle.observe(line, run);
    return executions.map(({ argv }) => argv.join('|')).sort();
  }

  async function writesOf(line: string, run: Run = 'recordedSucceeding'): Promise<string[]> {
    assert.ok(oracle);
    const { written } = await oracle.observe(line, run);
    return written.map(({ cwd, path }) => `${path} in ${cwd}`).sort();
  }

  const SEEN: readonly (readonly [line: string, ...commands: string[]])[] = [
    ['rm -rf /', 'rm|-rf|/'],
    ["r'm' -rf /*/nothing", 'rm|-rf|/*/nothing'],
    ['/bin/rm -rf ~', '/bin/rm|-rf|/home/u'],
    ['./x; ../y', '../y', './x'],
    ['a $(b `c`) | d & e', 'a', 'b', 'c', 'd', 'e'],
    ['x=$(b) a <(c) <<E\n$(d)\nE', 'a|/dev/fd/63', 'b', 'c', 'd'],
    ['eval "rm x"; cd y; :', ':', 'cd|y', 'eval|rm x'],
    ['PATH=/nowhere a', 'a'],
    ['a && b || c', 'a', 'b'],
    ['+() { a; }; +', 'a'],
    ['-x', '-x'],
    ['echo {a,b} $x "$x" é', 'echo|a|b||é'],
  ];
  for (const [line, ...commands] of SEEN) {
    it(`sees what is run by ${JSON.stringify(line)}`, async () => {
      assert.deepEqual(await commandsOf(line), commands);
    });
  }

  it('sees the other branch where commands fail', async () => {
    assert.deepEqual(await commandsOf('a && b || c', 'recordedFailing'), ['a', 'c']);
  });

  it('runs builtins for real where asked to', async () => {
    assert.deepEqual(await commandsOf('x="rm y"; eval "$x"; alias a=b; trap c EXIT', 'realSucceeding'), ['c', 'rm|y']);
  });

  it('sees files that are opened for writing, and where', async () => {
    const line = 'a > f 2>> /etc/passwd < g; cd x && b <> h &> /dev/null; c >&2 << E\nx\nE';
    assert.deepEqual(await writesOf(line, 'realSucceeding'), [
      `/dev/null in ${FOLDER}/x`,
      `/etc/passwd in ${FOLDER}`,
      `f in ${FOLDER}`,
      `h in ${FOLDER}/x`,
    ]);
  });

  it('starts each line in an empty folder', async () => {
    await writesOf('echo x > f; echo y > ../g; echo z > /tmp/h; mkdir d', 'realSucceeding');
    assert.deepEqual(await commandsOf('a * ../* /tmp/*'), ['a|*|../here|/tmp/*']);
  });

  it('shows nothing of the machine, its variables or its processes', async () => {
    assert.deepEqual(await commandsOf('a /proc/* /home/*/* /var/* /etc/p*'), [
      'a|/proc/*|/home/u/here|/var/log|/etc/passwd',
    ]);
    assert.deepEqual(await commandsOf('a "$LD_PRELOAD$BASH_ENV$USER$NODE_OPTIONS" $HOME $UID', 'realSucceeding'), [
      'a||/home/u|65534',
    ]);
  });

  it('opens no connection', async () => {
    assert.deepEqual(await commandsOf('exec 3<>/dev/tcp/127.0.0.1/22 && a; b', 'realSucceeding'), ['b']);
  });

  const ENDLESS = [
    ':(){ :|:& };:',
    'while true; do a; done',
    'while ((1)); do x=1; done',
    'kill -STOP $$; a',
    'kill -9 -1',
  ];
  for (const line of [
    ...ENDLESS,
    'a {1..99999999}',
    'x=a; while ((1)); do x=$x$x; done',
    'trap "" TERM; while ((1)); do :; done &',
  ]) {
    it(`survives ${JSON.stringify(line)}`, async () => {
      await commandsOf(line, 'realSucceeding');
      assert.deepEqual(await commandsOf('a'), ['a']);
    });
  }
});
