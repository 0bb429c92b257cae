import assert from 'node:assert/strict';
import { fileFloor } from '../../../../src/floor/files/fileFloor';
import { ruleMayMeet } from '../../../../src/files/namePattern';
import { isProtected } from '../../../../src/files/protectedPaths';
import { resolvePath } from '../../../../src/files/pathResolution';
import { shellTouches, type ShellTouches } from '../../../../src/calls/command/shellTouches';
import { analyse } from '../../../../src/shell/analyse';
import { fakeFiles, type Tree } from '../../engine/fakeGate';
import { EMPTY_DISK, LINUX } from '../../files/fileWorld';
import { withinCpuMs } from '../../cpuTime';

const CWD = '/home/u/project';

function touchesOf(line: string, tree?: Tree): ShellTouches {
  const files = tree === undefined ? EMPTY_DISK : fakeFiles(tree);
  return shellTouches(analyse(line, 'bash', { cwd: CWD, home: LINUX.homeDirectory }), LINUX, files);
}

/** The check of the file floor that the line runs into. */
function check(line: string, tree?: Tree): string | undefined {
  const files = tree === undefined ? EMPTY_DISK : fakeFiles(tree);
  const located = touchesOf(line, tree).touches.map((touch) => ({
    ...touch,
    resolved: resolvePath(touch.path, CWD, LINUX, files),
  }));
  return fileFloor(located, LINUX, files)?.check;
}

const BLOCKED: Readonly<Record<string, readonly string[]>> = {
  'shell-profile': [
    ...['rm ~/.bashrc', 'rm -f "$HOME/.bashrc"', 'rm ~/.ba*rc', 'rm -- ~/.bash{rc,_profile}', 'rm ~root/.bashrc'],
    ...['echo x > ~/.bashrc', 'echo x >> ~/.zshrc', 'cat x >| ~/.profile', 'ls &> ~/.bashrc', 'x 2> ~/.bashrc'],
    ...['tee ~/.bashrc', 'x | sudo tee -a /etc/profile', 'dd if=x of=$HOME/.bashrc', 'truncate -s0 ~/.bashrc'],
    ...['cp x ~/.bashrc', 'cp d/.bashrc ~', 'cp d/.bashrc ~/', 'cp -t ~ d/.bashrc', 'mv d/.zshrc ~', 'mv ~/.bashrc x'],
    ...['ln -sf x ~/.bashrc', 'ln ~/.bashrc x', 'install x ~/.bashrc', 'rsync -a d/.bashrc ~/', 'scp h:.bashrc ~'],
    ...['sed -i s/a/b/ ~/.bashrc', "perl -pi -e 's/a/b/' ~/.bashrc", 'touch ~/.bashrc', 'chmod +x ~/.bashrc'],
    ...['curl -o ~/.bashrc https://x.y', 'wget -P ~ https://x.y/.bashrc', 'patch ~/.bashrc x', 'gcc -o ~/.bashrc x.c'],
    ...['cd ..; rm .bashrc', 'cd ~ && rm .bashrc', 'cd $X && rm .bashrc', 'rm ../.bashrc', 'rm ~/./x/..//.bashrc'],
    ...["bash -c 'rm ~/.bashrc'", 'sudo rm ~/.bashrc', '(rm ~/.bashrc)', 'ls; { ls; } > ~/.bashrc'],
    ...['echo x >> "${ZDOTDIR:-$HOME}/.zshrc"', 'find ~ -maxdepth 1 -name .bashrc -delete'],
    ...['ln -s ~ h; echo x > h/.bashrc', 'ln -s ~/.bashrc b && echo x >> b', 'ln -s .. h && cd h && rm .bashrc'],
  ],
  'ssh-access': [
    ...[
      'echo x >> ~/.ssh/authorized_keys',
      'echo x >> ~/.ss?/auth*',
      'echo x >> ~/.ssh/$f',
      'cp x ~/.ssh/authorized_keys',
    ],
    ...['echo x >> "$D/.ssh/authorized_keys"', 'cp d/auth* ~/.ssh/', 'ln -s ~/.ssh s; echo x >> s/authorized_keys'],
  ],
  'system-accounts': [
    'cp x /etc/sudoers.d/x',
    'echo x >> /etc/passwd',
    'sudo mv x /etc/shadow',
    'echo x | tee /etc/sudoers',
  ],
  persistence: [
    'cp x.service /etc/systemd/system/$N.service',
    'tar -xf a.tar -C /etc/cron.d',
    'mv x ~/.config/autostart',
  ],
  'gate-files': ['rm -rf ~/.auto-mode', 'rm -rf ~/.auto*', 'rm -rf /*', 'rm ~/.*'],
  'gate-secrets': [
    'cat ~/.auto-mode/token',
    'cat ~/.auto-mode/tok*',
    'cat ~/.a*/token',
    'cp -r ~/.auto-mode x',
    'cat < ~/.auto-mode/token',
  ],
  'process-memory': [
    'cat /proc/1/environ',
    'cat /proc/*/environ',
    'cat /proc/$PID/environ',
    'cat /proc/[0-9]*/mem',
    'cat /proc/$$/environ',
  ],
  'workspace-settings': [
    'cp x .vscode/settings.json',
    'sed -i s/a/b/ .vscode/settings.json',
    'echo \'{"autoMode.x":1}\' > .vscode/settings.json',
  ],
};

