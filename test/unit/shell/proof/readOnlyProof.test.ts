import assert from 'node:assert/strict';
import { analyse } from '../../../../src/shell/analyse';
import { writtenText } from '../../../../src/shell/model/analysis';
import { proveReadOnly, variablesOf } from '../../../../src/shell/proof/readOnlyProof';
import { notProven, proven } from './proofTables';

function prove(line: string): ReturnType<typeof proveReadOnly> {
  return proveReadOnly(analyse(line, 'bash', { cwd: '/w', home: '/home/u' }));
}

/** What a proven line reads: `search src {*.py} hidden`. */
function reads(line: string): readonly string[] {
  const proof = prove(line);
  assert.ok(proof.proven, proof.proven ? '' : proof.objection);
  return proof.reads.map(({ use: { action, word, from = 0, names, includeHidden } }) =>
    [action, writtenText(word).slice(from), names && `{${names.join()}}`, includeHidden && 'hidden']
      .filter(Boolean)
      .join(' '),
  );
}

describe('what a proven line reads', () => {
  const cases: readonly (readonly [line: string, reads: readonly string[]])[] = [
    ['cat a b', ['read a', 'read b']],
    ['cat', []],
    ['ls | cat -', []],
    ['tr a b < f', ['read f']],
    ['grep foo a b', ['read a', 'read b']],
    ['grep -e foo a', ['read a']],
    ['grep -f p a', ['read p', 'read a']],
    ['grep *.ts a', ['read *.ts', 'read a']],
    ['grep -rn foo', ['search . hidden']],
    ['grep -rn foo src', ['search src hidden']],
    ['grep -rn foo src --include=*.py', ['search src {*.py} hidden']],
    // Files that no pattern matches are searched too.
    ['grep -rn foo --exclude=*.log --include=*.py src', ['search src hidden']],
    ['grep -d recurse foo src', ['search src hidden']],
    ['rg foo', ['search .']],
    ['cat a | rg foo', ['read a']],
    ['rg foo src', ['search src']],
    ['rg -u foo src', ['search src hidden']],
    ["rg foo -g '*.ts'", ['search . {*.ts} hidden']],
    ["rg foo -g '!*.ts'", ['search .']],
    ["rg foo --iglob '*.ENV'", ['search . hidden']],
    ['rg --files src', ['list src']],
    ['sed -n 1p a b', ['read a', 'read b']],
    ['sed -e p a', ['read a']],
    ["sed 'r x' a", ['read a', 'read x']],
    ["awk '{print}' a", ['read a']],
    ['jq . a', ['read a']],
    ['jq --slurpfile x y . a', ['read y', 'read a']],
    ['diff -r a b', ['search a hidden', 'search b hidden']],
    ['find a b -name x', ['list a', 'list b']],
    ['find', ['list .']],
    ["find . -name '*.ts' -exec cat {} +", ['search . {*.ts} hidden']],
    ["find . -name '*.ts' -o -name '*.js' | xargs cat", ['list .', 'search . {*.ts,*.js} hidden']],
    ["find . -name x -prune -o -name '*.ts' -print | xargs cat", ['list .', 'search . {*.ts} hidden']],
    ["find . ! -name '*.ts' | xargs cat", ['list .', 'search . hidden']],
    ["find . -name '*.ts' | grep -v test | head -5 | xargs grep foo", ['list .', 'search . {*.ts} hidden']],
    ["git ls-files '*.py' | xargs wc -l", ['list *.py', 'search . {*.py} hidden']],
    ['grep -rl foo src | xargs grep bar', ['search src hidden', 'search src hidden']],
    ['find a -print0 | xargs -0 ls -la', ['list a']],
  ];
  for (const [line, expected] of cases) {
    it(line, () => {
      assert.deepEqual(reads(line), expected);
    });
  }

  it('names the variables that its programs depend on', () => {
    const proof = prove('rg foo && ls');
    assert.ok(proof.proven && variablesOf(proof.calls).includes('RIPGREP_CONFIG_PATH'));
  });
});

