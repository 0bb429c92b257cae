import assert from 'node:assert/strict';
import { decide } from '../../src/engine/decide';
import type { Gate } from '../../src/engine/model/ports';
import { configuration, entries, fakeGate, HOME, permissions, verdict, WORKSPACE } from '../unit/engine/fakeGate';

const NEVER = new AbortController().signal;
const tree = { [`${WORKSPACE}/src/a.ts`]: 'old text', [`${WORKSPACE}/.git/config`]: '[core]' };

async function stageOf(gate: Gate, tool: string, input: object, more: object = {}): Promise<string> {
  const decision = await decide({ tool, input, cwd: WORKSPACE, ...more }, gate, NEVER);
  return `${decision.outcome} ${decision.stage}`;
}

describe('calls made to slip through', () => {
  it('does not take text for an agent’s own that it only wrote down again as it was', async () => {
    const gate = fakeGate({ tree });
    const write = (content: string) => stageOf(gate, 'write', { path: 'src/a.ts', content });
    assert.equal(await write('old text'), 'allow workspace-edit');
    assert.equal(await write('nothing is left'), 'block classifier');
  });

  it('does not fail when the log or the counters throw', async () => {
    const fail = (): never => {
      throw new Error('canary');
    };
    const edit = { file_path: 'src/a.ts', old_string: 'old', new_string: 'new' };
    const noLog: Gate = { ...fakeGate({ tree }), writeLog: fail };
    assert.equal(await stageOf(noLog, 'file_edit', edit), 'block workspace-edit');
    assert.equal(await stageOf(noLog, 'read', { path: 'src/a.ts' }), 'allow safe-tool');
    // The log holds the decision by then.
    assert.equal(await stageOf({ ...fakeGate({ tree }), note: fail }, 'file_edit', edit), 'allow workspace-edit');
  });

  it('does not look at a folder that a link leads to on another machine, and wants the folder whole', async () => {
    const gate = fakeGate({ tree: { ...tree, [`${HOME}/share`]: { link: '/net/host/share' } } });
    const looked: string[] = [];
    const files = {
      ...gate.files,
      inspect: (path: string) => (looked.push(path), gate.files.inspect(path)),
      realPath: (path: string) => (looked.push(path), gate.files.realPath(path)),
    };
    const list = (cwd: string) => stageOf({ ...gate, files }, 'ls', {}, { cwd });
    assert.equal(await list(`${HOME}/share`), 'block classifier');
    assert.deepEqual(
      looked.filter((path) => path.startsWith('/net')),
      [],
    );
    assert.equal(await list('src'), 'block invalid-request');
  });

  it('settles no tool by a rule whose input holds more than the hard floor looks at', async () => {
    const allow = entries(['mcp(x/*)']);
    const gate = fakeGate({ tree, configuration: configuration({ permissions: permissions({ allow }) }) });
    const call = (input: object) => stageOf(gate, 'mcp__x__do', input, { agent: 'claude-code' });
    const nested = (depth: number): object => (depth === 0 ? { command: 'make' } : { a: nested(depth - 1) });
    const cases: readonly [string, object, string][] = [
      ['little', { name: 'a', list: ['b'] }, 'allow'],
      ['a long text for readers', { body: 'x'.repeat(30_000) }, 'allow'],
      ['a long text of another kind', { name: `${' '.repeat(30_000)}autoMode.off` }, 'block'],
      ['very many values', { list: Array.from({ length: 25_000 }, () => 'x') }, 'block'],
      ['many lines', { list: Array.from({ length: 25 }, () => ({ command: 'make' })) }, 'block'],
      ['very long texts for readers', { body: 'x'.repeat(500_000) }, 'block'],
      ['what lies deep', nested(9), 'block'],
    ];
    for (const [what, input, outcome] of cases) {
      assert.equal(await call(input), outcome === 'allow' ? 'allow permissions.allow' : 'block classifier', what);
    }
  });

  it('sees what a tool writes that reads escapes once more, and text that stands for other parts of a file', async () => {
    const settings = `${WORKSPACE}/.vscode/settings.json`;
    const manifest = `${WORKSPACE}/package.json`;
    const world = { ...tree, [settings]: '{"a":"b"}', [manifest]: '{"version":"1","scripts":{"a":"b"}}' };
    const gate = fakeGate({ tree: world, held: new Set([manifest]) });
    const gemini = (tool: string, input: object) => stageOf(gate, tool, input, { agent: 'gemini-cli' });
    const hidden = 'x\\",\\"autoMode.enabled\\":false,\\"b\\":\\"y';
    const write = (file_path: string, content: string) => gemini('write_file', { file_path, content });
    const replace = (file_path: string, old_string: string, new_string: string) =>
      gemini('replace', { file_path, old_string, new_string });
    assert.equal(await write(settings, `{"a":"${hidden}"}`), 'block hard-deny');
    assert.equal(await replace(settings, '"b"', `"${hidden}"`), 'block hard-deny');
    assert.equal(await write(settings, '{"a":"c"}'), 'block classifier');
    assert.equal(await replace(manifest, '"1"', '"1\\",\\"bin\\":\\"x"'), 'block classifier');
    assert.equal(await replace(manifest, '"1"', '"2"'), 'allow workspace-edit');
    assert.equal(await replace('src/a.ts', 'old', 'a \\n b'), 'allow workspace-edit');
    const edit = (old_string: string, new_string: string) =>
      stageOf(gate, 'file_edit', { file_path: manifest, old_string, new_string });
    assert.equal(await edit('1', '2'), 'allow workspace-edit');
    for (const text of ["2$'", '2$`', '2$&', '2$1', '2$$'])
      assert.equal(await edit('1', text), 'block classifier', text);
  });

  it('asks the judge again when the same path leads to another file', async () => {
    const link = { link: '/tmp/plan' };
    const world = { ...tree, '/tmp/link': link, '/tmp/plan': 'a', '/srv/data': 'b' };
    const gate = fakeGate({ tree: world, classifier: () => verdict('allow') });
    const write = (at: Gate) => stageOf(at, 'write', { path: '/tmp/link', content: 'x' }, { sessionId: 's' });
    assert.equal(await write(gate), 'allow classifier');
    assert.equal(await write(gate), 'allow cache');
    const repointed = fakeGate({ tree: { ...world, '/tmp/link': { link: '/srv/data' } } }).files;
    assert.equal(await write({ ...gate, files: repointed }), 'allow classifier');
  });

  it('asks the judge again when version control does not hold the file any more that it would overwrite', async () => {
    const world = { ...tree, '/srv/notes/a.md': 'a' };
    const gate = fakeGate({ tree: world, held: new Set(['/srv/notes/a.md']), classifier: () => verdict('allow') });
    const write = (at: Gate) => stageOf(at, 'write', { path: '/srv/notes/a.md', content: 'x' }, { sessionId: 's' });
    assert.equal(await write(gate), 'allow classifier');
    assert.equal(await write(gate), 'allow cache');
    const changed = fakeGate({ tree: world }).files;
    assert.equal(await write({ ...gate, files: changed }), 'allow classifier');
  });

  const many = Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`path${index}`, `/srv/${index}`]));
  const GUESSES: readonly [string, object, string][] = [
    // The name of the server, and a reading verb beside a changing one, make no reader of a tool.
    ['mcp__readwise__write_file', { path: '~/.bashrc' }, 'block hard-deny'],
    ['mcp__view__put', { path: '~/.bashrc' }, 'block hard-deny'],
    ['mcp__fs__read__put', { path: '~/.bashrc' }, 'block hard-deny'],
    ['mcp__fs__get_or_create_file', { path: '~/.bashrc' }, 'block hard-deny'],
    ['getAndSet', { path: '~/.bashrc' }, 'block hard-deny'],
    ['update_status', { path: '~/.bashrc' }, 'block hard-deny'],
    ['mcp__fs__read_file', { path: '~/.bashrc' }, 'block classifier'],
    ['readFile', { path: '~/.bashrc' }, 'block classifier'],
    ['mcp__fs__delete_folder', { path: HOME }, 'block hard-deny'],
    ['mcp__fs__trash', { items: [`${HOME}/`] }, 'block hard-deny'],
    // However the path is written down and wherever it stands.
    ['mcp__fs__put', { document: '.vscode/settings.json', text: '{}' }, 'block hard-deny'],
    ['mcp__fs__put', { document: 'a/../.vscode/settings.json', text: '{}' }, 'block hard-deny'],
    ['mcp__fs__put', { document: '\n~/.bashrc ' }, 'block hard-deny'],
    ['mcp__fs__put', { document: `${'/.'.repeat(5000)}${HOME}/.bashrc` }, 'block hard-deny'],
    ['mcp__fs__put', { ...many, last: '~/.bashrc' }, 'block invalid-request'],
    [
      'mcp__fs__put',
      { rows: Array.from({ length: 10_000 }, () => ({ source: 'survey', text: 'a' })) },
      'block classifier',
    ],
  ];
  for (const [tool, input, expected] of GUESSES) {
    it(`${tool} ${JSON.stringify(input).slice(0, 60)}: ${expected}`, async () => {
      assert.equal(await stageOf(fakeGate({ tree: { ...tree, [`${HOME}/.bashrc`]: '' } }), tool, input), expected);
    });
  }

  const SETTINGS = `${WORKSPACE}/.vscode/settings.json`;
  const loosened = '{"autoMode.enabled": false}';
  const FIELDS: readonly [string, object, string][] = [
    // One of the two would be judged and the other one made.
    [
      'edit',
      { path: SETTINGS, edits: [{ oldText: '1', newText: '2' }], old_string: '{"a": 1}', new_string: loosened },
      'block invalid-request',
    ],
    ['edit', { path: SETTINGS, edits: [], new_string: loosened }, 'block invalid-request'],
    ['edit', { path: SETTINGS, edits: [{ oldText: '1', newText: '2' }] }, 'block classifier'],
    // The first of several edits may write the whole file.
    [
      'edit',
      {
        path: 'src/a.ts',
        edits: [
          { oldText: '', newText: 'x' },
          { oldText: 'x', newText: '' },
        ],
      },
      'block classifier',
    ],
    // What is not said is not known to be empty.
    ['write', { path: SETTINGS, contents: loosened }, 'block hard-deny'],
    ['read', { path: 'a'.repeat(40_000) }, 'block invalid-request'],
    ['read_mcp_resource', { server: 'fs', uri: `file://${HOME}/.auto-mode/token` }, 'block hard-deny'],
    ['read_mcp_resource', { server: 'fs', uri: 'repo://issues/1' }, 'allow safe-tool'],
  ];
  for (const [tool, input, expected] of FIELDS) {
    it(`${tool} ${JSON.stringify(input).slice(0, 90)}: ${expected}`, async () => {
      assert.equal(await stageOf(fakeGate({ tree: { ...tree, [SETTINGS]: '{"a": 1}' } }), tool, input), expected);
    });
  }

  it('asks about every call that an unreadable entry could be meant for', async () => {
    const cases: readonly [entry: string, tool: string, input: object, asks: boolean][] = [
      ['read(.env', 'grep', { pattern: 'x', path: 'src' }, true],
      ['read(.env', 'read', { path: 'src/a.ts' }, true],
      ['read(.env', 'write', { path: 'src/b.ts', content: '' }, false],
      ['edit(.env', 'write', { path: 'src/b.ts', content: '' }, true],
      ['edit(.env', 'delete', { path: 'src/a.ts' }, true],
      ['edit(.env', 'mcp__fs__put', { path: 'src/a.ts' }, true],
      ['delete(.env', 'write', { path: 'src/b.ts', content: '' }, false],
      ['bash(rm', 'read', { path: 'src/a.ts' }, false],
    ];
    for (const [entry, tool, input, asks] of cases) {
      const settings = configuration({ permissions: permissions({ deny: entries([entry]) }) });
      const stage = await stageOf(fakeGate({ tree, configuration: settings }), tool, input);
      assert.equal(stage === 'block permissions.ask', asks, `${entry} ${tool}: ${stage}`);
    }
  });

  it('does not call the reading of a pipe or a device safe', async () => {
    const gate = fakeGate({ tree: { ...tree, '/tmp/pipe': '' } });
    const inspect: Gate['files']['inspect'] = (path) =>
      path === '/tmp/pipe' ? { type: 'other', links: 1, sizeBytes: 0 } : gate.files.inspect(path);
    assert.equal(
      await stageOf({ ...gate, files: { ...gate.files, inspect } }, 'read', { path: '/tmp/pipe' }),
      'block classifier',
    );
  });
});
