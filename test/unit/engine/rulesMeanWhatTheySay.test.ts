import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import { configuration, entries, fakeGate, HOME, permissions, verdict, WORKSPACE, type Tree } from './fakeGate';

const never = new AbortController().signal;

interface Rules {
  readonly deny?: readonly string[];
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

const TREE: Tree = {
  '/etc/hosts': '',
  [`${HOME}/.ssh/config`]: '',
  [`${HOME}/.bashrc`]: '',
  [`${WORKSPACE}/.git/config`]: '',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/objects/x`]: '',
  [`${WORKSPACE}/.git/refs/x`]: '',
  [`${WORKSPACE}/src/a.ts`]: 'old',
  [`${WORKSPACE}/build/a`]: '',
  [`${WORKSPACE}/keys/server.pem`]: '',
  [`${WORKSPACE}/aliased/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/aliased/.git/config`]: '[alias]\n\tst = !./evil\n[filter "f"]\n\tclean = ./evil\n',
  [`${WORKSPACE}/aliased/.git/objects/x`]: '',
  [`${WORKSPACE}/aliased/.git/refs/x`]: '',
  [`${WORKSPACE}/nb/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/nb/config`]: '[core]\n\tfsmonitor = ./evil\n',
  [`${WORKSPACE}/nb/objects/x`]: '',
  [`${WORKSPACE}/nb/refs/x`]: '',
};

/** The classifier would allow everything. */
async function stageOf(tool: string, input: Record<string, string>, rules: Rules): Promise<string> {
  const gate = fakeGate({
    tree: TREE,
    configuration: configuration({
      permissions: permissions({
        deny: entries(rules.deny ?? []),
        ask: entries(rules.ask ?? []),
        allow: entries(rules.allow ?? []),
      }),
      fastPaths: {
        workspaceEdits: false,
        readOnlyCommands: false,
        workspaceWrites: false,
        localGit: false,
        containedCommands: false,
        keptRemovals: false,
      },
    }),
    classifier: () => verdict('allow'),
  });
  const { outcome, stage } = await decide({ tool, input, cwd: WORKSPACE }, gate, never);
  // A stage that fails blocks under its own name.
  return stage === 'permissions.allow' && outcome !== 'allow' ? 'failed' : stage;
}

describe('a deny rule and a program that is not known', () => {
  const under = (command: string, rule: string): Promise<string> =>
    stageOf('bash', { command }, { deny: [rule], allow: ['bash(*)'] });

  const PUSH = 'bash(git push --force*)';
  const hits: readonly (readonly [command: string, rule?: string])[] = [
    ["ed <<< '!git push --force'"],
    ["ed <<< 'r !git push -f'"],
    ["dc -e '!git push --force'"],
    ["m4 <<< 'syscmd(git push --force)'"],
    ["expect -c 'spawn git push --force'"],
    ["tclsh <<< 'exec git push --force'"],
    ["julia -e 'run(`git push --force`)'"],
    ['firejail git push --force'],
    ["firejail sh -c 'git push --force'"],
    ['firejail curl https://x.test', 'bash(curl *)'],
    ["faketime '1 day ago' git push origin -f"],
    ['ccache git push --force'],
    ['chpst -u x git push --force'],
    ['daemonize git push --force'],
    ['cmake -E time git push --force'],
    ['fnm exec git push --force'],
    ['just --command git push --force'],
    ["cargo watch -s 'git push --force'"],
    ['bun run git push --force'],
    ['yarn run -T git push --force'],
    [`deno eval 'new Deno.Command("git",{args:["push","--force"]}).spawn()'`],
    ['anything --x /usr/bin/git push origin --force'],
    ["anything --x sh -c 'git push --force'"],
    ['anything --run "cd x && git push --force"'],
    [`anything -e 'start(["git", "push", "--force"])'`],
    ['anything <<< "git push --force"'],
    ['node x.js git push --force'],
    [`anything ${'git x '.repeat(400)}git push --force`],
  ];
  for (const [command, rule = PUSH] of hits) {
    it(`${rule} holds for ${command.slice(0, 80)}`, async () => {
      assert.equal(await under(command, rule), 'permissions.deny');
    });
  }

  const others: readonly (readonly [command: string, rule?: string])[] = [
    ['echo "git push --force is bad"'],
    ['grep -rn "git push --force" src'],
    ['rg "git push --force" src'],
    ['git commit -m "never git push --force"'],
    ['gh issue create --title x --body "git push --force"'],
    ["npx jest -t 'blocks git push --force'"],
    ['anything commit -m "never git push --force"'],
    ['anything git push origin'],
    ['brew install jq curl wget', 'bash(curl *)'],
    ['anything install curl x', 'bash(curl *)'],
    ['docker rm -f box', 'bash(rm -f*)'],
    ['git rm -rf src', 'bash(rm -rf*)'],
    ["printf '%s' 'git push --force'"],
  ];
  for (const [command, rule = PUSH] of others) {
    it(`${rule} leaves ${command} alone`, async () => {
      assert.notEqual(await under(command, rule), 'permissions.deny');
    });
  }
});

describe('deny and ask rules hold for what cannot be told', () => {
  const push = 'git push --force origin main';
  const lines: readonly [string, string][] = [
    ['a long here-document', `cat > x <<'E'\n${'text\n'.repeat(2_000)}E\n${push}`],
    ['many levels of substitution', `echo ${'$('.repeat(60)}echo${')'.repeat(60)}; ${push}`],
    ['many levels around it', `${'( '.repeat(60)}${push}${' )'.repeat(60)}`],
    ['many commands', `${'true; '.repeat(300)}${push}`],
    ['a word of 66 kB', `echo ${'x'.repeat(66_000)}; ${push}`],
    ['a word of 600 kB', `echo ${'x'.repeat(600_000)}; ${push}`],
    ['many words', `echo ${'x '.repeat(2_000)}; ${push}`],
    ['a control character', `echo \u0001; ${push}`],
    ['an unfinished quote behind', `${push}; echo "`],
    ['quotes within', `echo ${'x'.repeat(9_000)}; git pu"sh" --for'ce' origin main`],
    ['other options within', `echo ${'x'.repeat(9_000)}; git -C sub push origin -f`],
    ['a wrapper', `echo ${'x'.repeat(9_000)}; sudo -n ${push}`],
    ['an odd part that is long itself', `! ! ${'a'.repeat(300)} $(<f ! g) ${'b'.repeat(300)}; ${push}`],
  ];
  for (const [name, command] of lines) {
    it(`behind ${name}`, async () => {
      assert.equal(await stageOf('bash', { command }, { deny: ['bash(git push --force*)'] }), 'permissions.deny');
    });
  }

