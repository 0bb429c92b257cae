import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { redactSecrets } from '../../../src/classifier/prompt/redaction';
import type { JsonValue } from '../../../src/common/json';
import { DecisionLog, type DecisionLogOptions } from '../../../src/log/decisionLog';
import { decision } from '../engine/model/decisions';
import { compiledProgram } from './compiledProgram';
import { temporaryFolder } from './temporaryFolder';

const POSIX = process.platform !== 'win32';
const BODY = `${'MIIEvQIBADANBgkqhkiG9w0BAQEFAASC'.repeat(2)}\n`.repeat(10).trimEnd();
const KEY = `sk-ant-api03-${'a1B2'.repeat(10)}`;

describe('DecisionLog', () => {
  const folder = temporaryFolder();
  const open = (options: Partial<DecisionLogOptions> = {}): DecisionLog =>
    new DecisionLog({ directory: join(folder(), 'logs'), redact: (text) => redactSecrets(text).text, ...options });
  const lines = (log: DecisionLog): unknown[] =>
    readFileSync(log.path, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
  const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

  it('writes one JSON object a line, with the whole decision and the whole input', () => {
    const log = open();
    const input = { command: 'echo "a\nb" \u2028', list: [1, null, { deep: true }] };
    assert.equal(log.append(decision(), input), true);
    assert.equal(log.append(decision({ id: 'd2', outcome: 'allow' }), undefined), true);
    assert.deepEqual(lines(log), [
      { decision: decision(), input },
      { decision: decision({ id: 'd2', outcome: 'allow' }) },
    ]);
  });

  it('keeps the sub-agent and the mode of a call, secrets taken out, and reads lines from before there were any', () => {
    const log = open();
    log.append(decision({ id: 'old' }), {});
    log.append(decision({ subAgent: `reviewer ${KEY}`, mode: 'bypassPermissions' }), {});
    const [now, before] = log.readRecent(2).map((record) => record.decision);
    assert.deepEqual([now?.subAgent, now?.mode], ['reviewer [REDACTED Anthropic key]', 'bypassPermissions']);
    assert.deepEqual([before?.id, before?.subAgent, before?.mode], ['old', undefined, undefined]);
  });

  if (POSIX) {
    it('is readable by its user alone, also where file and folder were there before', () => {
      const log = open();
      log.append(decision(), {});
      assert.equal(mode(log.path), '600');
      assert.equal(mode(join(folder(), 'logs')), '700');
      chmodSync(log.path, 0o644);
      chmodSync(join(folder(), 'logs'), 0o755);
      log.append(decision(), {});
      assert.equal(mode(log.path), '600');
      assert.equal(mode(join(folder(), 'logs')), '700');
    });
  }

  describe('secrets', () => {
    const cases: readonly [string, JsonValue, JsonValue][] = [
      ['known by their form', { command: `x ${KEY}` }, { command: 'x [REDACTED Anthropic key]' }],
      ['known by the name of their field', { password: 'hunter2hunter2' }, { password: '[REDACTED secret]' }],
      ['in a name', { [KEY]: 1 }, { '[REDACTED Anthropic key]': 1 }],
      [
        'that end in another field hide nothing between',
        { a: `-----BEGIN PRIVATE KEY-----\n${BODY}`, command: 'rm -rf x', z: '-----END PRIVATE KEY-----' },
        { a: '[REDACTED private key]', command: 'rm -rf x', z: '-----END PRIVATE KEY-----' },
      ],
    ];
    for (const [name, input, expected] of cases) {
      it(name, () => {
        const log = open();
        log.append(decision(), input);
        assert.deepEqual(lines(log), [{ decision: decision(), input: expected }]);
      });
    }

    it('in every text of the decision', () => {
      const log = open();
      const rule = { text: `bash(${KEY})`, source: 'user' as const };
      log.append(decision({ reason: KEY, summary: KEY, fragment: KEY, remedy: KEY, cwd: `/${KEY}`, rule }), undefined);
      assert.equal(readFileSync(log.path, 'utf8').includes('a1B2'), false);
      assert.equal(log.readRecent(1).length, 1);
    });

    it('are not written where the redaction fails, and that is told', () => {
      const log = open({
        redact: () => {
          throw new Error('no');
        },
      });
      assert.equal(log.append(decision(), { command: KEY }), false);
      assert.equal(existsSync(log.path), false);
    });

    it('a redaction that breaks the JSON leaves a record all the same', () => {
      const log = open({ redact: (text) => (text.startsWith('{') && text.includes('evil') ? '[REDACTED' : text) });
      assert.equal(log.append(decision(), { evil: true }), true);
      assert.deepEqual(lines(log), [{ decision: decision(), input: '[REDACTED' }]);
    });
  });

  describe('a large input', () => {
    const text = Array.from({ length: 60_000 }, (_, index) => `line ${index}`).join('\n');

    it('is kept as its hash, its length, its beginning and its end', () => {
      const log = open();
      const input = { command: `begin ${KEY} ${text} ${KEY} end` };
      assert.equal(log.append(decision(), input), true);
      const [record] = log.readRecent(1);
      const whole = JSON.stringify(input);
      const { sha256, bytes, start, end } = record!.inputShortened!;
      assert.equal(record!.input, undefined);
      assert.equal(sha256, createHash('sha256').update(whole).digest('hex'));
      assert.equal(bytes, Buffer.byteLength(whole));
      assert.match(start, /^\{"command":"begin \[REDACTED Anthropic key\] line 0\\n/);
      assert.match(end, / \[REDACTED Anthropic key\] end"\}$/);
      assert.ok(statSync(log.path).size < 64 * 1024);
    });

    it('shows no half of a secret that lies where it is cut', () => {
      const long = `sk-ant-api03-${'a1B2'.repeat(95)} `;
      for (const before of [30, 100, 200, 300]) {
        // Without the secrets the beginning is short, so that the place of the cut comes into sight.
        const size = 64 * 1024 - before;
        const secrets = long.repeat(Math.floor(size / long.length)).padEnd(size);
        const log = open();
        log.append(decision(), `${secrets}${long}${text}${long}${secrets}`);
        const { start, end } = log.readRecent(1)[0]!.inputShortened!;
        assert.equal(`${start}${end}`.includes('a1B2'), false);
      }
    });

    it('cannot be imitated by an input', () => {
      const log = open();
      const input = { inputShortened: { sha256: 'x', bytes: 1, start: '', end: '' } };
      log.append(decision(), input);
      assert.deepEqual(log.readRecent(1), [{ decision: decision(), input }]);
    });

    it('a very long text in the decision is cut', () => {
      const log = open();
      log.append(decision({ reason: text, rule: { text, source: 'workspace' } }), {});
      assert.ok(statSync(log.path).size < 40 * 1024);
      assert.match(log.readRecent(1)[0]!.decision.reason, /^line 0\n[^]*…$/);
    });
  });

  describe('rotation', () => {
    it('keeps the newest files, the number that it was told', () => {
      const log = open({ maxFileBytes: 2000, maxFiles: 3 });
      for (let index = 0; index < 100; index += 1) assert.equal(log.append(decision({ id: `d${index}` }), {}), true);
      assert.equal(readdirSync(join(folder(), 'logs')).length, 3);
      const ids = log.readRecent(1000).map((record) => record.decision.id);
      assert.ok(ids.length >= 10 && ids.length < 100, String(ids.length));
      assert.deepEqual(
        ids,
        ids.map((_, index) => `d${99 - index}`),
      );
    });

    it('reads no more than was asked for, newest first, from several files', () => {
      const log = open({ maxFileBytes: 1000, maxFiles: 50 });
      for (let index = 0; index < 20; index += 1) log.append(decision({ id: `d${index}` }), {});
      assert.ok(readdirSync(join(folder(), 'logs')).length > 3);
      assert.deepEqual(
        log.readRecent(7).map((record) => record.decision.id),
        ['d19', 'd18', 'd17', 'd16', 'd15', 'd14', 'd13'],
      );
      assert.deepEqual(log.readRecent(0), []);
    });

    it('reads long records too, further back than a short look at the end goes', () => {
      const log = open();
      const content = 'x'.repeat(15_000);
      for (let index = 0; index < 100; index += 1) log.append(decision({ id: `d${index}` }), { content });
      for (const count of [5, 90, 200]) {
        const ids = log.readRecent(count).map((record) => record.decision.id);
        assert.deepEqual(
          ids,
          Array.from({ length: Math.min(count, 100) }, (_, index) => `d${99 - index}`),
        );
      }
    });

    it('loses and mixes no line while several programs write', async () => {
      const directory = join(folder(), 'logs');
      const program = compiledProgram(join(import.meta.dirname, 'appendDecisions.ts'), folder());
      const run = (name: string): Promise<unknown> =>
        promisify(execFile)(process.execPath, [program, directory, name, '200', '4000']);
      await Promise.all(['a', 'b'].map(run));
      assert.ok(readdirSync(directory).length > 10);
      const found = readdirSync(directory)
        .flatMap((name) => readFileSync(join(directory, name), 'utf8').split('\n'))
        // A program that looks while another one's line is half written puts an empty line between the two; readers skip it.
        .filter((line) => line !== '')
        .map((line) => (JSON.parse(line) as { decision: { id: string } }).decision.id);
      const expected = ['a', 'b'].flatMap((name) => Array.from({ length: 200 }, (_, index) => `${name}-${index}`));
      assert.deepEqual(found.sort(), expected.sort());
    });
  });

  it('a line that broke off swallows neither the next record nor the reading', () => {
    const log = open();
    log.append(decision({ id: 'd1' }), {});
    appendFileSync(log.path, '{"decision":{"id":"half');
    log.append(decision({ id: 'd2' }), {});
    appendFileSync(log.path, '{"decision":{"id":"of another version"}}\n');
    assert.deepEqual(
      log.readRecent(10).map((record) => record.decision.id),
      ['d2', 'd1'],
    );
  });

  it('has nothing to read before the first decision', () => {
    assert.deepEqual(open().readRecent(5), []);
  });

  describe('says that it could not write', () => {
    const obstacles: readonly [string, (directory: string) => void][] = [
      [
        'where a file is in the place of the folder',
        (directory) => {
          writeFileSync(directory, '');
        },
      ],
      [
        'where a folder is in the place of the file',
        (directory) => {
          mkdirSync(join(directory, 'decisions.jsonl'), { recursive: true });
        },
      ],
      ...(POSIX
        ? ([
            [
              'where the folder is a link',
              (directory) => {
                mkdirSync(`${directory}-elsewhere`);
                symlinkSync(`${directory}-elsewhere`, directory);
              },
            ],
            [
              'where the file is a link',
              (directory) => {
                mkdirSync(directory, { mode: 0o700 });
                writeFileSync(`${directory}-elsewhere`, '');
                symlinkSync(`${directory}-elsewhere`, join(directory, 'decisions.jsonl'));
              },
            ],
            [
              'where the file is a pipe that nobody reads',
              (directory) => {
                mkdirSync(directory, { mode: 0o700 });
                execFileSync('mkfifo', [join(directory, 'decisions.jsonl')]);
              },
            ],
          ] satisfies [string, (directory: string) => void][])
        : []),
    ];
    for (const [name, put] of obstacles) {
      it(name, () => {
        const directory = join(folder(), 'logs');
        put(directory);
        const log = open();
        assert.equal(log.append(decision(), {}), false);
        assert.deepEqual(log.readRecent(1), []);
      });
    }

    if (process.platform === 'linux') {
      it('on a full disk, and goes on as soon as there is room', () => {
        // A file system of its own would need rights: the limit on file sizes of a process stands in for a full disk.
        const directory = join(folder(), 'logs');
        const program = compiledProgram(join(import.meta.dirname, 'appendDecisions.ts'), folder());
        const limited = `ulimit -f 8; exec "$0" "$1" "$2" a 40 1000000`;
        assert.throws(() => execFileSync('/bin/sh', ['-c', limited, process.execPath, program, directory]));
        const log = open();
        assert.equal(log.append(decision({ id: 'after' }), {}), true);
        const ids = log.readRecent(100).map((record) => record.decision.id);
        assert.equal(ids[0], 'after');
        assert.ok(ids.length > 5 && ids.length < 40, String(ids.length));
      });
    }
  });
});
