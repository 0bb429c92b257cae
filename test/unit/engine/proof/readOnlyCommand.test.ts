import assert from 'node:assert/strict';
import type { CallEnvironment } from '../../../../src/calls/request';
import { decide } from '../../../../src/engine/decide';
import type { Decision } from '../../../../src/engine/model/decision';
import type { CheckRequest } from '../../../../src/calls/request';
import { configuration, fakeGate, HOME, WORKSPACE, type FakeGateOptions, type Tree } from '../fakeGate';

const never = new AbortController().signal;
const TREE: Tree = {
  '/home/u/other-name': { link: WORKSPACE },
  [`${WORKSPACE}/src/a.ts`]: 'text',
  [`${WORKSPACE}/src/b.ts`]: 'text',
  [`${WORKSPACE}/config/app.json`]: '{}',
  [`${WORKSPACE}/secret/server.pem`]: 'key',
  [`${WORKSPACE}/cut/a /etc/passwd`]: 'text',
  [`${WORKSPACE}/.env`]: 'TOKEN=x',
  [`${WORKSPACE}/plain.txt`]: { link: `${WORKSPACE}/.env` },
  [`${WORKSPACE}/.git/config`]: '[core]\n\tbare = false\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${HOME}/.ssh/id_ed25519`]: 'key',
  '/w/armed/.git/config': '[core]\n\tfsmonitor = ./run.sh\n',
  '/w/armed/.git/HEAD': 'ref: refs/heads/main\n',
};

function decided(
  command: string,
  request: Partial<CheckRequest> = {},
  options: FakeGateOptions = {},
): Promise<Decision> {
  const gate = fakeGate({ tree: TREE, ...options });
  return decide({ tool: 'bash', input: { command }, cwd: WORKSPACE, ...request }, gate, never);
}

const stage = async (...args: Parameters<typeof decided>): Promise<string> => {
  const decision = await decided(...args);
  return `${decision.outcome} ${decision.stage}`;
};