  it('and a line that is too long for any check is blocked', async () => {
    const command = `echo ${'x'.repeat(1_100_000)}; ${push}`;
    assert.equal(await stageOf('bash', { command }, {}), 'invalid-request');
  });

  it('and so is the floor', async () => {
    for (const before of [`echo ${'x'.repeat(66_000)}`, 'true; '.repeat(300), `cat <<'E'\n${'t\n'.repeat(5_000)}E\n`]) {
      assert.equal(await stageOf('bash', { command: `${before}\nrm -rf ~` }, {}), 'hard-deny');
    }
  });
});

describe('deny rules hold for what fish reads otherwise', () => {
  const lines = ['r\\x6d x', 'r\\155 x', '\\u72m x', 'ls; \\x72\\x6d x', 'a 2>| rm x', 'a 2>|rm x', 'a >| rm x'];
  for (const command of lines) {
    it(command, async () => {
      const deny = permissions({ deny: entries(['bash(rm *)']) });
      const gate = fakeGate({
        configuration: configuration({ permissions: deny }),
        classifier: () => verdict('allow'),
      });
      const inFish = { ...gate, machine: { ...gate.machine, loginShell: 'fish' } };
      const call = { tool: 'bash', agent: 'opencode', input: { command }, cwd: WORKSPACE };
      assert.equal((await decide(call, inFish, never)).stage, 'permissions.deny');
    });
  }
});