const CODE_BLOCKED: Readonly<Record<string, readonly string[]>> = {
  'shell-profile': [
    `python3 -c "import os; os.remove(os.path.expanduser('~/.bashrc'))"`,
    `python3 -c "import os; os.system('echo x >> ~/.bashrc')"`,
    `ruby -e 'File.write(ENV["HOME"] + "/.bashrc", "x")'`,
    `awk 'BEGIN { print "x" > "/etc/profile" }'`,
    "python3 - <<'EOF'\nimport os\nos.remove('/home/u/.bashrc')\nEOF",
    // Not understood as a whole.
    'select x in a; do rm "$HOME/.bashrc"; done',
    'coproc cat; echo x >> ~/.bashrc',
  ],
  'ssh-access': [
    `node -e "require('fs').appendFileSync(process.env.HOME+'/.ssh/authorized_keys', k)"`,
    `perl -e 'unlink glob "~/.ssh/*"'`,
    `python3 -c "from pathlib import Path; (Path.home() / '.ssh' / 'authorized_keys').write_text('x')"`,
    `python3 -c "import os; open(os.path.join(os.environ['HOME'], '.ssh', 'authorized_keys'), 'a').write('x')"`,
  ],
  'system-accounts': [`php -r 'file_put_contents("/etc/passwd", "x");'`],
};

const FREE = [
  ...['git commit -m "mention ~/.bashrc > x"', 'grep -r authorized_keys .', 'echo "add to ~/.bashrc"', 'cat ~/.bashrc'],
  ...[
    'rm "~/.bashrc"',
    "echo x > '~/.bashrc'",
    'rm -rf dist/*',
    'rm -rf node_modules',
    'rm -rf ~/.cache/*',
    'vim ~/.bashrc',
  ],
  ...[
    'cp -r dotfiles/config/* ~/.config/',
    'sudo cp *.conf /etc/',
    'cp x ~',
    'cp -a x ~/',
    'mv x /etc/',
    'mkdir -p ~/.ssh',
  ],
  ...['chmod 600 ~/.ssh/id_rsa', 'tar xf a.tar -C ~', 'find /tmp -name "*.log" -delete', 'find . -type f -delete'],
  ...[
    'ls > /dev/null 2>&1',
    'ls ~/.auto-mode',
    'ps > x 2> y',
    'echo x > /dev/stderr',
    'rm -rf /tmp/x/*',
    'rm $X',
    'rm "$X/y"',
  ],
  ...['ssh h rm ~/.bashrc', 'sed -i s/a/b/ *.json', 'rm *', 'mv * ../x'],
  `echo '{"editor.tabSize": 2}' > .vscode/settings.json`,
  `echo '{}' | tee .vscode/settings.json`,
  "cat > .vscode/settings.json <<'EOF'\n{}\nEOF",
  `python3 -c "print(open('/home/u/.bashrc').read())"`,
  `python3 -c "print('~/.bashrc')"`,
  `node -e "process.stdout.write(require('fs').readFileSync(process.env.HOME+'/.bashrc','utf8'))"`,
  'coproc cat; git commit -m "mention > ~/.bashrc"',
  'coproc cat; echo "rm ~/.bashrc"',
];

