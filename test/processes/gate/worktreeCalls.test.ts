import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { explainCommand } from '../../../src/engine/explain/explainCommand';
import { explanationText } from '../../../src/engine/explain/explanationText';
import type { Gate } from '../../../src/engine/model/ports';
import { outsideGate } from '../../../src/gate/outsideGate';
import { restrainingGate } from '../../../src/gate/restrainingGate';
import { SessionFolders } from '../../../src/gate/sessionFolders';
import { configuration, entries, permissions } from '../../unit/engine/fakeGate';
import { edit, stageIn, useWorktreeRoom } from '../../unit/gate/worktreeRoom';

describe('a call in a git work tree of the workspace', () => {
  const room = useWorktreeRoom();
  let tree = '';
  let gate: Gate;
  beforeEach(() => {
    tree = room.add('work/feature');
    gate = room.gate();
  });
  const bash = (command: string, cwd = tree): Promise<string> => stageIn(cwd, gate, 'Bash', { command });
  const edits = (folder: string, name = 'a.txt', cwd = tree): Promise<string> =>
    stageIn(cwd, gate, 'Edit', edit(folder, name));

  it('changes files of it at once, and reads there', async () => {
    assert.equal(await edits(tree), 'workspace-edit');
    assert.equal(await bash('cat a.txt'), 'read-only-command');
    assert.equal(await bash('git status'), 'read-only-command');
    assert.equal(await bash('git add a.txt && git commit -m x'), 'local-git');
    assert.equal(await bash('echo x > b.txt'), 'workspace-write');
    assert.equal(await bash('mkdir -p src/deep && touch src/deep/c.txt'), 'workspace-write');
  });

  it('changes nothing else at once', async () => {
    const second = room.add('work/second');
    for (const place of [room.app, second, room.home.at('work')]) {
      writeFileSync(join(place, 'a.txt'), 'committed\n');
      assert.equal(await edits(place), 'classifier', place);
      assert.equal(await bash(`echo x > ${place}/b.txt`), 'classifier', place);
      assert.equal(await bash(`cd ${place} && echo x > b.txt`), 'classifier', place);
    }
    assert.equal(await bash(`cd ${room.app} && git commit -qam x`), 'classifier');
    assert.equal(await bash(`cat ${room.app}/a.txt`), 'read-only-command', 'reading is no change');
    symlinkSync(room.app, join(tree, 'link'));
    assert.equal(await edits(tree, 'link/a.txt'), 'classifier');
  });

  it('changes nothing at once where it is in the open folder, but for the work tree itself', async () => {
    const inside = room.add('work/app/.claude/worktrees/one');
    assert.equal(await edits(inside, 'a.txt', inside), 'workspace-edit');
    assert.equal(await edits(room.app, 'a.txt', inside), 'classifier');
    assert.equal(await edits(room.app, 'a.txt', room.app), 'workspace-edit');
    assert.equal(await edits(inside, 'a.txt', room.app), 'workspace-edit');
  });

  it('changes no protected path of it', async () => {
    for (const name of ['.git', '.vscode/tasks.json', '.envrc', 'CLAUDE.md', 'hooks/pre-commit', 'HEAD']) {
      assert.notEqual(await edits(tree, name), 'workspace-edit', name);
      assert.equal(await bash(`echo x >> ${name}`), 'classifier', name);
    }
    const own = room.home.at('work/app/.git/worktrees/feature/gitdir');
    assert.equal(await stageIn(tree, gate, 'Write', { file_path: own, content: 'x' }), 'classifier');
    assert.equal(await bash(`echo x > ${own}`), 'classifier');
    assert.equal(await bash('git worktree add ../third'), 'classifier');
  });

  it('changes no path that is protected by its place in the workspace', async () => {
    const inside = room.add('work/app/trees/one');
    const own = [
      { value: 'trees/one/docs/**', source: 'user' as const },
      { value: 'plans/**', source: 'user' as const },
    ];
    gate = room.gate({ protectedPaths: own });
    assert.equal(await edits(inside, 'docs/a.txt', inside), 'classifier');
    assert.equal(await edits(inside, 'plans/a.txt', inside), 'classifier');
    assert.equal(await edits(inside, 'src/a.txt', inside), 'workspace-edit');
    assert.equal(await edits(tree, 'plans/a.txt'), 'classifier');
    gate = room.gate({ protectedPaths: [{ value: 'trees/**', source: 'user' }] });
    assert.equal(await edits(inside, 'src/a.txt', inside), 'classifier', 'nor any where all of it is');
  });

  it('changes no program of a tool, which the name of a folder above would make a source', async () => {
    gate = room.gate({ permissions: permissions({ allow: entries([`edit(${room.app}/**)`]) }) });
    for (const name of ['a.txt', 'made.config.ts']) room.home.write(`work/app/${name}`, 'committed\n');
    assert.equal(await edits(room.app, 'a.txt'), 'permissions.allow');
    assert.equal(await edits(room.app, 'made.config.ts'), 'classifier');
  });

  it('loads no skill that runs commands, of the workspace either', async () => {
    const skill = (cwd: string): Promise<string> =>
      stageIn(cwd, gate, 'Skill', { skill: 'deploy' }, { sessionId: 's' });
    room.home.write('work/feature/.claude/skills/deploy/SKILL.md', 'Say hello.\n');
    room.home.write('work/app/.claude/skills/deploy/SKILL.md', 'Say hello.\n');
    assert.equal(await skill(room.app), 'safe-tool');
    assert.equal(await skill(tree), 'safe-tool');
    room.home.write('work/app/.claude/skills/deploy/SKILL.md', 'Say !`touch x`.\n');
    assert.equal(await skill(tree), 'classifier');
  });

  it('meets the floor', async () => {
    assert.equal(await bash('cat ~/.auto-mode/token'), 'hard-deny');
    assert.equal(await edits(room.home.path, '.bashrc'), 'hard-deny');
    assert.equal(
      await stageIn(tree, gate, 'Write', { file_path: '.claude/settings.json', content: '{"hooks":{}}' }),
      'hard-deny',
    );
  });

  it('reads no secrets', async () => {
    for (const name of ['.env', '.ssh/id_ed25519', '.npmrc']) {
      room.home.write(`work/feature/${name}`, 'x');
      assert.equal(await bash(`cat ${name}`), 'classifier', name);
      assert.equal(await stageIn(tree, gate, 'Read', { file_path: join(tree, name) }), 'classifier', name);
    }
    assert.equal(await stageIn(tree, gate, 'Read', { file_path: join(tree, 'a.txt') }), 'safe-tool');
  });

  it('keeps to the deny and ask rules of the workspace, wherever the file is', async () => {
    const rules = {
      deny: entries(['edit(src/**)', 'bash(curl *)'], 'workspace'),
      ask: entries(['edit(docs/**)'], 'workspace'),
    };
    gate = room.gate({ permissions: permissions(rules) });
    for (const place of [tree, room.app]) {
      for (const folder of ['src', 'docs']) mkdirSync(join(place, folder), { recursive: true });
      assert.equal(await edits(place, 'src/a.txt'), 'permissions.deny', place);
      assert.equal(await bash(`echo x > ${place}/src/b.txt`), 'permissions.deny', place);
      assert.equal(await edits(place, 'docs/a.txt'), 'permissions.ask', place);
    }
    assert.equal(await bash('curl example.com'), 'permissions.deny');
    const second = room.add('work/second');
    await edits(tree, 'a.txt');
    const inSecond = await stageIn(second, gate, 'Edit', edit(second, 'src/a.txt'), {
      sessionId: `session in ${tree}`,
    });
    assert.equal(inSecond, 'permissions.deny', 'of a session that began in another one');
  });

  it('keeps to rules that name the workspace in a relative form, for allowing in it alone', async () => {
    gate = room.gate({
      permissions: permissions({ allow: entries(['write(out/**)']) }),
      fastPaths: { ...configuration().fastPaths, workspaceEdits: false },
    });
    const write = (path: string): Promise<string> => stageIn(tree, gate, 'Write', { file_path: path, content: 'x' });
    assert.equal(await write(join(tree, 'out/a.txt')), 'permissions.allow');
    assert.equal(await write(join(room.app, 'out/a.txt')), 'classifier');
  });

  it('is judged where the workspace is not trusted, or the setting is off', async () => {
    gate = room.gate({ trusted: false });
    assert.equal(await edits(tree), 'classifier');
    assert.equal(await bash('echo x > b.txt'), 'classifier');
    gate = room.gate({ fastPaths: { ...configuration().fastPaths, workspaceEdits: false } });
    assert.equal(await edits(tree), 'classifier');
    gate = room.gate({ enabled: false });
    assert.equal(await edits(tree), 'disabled');
  });

  it('is judged where a program comes from the workspace', async () => {
    const environment = { PATH: `${room.app}/node_modules/.bin:/usr/bin` };
    assert.equal(await stageIn(tree, gate, 'Bash', { command: 'cat a.txt' }, { environment }), 'classifier');
    assert.equal(
      await stageIn(tree, gate, 'Bash', { command: 'cat a.txt' }, { environment: { PATH: '/usr/bin' } }),
      'read-only-command',
    );
  });

  it('changes no file that the configuration of the repository or of the work tree includes', async () => {
    for (const [at, name] of [
      ['config', 'of-all.inc'],
      ['worktrees/feature/config.worktree', 'of-one.inc'],
    ] as const) {
      assert.equal(await edits(tree, name), 'workspace-edit', 'no configuration names it yet');
      appendFileSync(room.home.at(`work/app/.git/${at}`), `[include]\n\tpath = ${join(tree, name)}\n`);
      assert.equal(await edits(tree, name), 'classifier', name);
    }
  });

  it('runs contained, and what it removes is kept, as in the open folder', async () => {
    const more = { environment: { PATH: '/usr/bin' }, takesRewritten: true } as const;
    room.home.write('work/feature/package.json', '{"scripts":{"test":"node t.js"}}');
    room.home.write('work/app/package.json', '{"scripts":{"test":"node t.js"}}');
    for (const place of ['feature', 'app']) room.home.write(`work/${place}/new.txt`, 'x');
    assert.equal(await stageIn(room.app, gate, 'Bash', { command: 'npm test' }, more), 'contained');
    assert.equal(await stageIn(room.app, gate, 'Bash', { command: 'rm new.txt' }, more), 'kept-removal');
    for (const sessionId of ['anew', `session in ${room.app}`]) {
      assert.equal(await stageIn(tree, gate, 'Bash', { command: 'npm test' }, { ...more, sessionId }), 'contained');
      assert.equal(
        await stageIn(tree, gate, 'Bash', { command: 'rm new.txt' }, { ...more, sessionId }),
        'kept-removal',
      );
    }
  });

  describe('of a session', () => {
    const inSession = (cwd: string, folder: string): Promise<string> =>
      stageIn(cwd, gate, 'Edit', edit(folder, 'a.txt'), { sessionId: 's' });

    it('that began in the workspace, changes the work tree alone', async () => {
      assert.equal(await inSession(room.app, room.app), 'workspace-edit');
      assert.equal(await inSession(tree, tree), 'workspace-edit');
      assert.equal(await inSession(tree, room.app), 'classifier');
      assert.equal(await inSession(room.app, room.app), 'workspace-edit');
    });

    it('that began in a work tree, changes nothing at once elsewhere', async () => {
      const second = room.add('work/second');
      assert.equal(await inSession(tree, tree), 'workspace-edit');
      assert.equal(await inSession(room.app, room.app), 'classifier');
      assert.equal(await inSession(second, second), 'classifier');
      assert.equal(await inSession(second, room.app), 'classifier');
    });

    it('that began elsewhere, keeps to the rules there, and to its own settings after others', async () => {
      const other = room.home.at('other');
      mkdirSync(other);
      gate = room.gate({ permissions: permissions({ deny: entries(['edit(src/**)'], 'workspace') }) });
      await inSession(other, other);
      assert.equal(await stageIn(tree, gate, 'Edit', edit(tree, 'src/a.txt'), { sessionId: 's' }), 'permissions.deny');
    });

    it('has its own place, whichever came before', () => {
      const [open, inTree] = [
        configuration({ workspaceFolders: [room.app] }),
        room.gate().configurationFor(tree, undefined),
      ];
      for (const order of [
        [undefined, '/other'],
        ['/other', undefined],
      ]) {
        const sessions = new SessionFolders((cwd) => (cwd === tree ? inTree : open));
        for (const began of order) {
          sessions.bind(`from ${began}`, began);
          const expected = began === undefined ? [tree] : [];
          assert.deepEqual(sessions.configurationFor(tree, `from ${began}`).workspaceFolders, expected);
        }
      }
    });

    it('that began elsewhere, brings none into force', async () => {
      const other = room.home.at('other');
      mkdirSync(other);
      assert.equal(await inSession(other, other), 'classifier');
      assert.equal(await inSession(tree, tree), 'classifier');
      gate = outsideGate(room.gate({ permissions: permissions({ deny: entries(['edit(src/**)'], 'workspace') }) }));
      assert.equal(await inSession(tree, tree), 'classifier');
      assert.equal(await stageIn(tree, gate, 'Edit', edit(tree, 'src/a.txt'), { sessionId: 's' }), 'permissions.deny');
    });
  });

  it('is held back by another window that has the repository open', async () => {
    const restrained = restrainingGate(
      room.gate({ permissions: permissions({ deny: entries(['edit(src/**)'], 'workspace') }) }),
    );
    assert.equal(await stageIn(tree, restrained, 'Edit', edit(tree, 'src/a.txt')), 'permissions.deny');
  });

  it('is no call in the workspace any more once its folder is no work tree', async () => {
    assert.equal(await edits(tree), 'workspace-edit');
    writeFileSync(join(tree, '.git'), 'gitdir: /nowhere\n');
    assert.equal(await edits(tree), 'classifier');
    assert.equal(await edits(room.app), 'classifier', 'which does not free the session');
    assert.equal(await edits(room.app, 'a.txt', room.app), 'workspace-edit', 'another one');
  });

  it('keeps to the rules in its folder where two are no work trees any more', async () => {
    const second = room.add('work/second');
    gate = room.gate({ permissions: permissions({ deny: entries(['edit(src/**)'], 'workspace') }) });
    for (const place of [tree, second]) await edits(place, 'a.txt', place);
    for (const place of [tree, second]) writeFileSync(join(place, '.git'), 'gitdir: /nowhere\n');
    for (const place of [tree, second]) assert.equal(await edits(place, 'src/a.txt', place), 'permissions.deny', place);
  });

  it('is explained as one', () => {
    const explanation = explainCommand('npm test', tree, gate);
    assert.deepEqual(explanation.worktree, { root: tree, of: room.app });
    assert.ok(explanationText(explanation).includes(tree));
    assert.equal(explainCommand('npm test', room.app, gate).worktree, undefined);
  });
});
