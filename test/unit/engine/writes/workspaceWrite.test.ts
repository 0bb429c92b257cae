import assert from 'node:assert/strict';
import { decide } from '../../../../src/engine/decide';
import { configuration, HOME, type FakeGate } from '../fakeGate';
import { at, gateFor, never, stage, TREE, WRITES } from './writeRoom';
describe('shell lines that change files', () => {
  const judged: Readonly<Record<string, readonly string[]>> = {
    'content that exists nowhere else': [
      'echo x > notes.txt',
      'cp src/a.ts notes.txt',
      'mv src/a.ts notes.txt',
      'rm notes.txt',
      'rm -rf src',
      'rm -r docs/x',
      'rmdir docs',
      "sed -i 's/.*//' notes.txt",
      'sed -i d notes.txt',
      'sed -n -i p notes.txt',
      "sed -i.txt 's/x/y/' notes",
      'tee notes.txt < src/a.ts',
      'sort notes.txt > notes.txt',
      ': > notes.txt',
      'mv notes.txt new.txt; echo x > new.txt',
      'mv notes.txt new.txt; cp src/a.ts new.txt',
      'mv notes.txt new.txt && mv src/a.ts new.txt',
      'mv src/changed.ts new/ && rm new/changed.ts',
      'mv notes.txt src/notes.txt empty/',
      'cp src/a.ts t && mv notes.txt t',
      'while true; do echo x >> notes.txt; mv notes.txt src/a.ts; done',
      'touch notes.txt && mv notes.txt src/a.ts && rm src/a.ts',
    ],
    'another place': [
      'touch /srv/x',
      'echo x > ../other.txt',
      'echo x > ~/x.txt',
      'echo x > out/x',
      'cp src/a.ts out/',
      'cp src/a.ts out',
      'mv src/a.ts /srv/',
      'mkdir -p /srv/new',
      'mv src/a.ts out',
      'cd .. && touch x',
      'cd /srv; touch x',
      'touch up/../../x',
      // Each folder on the way is made.
      'mkdir -p ../new/../project/src',
      'mkdir -p ~/new/../project/src',
      'mkdir -p .git/refs/heads/new/../../../../src',
      'echo x > /tmp/x',
      'echo x > //host/share/x',
      'touch /proc/self/cwd/x',
      'echo x > /dev/tcp/h/1',
      'echo x > /dev/stdout',
    ],
    'a protected place': [
      'echo x > .git/hooks/pre-commit',
      'mkdir .git/x',
      'mkdir -p .vscode',
      'touch .vscode/tasks.json',
      'cp src/a.ts .npmrc',
      'mv hooks/pre-commit .husky/pre-commit',
      'mv src/a.ts package.json',
      'mv package.json x',
      'echo "{}" > package.json',
      'touch sub/package.json',
      'rm .vscode/settings.json',
      'echo x > .GIT/config',
      'echo x > .env',
      'echo "NODE_OPTIONS=-r ./x" > .env.local',
      'cp src/a.ts tsconfig.json',
      "sed -i 's/x/y/' tsconfig.json",
      'echo x >> tsconfig.json',
      'mv src/a.ts src/tsconfig.json',
      'cat src/a.ts > CLAUDE.md',
      'cp src/a.ts Makefile',
      'cp src/Makefile .',
      'tee node_modules/x/index.js <<< x',
    ],
    'whole folders, links and modes': [
      'mv hooks .husky',
      'mv docs papers',
      'cp -r docs papers',
      'cp -a src/a.ts x',
      'cp -p src/a.ts x',
      'cp -P link.ts x',
      'cp -d link.ts x; cat x',
      'cp -s src/a.ts x',
      'cp -l src/a.ts x',
      'cp --parents src/a.ts docs',
      'cp --backup src/a.ts src/b.ts',
      'cp -b -S .sh src/a.ts src/b.ts',
      'cp -t docs src/a.ts',
      'cp --target-directory=docs src/a.ts',
      'cp -T src/a.ts x',
      'cp --target=docs src/a.ts',
      'mv -t docs src/a.ts',
      'mv -T src/a.ts x',
      'mv link.ts new.ts',
      'mv out there',
      'mv docs/. new',
      'mv src/.. new',
      'rm link.ts',
      "sed -i 's/x/y/' link.ts",
      'ln -s src/a.ts x',
      'ln src/a.ts x',
      'install src/a.ts x',
      'install -m 755 src/a.ts x',
      'chmod +x run.sh',
      'mkdir -m 777 new',
      'mkdir --mode=4755 new',
      'touch -d yesterday src/a.ts',
      'touch -r src/b.ts src/a.ts',
      'touch -t 202001010000 src/a.ts',
      'truncate -s 0 src/a.ts',
      'dd if=src/a.ts of=x',
      'split src/a.ts x',
      'mkfifo x',
      'unlink src/a.ts',
      'shred src/a.ts',
      'mv --exchange src/a.ts src/b.ts',
      'mv -b src/a.ts src/b.ts',
    ],
    'what a search of the same line passes over': [
      "printf '!server.pem' > .rgignore && rg KEY src",
      "echo '!server.pem' > src/.ignore; rg KEY src",
      'cp src/a.ts .gitignore; rg KEY src',
      ': > gitignore_global; rg KEY src',
      'echo x > list; rg --ignore-file list KEY src',
      'echo x > list; rg --ignore-file=list KEY src',
      'touch .gitignore; timeout 5 rg KEY docs',
    ],
    'what is only known when it runs': [
      'touch $NAME',
      'touch *.ts',
      'rm src/*.ts',
      'rm src/?.ts',
      'cp src/*.ts docs',
      'echo x > $OUT',
      'mv src/a.ts "$(cat notes.txt)"',
      'find . -name "*.ts" -exec touch {} +',
      'ls | xargs rm',
      'echo x > >(cat)',
      'mkdir $(cat name)/x',
      'touch ~user/x',
      'eval "touch x"',
      'f() { touch x; }; f',
      'mkdir() { rm -rf src; }; mkdir new',
      'alias mkdir=rm; mkdir new',
      'exec > f; echo x',
      'exec 3<> notes.txt',
      'echo x <> src/a.ts',
      'set -o noclobber; echo x > new.txt',
      'shopt -s dotglob; touch x',
      'PATH=.:$PATH; mkdir new',
      'PATH=. mkdir new',
      'POSIXLY_CORRECT=1 cp src/a.ts x',
      'export LD_PRELOAD=./x.so; mkdir new',
      './mkdir new',
      'src/mkdir new',
      'sudo touch x',
      'ssh host touch x',
      'docker exec c touch x',
      'cd - && touch x',
      'touch x -d yesterday',
      'cp src/a.ts x -r',
      'touch',
      'mkdir --unknown x',
    ],
    'output without an end': [
      'while true; do echo x >> new.txt; done',
      'while :; do echo x; done > new.txt',
      'until false; do echo x >> new.txt; done',
      'while true; do echo x; done | tee new.txt',
      'while sleep 1; do date >> new.txt; done',
      'if true; then while true; do echo x; done; fi > new.txt',
      'echo $(while true; do echo x; done) > new.txt',
      'cat <(while true; do echo x; done) > new.txt',
      "timeout 5 sh -c 'while true; do echo x >> new.txt; done'",
      'while read x; do while true; do echo x >> new.txt; done; done < src/a.ts',
      'while true; do while read x; do echo x >> new.txt; done < src/a.ts; done',
      'while read -t 0; do echo x >> new.txt; done',
      'while read -n 0; do echo x >> new.txt; done',
      'while read x < src/a.ts; do echo x >> new.txt; done',
      'while read $OPTIONS; do echo x >> new.txt; done',
      'while ! read x; do echo x >> new.txt; done',
      'until read x; do echo x >> new.txt; done',
      'while read x; true; do echo x >> new.txt; done',
      'tail -f src/a.ts > new.txt',
      'tail -n1 --follow=name src/a.ts > new.txt',
      'seq inf > new.txt',
      'seq 99999999 > new.txt',
      "printf '%1000000000d' 1 > new.txt",
      "sed ':a;p;ba' src/a.ts > new.txt",
      "sed -n 's/^/x\\n/;P;D' src/a.ts > new.txt",
      "sed -i ':a;s/x/xx/;ta' src/a.ts",
      "jq -n 'repeat(1)' > new.txt",
      'jq -n \'"x" * 1000000000\' > new.txt',
      "jq -n '[0, 1] | combinations(60)' > new.txt",
      "jq -n '[] | .[99999999] = 1' > new.txt",
      "jq '.[] as $a | .[] as $b | .[] as $c | .[] as $d | .[] as $e | .[] as $f | .[] as $g | 1' data.json > new.txt",
      `jq -n '"${'\\(1, 2)'.repeat(40)}"' > new.txt`,
      'seq 4 0 6 > new.txt',
      'seq -f%999999999g 9 > new.txt',
      'seq --format=%999999999g 9 > new.txt',
      "printf -- '%999999999d' 1 > new.txt",
      "printf '%9999s' $(seq 9999) > new.txt",
      'for i in $(seq 999999); do cat src/a.ts; done > new.txt',
      'for i in $(seq 99); do for j in $(seq 99); do echo x; done; done > new.txt',
      'while read a; do while read b; do echo x; done < src/b.ts; done < src/a.ts > new.txt',
      'date +%999999999N > new.txt',
      "stat -c '%99999999n' src/a.ts > new.txt",
      "find . -printf '%99999999p' > new.txt",
      "git log --format='%<(99999999)%s' > new.txt",
      "git branch --format='%(align:99999999)x%(end)' > new.txt",
      'nl -w 99999999 src/a.ts > new.txt',
      'od -w99999999 src/a.ts > new.txt',
      "sed 'H;G;h' src/a.ts > new.txt",
      "sed 'x;h;G' src/a.ts > new.txt",
      `sed '${'s/.*/&&/;'.repeat(30)}' src/a.ts > new.txt`,
    ],
    'reading what the line writes': [
      'cat src/a.ts >> src/a.ts',
      'sed p src/a.ts >> src/a.ts',
      'sed p < src/a.ts >> src/a.ts',
      'sed p src/a.ts | tee -a src/a.ts',
      'cat src/*.ts >> src/a.ts',
      'sed p link.ts >> src/a.ts',
      'grep -rn x . | cat > new.txt',
      'while read l; do echo $l >> src/a.ts; done < src/a.ts',
      'cat src/a.ts | while read l; do echo "$l" >> src/a.ts; done',
      'sed p <(cat src/a.ts) >> src/a.ts',
      '{ cat; cat; } < src/a.ts >> src/a.ts',
      'cat src/a.ts >> src/b.ts & cat src/b.ts >> src/a.ts',
      'touch src/new.ts; cat src/*.ts | tee -a src/new.ts',
      'cat src/*.ts | tee src/new.ts; cat src/*.ts | tee -a src/new.ts',
      'for i in 1 2; do cat src/*.ts | tee -a src/new.ts; done',
      '{ sleep 1; cat src/n?w.ts src/*.ts; } | cat > src/new.ts',
      '{ sleep 1; cat up/*.ts; } | cat > src/new.ts',
      'for i in $(seq 99); do cat src/a.ts >> src/b.ts; cat src/b.ts >> src/a.ts; done',
      'for i in $(seq 99); do cp src/a.ts new.txt; cat new.txt >> src/a.ts; done',
      'for i in $(seq 99); do echo "$(cat src/a.ts)$(cat src/a.ts)" >> src/a.ts; done',
    ],
    secrets: [
      'cp ~/.ssh/id_rsa x',
      'cp .env x',
      'mv .env x; cat x',
      'cp secret-link/id_rsa x',
      'cat .env > x',
      'cat < .env > x',
      'tee x < .env',
      'sed -n p .env > x',
      'echo $API_TOKEN > x',
      'env > x',
      'printenv | tee x',
      'cp /proc/self/environ x',
      'grep -r "" . > x',
    ],
    'sed that does more': [
      "sed -i 'w x' src/a.ts",
      "sed -i -e 'w .git/config' src/a.ts",
      "sed -i 's/x/y/e' src/a.ts",
      "sed -i '1e id' src/a.ts",
      "sed -i 's/x/y/w .npmrc' src/a.ts",
      'sed -i -f run.sh src/a.ts',
      "sed -i 'r .env' src/a.ts",
      "sed -i 's/x/y/' src/*.ts",
      "sed -i'/../../x' 's/x/y/' src/a.ts",
      "sed -i'*.sh' 's/x/y/' src/a.ts",
      "sed -ie 's/x/y/' src/a.ts",
      "sed -Ei 's/x/y/' src/a.ts",
      "sed --in-place=.x/y 's/x/y/' src/a.ts",
      "sed -i --follow-symlinks 's/x/y/' link.ts",
      "sed -i 's/x/y/' src/a.ts -",
    ],
    'later parts that obey what the line wrote': [
      'echo x > .npmrc; npm view y',
      'echo x > new.txt; npm view y',
      'echo "registry=http://x" > npmrc && npm config list',
      "echo '*.ts diff=d' > .gitattributes; git diff",
      "echo '*.ts diff=d' > src/.gitattributes && git diff",
      'echo x > src/.mailmap && git log',
      'mkdir -p nb/objects nb/refs; echo "ref: refs/heads/main" > nb/HEAD; cd nb && git status',
      'mkdir objects refs && git status',
      'mv src/a.ts config && git status',
      'echo x > a.sh; bash a.sh',
      'echo x > a.sh; . ./a.sh',
      'cp run.sh x.sh; ./x.sh',
      "sed -i 's/x/y/' run.sh; sh run.sh",
      'echo x > a.sed; sed -f a.sed src/a.ts',
      'echo x > a.awk; awk -f a.awk src/a.ts',
      'echo /etc/shadow > names; xargs cat < names',
      'touch -- -exec && ls *',
      'touch -- -x',
      'echo x > src/-n',
      'touch new.ts; find . -name "*.ts" -exec cat {} +',
      'touch new.ts; ls | xargs cat',
      'mkdir new && docker ps',
      'mv docs/x/one.md new.md; touch docs/x/one.md/y',
      'rm src/a.ts; touch src/a.ts/b',
      'rmdir empty; touch empty',
      'mv src/a.ts empty/ && rmdir empty',
    ],
  };
  for (const [what, commands] of Object.entries(judged)) {
    for (const command of commands) {
      it(`are judged for ${what}: ${command}`, async () => {
        assert.doesNotMatch(await stage(command), /^allow/);
      });
    }
  }

  it('are judged in an untrusted workspace', async () => {
    assert.equal(await stage('mkdir new', gateFor({}, { trusted: false })), 'block classifier');
  });

  const on = configuration().fastPaths;
  for (const [name, fastPaths, command, expected] of [
    ['workspaceWrites', { ...on, workspaceWrites: false }, 'mkdir new', 'block classifier'],
    ['workspaceEdits', { ...on, workspaceEdits: false }, 'mkdir new', 'block classifier'],
    ['readOnlyCommands', { ...on, readOnlyCommands: false }, 'echo x > new', 'block classifier'],
    ['readOnlyCommands, and nothing is read', { ...on, readOnlyCommands: false }, 'mkdir new', WRITES],
  ] as const) {
    it(`obey the setting ${name}`, async () => {
      assert.equal(await stage(command, gateFor({}, { fastPaths })), expected);
    });
  }

  it('are judged where the workspace is a home, or open at none', async () => {
    assert.equal(await stage('mkdir new', gateFor({}, { workspaceFolders: [HOME] })), 'block classifier');
    assert.equal(await stage('mkdir new', gateFor({}, { workspaceFolders: [] })), 'block classifier');
  });

  it('are judged without a known folder', async () => {
    const decision = await decide({ tool: 'bash', input: { command: 'mkdir new' } }, gateFor(), never);
    assert.equal(decision.stage, 'classifier');
  });

  it('are judged in a shell that an earlier line changed', async () => {
    const gate = gateFor();
    const shell = { agent: 'copilot', sessionId: 's' };
    assert.equal(await stage('mkdir new', gate, shell), WRITES);
    gate.memory.livingShellChanged = () => true;
    assert.equal(await stage('mkdir new', gate, shell), 'block classifier');
  });

  it('are judged on a Mac where GNU and BSD sed differ', async () => {
    const mac = (): FakeGate => gateFor({ platform: 'darwin' });
    assert.equal(await stage("sed -i 's/x/y/' src/a.ts", mac()), 'block classifier');
    assert.equal(await stage("sed -i -e 's/x/y/' src/a.ts", mac()), 'block classifier');
    assert.equal(await stage("sed -i '' 's/x/y/' src/a.ts", mac()), 'block classifier');
    assert.equal(await stage("sed -i '' -e 's/x/y/' src/a.ts", mac()), WRITES);
    assert.equal(await stage("sed -i.bak 's/x/y/' src/a.ts", mac()), WRITES);
  });

  it('are not allowed without a trace on disk', async () => {
    assert.equal(await stage('mkdir new', gateFor({ logWritable: false })), 'block workspace-write');
  });

  it('leave a text that is known as what the agent wrote, and no other', async () => {
    const gate = gateFor();
    await stage('echo text > new.txt', gate);
    await stage('ls > list.txt', gate);
    assert.equal(gate.writes.wrote(at('new.txt'), 'text\n'), true);
    const later = { ...gateFor({ tree: { ...TREE, [at('new.txt')]: 'text\n', [at('list.txt')]: 'x' } }) };
    const again = { ...later, writes: gate.writes };
    assert.equal(await stage('rm new.txt', again), WRITES);
    assert.equal(await stage('rm list.txt', again), 'block classifier');
  });

  it('take bounded time', async () => {
    const started = performance.now();
    const many = Array.from({ length: 5_000 }, (_, index) => `d${index}`).join(' ');
    assert.doesNotMatch(await stage(`mkdir ${many}`), /^allow/);
    assert.doesNotMatch(await stage(`sed -i 's/${'a/'.repeat(20_000)}/' src/a.ts`), /^allow/);
    assert.doesNotMatch(await stage(`mkdir -p ${'a/'.repeat(2_000)}x`), /^allow/);
    assert.ok(performance.now() - started < 10_000);
  });
});