describe('files that a command line touches', () => {
  for (const [expected, lines] of [...Object.entries(BLOCKED), ...Object.entries(CODE_BLOCKED)]) {
    for (const line of lines) {
      it(`${expected}: ${line}`, () => {
        // Some of these run into another check as well, which may come first.
        assert.notEqual(check(line), undefined);
        if (!line.includes('*')) assert.equal(check(line), expected);
      });
    }
  }

  for (const line of FREE) {
    it(`no hit: ${line}`, () => {
      assert.equal(check(line), undefined);
    });
  }

  it('knows the text that a line writes, and only where one command writes it', () => {
    const text = (line: string): (string | undefined)[] => touchesOf(line).touches.map(({ newText }) => newText);
    assert.deepEqual(text('echo a  b > f'), ['a b\n']);
    assert.deepEqual(text('echo -n a > f'), ['a']);
    assert.deepEqual(text("printf '%s\\n' a b > f"), ['a\nb\n']);
    assert.deepEqual(text("cat > f <<'EOF'\na\nEOF"), ['a\n']);
    assert.deepEqual(text("cat <<'EOF' > f\na\nEOF"), ['a\n']);
    assert.deepEqual(text('tee f <<< a'), ['a\n']);
    assert.deepEqual(text('echo a | tee f'), ['a\n']);
    for (const line of [
      ...[
        '{ echo a; echo b; } > f',
        'for i in 1 2; do echo a; done > f',
        'echo a >> f',
        'echo $X > f',
        'echo a > f > g',
      ],
      ...[
        '{ echo a; echo b; } | tee f',
        'echo a | tee -a f',
        'echo a >f 1>&2',
        "printf '%d' 1 > f",
        "echo -e 'a\\n' > f",
      ],
      ...['echo a | tee f < b', 'echo a | tee f <&3', 'echo a | tee f 0<> b'],
      ...["POSIXLY_CORRECT=1 /bin/echo 'a\\nb' > f", 'env echo -E a > f', 'find . -exec echo a > f \\;'],
    ]) {
      assert.ok(
        text(line).every((known) => known === undefined),
        line,
      );
    }
  });

  it('says where it does not know everything', () => {
    for (const line of ['rm $X', 'echo x > "$F"', 'cd $X && rm y', 'python3 -c "x"', 'select x in a; do ls; done']) {
      assert.ok(touchesOf(line).incomplete, line);
    }
    for (const line of ['rm x', 'echo $X > y', 'cat ~/x | grep y']) assert.ok(!touchesOf(line).incomplete, line);
  });

  it('fills the folder that a target is, or takes its place', () => {
    const changes = (tree: Tree): string[] =>
      touchesOf('mv a d', tree).touches.map(({ change, path }) => `${change} ${path}`);
    const [from, inside] = [`rename-from ${CWD}/a`, `rename-to ${CWD}/d/a`];
    assert.deepEqual(changes({ [`${CWD}/d/x`]: '' }), [from, `overwrite ${CWD}/d`, inside]);
    assert.deepEqual(changes({ [`${CWD}/a`]: '' }), [from, `rename-to ${CWD}/d`, inside]);
  });

  it('asks the disk whether a pattern comes to a file of which only a part is guarded', () => {
    const line = 'sed -i s/a/b/ .vscode/*.json';
    assert.equal(check(line, { [`${CWD}/.vscode/launch.json`]: '{}' }), undefined);
    assert.equal(check(line, { [`${CWD}/.vscode/settings.json`]: '{}' }), 'workspace-settings');
  });

  it('a protected path is touched by a command as by an edit', () => {
    const [touch] = touchesOf('echo x > .git/config').touches;
    const resolved = resolvePath(touch!.path, CWD, LINUX, EMPTY_DISK);
    assert.notEqual(isProtected(resolved, [CWD], ['.git']), undefined);
  });

  it('tries patterns against those of permission rules', () => {
    for (const [rule, path, meets] of [
      ['/w/.env', '/w/.e*', true],
      ['/w/.env', '/w/*', false],
      ['/w/**/secret.txt', '/w/a/b/s*', true],
      ['/w/**', '/w/a*', true],
      ['/w/[ab]\\*.txt', '/w/a?.txt', true],
      ['/w/src/*.ts', '/w/lib/*.ts', false],
      ['/w/*.ts', '/w/*.js', false],
      ['/w/a*c', '/w/ab*', true],
    ] as const) {
      assert.equal(ruleMayMeet(rule, path), meets, `${rule} ${path}`);
    }
  });

  for (const [what, unit] of [
    ['files', 'a#/b '],
    ['patterns', 'a#* '],
  ] as const) {
    it(`does not read a line that names more ${what} than are looked at`, () => {
      const names = Array.from({ length: 1_010 }, (_, index) => unit.replace('#', String(index)));
      assert.throws(() => check(`rm ${names.join('')}`), new RegExp(`more than \\d+ ${what}`));
    });
  }

  it('takes bounded time', () => {
    for (const part of ['a*b*c* ', '/*/*/*/*/* ', '*? ', `'${'*'.repeat(200)}' `, '$a/ ', '> $x ', 'x=~/.ssh/* ']) {
      const line = `rm ${part.repeat(Math.floor(8_000 / part.length))}`;
      withinCpuMs(
        5_000,
        () => {
          try {
            check(line);
          } catch (error) {
            assert.match(String(error), /more than \d+ (?:files|patterns)/);
          }
        },
        part,
      );
    }
  });
});