describe('an allow rule for files', () => {
  for (const rule of ['edit(**)', 'edit(*)', 'edit(***)', 'write(**)']) {
    for (const path of ['/etc/hosts', `${HOME}/notes.txt`, '../other/a.ts']) {
      it(`${rule} does not cover ${path}`, async () => {
        const input = { path, old_string: 'old', new_string: 'new', content: 'new' };
        const tool = rule.startsWith('edit') ? 'edit' : 'write';
        assert.notEqual(await stageOf(tool, input, { allow: [rule] }), 'permissions.allow');
      });
    }
  }

  it('edit(**) covers the workspace, edit alone everything that nothing protects', async () => {
    const edit = (path: string, allow: readonly string[]): Promise<string> =>
      stageOf('edit', { path, old_string: 'old', new_string: 'new' }, { allow });
    assert.equal(await edit('src/a.ts', ['edit(**)']), 'permissions.allow');
    assert.equal(await edit('src/a.ts', ['edit(*)']), 'permissions.allow');
    assert.equal(await edit('/srv/a.ts', ['edit']), 'permissions.allow');
  });

  it('deny rules with stars still mean everything', async () => {
    assert.equal(
      await stageOf('edit', { path: '/etc/hosts', old_string: 'a', new_string: 'b' }, { deny: ['edit(**)'] }),
      'permissions.deny',
    );
  });
});

describe('an allow rule for addresses', () => {
  const fetches = (url: string, rule: string): Promise<string> => stageOf('fetch', { url }, { allow: [rule] });

  const outside: readonly [string, string][] = [
    ['https://*.github.com/*', 'https://evil.com/.github.com/x'],
    ['https://*.github.com/*', 'https://evil.com/a.github.com/x'],
    ['https://*.github.com/*', 'https://evil.com?.github.com/x'],
    ['https://*.github.com/*', 'https://evil.com#.github.com/x'],
    ['https://*.github.com/*', 'https://github.com.evil.com/x'],
    ['https://*.github.com/*', 'https://x:y@a.github.com/x'],
    ['https://docs.example.com*', 'https://docs.example.com@evil.com/'],
    ['https://docs.example.com*', 'https://docs.example.com:x@evil.com/'],
    ['https://docs.example.com*', 'https://docs.example.com.evil.com/'],
    ['https://docs.example.com*', 'https://docs.example.community/'],
    ['https://docs.example.com/*', 'https://docs.example.com@evil.com/x'],
    ['https://docs.example.com/*', 'https://user@docs.example.com/x'],
    ['https://docs.example.com/*', 'http://docs.example.com/x'],
    ['https://docs.example.com/*', 'https://docs.example.com:8443/x'],
    ['https://docs.example.com/a/*', 'https://docs.example.com/a/../b'],
    ['*.example.com/*', 'https://evil.com/.example.com/x'],
    ['*example.com*', 'https://evil.com/example.com'],
  ];
  for (const [rule, url] of outside) {
    it(`${rule} does not cover ${url}`, async () => {
      assert.notEqual(await fetches(url, `fetch(${rule})`), 'permissions.allow');
    });
  }

  const inside: readonly [string, string][] = [
    ['https://*.github.com/*', 'https://api.github.com/x?y=z'],
    ['https://*.github.com/*', 'https://a.b.github.com/'],
    ['https://docs.example.com*', 'https://docs.example.com/a/b'],
    ['https://docs.example.com*', 'https://docs.example.com'],
    ['https://docs.example.com/*', 'https://DOCS.example.com/a'],
    ['https://docs.example.com/', 'https://docs.example.com'],
    ['http://localhost*', 'http://localhost:3000/x'],
    ['http://localhost:3000/*', 'http://localhost:3000/x'],
    ['http://localhost:*/*', 'http://localhost:3000/x'],
    ['docs.example.com/*', 'https://docs.example.com/x'],
    ['*.example.com/*', 'https://docs.example.com/x'],
    ['https://*', 'https://anything.example/x'],
    ['*', 'https://anything.example/x'],
  ];
  for (const [rule, url] of inside) {
    it(`${rule} covers ${url}`, async () => {
      assert.equal(await fetches(url, `fetch(${rule})`), 'permissions.allow');
    });
  }
});

