import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { HookCall } from '../../../../src/agents/hooks/agentDialect';
import { copilotInstructions } from '../../../../src/agents/copilot/loadedInstructions';
import { InstructionFiles } from '../../../../src/agents/files/instructionFiles';

describe('instruction files of GitHub Copilot', () => {
  let root: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-copilot-')));
    mkdirSync(join(root, 'repository/part/folder'), { recursive: true });
  });
  afterEach(() => {
    rmSync(root, { recursive: true, force: true });
  });

  const put = (path: string, text = path): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  async function loaded(): Promise<readonly string[]> {
    const cwd = join(root, 'repository/part/folder');
    const call: HookCall = {
      request: { tool: 'bash', input: {}, cwd, agent: 'copilot', sessionId: 's', interactive: true },
      mode: undefined,
      transcriptPath: undefined,
      subAgentId: undefined,
    };
    const files = await copilotInstructions(join(root, 'home/.copilot'), new InstructionFiles())(call);
    return files.map(({ path }) => path.slice(root.length + 1)).sort();
  }

  const NAMES = [
    ...['AGENTS.md', 'CLAUDE.md', 'GEMINI.md', '.github/copilot-instructions.md', '.claude/CLAUDE.md'],
    ...['.github/instructions/d/a.instructions.md', '.github/instructions/b.md', '.claude/rules/r.md', 'README.md'],
  ];
  const ENDS = NAMES.filter((name) => !/^\.claude\/CLAUDE|b\.md$|README/.test(name));
  const BETWEEN = NAMES.filter((name) => !/instructions\/|rules|README/.test(name));

  const putEverywhere = (): void => {
    for (const folder of ['.', 'repository', 'repository/part', 'repository/part/folder']) {
      for (const name of NAMES) put(join(folder, name));
    }
  };

  // As Copilot CLI 1.0.102 was seen to load them.
  it('in a repository: of the root, of the folder, and of those between', async () => {
    mkdirSync(join(root, 'repository/.git'));
    putEverywhere();
    const expected = [
      ...ENDS.flatMap((name) => [join('repository', name), join('repository/part/folder', name)]),
      ...BETWEEN.map((name) => join('repository/part', name)),
    ];
    assert.deepEqual(await loaded(), expected.sort());
  });

  it('in no repository: of the folder alone', async () => {
    putEverywhere();
    assert.deepEqual(await loaded(), ENDS.map((name) => join('repository/part/folder', name)).sort());
  });

  it('the user’s own', async () => {
    put('home/.copilot/copilot-instructions.md');
    put('home/.copilot/instructions/d/u.instructions.md');
    put('home/.copilot/AGENTS.md');
    assert.deepEqual(await loaded(), [
      'home/.copilot/copilot-instructions.md',
      'home/.copilot/instructions/d/u.instructions.md',
    ]);
  });

  const heads: readonly (readonly [head: string, isLoaded: boolean])[] = [
    ['', true],
    ['description: x', true],
    ['applyTo: "**"', true],
    ["applyTo: '**/*'", true],
    ['applyTo: *', true],
    ['applyTo: ""', true],
    ['applyTo: "**/*.ts"', false],
    ['applyTo: "**/*.ts,**"', false],
    ['applyTo: "**"\nexcludeAgent: "coding-agent"', false],
    ['paths: "**/*.ts"', false],
  ];
  for (const [head, isLoaded] of heads) {
    it(`a file with ${JSON.stringify(head)} in its head is ${isLoaded ? '' : 'not '}loaded at once`, async () => {
      put('repository/part/folder/.github/instructions/a.instructions.md', `---\n${head}\n---\nText.`);
      assert.equal((await loaded()).length, isLoaded ? 1 : 0);
    });
  }

  it('no link leads out of the folder, and a folder of many files is not gone through', async () => {
    put('secret/x.instructions.md');
    mkdirSync(join(root, 'repository/part/folder/.github'));
    symlinkSync(join(root, 'secret'), join(root, 'repository/part/folder/.github/instructions'));
    symlinkSync(join(root, 'secret/x.instructions.md'), join(root, 'repository/part/folder/AGENTS.md'));
    assert.deepEqual(await loaded(), []);
    for (let number = 0; number < 300; number += 1) put(`repository/part/folder/.claude/rules/${number}.md`, '');
    assert.ok((await loaded()).length <= 200);
  });
});
