import assert from 'node:assert/strict';
import { judge } from '../../shell/proof/judgement';

/** Ways by which a line reaches a target of the hard floor, by what makes them hard to see. */
const BLOCKED: Readonly<Record<string, readonly string[]>> = {
  'what a substitution prints': [
    'rm -rf $(echo /)',
    'rm -rf "$(printf /)"',
    '$(echo rm) -rf /',
    'echo x >> "$(echo ~/.bashrc)"',
    'rm -rf `echo /`',
  ],
  'what a line prints into a program': [
    "echo 'echo x >> ~/.bashrc' | sh",
    "bash <(echo 'echo x >> ~/.bashrc')",
    "echo 'echo x >> ~/.bashrc' | tee log | bash",
    'echo ZWNobyB4ID4+IH4vLmJhc2hyYwo= | base64 -d | sh',
    'echo ~/.bashrc | xargs rm',
    'echo ~/.bashrc | xargs -I{} cp evil {}',
    'echo "import os; os.system(\'rm -rf /\')" | python3',
  ],
  'the arguments of a function or a script': [
    'f() { rm -rf "$1"; }; f /',
    'f() { rm -rf "$@"; }; f /',
    'f() { echo x >> "$1"; }; f ~/.bashrc',
    'bash -c \'rm -rf "$1"\' _ /',
    'sh -c \'echo x >> "$1"\' _ ~/.bashrc',
    'set -- ~/.bashrc; echo x >> "$1"',
    'set -- -rf /; rm "$@"',
  ],
  'what read reads': [
    'read f <<< ~/.bashrc; echo x >> "$f"',
    'echo ~/.bashrc | while read f; do echo x >> "$f"; done',
    'while read -r f; do echo x >> $f; done <<< ~/.bashrc',
    'while read -r f; do rm -rf $f; done < <(echo /)',
  ],
  'what find finds': [
    'find ~ -maxdepth 1 -name .bashrc -exec cp evil {} \\;',
    'find ~/.bashrc -exec cp evil {} \\;',
    'find ~ -name .bashrc -delete',
    'find ~ -exec rm -rf {} +',
    'find ~/.ssh -type f -exec rm {} \\;',
    'find ~ -name authorized_keys -delete',
  ],
  'a folder of this machine in a container': [
    'docker run -v /:/h alpine rm -rf /h',
    "docker run --rm -v /:/h alpine sh -c 'rm -rf /h/home/*'",
    'docker run -v $HOME:/h alpine tee /h/.bashrc',
    'podman run --mount type=bind,source=/,target=/h alpine rm -rf /h/etc',
    "docker run --volume=/home:/h alpine sh -c 'echo x >> /h/u/.ssh/authorized_keys'",
  ],
  'code in another language': [
    `python3 -c 'import os; os.system("rm -rf /")'`,
    `node -e 'require("child_process").execSync("rm -rf /")'`,
    `node -e 'cp.spawnSync("rm", ["-rf", "/"])'`,
    `perl -e 'system("rm", "-rf", "/")'`,
    "ruby -e '`rm -rf ~`'",
    `awk 'BEGIN { system("rm -rf /") }'`,
    `php -r 'exec("rm -rf /");'`,
    `node -e 'require("fs").rmSync(require("os").homedir(), {recursive: true})'`,
    `node -e 'fs.rmSync(process.env.HOME, {recursive: true})'`,
    `python3 -c 'shutil.rmtree(pathlib.Path.home())'`,
    "ruby -rfileutils -e 'FileUtils.rm_rf Dir.home'",
    `perl -e 'open(F, ">>$ENV{HOME}/.bashrc"); print F "x"'`,
  ],
  'this machine by another name': [
    "ssh localhost 'echo x >> ~/.bashrc'",
    "ssh u@127.0.0.1 'echo x >> ~/.ssh/authorized_keys'",
  ],
  'texts that programs run later': [`env -S'sh -c "echo x >> ~/.bashrc"'`, "alias r='rm -rf /'; r"],
  'files that set a variable': [
    'echo AUTOMODE_SETTINGS_JSON={} >> .env',
    'echo AUTOMODE_SETTINGS_JSON={} | tee -a .env',
    'cat >> .env <<E\nAUTOMODE_SETTINGS_JSON={}\nE',
    'GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=http.sslVerify GIT_CONFIG_VALUE_0=false git fetch',
  ],
  'values that may be empty': ['X=; rm -rf "$X"/*', 'X=$(cat x); rm -rf "$X"/*', 'X=$(mktemp -d); X=; rm -rf "$X/"'],
  'what an expansion comes to': [
    'f=~/.bashrcX; echo x >> ${f%X}',
    'f=~/Xbashrc; echo x >> ${f/X/.}',
    'f=BASHRC; echo x >> ~/.${f,,}',
    ': ${f:=~/.bashrc}; echo x >> ${f:=~/.bashrc}',
    'x=/etcfoo; rm -rf ${x%foo}',
    'x=xx/etc; rm -rf ${x#xx}',
    'x=a/b; rm -rf ${x//[ab]/}',
    'x=0123/; rm -rf ${x:4}',
    'rm -rf ${PWD%/*}',
    'rm -rf "${PWD%/*/*}"',
  ],
  'a folder that a program prints': [
    'rm -rf "$(dirname "$PWD")"',
    'rm -rf $(dirname $HOME)',
    'rm -rf $(cd ~ && pwd)',
    'rm -rf $(realpath ~)',
    'rm -rf "$(readlink -f ~)"',
  ],
  'a loop over a pattern': ['for d in /*; do rm -rf "$d"; done', 'for d in ~/*; do rm -rf "$d"; done'],
  'git that cleans': ['git -C ~ clean -fdx', 'cd ~ && git clean -ffdx', 'git -C / clean -f'],
  'another home of the editor': ['VSCODE_EXTENSIONS=/tmp/x code .', 'VSCODE_PORTABLE=/tmp/x code .'],
  'the folder of the process': ['echo x >> /proc/self/cwd/../.bashrc'],
};

