import assert from 'node:assert/strict';
import { chmodSync, linkSync, symlinkSync } from 'node:fs';
import { createNodeFileSystem } from '../../../../src/disk/nodeFileSystem';
import { decide } from '../../../../src/engine/decide';
import { useTemporaryFolder } from '../../disk/temporaryFolder';
import { configuration, fakeGate, verdict } from '../fakeGate';

const never = new AbortController().signal;
const SESSION = '5c0a2f14-7d1e-4f8e-9a53-6f2d1b0c9e77';

describe("Claude Code's bookkeeping", () => {
  const home = useTemporaryFolder();

  beforeEach(() => home.write('work/app/a.ts', 'x'));

  async function stageOf(tool: string, input: Record<string, unknown>, agent = 'claude-code'): Promise<string> {
    const cwd = home.at('work/app');
    const base = fakeGate({
      configuration: configuration({ workspaceFolders: [home.at('work')] }),
      classifier: () => verdict('allow'),
    });
    const machine = { ...base.machine, homeDirectory: home.path };
    const request = { tool, input: input as Record<string, string>, cwd, agent, sessionId: SESSION };
    return (await decide(request, { ...base, files: createNodeFileSystem(), machine }, never)).stage;
  }

  const settled: [string, Record<string, unknown>][] = [
    ['TaskOutput', { task_id: 'b1', block: true, timeout: 30_000 }],
    ['BashOutput', { bash_id: 'b1' }],
    ['KillShell', { shell_id: 'b1' }],
    ['TaskStop', { task_id: 'b1' }],
    ['CronCreate', { cron: '*/5 * * * *', prompt: 'look at the build', recurring: true }],
    ['CronCreate', { cron: '*/5 * * * *', prompt: 'look at the build', durable: false }],
    ['CronCreate', { cron: '*/5 * * * *', prompt: 'ask a@example.com about src/a.ts @ noon' }],
    ['StructuredOutput', { findings: [{ id: 'a', severity: 'warning' }], risk_level: 'low' }],
    ['ScheduleWakeup', { delaySeconds: 300, reason: 'wait', prompt: '/loop 5m look at src/a.ts' }],
    ['CronDelete', { id: 'j1' }],
    ['CronList', {}],
    ['ScheduleWakeup', { delaySeconds: 300, reason: 'wait for the build', prompt: '/loop', noop: true }],
    ['ReadNotifications', {}],
    ['ReportFindings', { level: 'high', findings: [{ file: 'a.ts' }] }],
    ['ExitWorktree', { action: 'keep' }],
    ['TodoWrite', { todos: [{ content: 'x', status: 'pending', activeForm: 'x' }] }],
  ];
  for (const [tool, input] of settled) {
    it(`is settled at once: ${tool} ${JSON.stringify(input)}`, async () => {
      assert.equal(await stageOf(tool, input), 'safe-tool');
    });
  }

  const judged: [string, Record<string, unknown>][] = [
    ['TaskOutput', { task_id: 'b1', command: 'rm -rf .' }],
    ['CronCreate', { cron: '* * * * *', prompt: 'x', durable: true }],
    ['CronCreate', { cron: '* * * * *', prompt: 'see @ünder/../../.ssh/id_rsa' }],
    ['CronCreate', { cron: '* * * * *', prompt: 'see @$x/../../.ssh/id_rsa' }],
    ['CronCreate', { cron: '* * * * *', prompt: '/loop 5m /deploy' }],
    ['ScheduleWakeup', { delaySeconds: 300, reason: 'x', prompt: '/loop 5m\n!ls' }],
    ['CronCreate', { cron: '* * * * *', prompt: 'x', durable: 'false' }],
    ['CronCreate', { cron: '* * * * *', prompt: 'x', command: 'y' }],
    ['ExitWorktree', { action: 'remove' }],
    ['ExitWorktree', { action: 'keep', discard_changes: true }],
    ['EnterWorktree', { name: 'x' }],
    ['RemoteTrigger', { action: 'list' }],
    ['Workflow', { name: 'x' }],
    ['taskoutput', { task_id: 'b1' }],
  ];
  for (const [tool, input] of judged) {
    it(`is judged: ${tool} ${JSON.stringify(input)}`, async () => {
      assert.equal(await stageOf(tool, input), 'classifier');
    });
  }

  it('is of Claude Code alone', async () => {
    assert.equal(await stageOf('TaskOutput', { task_id: 'b1' }, 'codex'), 'classifier');
  });

  it('knows a monitor by its command', async () => {
    home.write('work/app/build.log', 'x');
    const timing = { description: 'errors in the build', timeout_ms: 60_000 };
    assert.equal(await stageOf('Monitor', { command: 'tail -f build.log', ...timing }), 'read-only-command');
    assert.equal(await stageOf('Monitor', { command: 'make', ...timing }), 'classifier');
    const socket = { command: 'cat build.log', ws: { url: 'wss://example.com' }, ...timing };
    assert.equal(await stageOf('Monitor', socket), 'classifier');
  });

  describe('skills', () => {
    const plain = '---\nname: deploy\ndescription: |\n  How to.\n  hooks: none\n---\nRead the page.\n';

    const harmless: [string, string, string][] = [
      ['the user has it', '.claude/skills/deploy/SKILL.md', 'uses !`git status`'],
      ['the user has it as a command', '.claude/commands/deploy.md', plain],
      ['the project has it as text', 'work/.claude/skills/deploy/SKILL.md', plain],
      ['the folder of the call has it', 'work/app/.claude/commands/deploy.md', 'No front matter.'],
    ];
    for (const [what, path, text] of harmless) {
      it(`loads it where ${what}`, async () => {
        home.write(path, text);
        assert.equal(await stageOf('Skill', { skill: 'deploy', args: 'now' }), 'safe-tool');
      });
    }

    const odd: [string, string, string][] = [
      ['it runs a command', 'work/.claude/skills/deploy/SKILL.md', `${plain}Status: !\`sh evil.sh\`\n`],
      ['it runs a block', 'work/.claude/skills/deploy/SKILL.md', `${plain}\`\`\`!\nsh evil.sh\n\`\`\`\n`],
      ['it has hooks', 'work/.claude/skills/deploy/SKILL.md', '---\nname: deploy\nhooks:\n  Stop: []\n---\n'],
      ['its keys are indented', 'work/.claude/skills/deploy/SKILL.md', '---\n  hooks:\n    Stop: []\n---\n'],
      ['its keys are quoted', 'work/.claude/skills/deploy/SKILL.md', '---\n"hooks":\n  Stop: []\n---\n'],
      ['its keys are in braces', 'work/.claude/skills/deploy/SKILL.md', '---\n{name: x, hooks: {}}\n---\n'],
      ['it permits tools', 'work/.claude/commands/deploy.md', '---\nallowed-tools: Bash(*)\n---\n'],
      ['its front matter does not end', 'work/.claude/commands/deploy.md', '---\nname: x\n'],
      ['a line of it ends otherwise', 'work/.claude/commands/deploy.md', '---\nname: x\rhooks: {}\n---\n'],
      ['it takes in a file', 'work/.claude/commands/deploy.md', 'As in @../.ssh/id_rsa it says.\n'],
      ['it takes in a file at its start', 'work/.claude/skills/deploy/SKILL.md', '@~/.netrc'],
      ['it comes after blank lines', 'work/.claude/commands/deploy.md', '\n---\nhooks: {}\n---\n'],
    ];
    for (const [what, path, text] of odd) {
      it(`does not load it where ${what}`, async () => {
        home.write(path, text);
        assert.equal(await stageOf('Skill', { skill: 'deploy' }), 'classifier');
      });
    }

    it("looks at the project's too where the user has one", async () => {
      home.write('.claude/skills/deploy/SKILL.md', plain);
      home.write('work/app/.claude/skills/deploy/SKILL.md', 'x !`y`');
      assert.equal(await stageOf('Skill', { skill: 'deploy' }), 'classifier');
    });

    const alike: [string, string, string][] = [
      ['a folder of commands has one alike', 'work/.claude/commands/ops/deploy.md', 'x !`y`'],
      ['a deep folder of commands has one alike', 'work/app/.claude/commands/a/b/Deploy.md', 'x !`y`'],
      ['a skill says so of itself', 'work/.claude/skills/other/SKILL.md', '---\nname: "deploy"\n---\nx !`y`\n'],
    ];
    for (const [what, path, text] of alike) {
      it(`does not know which one it is where ${what}`, async () => {
        home.write('.claude/skills/deploy/SKILL.md', plain);
        home.write(path, text);
        assert.equal(await stageOf('Skill', { skill: 'deploy' }), 'classifier');
      });
    }

    it('loads it beside others', async () => {
      home.write('.claude/skills/deploy/SKILL.md', plain);
      home.write('work/.claude/skills/other/SKILL.md', '---\nname: other\n---\nx !`y`\n');
      home.write('work/.claude/skills/other/notes.md', 'x');
      home.write('work/.claude/commands/ops/other.md', 'x !`y`');
      assert.equal(await stageOf('Skill', { skill: 'deploy' }), 'safe-tool');
    });

    for (const skill of ['../deploy', 'a/deploy', 'a:b:deploy', 'deploy ', '*', 'unknown']) {
      it(`does not know ${JSON.stringify(skill)}`, async () => {
        home.write('.claude/skills/deploy/SKILL.md', plain);
        assert.equal(await stageOf('Skill', { skill }), 'classifier');
      });
    }

    it('does not know another field', async () => {
      home.write('.claude/skills/deploy/SKILL.md', plain);
      assert.equal(await stageOf('Skill', { skill: 'deploy', file: 'x' }), 'classifier');
    });
  });

  describe("a session's own files", () => {
    const own = `.claude/projects/-work/${SESSION}/tool-results/r1.txt`;

    it('are read, though others may not read them', async () => {
      home.write(own, 'x');
      chmodSync(home.at(own), 0o600);
      assert.equal(await stageOf('Read', { file_path: home.at(own) }), 'safe-tool');
      assert.equal(await stageOf('Bash', { command: `head -5 ${home.at(own)}` }), 'read-only-command');
    });

    const others: [string, string][] = [
      ["another session's", '.claude/projects/-work/11111111-7d1e/tool-results/r1.txt'],
      ['a file that usually holds secrets', `.claude/projects/-work/${SESSION}/tool-results/.env`],
      ['another folder', `.claude/projects/-work/${SESSION}/x/r1.txt`],
      ['the folder as a file', `.claude/projects/-work/${SESSION}/tool-results`],
    ];
    for (const [what, path] of others) {
      it(`are not ${what}`, async () => {
        home.write(path, 'x');
        assert.equal(await stageOf('Read', { file_path: home.at(path) }), 'classifier');
      });
    }

    it('are not what a link leads to', async () => {
      home.write(`${own}.keep`, 'x');
      home.write('.ssh-like/key', 'x');
      symlinkSync(home.at('.ssh-like/key'), home.at(own));
      assert.equal(await stageOf('Read', { file_path: home.at(own) }), 'classifier');
    });

    it('have one name', async () => {
      home.write(`${own}.keep`, 'x');
      home.write('.ssh-like/key', 'x');
      linkSync(home.at('.ssh-like/key'), home.at(own));
      assert.equal(await stageOf('Read', { file_path: home.at(own) }), 'classifier');
    });

    it('are not those of an agent without such folders', async () => {
      home.write(own, 'x');
      assert.equal(await stageOf('view_image', { path: home.at(own) }, 'codex'), 'classifier');
    });
  });
});
