import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { fakeGate, WORKSPACE } from '../fakeGate';

const FILES = { 'src/a.ts': 'x', 'src/b.ts': 'x', 'c.txt': 'x', 'sub/c.txt': 'x', '.env': 'KEY=x', 'keys/id_rsa': 'x' };

async function stageOf(command: string, more: readonly string[] = []): Promise<string> {
  const names = [...Object.keys(FILES), ...more];
  const tree = Object.fromEntries(names.map((name) => [`${WORKSPACE}/${name}`, 'x']));
  const gate = fakeGate({ tree, classifierUsable: false });
  return (await decide({ tool: 'bash', input: { command }, cwd: WORKSPACE }, gate, new AbortController().signal)).stage;
}

describe('a loop over files that a pattern finds', () => {
  for (const command of [
    'for f in src/*.ts; do echo "== $f"; head -5 "$f"; done',
    'for f in src/*.ts; do wc -l $f; done',
    'for f in c.txt src/*.ts; do grep -c foo "$f"; done',
    'for f in ./*.txt; do head -5 "${f}"; done',
    'cd src && for f in ./*.ts; do head -5 "$f"; done',
    'for f in src/*.ts; do [ -f "$f" ] && cat "$f"; done',
    'for f in src/*.ts; do cat < "$f"; done',
    'for d in src/*/ src/*.ts; do ls -la "$d"; done',
  ]) {
    it(`only reads: ${command}`, async () => {
      assert.equal(await stageOf(command), 'read-only-command');
    });
  }

  for (const [command, more] of [
    ['for f in keys/*; do cat "$f"; done', []],
    ['for f in .e*; do cat "$f"; done', []],
    ['for f in .*; do cat $f; done', []],
    ['for f in nothing/*.ts; do cat "$f"; done', []],
    // A name with blanks is several words.
    ['for f in src/*.ts; do cat $f; done', ['src/x .env y.ts']],
    ['for f in src/*.ts; do cat $f; done', ['src/x\t.env\ty.ts']],
    ['for f in src/*.ts; do cat $f; done', ['src/[.]env.ts']],
    ['for f in src/*.ts; do cat $f.txt; done', []],
    ['for f in src/*.ts; do cat sub/$f; done', []],
    // Elsewhere the same name is another file.
    ['for f in *.txt; do cd keys; cat "$f"; done', []],
    ['for f in *.txt; do (cd ..; cat "$f"); done', []],
    ['cd keys; for f in *; do cat "$f"; done', []],
    ['for f in src/*.ts; do f=.env; cat "$f"; done', []],
    ['for f in src/*.ts; do read f; cat "$f"; done', []],
    ['for f in src/*.ts; do echo "$f"; done; cat "$f"', []],
    ['for f in src/*.ts; do IFS=/; cat $f; done', []],
    ['for f in src/*.ts; do cat "${f%.ts}"; done', []],
    ['for f in src/*.ts; do rm "$f"; done', []],
    ['for f in src/*.ts; do cat "$f" > "$f.bak"; done', []],
    ['for f in src/*.ts; do "$f"; done', []],
    ['for f in src/*.ts; do $f; done', []],
    ['for f in *.txt; do cat $f; done', ['-n.txt']],
    ['for f in *; do grep -c x "$f"; done', ['-f.env']],
    ['for f in src/*.ts $X; do cat "$f"; done', []],
    ['for f in $(ls src); do cat "$f"; done', []],
    ['for PATH in src/*; do ls; done', []],
  ] as const) {
    it(`does not let ${command} run at once${more.length > 0 ? ` beside ${JSON.stringify(more)}` : ''}`, async () => {
      assert.notEqual(await stageOf(command, more), 'read-only-command');
    });
  }
});