describe('an allow rule with a star', () => {
  const runs = (command: string, ...allow: readonly string[]): Promise<string> =>
    stageOf('bash', { command }, { allow });

  const uncovered: readonly [string, string][] = [
    ['bash(npx tsc *)', 'npx tsc --outFile ~/.bashrc'],
    ['bash(npx tsc *)', 'npx tsc --outFile .git/hooks/pre-commit'],
    ['bash(npx tsc *)', 'npx tsc --outFile=.git/hooks/pre-commit'],
    ['bash(npx tsc *)', 'npx tsc --outDir ~'],
    ['bash(gh release download *)', 'gh release download -O ~/.bashrc v1'],
    ['bash(gh release download *)', 'gh release download -O.git/config v1'],
    ['bash(docker cp *)', 'docker cp box:/x .git/hooks/pre-push'],
    ['bash(docker cp *)', 'docker cp box:/x ~/.claude/settings.json'],
    ['bash(pytest *)', 'pytest --junitxml=.git/hooks/pre-commit'],
    ['bash(pytest *)', 'pytest --junitxml=../../.bashrc'],
    ['bash(http *)', 'http -o ~/.profile https://x.test'],
    ['bash(anything *)', 'anything -o~/.bashrc'],
    ['bash(anything *)', 'anything of=/home/u/.bashrc'],
    ['bash(anything *)', 'anything @/home/u/.ssh/authorized_keys'],
    ['bash(anything *)', 'anything --volume=/home/u/.ssh/authorized_keys:/x'],
    ['bash(anything *)', 'anything nb/config'],
    ['bash(anything *)', `anything ${'a:'.repeat(30)}/home/u/.bashrc`],
    ['bash(anything *)', `anything ${'a:'.repeat(99)}b`],
    ['bash(anything *)', 'anything -vo/home/u/.bashrc'],
    ['bash(anything *)', 'anything -vo.git/config'],
    ['bash(anything *)', 'anything //home/u/.bashrc'],
    ['bash(sed -n *)', "sed -n 'w /home/u/.bashrc' src/a.ts"],
    ['bash(sed -n *)', "sed -n -e 'w x' -e '1e' src/a.ts"],
    ['bash(anything *)', 'anything ~/.[b]ashrc'],
    ['bash(npx tsc *)', 'npx tsc --outFile ~/.ssh/config'],
    ['bash(find *)', 'find . -fprintf ~/.ssh/config x'],
    ['bash(tar *)', 'tar xf bundle.tar'],
    ['bash(tar *)', 'tar -C build -xzf bundle.tar'],
    ['bash(tar *)', 'tar --extract --file=bundle.tar'],
    ['bash(unzip *)', 'unzip bundle.zip'],
    ['bash(7z *)', '7z x bundle.7z'],
    ['bash(npm test*)', 'npm test --prefix /tmp/x'],
    ['bash(npm test*)', 'npm test --prefix=../other'],
    ['bash(make *)', 'make -C /tmp/x'],
    ['bash(cargo *)', 'cargo run --manifest-path /tmp/x/Cargo.toml'],
    ['bash(sed -n *)', "sed -n 's/x/touch y/e' src/a.ts"],
    ['bash(sed -n *)', 'sed -n 1e src/a.ts'],
    ['bash(sed -n *)', 'sed -n -f x.sed src/a.ts'],
    ['bash(sed -n *)', 'sed -n --file=x.sed src/a.ts'],
    ['bash(sed -n *)', 'sed -nf x.sed src/a.ts'],
    ['bash(rg *)', 'rg --pre=./evil x'],
    ['bash(rg *)', 'rg --pre ./evil x'],
    ['bash(rg *)', 'rg --hostname-bin=./evil --hyperlink-format=default x'],
    ['bash(sort *)', 'sort --compress-program=./evil src/a.ts'],
    ['bash(go test *)', 'go test -exec ./evil ./...'],
    ['bash(man *)', 'man -P ./evil ls'],
    ['bash(git status*)', 'cd nb && git status'],
    ['bash(git status*)', 'git -C nb status'],
    ['bash(git *)', 'git --git-dir=nb status'],
    ['bash(git *)', 'git checkout-index --prefix=/home/u/.claude/ -a'],
    ['bash(git *)', 'git --work-tree=/home/u/.claude checkout .'],
    ['bash(git *)', 'git apply --directory=.vscode x.patch'],
    ['bash(git *)', 'git -C aliased st'],
    ['bash(git *)', 'git -C aliased hash-object aliased/a'],
    ['bash(git *)', 'git credential-store get'],
    ['bash(git *)', 'git -C src credential fill'],
    ['bash(git *)', 'git -c core.sshCommand=./evil fetch'],
    ['bash(git *)', 'git config remote.origin.url https://evil.test/x'],
    ['bash(git config *)', 'git config core.worktree /tmp/x'],
    ['bash(git config *)', 'git config --local submodule.x.update "!./evil"'],
    ['bash(git config *)', 'git config "$KEY" x'],
    ['bash(git *)', 'git add .'],
    ['bash(git *)', 'git add -A'],
    ['bash(git *)', 'git add -f src'],
    ['bash(git *)', 'git add keys/*'],
    ['bash(git *)', 'git add -p'],
    ['bash(git *)', 'git stage .'],
    ['bash(git *)', 'git stash -u'],
    ['bash(git *)', 'git hash-object -w --stdin-paths < list.txt'],
    ['bash(git *)', 'git update-index --add --stdin < list.txt'],
    ['bash(git *)', 'git stash push --all'],
    ['bash(git *)', 'cat <(git add . && git commit -m x && git log -p -1)'],
    ['bash(gh *)', 'gh release download -O ~/.local/bin/x'],
    ['bash(gh *)', 'gh auth token'],
    ['bash(anything *)', 'anything -o /opt/x/bin/tool'],
    ['bash(rg *)', "rg '' keys"],
    ['bash(rg *)', "rg '' ."],
    ['bash(grep *)', 'grep -r x .'],
    ['bash(grep *)', 'grep x keys/*'],
    ['bash(cat *)', 'cat keys/*'],
    ['bash(cat *)', 'cat keys/s[e]rver.p?m'],
    ['bash(cat *)', 'cat nothing-yet*'],
    ['bash(cat *)', 'cat $(ls keys)'],
    ['bash(head *)', 'for f in keys/*; do head "$f"; done'],
    ['bash(cp *)', 'cp -a keys /tmp/x'],
    ['bash(cp *)', 'cp -s keys/serve?.pem src/b'],
    ['bash(cp *)', 'cp -st src keys/*'],
    ['bash(cp *)', 'cp -s "$FILE" src/b'],
    ['bash(cp *)', 'cp -l keys/serve[[.r.]].pem src/b'],
    ['bash(ln *)', 'ln -s keys/s* src/b'],
    ['bash(ln *)', 'ln -s "$PWD"/key? src/b'],
    ['bash(ln *)', 'ln -s keys src/b'],
    ['bash(symlink *)', 'symlink keys/serve?.pem src/b'],
    ['bash(find *)', 'find keys -type f -exec cat {} +'],
    ['bash(tar *)', 'tar -cf /tmp/x.tar keys'],
    ['bash(tar *)', 'tar -cTf names.txt x.tar'],
    ['bash(tar *)', 'tar -cf x.tar --files-from=names.txt'],
    ['bash(rsync *)', 'rsync --files-from names.txt . /tmp/x'],
    ['bash(zip *)', 'zip x.zip -@'],
    ['bash(find *)', 'find -files0-from names.txt'],
    ['bash(git log*)', 'git log --output=/home/u/Documents/plan.txt'],
    ['bash(git log*)', 'git log --output ~/Documents/plan.txt'],
    ['bash(npx tsc*)', 'npx tsc --outFile ~/Documents/x.js'],
    ['bash(npx tsc*)', 'npx tsc --build --outDir ~/Documents'],
    ['bash(npx tsc*)', 'npx tsc @/home/u/private-notes.txt'],
    ['bash(sort *)', 'sort -o ~/Documents/x src/a.ts'],
    ['bash(sort *)', 'sort -o/home/u/Documents/x src/a.ts'],
    ['bash(sed *)', 'sed -i s/a/b/ ~/Documents/plan.txt'],
    ['bash(sed -n *)', "sed -n 'w /home/u/Documents/x' src/a.ts"],
    ['bash(find *)', 'find . -fprintf ~/Documents/x y'],
    ['bash(yq *)', 'yq -i .a=1 ~/Documents/x.yml'],
    ['bash(npx prettier *)', 'npx prettier --write ~/Documents/x.md'],
    ['bash(pytest *)', 'pytest --junitxml=/home/u/Documents/x.xml'],
    ['bash(npx eslint *)', 'npx eslint -o ~/Documents/x .'],
    ['bash(npx eslint *)', 'npx eslint --output-file=/home/u/Documents/x .'],
    ['bash(go test *)', 'go test -coverprofile=/home/u/Documents/c.out ./...'],
    ['bash(go build *)', 'go build -o ~/Documents/x'],
    ['bash(anything *)', 'anything --output=/home/u/Documents/plan.txt'],
    ['bash(npx jest *)', 'npx jest --coverageDirectory=/home/u/x'],
    ['bash(curl *)', 'curl --output-dir /home/u/x -O https://docs.example.com/y'],
    ['bash(npx eslint *)', 'npx eslint --cache-location ~/x .'],
    ['bash(pytest *)', 'pytest --cov-report=html:/home/u/x'],
    ['bash(mypy *)', 'mypy --html-report /home/u/x src'],
    ['bash(docker save *)', 'docker save -o /home/u/x box'],
    ['bash(node *)', 'node --cpu-prof-dir=/home/u/x src/a.ts'],
    ['bash(anything *)', 'anything -w/home/u/x'],
  ];
  for (const [rule, command] of uncovered) {
    it(`${rule} does not cover ${command}`, async () => {
      assert.notEqual(await runs(command, rule, 'bash(cd *)'), 'permissions.allow');
    });
  }

  const covered: readonly [string, string][] = [
    ['bash(npx tsc *)', 'npx tsc --noEmit'],
    ['bash(npx tsc *)', 'npx tsc --outDir build'],
    ['bash(git log*)', 'git log --output=build/log.txt'],
    ['bash(git log*)', 'git log --output=/tmp/log.txt'],
    ['bash(git log --output /home/u/log.txt *)', 'git log --output /home/u/log.txt -3'],
    ['bash(sed -i *)', 'sed -i s/a/b/ ~/Documents/plan.txt'],
    ['bash(sed *)', 'sed -i s/a/b/ src/a.ts'],
    ['bash(*)', 'docker exec box ls -l /home/u/x'],
    ['bash(docker run *)', 'docker run -w /app box'],
    ['bash(npx jest *)', 'npx jest -t /api/users'],
    ['bash(gcc *)', 'gcc -I/home/u/include -c src/a.ts'],
    ['bash(npx jest *)', 'npx jest --coverageDirectory=build'],
    ['bash(npx jest *)', 'npx jest --coverageDirectory=/tmp/x'],
    ['bash(touch *)', 'touch -a ~/Documents/plan.txt'],
    ['bash(cp *)', 'cp -r src ~/Documents/copy'],
    ['bash(curl *)', 'curl -so /dev/null https://docs.example.com/x.html'],
    ['bash(npm install*)', 'npm install @types/node'],
    ['bash(npm run *)', 'npm run build'],
    ['bash(npm test*)', 'npm test --prefix src'],
    ['bash(tar *)', 'tar tf bundle.tar'],
    ['bash(tar xf bundle.tar)', 'tar xf bundle.tar'],
    ['bash(unzip *)', 'unzip -l bundle.zip'],
    ['bash(pytest *)', 'pytest --junitxml=build/report.xml tests'],
    ['bash(anything *)', 'anything --level=3 a:b src/a.ts'],
    ['bash(curl *)', 'curl https://docs.example.com/x/y.html'],
    ['bash(sed -n *)', "sed -n '1,20p' src/a.ts"],
    ['bash(rg *)', 'rg -n x src'],
    ['bash(go test *)', 'go test ./...'],
    ['bash(git push *)', 'git push origin main'],
    ['bash(cat *)', 'cat package.json'],
    ['bash(ln *)', 'ln -s src/a.ts build/b'],
    ['bash(ln *)', 'ln -s ~/x/node_modules node_modules'],
    ['bash(ln -s keys *)', 'ln -s keys src/b'],
    ['bash(cat *)', 'cat src/*.ts'],
    ['bash(grep *)', 'grep -rn x src'],
    ['bash(tar *)', 'tar -czf x.tgz src'],
    ['bash(gh *)', 'gh pr list'],
    ['bash(gh auth token)', 'gh auth token'],
    ['bash(git config *)', 'git config pull.rebase true'],
    ['bash(git config *)', 'git config --get remote.origin.url'],
    ['bash(git config core.editor *)', 'git config core.editor vi'],
    ['bash(git add .)', 'git add .'],
    ['bash(git *)', 'git add src'],
    ['bash(git *)', 'git add -u'],
    ['bash(git *)', 'git commit -am x'],
    ['bash(prettier --write package.json)', 'prettier --write package.json'],
    ['bash(docker compose -f .vscode/x.yml *)', 'docker compose -f .vscode/x.yml up'],
  ];
  for (const [rule, command] of covered) {
    it(`${rule} covers ${command}`, async () => {
      assert.equal(await runs(command, rule), 'permissions.allow');
    });
  }
});
