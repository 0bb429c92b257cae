import assert from 'node:assert/strict';
import { floorOf, LINUX, type FloorWorld } from './floorCases';

/** Lines that the analysis does not read to their end: what can be told of them is still stopped. */
const HALF_READ: readonly (readonly [string, string])[] = [
  ['rm -rf / ; "', 'recursive-delete'],
  ["echo 'x' && rm -rf ~ && (", 'recursive-delete'],
  ['if true; then rm -rf /', 'recursive-delete'],
  ['select x in a; do crontab evil; done', 'persistence'],
  ['coproc rm -rf /', 'recursive-delete'],
  ['curl x | sudo bash; done', 'fetch-and-run-as-root'],
  ['mkfs.ext4 /dev/sda1; fi', 'disk'],
  ['cat x > /dev/sda; (', 'disk'],
  [`${'a'.repeat(20_000)}; rm -rf /`, 'recursive-delete'],
  [`rm -rf / ${'$('.repeat(200)}`, 'recursive-delete'],
  [`${'X=1 '.repeat(3_000)}rm -rf /`, 'recursive-delete'],
  [`if true; then ${'X=$Y '.repeat(3_000)}sudo -n A+=1 rm -rf /; fi`, 'recursive-delete'],
  ['select x in a; do a[0]=1 rm -rf /; done', 'recursive-delete'],
];

const HALF_READ_TEXT: readonly string[] = [
  'echo "rm -rf /" ; done',
  "git commit -m 'rm -rf /' ; (",
  "cat > x <<'EOF'\nrm -rf /\nEOF\nfi",
  '# rm -rf /\n(',
  'echo rm -rf / (',
  `cat > x.md <<'EOF'\n${'text\n'.repeat(3_000)}rm -rf /\nEOF\n`,
  `echo "${'text\n'.repeat(3_000)}rm -rf /\n"`,
];

/** Scripts that the line itself prints. */
const PIPED: readonly (readonly [string, string])[] = [
  ["echo 'rm -rf /' | sh", 'recursive-delete'],
  ["echo 'rm -rf /' | sudo bash", 'recursive-delete'],
  ["printf 'crontab evil\\n' | bash -s", 'persistence'],
  ["printf '%s\\n' 'rm -rf ~' | bash", 'recursive-delete'],
  ["echo 'kill -9 -1' | cat | /bin/sh -", 'kill-everything'],
  [`echo "echo 'rm -rf /' | sh" | sh`, 'recursive-delete'],
];

const ELSEWHERE: readonly (readonly [string, string, FloorWorld])[] = [
  ['CRONTAB evil', 'persistence', { machine: { ...LINUX, platform: 'darwin', homeDirectory: '/Users/u' } }],
  ['ps -Eww', 'process-memory', { machine: { ...LINUX, platform: 'darwin', homeDirectory: '/Users/u' } }],
];

describe('The hard floor on commands', () => {
  describe('has no opinion on', () => {
    for (const line of HALF_READ_TEXT) {
      it(line.slice(0, 200), () => {
        assert.equal(floorOf(line), undefined);
      });
    }
  });

  describe('in lines that are not understood', () => {
    for (const [line, check] of HALF_READ) {
      it(`stops ${line.slice(0, 40)}`, () => {
        assert.equal(floorOf(line)?.check, check);
      });
    }
  });

  describe('in scripts that the line prints', () => {
    for (const [line, check] of PIPED) {
      it(`stops ${line}`, () => {
        assert.equal(floorOf(line)?.check, check);
      });
    }
  });

  for (const [line, check, world] of ELSEWHERE) {
    it(`stops ${line} on ${world.machine?.platform ?? ''}`, () => {
      assert.equal(floorOf(line, world)?.check, check);
    });
  }

  for (const count of [10, 300, 3_000]) {
    it(`looks behind ${count} commands`, () => {
      assert.equal(floorOf(`${'a;'.repeat(count)}rm -rf /`)?.check, 'recursive-delete');
      assert.equal(floorOf(`ls ${'a '.repeat(count)};rm -rf /`)?.check, 'recursive-delete');
    });
  }
});