const ORDINARY: readonly string[] = [
  "find ~ -type f -name '*.bak' -exec rm {} \\;",
  'find ~ -name x.bak -exec rm -f {} +',
  "perl -ne 'print if /rm -rf \\//' x",
  'for f in *.js; do mv "$f" "${f%.js}.ts"; done',
  'for d in */; do rm -rf "$d/node_modules"; done',
  'for d in packages/*; do rm -rf "$d"/dist; done',
  'for f in ~/Downloads/*.zip; do rm -f "$f"; done',
  'rm -rf "$(dirname "$0")/dist"',
  'rm -rf "$(realpath build)"',
  'rm -rf "$(pwd)/dist"',
  'rm -rf "${PWD##*/}"',
  'd=$(pwd); rm -rf "${d%/}/out"',
  'git clean -fdx',
  'git -C sub clean -fd',
  'WORK=$(mktemp -d); rm -rf "$WORK"/*',
  'f() { local tmp=$(mktemp -d); rm -rf "$tmp"/*; }',
  'chmod 600 ~/.ssh/config ~/.ssh/authorized_keys',
  `python3 -c "s = open('a.md').read().replace('~/.bashrc', '~/.zshrc'); open('a.md', 'w').write(s)"`,
  `node -e "fs.writeFileSync('a.md', text.replace('~/.bashrc', '~/.profile'))"`,
  `python3 -c "import gate; assert gate.blocks('rm -rf /')"`,
  `node -e "console.log(/x/.exec('rm -rf /'))"`,
  'echo "AUTOMODE_SETTINGS_JSON={} overrides settings" >> README.md',
  "alias rm='rm -i'",
  "ssh host 'echo x >> ~/.bashrc'",
  "echo 'npm test' | sh",
  'echo x.txt | xargs rm',
  'f() { rm -rf "$1"; }; f build',
  'while read -r f; do rm -f "$f"; done <<< build/x',
  'find ~ -name .DS_Store -delete',
  'find ~ -name package-lock.json -delete',
  'find ~/project -name .bashrc -exec cp {} /tmp \\;',
  'docker run --rm -v "$PWD:/app" -w /app alpine sh -c \'rm -rf /app/*\'',
  'docker run --rm debian rm -rf /var/lib/apt/lists',
];

describe('the hard floor, whatever the vehicle', () => {
  for (const [title, lines] of Object.entries(BLOCKED)) {
    describe(title, () => {
      for (const line of lines) {
        it(line, () => {
          assert.equal(judge(line).stage, 'hard-deny');
        });
      }
    });
  }

  describe('is no alarm', () => {
    for (const line of ORDINARY) {
      it(line, () => {
        assert.notEqual(judge(line).stage, 'hard-deny');
      });
    }
  });
});