describe('read-only commands', () => {
  const allowed = [
    'ls -la',
    'cat src/a.ts',
    'cat src/*.ts | wc -l',
    'cd src && grep -rn x . | head -5',
    'grep -rn text src',
    'find src -type f | xargs cat',
    'find cut -type f -print0 | xargs -0 cat',
    'git status --short && git diff --stat',
    'cat src/a.ts 2>/dev/null || echo missing',
    'ls ~/.ssh',
    'test -f .env && echo yes',
    'cat < src/a.ts > /dev/null',
    'git -C src log --oneline -5',
    'cd /nowhere && git status',
  ];
  for (const command of allowed) {
    it(`runs ${command}`, async () => {
      assert.equal(await stage(command), 'allow read-only-command');
    });
  }

  const judged = [
    'cat .env',
    'cat plain.txt',
    'cat secret/*',
    'cat secret/server.*',
    'grep -r x .',
    'grep -r x secret',
    'find cut -type f | xargs cat',
    'xargs -a .env echo',
    'helm show values secret',
    'file -m .env src/a.ts',
    'diff environ /proc/1',
    'head < .env',
    'cat ~/.ssh/id_ed25519',
    'cat "$HOME"/.ssh/*',
    'cat $FILE',
    'cat src/a.ts > ../c.ts',
    'cat //host/share/x',
    'cat /net/host/x',
    'git show HEAD:.env',
    'cd /w/armed && git status',
    'git -C /w/armed status',
    'ls; make',
    'ls $(make)',
    'ls "unfinished',
    'sudo ls',
    './ls',
    'PAGER=./x git log',
  ];
  for (const command of judged) {
    it(`leaves ${command} to the classifier`, async () => {
      assert.equal(await stage(command), 'block classifier');
    });
  }

  describe('that search a folder with secrets of the gate', () => {
    const cases: readonly [string, string][] = [
      ['grep -r x ~', 'block hard-deny'],
      ['rg x ~; grep -r x ~', 'block hard-deny'],
      ['grep -r --include=token x ~', 'block hard-deny'],
      ["grep -r --include='*.py' x ~", 'allow read-only-command'],
      ["find ~ -name '*.ts' | xargs grep x", 'allow read-only-command'],
    ];
    for (const [command, expected] of cases) {
      it(command, async () => {
        assert.equal(await stage(command), expected);
      });
    }
  });

  it('is a setting', async () => {
    const off = configuration({
      fastPaths: {
        workspaceEdits: true,
        readOnlyCommands: false,
        workspaceWrites: false,
        localGit: false,
        containedCommands: false,
        keptRemovals: false,
      },
    });
    assert.equal(await stage('ls', {}, { configuration: off }), 'block classifier');
  });

  it('stays on in an untrusted workspace, but for git', async () => {
    const untrusted = configuration({ trusted: false });
    assert.equal(await stage('ls', {}, { configuration: untrusted }), 'allow read-only-command');
    assert.equal(await stage('git --version', {}, { configuration: untrusted }), 'allow read-only-command');
    assert.equal(await stage('git status', {}, { configuration: untrusted }), 'block classifier');
  });

  it('needs no log', async () => {
    assert.equal(await stage('ls', {}, { logWritable: false }), 'allow read-only-command');
  });

  it('reads the login shell where an agent uses it', async () => {
    const gate = fakeGate({ tree: TREE });
    const stageIn = async (loginShell: string, command: string, by = { tool: 'bash', agent: 'opencode' }) => {
      const call = { ...by, input: { command }, cwd: WORKSPACE };
      return (await decide(call, { ...gate, machine: { ...gate.machine, loginShell } }, never)).stage;
    };
    assert.equal(await stageIn('zsh', 'git status && ls src'), 'read-only-command');
    assert.equal(await stageIn('bash', 'ls *.ts'), 'read-only-command');
    // A pattern may run code in zsh.
    assert.equal(await stageIn('zsh', 'ls *.ts'), 'classifier');
    assert.equal(await stageIn('fish', 'git status && cat "$HOME/x" | head'), 'read-only-command');
    for (const line of ['cat (b)', 'begin; ls; end', 'set x b; ls $x', "ls 'a\\' b", 'ls | cd x']) {
      assert.equal(await stageIn('fish', line), 'classifier', line);
    }
    assert.equal(await stageIn('nu', 'ls'), 'classifier');
    assert.equal(await stageIn('constructor', 'ls'), 'classifier');
    const gateInFish = { ...gate, machine: { ...gate.machine, terminalShell: 'fish' } };
    const gateInNu = { ...gate, machine: { ...gate.machine, terminalShell: 'nu' } };
    const typed = { tool: 'run_in_terminal', agent: 'copilot', input: { command: 'ls' }, cwd: WORKSPACE };
    assert.equal((await decide(typed, gate, never)).stage, 'read-only-command');
    assert.equal((await decide(typed, gateInFish, never)).stage, 'read-only-command');
    assert.equal((await decide(typed, gateInNu, never)).stage, 'classifier');
    // Claude Code then takes zsh or bash.
    const claude = { tool: 'Bash', agent: 'claude-code' };
    assert.equal(await stageIn('fish', 'ls', claude), 'read-only-command');
    assert.equal(await stageIn('sh', 'ls *.ts', claude), 'classifier');
    assert.equal(await stageIn('bash', 'ls *.ts', claude), 'read-only-command');
  });

  it('knows of no field that could change what runs', async () => {
    assert.equal(await stage('', { input: { command: 'ls', sandbox: 'off' } }), 'block classifier');
    assert.equal(
      await stage('', { input: { command: 'ls', description: 'x', timeout: 5 } }),
      'allow read-only-command',
    );
  });

  it('takes the folder that the input names', async () => {
    const gemini = { tool: 'run_shell_command', agent: 'gemini-cli' };
    assert.equal(
      await stage('', { ...gemini, input: { command: 'cat *', dir_path: 'src' } }),
      'allow read-only-command',
    );
    assert.equal(await stage('', { ...gemini, input: { command: 'cat *', dir_path: 'secret' } }), 'block classifier');
  });

  describe('heeds the environment of the agent’s commands', () => {
    const cases: readonly [string, CallEnvironment | null, boolean][] = [
      ['ls', {}, true],
      ['ls', null, false],
      ['/bin/ls', null, false],
      ['ls', { PATH: null }, false],
      ['/bin/ls', { PATH: null }, true],
      ['ls', { LD_AUDIT: null }, false],
      ['ls', { LD_AUDIT: '' }, true],
      ['git log', { GIT_PAGER: null }, false],
      ['ls', { GIT_PAGER: null }, true],
      ['ls && git log', { GIT_PAGER: './x', PATH: '/usr/bin' }, false],
      ['/bin/ls && ls', { PATH: './bin' }, false],
      ['ls', { PATH: '/usr/bin:/bin' }, true],
      ['ls', { PATH: `${WORKSPACE}/bin:/usr/bin` }, false],
      ['ls', { PATH: './bin:/usr/bin' }, false],
      ['ls', { PATH: '/home/u/other-name/bin:/usr/bin' }, false],
      ['ls', { PATH: '/home/u/elsewhere/bin:/usr/bin' }, true],
      ['ls', { PATH: ':/usr/bin' }, false],
      ['/bin/ls', { PATH: `${WORKSPACE}/bin` }, true],
      ['ls', { LD_PRELOAD: './x.so' }, false],
      ['ls', { BASH_ENV: 'x' }, false],
      ['git log', { GIT_EXTERNAL_DIFF: './x' }, false],
      ['git log', { GIT_PAGER: 'cat' }, true],
      ['ls', { GIT_EXTERNAL_DIFF: './x' }, true],
      ['rg x src', { RIPGREP_CONFIG_PATH: './x' }, false],
      ['node --version', { NODE_OPTIONS: '--require ./x' }, false],
      ['node --version', { NODE_OPTIONS: '--max-old-space-size=8192 --no-warnings' }, true],
      ['node --version', { NODE_OPTIONS: '--max-old-space-size=8192 --import ./x' }, false],
      ['node --version', { NODE_OPTIONS: '--max-old-space-size=8192\t--import=./x' }, false],
      // What Codex and Claude Code give the commands of an agent.
      ['git log', { GIT_PAGER: 'cat', PAGER: 'cat', GH_PAGER: 'cat', GIT_EDITOR: 'true' }, true],
      ['corepack --version', { COREPACK_ENABLE_AUTO_PIN: '0' }, true],
      ['git log', { PAGER: 'less' }, true],
      ['git log', { PAGER: 'less -FRX' }, true],
      ['git log', { PAGER: 'less -o x' }, false],
      ['git log', { PAGER: 'less; ./x' }, false],
      // Names of files and folders, which the workspace may have.
      ['git log', { GIT_DIR: 'cat' }, false],
      ['git log', { GIT_DIR: 'less' }, false],
      ['git log', { GIT_INDEX_FILE: '1' }, false],
      ['rg x src', { RIPGREP_CONFIG_PATH: 'never' }, false],
      ['ls', { LD_LIBRARY_PATH: '1' }, false],
      ['ls', { LD_PRELOAD: 'true' }, false],
      ['ls', { BASH_ENV: '0' }, false],
      ['ls', { REPORTTIME: 'path[$(touch x)1]' }, false],
      ['ls', { REPORTTIME: '10', DIRSTACKSIZE: '20', REPORTMEMORY: '-1' }, true],
      ['ls', { DIRSTACKSIZE: 'a[$(touch x)]' }, false],
      ['ls', { ZDOTDIR: '/home/u/.config/zsh' }, true],
      ['ls', { ZDOTDIR: '/home/u' }, true],
      ['ls', { ZDOTDIR: '' }, false],
      ['ls', { ZDOTDIR: 'x' }, false],
      ['ls', { ZDOTDIR: '/tmp/x' }, false],
      ['/bin/ls', { ZDOTDIR: `${WORKSPACE}/x` }, false],
      ['ls', { ZDOTDIR: '/home/u/other-name/x' }, false],
      ['ls', { ZDOTDIR: null }, false],
    ];
    for (const [command, environment, fine] of cases) {
      it(`${command} with ${JSON.stringify(environment)}`, async () => {
        assert.equal(await stage(command, { environment }), fine ? 'allow read-only-command' : 'block classifier');
      });
    }
  });

  describe('heeds what the environment hands to git as settings', () => {
    const handed = (count: string, ...pairs: readonly string[]): Record<string, string> =>
      Object.fromEntries([
        ['GIT_CONFIG_COUNT', count],
        ...pairs.flatMap((pair, index) => [
          [`GIT_CONFIG_KEY_${index}`, pair.split('=')[0] ?? ''],
          [`GIT_CONFIG_VALUE_${index}`, pair.split('=')[1] ?? ''],
        ]),
      ]) as Record<string, string>;
    const BARE = 'safe.bareRepository=explicit';
    const without = (name: string): CallEnvironment =>
      Object.fromEntries(Object.entries(handed('1', BARE)).filter(([key]) => key !== name));
    const cases: readonly [what: string, environment: CallEnvironment, fine: boolean][] = [
      ['as Copilot gives its hooks', handed('1', BARE), true],
      [
        'as Copilot gives its commands',
        handed('3', BARE, 'credential.interactive=never', 'core.fsmonitor=false'),
        true,
      ],
      ['none', { GIT_CONFIG_COUNT: '0' }, true],
      ['none, as no text', { GIT_CONFIG_COUNT: '' }, true],
      ['a value that loosens', handed('1', 'safe.bareRepository=all'), false],
      ['a value that names a program', handed('1', 'core.fsmonitor=./x'), false],
      ['a program that is called like a switch', handed('1', 'core.fsmonitor=cat'), false],
      ['another key', handed('1', 'core.pager=explicit'), false],
      ['a key in other letters', handed('1', 'safe.barerepository=explicit'), false],
      ['one of two is another', handed('2', BARE, 'diff.external=./x'), false],
      ['more than are counted', handed('1', BARE, BARE), false],
      ['fewer than are counted', handed('2', BARE), false],
      ['a harmless one behind the count', { ...handed('1', BARE), GIT_CONFIG_VALUE_1: '' }, false],
      ['a count of another form', handed('01', BARE), false],
      ['a count with a blank', handed(' 1', BARE), false],
      ['a count that is no number', handed('cat', BARE), false],
      ['a negative count', handed('-1', BARE), false],
      ['a count without pairs', { GIT_CONFIG_COUNT: '1' }, false],
      ['pairs without a count', without('GIT_CONFIG_COUNT'), false],
      ['half a pair', { GIT_CONFIG_COUNT: '0.5', GIT_CONFIG_KEY_0: 'core.fsmonitor' }, false],
      ['no key', without('GIT_CONFIG_KEY_0'), false],
      ['no value', without('GIT_CONFIG_VALUE_0'), false],
      ['no count, but a pair', { ...handed('0', BARE) }, false],
      ['a number of another form', { ...handed('1', BARE), GIT_CONFIG_KEY_00: '0' }, false],
      ['a count that is not known', { ...handed('1', BARE), GIT_CONFIG_COUNT: null }, false],
      ['a value that is not known', { ...handed('1', BARE), GIT_CONFIG_VALUE_0: null }, false],
      ['a key that is not known', { ...handed('1', BARE), GIT_CONFIG_KEY_0: null }, false],
      ['settings of `git -c` beside it', { ...handed('1', BARE), GIT_CONFIG_PARAMETERS: "'core.pager'='./x'" }, false],
      ['a file of settings beside it', { ...handed('1', BARE), GIT_CONFIG_GLOBAL: './x' }, false],
      ['a pager beside it', { ...handed('1', BARE), GIT_PAGER: './x' }, false],
    ];
    for (const [what, environment, fine] of cases) {
      it(what, async () => {
        assert.equal(await stage('git log', { environment }), fine ? 'allow read-only-command' : 'block classifier');
        assert.equal(await stage('ls', { environment }), 'allow read-only-command');
      });
    }
  });

  describe('in a shell that lives on', () => {
    const run = async (gate: ReturnType<typeof fakeGate>, command: string, more: object = {}): Promise<string> => {
      const request = { tool: 'bash', agent: 'copilot', sessionId: 's', cwd: WORKSPACE };
      return (await decide({ ...request, input: { command, ...more } }, gate, never)).stage;
    };

    it('are proven until a line changes it', async () => {
      const gate = fakeGate({
        tree: TREE,
        classifier: () => ({
          kind: 'verdict',
          decision: 'allow',
          tier: 'none',
          rule: undefined,
          reason: 'x',
          usage: { provider: 'p', model: 'm', latencyMs: 1 },
        }),
      });
      assert.equal(await run(gate, 'ls'), 'read-only-command');
      assert.equal(await run(gate, 'ls'), 'read-only-command');
      assert.equal(await run(gate, 'alias ls=rm'), 'classifier');
      assert.equal(await run(gate, 'ls'), 'classifier');
      assert.equal(await run(gate, 'ls', { shellId: 'other' }), 'read-only-command');
    });

    it('are not proven after lines that ran while auto mode was off', async () => {
      let enabled = false;
      const gate = fakeGate({ tree: TREE });
      const switched = { ...gate, configurationFor: () => configuration({ enabled }) };
      await decide(
        { tool: 'bash', agent: 'copilot', sessionId: 's', cwd: WORKSPACE, input: { command: 'ls' } },
        switched,
        never,
      );
      enabled = true;
      const request = { tool: 'bash', agent: 'copilot', sessionId: 's', cwd: WORKSPACE, input: { command: 'ls' } };
      assert.equal((await decide(request, switched, never)).stage, 'classifier');
    });
  });
});
