import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyse } from '../../../src/shell/analyse';
import { closureOf, type FoundClosure } from '../../../src/closure/closureOf';
import { nodesOf } from '../../../src/closure/closure';
import type { FileSystem } from '../../../src/files/fileSystem';
import { fakeFiles, HOME, WORKSPACE, type Tree } from '../engine/fakeGate';
import { LINUX } from '../files/fileWorld';

function found(line: string, files: Record<string, string> | FileSystem): FoundClosure {
  const isPort = 'inspect' in files && typeof files.inspect === 'function';
  const tree: Tree = { [WORKSPACE]: undefined };
  if (!isPort)
    for (const [path, text] of Object.entries(files as Record<string, string>)) tree[`${WORKSPACE}/${path}`] = text;
  const port = isPort ? (files as FileSystem) : fakeFiles(tree);
  return closureOf(analyse(line, 'bash', { cwd: WORKSPACE, home: HOME }), [], { files: port, machine: LINUX });
}

const shape = ({ closure }: FoundClosure): readonly string[] =>
  nodesOf(closure).map(({ node, depth }) =>
    [depth, node.kind, node.path.replace(`${WORKSPACE}/`, ''), node.name ?? '', node.problem ?? ''].join(' ').trim(),
  );

const PACKAGE = JSON.stringify({
  scripts: { pretest: 'echo a', test: 'echo b', posttest: 'echo c', start: 'node s.js' },
});

describe('which files a line runs', () => {
  const cases: readonly (readonly [string, Record<string, string>, readonly string[]])[] = [
    [
      'npm t -- x',
      { 'package.json': PACKAGE },
      [
        '0 package-script package.json pretest',
        '0 package-script package.json test',
        '0 package-script package.json posttest',
      ],
    ],
    ['npm test --ignore-scripts', { 'package.json': PACKAGE }, ['0 package-script package.json test']],
    ['npm run', { 'package.json': PACKAGE }, []],
    ['npm ls', { 'package.json': PACKAGE }, []],
    ['python -m pkg.tool', { 'pkg/tool.py': '', 'pkg/__init__.py': '' }, ['0 module pkg/tool.py']],
    ['node --import ./a.mjs b', { 'a.mjs': '', 'b.js': '' }, ['0 module a.mjs', '0 script b.js']],
    ['./missing', {}, ['0 script missing  missing']],
    ['ls -la && cat x', { x: '' }, []],
    [
      'git commit --no-verify -m x',
      {
        '.git/HEAD': 'ref: refs/heads/m\n',
        '.git/config': '',
        '.git/objects/a': '',
        '.git/hooks/pre-commit': 'ls',
        '.git/hooks/post-commit': '#!/bin/sh\nls',
      },
      ['0 git-hook .git/hooks/post-commit post-commit'],
    ],
    [
      'git -c core.hooksPath=h commit',
      { '.git/HEAD': 'ref: refs/heads/m\n', '.git/config': '', '.git/objects/a': '', 'h/pre-commit': '#!/bin/sh\nls' },
      ['0 git-hook h/pre-commit pre-commit'],
    ],
    [
      'make -f other.mk X=1',
      { 'other.mk': 'a: b\n\techo $(X)\nb:\n\techo b\n' },
      ['0 make-target other.mk a', '1 make-target other.mk b'],
    ],
    [
      'pytest tests/test_a.py::test_x',
      { 'tests/test_a.py': 'import os', 'pytest.ini': '' },
      ['0 configuration pytest.ini', '0 script tests/test_a.py'],
    ],
    ['cargo test', { 'Cargo.toml': '', 'build.rs': '' }, ['0 configuration Cargo.toml', '0 configuration build.rs']],
    ['cargo --version', { 'Cargo.toml': '' }, []],
    ['ssh host ./x.sh', { 'x.sh': '' }, []],
    ['sh a.sh', { 'a.sh': 'sh a.sh' }, ['0 script a.sh', '1 script a.sh  cycle']],
    ['sh a.sh', { 'a.sh': 'sh b.sh', 'b.sh': '\0' }, ['0 script a.sh', '1 script b.sh  binary']],
    ['sh dir', { 'dir/x': '' }, ['0 script dir  not-a-file']],
  ];
  for (const [line, files, expected] of cases) {
    it(line, () => {
      assert.deepEqual(
        shape(found(line, files)).filter((node) => !node.includes(' pkg/__init__')),
        expected,
      );
    });
  }

  it('appends the words behind a script, and takes every value that a makefile gives', () => {
    const scripts = { 'package.json': JSON.stringify({ scripts: { sh: 'sh -c' } }) };
    assert.deepEqual(
      found("npm run sh -- 'rm x'", scripts).texts.map(({ text }) => text),
      ["sh -c 'rm x'"],
    );
    const make = { Makefile: 'ifdef A\nD = one\nelse\nD = two\nendif\nall:\n\trm -r $(D)\n' };
    assert.deepEqual(
      found('make', make).texts.map(({ text }) => text),
      ['rm -r one', 'rm -r two'],
    );
  });

  it('is complete only where nothing else decides', () => {
    const complete = (line: string, files: Record<string, string>): boolean => found(line, files).closure.complete;
    assert.equal(complete('sh a.sh', { 'a.sh': 'mkdir -p x\n' }), true);
    for (const text of ['node x', 'eval "$X"', './b', 'PATH=. ls', 'foo', 'rm x; sh a.sh', 'ssh h ls', 'cp b a.sh']) {
      assert.equal(complete('sh a.sh', { 'a.sh': text }), false, text);
    }
  });
});