describe('read-only: what stands around the program', () => {
  proven(
    'cat a 2>/dev/null || echo missing',
    'ls > /dev/null 2>&1',
    'ls &> /dev/null',
    'for f in a b; do echo "== $f"; head -5 $f; done',
    'if [ -f x ]; then cat x; else echo none; fi',
    'LC_ALL=C sort f',
    'TZ=Europe/Berlin date',
    'GIT_PAGER=cat git log',
    'PAGER=/bin/cat git log',
    "PAGER='' git log",
    'GIT_OPTIONAL_LOCKS=0 git status',
    'GIT_TRACE=1 git log',
    'NODE_OPTIONS=--max-old-space-size=4096 node --version',
    'X=5; echo $X',
    'FOO=bar',
    '/usr/bin/cat f',
    '/bin/ls',
  );
  notProven([
    ['cat a > b', /writes to "b"/],
    ['cat a >> b', /writes/],
    ['ls &> log', /writes/],
    ['ls 2> log', /writes/],
    ['ls 1>&log', /./],
    ['ls > "$x"', /./],
    ['cat <> f', /writes/],
    ['{ ls; cat a; } > out', /writes/],
    ['cat < /dev/tcp/1.2.3.4/80', /network/],
    ['./ls', /no program of the system/],
    ['/tmp/ls', /no program of the system/],
    ['bin/cat f', /no program of the system/],
    ['/bin/../tmp/cat f', /no program of the system/],
    ['~/bin/cat f', /no program of the system/],
    ['PATH=/tmp ls', /PATH/],
    ['PATH=/tmp; ls', /PATH/],
    ['LD_PRELOAD=x ls', /LD_PRELOAD/],
    ['GIT_PAGER=evil git log', /GIT_PAGER/],
    ['GIT_DIR=x; git log', /GIT_DIR/],
    // Names of files and folders, which the workspace may have.
    ['GIT_DIR=cat git status', /GIT_DIR/],
    ['env GIT_DIR=cat git status', /GIT_DIR/],
    ['GIT_DIR=1 git status', /GIT_DIR/],
    ['GIT_WORK_TREE=0 git status', /GIT_WORK_TREE/],
    ['GIT_EXEC_PATH=true git status', /GIT_EXEC_PATH/],
    ['GIT_CONFIG_GLOBAL=0 git status', /GIT_CONFIG_GLOBAL/],
    ['GIT_CONFIG_COUNT=1 git status', /GIT_CONFIG_COUNT/],
    ['GIT_EXTERNAL_DIFF=1 git diff', /GIT_EXTERNAL_DIFF/],
    ['PAGER=1 git log', /PAGER/],
    ['RIPGREP_CONFIG_PATH=cat rg foo', /RIPGREP_CONFIG_PATH/],
    ['RIPGREP_CONFIG_PATH=1 rg foo', /RIPGREP_CONFIG_PATH/],
    ['NODE_OPTIONS=1 node --version', /NODE_OPTIONS/],
    ['NODE_OPTIONS="--no-warnings --require=cat" node --version', /NODE_OPTIONS/],
    ["PATH='' ls", /PATH/],
    ["HOME='' git status", /HOME/],
    ['http_proxy=x; ls', /http_proxy/],
    ['LC_ALL=/tmp/x/y sort f', /LC_ALL/],
    ['LC_ALL=$x sort f', /LC_ALL/],
    ['sudo cat f', /./],
    ['ls; rm f', /rm/],
    ['ls || rm f', /rm/],
    ['echo $(rm f)', /rm/],
    ['cat <(rm f)', /rm/],
    ['ls | sh', /./],
    ['"$x" f', /./],
    ['unknowncmd', /no table/],
  ]);
});

describe('read-only: names that xargs hands over', () => {
  proven(
    "find . -name '*.ts' -print0 | xargs -0 grep foo",
    'find src | xargs wc -l | tail -1',
    'ls *.md | xargs head -5',
  );
  notProven([
    ['ls | xargs rm', /rm/],
    ['cat list | xargs cat', /only known when it runs/],
    ['echo a | xargs cat', /only known when it runs/],
    ['xargs -a f cat', /only known when it runs/],
    ['find . | xargs -a f cat', /only known when it runs/],
    ['find . -name x | sed s/x/y/ | xargs cat', /only known when it runs/],
    ['find . | cat list | xargs cat', /only known when it runs/],
    ['find . | grep -o x | xargs cat', /only known when it runs/],
    ['find . | sort - list | xargs cat', /only known when it runs/],
    ['{ echo /x; find .; } | xargs cat', /only known when it runs/],
    ['find . | { echo /x; grep y; } | xargs cat', /only known when it runs/],
    ['find . | xargs sort', /sort may take/],
    ['find . | xargs rg foo', /rg may take/],
    ['find . | xargs -I{} cp {} /tmp', /cp/],
    ['find . | xargs', /./],
    ["find . -printf '/etc/shadow' | xargs cat", /only known when it runs/],
    ['find . -exec echo /etc/shadow \\; | xargs cat', /only known when it runs/],
    ['grep -l --label=/etc/shadow x - | xargs cat', /only known when it runs/],
    ['find . | grep -H --label=/etc/shadow -Z . | xargs -0 cat', /only known when it runs/],
    ['git ls-files --format=/etc/shadow | xargs cat', /./],
    ['git ls-files .. | xargs cat', /only known when it runs/],
    ['git -C / ls-files | xargs cat', /only known when it runs/],
    ['find . | xargs -d . cat', /only known when it runs/],
    ['find . | xargs -I{} cat /etc/{}', /only known when it runs/],
    ['find . -exec cat /etc/{} \\;', /only known when it runs/],
    ['find . -exec cat {}/../x \\;', /only known when it runs/],
    ['find . | head -c 5 | xargs cat', /only known when it runs/],
    ['fd . -C /etc | xargs cat', /only known when it runs/],
    ['ls src | xargs cat', /only known when it runs/],
    ['find . | xargs cat "$x"', /only known when it runs|may hold a secret/],
  ]);
});
