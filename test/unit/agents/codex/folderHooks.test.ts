import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { codexFolderProblems } from '../../../../src/agents/codex/folderHooks';

describe('what a folder’s own Codex files do to the hooks', () => {
  let root: string;
  let folder: string;
  beforeEach(() => {
    root = realpathSync(mkdtempSync(join(tmpdir(), 'auto-mode-codex-folder-')));
    folder = join(root, 'repository', 'part');
    mkdirSync(folder, { recursive: true });
    mkdirSync(join(root, 'repository', '.git'));
  });
  afterEach(() => {
    rmSync(root, { recursive: true });
  });

  function write(place: string, name: string, text: string): string {
    const path = join(place, '.codex', name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    return path;
  }
  const kinds = (...opened: readonly string[]): readonly string[] =>
    codexFolderProblems(opened, join(root, '.codex')).map(({ kind }) => kind);

  const hooks = (items: unknown): string => JSON.stringify({ hooks: { PreToolUse: items } });
  const rows: readonly (readonly [name: string, text: string, expected: readonly string[]])[] = [
    ['config.toml', 'model = "x"\n[features]\nother = false\n', []],
    ['config.toml', '[features]\nhooks = false\n', ['switches-hooks-off']],
    ['config.toml', 'features = { a = 1, hooks = false }\n', ['switches-hooks-off']],
    ['config.toml', '[features]\n"h\\u006foks" = false\n', ['switches-hooks-off']],
    ['config.toml', 'features."h\\u006foks" = false\n', ['switches-hooks-off']],
    ['config.toml', 'path = "C:\\\\x"\n', []],
    ['config.toml', '[[hooks.PreToolUse]]\nmatcher = "*"\n', ['can-rewrite-calls']],
    ['config.toml', '[hooks]\nPreToolUse = []\n', ['can-rewrite-calls']],
    ['config.toml', 'hooks.PreToolUse = [{}]', ['can-rewrite-calls']],
    ['config.toml', '"hooks" = {}', ['can-rewrite-calls']],
    ['config.toml', '# [[hooks.PreToolUse]]\nhooksy = 1\n', []],
    ['config.toml', 'x'.repeat(1024 * 1024 + 1), ['switches-hooks-off']],
    ['hooks.json', hooks([{ hooks: [] }]), ['can-rewrite-calls']],
    ['hooks.json', hooks([]), []],
    ['hooks.json', hooks({}), ['can-rewrite-calls']],
    ['hooks.json', '{ "hooks": { // x\n } }', []],
    ['hooks.json', 'null', []],
  ];
  for (const [name, text, expected] of rows) {
    it(`${name} ${JSON.stringify(text.slice(0, 60))}: ${expected.join() || 'nothing'}`, () => {
      write(folder, name, text);
      assert.deepEqual(kinds(folder), expected);
    });
  }

  it('is found up to the root of the repository, not above, and told with the folder and the file', () => {
    write(root, 'config.toml', '[features]\nhooks = false\n');
    const path = write(join(root, 'repository'), 'config.toml', '[features]\nhooks = false\n');
    const [problem, ...more] = codexFolderProblems([folder], '/none');
    assert.deepEqual(
      { agent: problem?.agent, folder: problem?.folder, path: problem?.path },
      { agent: 'codex', folder, path },
    );
    assert.deepEqual(more, []);
  });

  it('the user’s own files are not a folder’s, also where the home folder is opened', () => {
    write(root, 'hooks.json', hooks([{ hooks: [] }]));
    assert.deepEqual(kinds(root), []);
  });

  it('no folder, no file', () => {
    assert.deepEqual(kinds(), []);
    assert.deepEqual(kinds(folder, join(root, 'none')), []);
  });
});