describe('the bounds of a closure', () => {
  it('hold for files that are too large, and for too many', () => {
    const large: FileSystem = { ...fakeFiles({ [`${WORKSPACE}/a.sh`]: '' }), readContent: () => 'too-large' };
    assert.deepEqual(shape(found('sh a.sh', large)), ['0 script a.sh  too-large']);
    const many = Object.fromEntries(
      Array.from({ length: 400 }, (_, at) => [`${at}.sh`, `sh ${at + 1}.sh; sh ${at + 2}.sh`]),
    );
    const { closure } = found('sh 0.sh', many);
    assert.ok(nodesOf(closure).length <= 150);
    assert.equal(closure.complete, false);
    assert.equal(found('sh a.sh', { 'a.sh': `# ${'x'.repeat(200_000)}` }).closure.complete, false);
  });

  it('hold for any files and lines', () => {
    const name = fc.constantFrom(
      'a.sh',
      'b.sh',
      'Makefile',
      'package.json',
      'justfile',
      'Taskfile.yml',
      'mise.toml',
      'x.py',
      'x.js',
    );
    const piece = fc.constantFrom(
      'sh a.sh',
      './b.sh',
      'make',
      'npm test',
      '\n',
      '\t',
      'all:',
      'all: all',
      '$(X)',
      '$(shell sh a.sh)',
      '{"scripts":{"test":"make"}}',
      'tasks:',
      '  all:',
      '{{',
      '`',
      "'",
      '<<E',
      'import x',
      "require('./x')",
      'X = $(X)',
      '\\',
      'define X',
      'include Makefile',
      '[tasks.a]',
      'run = "sh a.sh"',
    );
    const text = fc
      .array(fc.oneof(piece, fc.string({ maxLength: 8 })), { maxLength: 12 })
      .map((parts) => parts.join('\n'));
    const line = fc.constantFrom(
      'sh a.sh',
      './b.sh',
      'make',
      'npm test',
      'just',
      'task all',
      'mise run a',
      'python x.py',
      'node x.js',
    );
    fc.assert(
      fc.property(fc.dictionary(name, text, { maxKeys: 9 }), line, (files, command) => {
        const one = found(command, files);
        assert.ok(nodesOf(one.closure).length <= 150);
        assert.deepEqual(found(command, files).closure, one.closure);
      }),
      { numRuns: 150 },
    );
  });
});
