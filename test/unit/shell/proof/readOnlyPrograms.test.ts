import assert from 'node:assert/strict';
import { awkObjection } from '../../../../src/shell/tables/awkProgram';
import { jqObjection, yqObjection } from '../../../../src/shell/tables/filterLanguages';
import { readSedScript } from '../../../../src/shell/tables/sedScript';
import { withinCpuMs } from '../../cpuTime';

describe('sed scripts', () => {
  const SAFE = [
    'p',
    '1,5p',
    '$!N;P;D',
    '/a/,/b/{p;q}',
    '0~3p',
    '2,+4d',
    '\\,x,d',
    's/a/b/',
    's/a/b/gI2p',
    's|[^/]*$||',
    's/[^\\/]*$//',
    's/[[:space:]]*$//',
    's/[]x]//',
    'y/abc/xyz/',
    ':a;N;$!ba;s/\\n/ /g',
    'a text; w is text',
    '1i\\\ntext',
    '/x/!d # w comment',
    'q5',
    '5q;$=',
    '',
    '{p};d',
  ];
  for (const script of SAFE) {
    it(`passes ${JSON.stringify(script)}`, () => {
      const reading = readSedScript(script);
      assert.equal(reading.safe ? undefined : reading.why, undefined);
    });
  }
  const UNSAFE = [
    'w out',
    '1w out',
    '/x/w out',
    '$!w out',
    'p;w out',
    'p\nw out',
    '{w out\n}',
    's/a/b/w out',
    's/a/b/gw out',
    's/a/b/e',
    's/a/b/ge',
    'e',
    'e id',
    '1e id',
    'W out',
    's/[/]/x/;w out\n/',
    's/[\\]/w out\n/]/x/',
    'a text\nw out',
    'a text\\\nw out\nw x',
    '#c\nw out',
    'y/a/b/w',
    'sxaxbxw out',
    's\na\nb\n',
    'p}',
    '{p',
    'v',
    'L;w x',
    ':a\nw out',
    '1,/x/w out',
    's/a/b/;e',
  ];
  for (const script of UNSAFE) {
    it(`does not pass ${JSON.stringify(script)}`, () => {
      assert.equal(readSedScript(script).safe, false);
    });
  }
  it('tells the files that it reads', () => {
    assert.deepEqual(readSedScript('/x/r .env\np'), { safe: true, files: ['.env'], branches: false, grows: false });
  });
  it('tells whether it may go on for ever', () => {
    for (const script of [':a;p;ba', 's/x/xx/;t', 'P;D', '{/x/{b\n}}']) {
      assert.equal((readSedScript(script) as { branches?: boolean }).branches, true, script);
    }
    for (const script of [':a;p', 's/b/t/', 'y/D/b/', 'a b', '/D/d']) {
      assert.equal((readSedScript(script) as { branches?: boolean }).branches, false, script);
    }
  });
  it('reads long scripts in linear time', () => {
    for (const script of ['s/[[:alpha:]/'.repeat(80_000), '{'.repeat(1_000_000)]) {
      withinCpuMs(5_000, () => readSedScript(script), script.slice(0, 10));
    }
  });
});

describe('awk programs', () => {
  const SAFE = [
    '{print $1}',
    'NR>=10 && NR<=20',
    '$3 > 100 {print $1 "/" $2}',
    '/foo|bar/,/x>y/',
    '{s+=$1} END {print s/NR}',
    '{ if ($1 > 5) print $2; else print "x > y | z" }',
    '{print ($1 > 2)}',
    '{print a[$1 > 2]}',
    'BEGIN{FS=","} {printf "%s\\n", $NF} # > out',
    '!seen[$0]++',
    '{print > "/dev/stderr"}',
    'function f(x) { return x / 2 } { print f($1) / 3 }',
    '{gsub(/[^\\/]/, ""); print length($0)}',
    '$1 ~ /^a/ || $2 !~ "b"',
  ];
  for (const program of SAFE) {
    it(`passes ${program}`, () => {
      assert.equal(awkObjection(program), undefined);
    });
  }
  const UNSAFE = [
    'BEGIN{system("id")}',
    'BEGIN{ system ("id") }',
    '{print > "out"}',
    '{print>"out"}',
    '{print $1 >> "out"}',
    '{print($1) > $2}',
    '{printf "%s", $1 > $2}',
    '{print $1,\n $2 > "out"}',
    '{print $1\n, "x" > "out"}',
    '{print | "sh"}',
    '{print |& "sh"}',
    '{"id" | getline x}',
    '{getline x < "f"}',
    '{while ((getline line < "f") > 0) print line}',
    'BEGIN{print ENVIRON["KEY"]}',
    'BEGIN{ARGV[1]="/etc/shadow";ARGC=2}{print}',
    '@load "filefuncs"',
    '@include "x"',
    'BEGIN{f="system";@f("id")}',
    '{ if (x) /"/ ; system("id") #"/ }',
    '{ x = a / b; system("id") } /c/',
    '{ x++ /"/; system("id") }',
    '{ print length /"/; system("id") #"/ }',
    '/[/"]/; system("id") #"/',
    '{print > "/dev/stderr" "x"}',
    '{print > "/dev/null/../x"}',
    '"unfinished',
    '/unfinished',
    'SYMTAB["ENVIRON"]',
    "'",
  ];
  for (const program of UNSAFE) {
    it(`does not pass ${program}`, () => {
      assert.notEqual(awkObjection(program), undefined);
    });
  }
  it('reads long programs in linear time', () => {
    for (const program of ['{print ($1 > 2);'.repeat(60_000), '(/['.repeat(300_000), '"'.repeat(999_999)]) {
      withinCpuMs(5_000, () => awkObjection(program), program.slice(0, 10));
    }
  });
});

describe('jq and yq programs', () => {
  for (const filter of [
    '.',
    '.env',
    '.scripts.env',
    '.[] | select(.a > 1)',
    '"\\(.a) b"',
    'keys',
    '{a: .env}',
    '.environment',
  ]) {
    it(`passes ${filter}`, () => {
      assert.equal(jqObjection(filter), undefined);
    });
  }
  for (const filter of [
    'env',
    '$ENV',
    '$ ENV',
    'env.PATH',
    '"\\(env)"',
    '..env',
    '. env',
    'import "x" as y; .',
    'include "x"; .',
  ]) {
    it(`does not pass ${filter}`, () => {
      assert.notEqual(jqObjection(filter), undefined);
    });
  }
  for (const filter of ['load("x")', 'load_str("x")', 'strenv(X)', 'env(X)', 'envsubst', 'system("id")', 'eval("x")']) {
    it(`does not pass yq's ${filter}`, () => {
      assert.notEqual(yqObjection(filter), undefined);
    });
  }
});
