import assert from 'node:assert/strict';
import { readClaudeCode } from '../../../../src/agents/permissionLists/claudeCode';
import type { ListOrigin, RuleList } from '../../../../src/agents/permissionLists/permissionList';
import { OWN, outcome, REPOSITORY } from './reading';

const WINDOWS: ListOrigin = { file: 'C:\\r\\list.json', folder: 'C:\\r', windows: true };

/** An entry and the rules that it becomes; a text: why it becomes none. */
const CASES: readonly (readonly [RuleList, string, readonly string[] | RegExp, ListOrigin?])[] = [
  ['allow', 'Bash(npm run test:*)', ['bash(npm run test)', 'bash(npm run test *)']],
  ['allow', 'Bash(npm run test *)', ['bash(npm run test)', 'bash(npm run test *)']],
  ['allow', 'Bash(npm run test*)', ['bash(npm run test*)']],
  ['allow', 'Bash(npm run build)', ['bash(npm run build)']],
  ['allow', ' Bash(tsc --noEmit) ', ['bash(tsc --noEmit)']],
  ['allow', 'Bash(git log * main *)', ['bash(git log * main *)']],
  ['allow', 'Bash(git add:*)', ['bash(git add)', 'bash(git add *)']],
  ['allow', 'Bash', /every call of Bash/],
  ['allow', 'Bash(*)', /every call of Bash/],
  ['allow', 'Bash(:*)', /every command/],
  ['allow', 'Bash(* --version)', /programs that it does not name/],
  ['allow', 'Bash(py*)', /programs that it does not name/],
  ['allow', 'Bash(python:*)', /python runs whatever/],
  ['allow', 'Bash(python3.12 -c *)', /python3.12 runs whatever/],
  ['allow', 'Bash(python -c print*)', /python runs whatever/],
  ['allow', 'Bash(python -m pytest *)', ['bash(python -m pytest)', 'bash(python -m pytest *)']],
  ['allow', 'Bash(node scripts/*)', /node runs whatever/],
  ['allow', 'Bash(node scripts/build.js:*)', ['bash(node scripts/build.js)', 'bash(node scripts/build.js *)']],
  ['allow', 'Bash(/usr/bin/bash -c *)', /bash runs whatever/],
  ['allow', 'Bash(sudo *)', /sudo runs whatever/],
  ['allow', 'Bash(sudo -u x npm *)', /sudo runs whatever/],
  ['allow', 'Bash(npx:*)', /npx runs whatever/],
  ['allow', 'Bash(npx prettier *)', /npx runs whatever/],
  ['allow', 'Bash(xargs grep *)', /xargs runs whatever/],
  ['allow', 'Bash(find:*)', /find runs whatever/],
  ['allow', 'Bash(npm:*)', /npm has sub-commands/],
  ['allow', 'Bash(npm run:*)', /npm run runs whatever/],
  ['allow', 'Bash(npm run -*)', /npm run runs whatever/],
  ['allow', 'Bash(npm --prefix *)', /npm has sub-commands/],
  ['allow', 'Bash(yarn *)', /yarn has sub-commands/],
  ['allow', 'Bash(git:*)', /git has sub-commands/],
  ['allow', 'Bash(git -c *)', /git has sub-commands/],
  ['allow', 'Bash(git * main)', /git has sub-commands/],
  ['allow', 'Bash(docker exec web *)', /docker exec runs whatever/],
  ['allow', 'Bash(make *)', /make runs whatever/],
  ['allow', 'Bash(claude:*)', /another agent/],
  ['allow', 'Bash(codex --yolo)', /another agent/],
  ['allow', 'Bash(git commit -m "x")', /quotes/],
  ['allow', 'Bash(ls $HOME)', /variables/],
  ['allow', 'Bash(ls  -la)', /stray blanks/],
  ['allow', 'Bash( ls)', /stray blanks/],
  ['deny', 'Bash( ls)', ['bash(*ls*)']],
  ['allow', 'Bash(ls a?c)', /mean something else/],
  ['allow', 'Bash(CI=1 npm test)', /mean something else/],
  ['allow', 'Bash(run_in_background:true)', /parameter/],
  ['allow', 'Bash(', /cannot be read/],
  ['allow', 'PowerShell(Get-ChildItem *)', /not taken apart/],
  ['allow', 'Edit', /every call of Edit/],
  ['allow', 'Edit(**)', /every call of Edit/],
  ['allow', 'Edit(**/*)', /every file/],
  ['allow', 'Edit(//**)', /every file/],
  ['allow', 'Edit(~/**)', /every file/],
  ['allow', 'Edit(//tmp/x/**)', ['edit(/tmp/x/**/*)', 'write(/tmp/x/**/*)']],
  ['allow', 'Edit(~/notes/*.md)', ['edit(~/notes/*.md)', 'write(~/notes/*.md)']],
  ['allow', 'Edit(/src/**)', /which folder it starts from/],
  ['allow', 'Edit(/src/**)', ['edit(/w/app/src/**/*)', 'write(/w/app/src/**/*)'], REPOSITORY],
  ['allow', 'Edit(src/**)', ['edit(src/**/*)', 'write(src/**/*)']],
  ['allow', 'Edit(./src/**)', ['edit(/w/app/src/**/*)', 'write(/w/app/src/**/*)'], REPOSITORY],
  ['allow', 'Edit(*.md)', ['edit(/w/app/**/*.md)', 'write(/w/app/**/*.md)'], REPOSITORY],
  ['allow', 'Write(/docs/**)', ['write(C:/r/docs/**/*)'], WINDOWS],
  ['allow', 'Edit(//c/x/**)', ['edit(c:/x/**/*)', 'write(c:/x/**/*)'], WINDOWS],
  ['allow', 'Edit(../**)', /leads out|every file/],
  ['allow', 'Edit(src/../../x)', /leads out/],
  ['allow', 'Read(//etc/hosts)', ['read(/etc/hosts)']],
  ['allow', 'Read(a[bc])', /mean something else/],
  ['allow', 'WebFetch', /every call of WebFetch/],
  ['allow', 'WebFetch(domain:*)', /every address/],
  ['allow', 'WebFetch(domain:docs.rs)', ['fetch(https://docs.rs/*)']],
  ['allow', 'WebFetch(domain:Docs.RS.)', ['fetch(https://docs.rs/*)']],
  ['allow', 'WebFetch(domain:*.docs.rs)', /other hosts/],
  ['allow', 'WebSearch', ['WebSearch']],
  ['allow', 'mcp__github__get_issue', ['mcp__github__get_issue']],
  ['allow', 'mcp__github', /every tool of a server/],
  ['allow', 'mcp__github__*', /every tool of a server/],
  ['allow', 'Task', /starts agents/],
  ['allow', 'Agent(Explore)', /starts agents/],
  ['allow', 'Skill(deploy *)', /mean something else/],
  ['allow', '*', /every call/],
  ['deny', 'Bash(rm:*)', ['bash(rm)', 'bash(rm *)']],
  ['deny', 'Bash(rm -rf *)', ['bash(rm -rf)', 'bash(rm -rf *)']],
  ['deny', 'Bash(npm publish)', ['bash(npm publish)']],
  ['deny', 'Bash', ['bash']],
  ['deny', 'Bash(* install)', ['bash(* install)']],
  ['deny', 'Bash(curl "http:*)', ['bash(*curl*"http*)']],
  ['deny', 'Bash(cat $HOME/.ssh/*)', ['bash(*cat*$HOME/.ssh/*)']],
  ['deny', 'Bash(rm a?c)', ['bash(*rm*a*c*)']],
  ['deny', 'Bash(A=1 make *)', ['bash(*A=1*make*)']],
  ['deny', 'Bash(x | y)', ['bash(*x*|*y*)']],
  ['deny', 'Bash(timeout:5)', /parameter/],
  ['ask', 'Bash(git push:*)', ['bash(git push)', 'bash(git push *)']],
  ['deny', 'Read(.env)', ['read(**/.env/**)']],
  ['deny', 'Read(./.env.*)', ['read(**/.env.*/**)']],
  ['deny', 'Read(**/secrets/**)', ['read(**/secrets/**)']],
  ['deny', 'Read(/config/keys)', ['read(**/config/keys/**)'], REPOSITORY],
  ['deny', 'Read(~/.ssh/**)', ['read(~/.ssh/**)']],
  ['deny', 'Read(//etc/shadow)', ['read(/etc/shadow/**)']],
  ['deny', 'Read(//c/keys/)', ['read(c:/keys/**)'], WINDOWS],
  ['deny', 'Read(//**/.env)', ['read(**/.env/**)']],
  ['deny', 'Read([a-c].key)', ['read(**/*.key/**)']],
  ['deny', 'Read(!x)', /mean something else/],
  ['deny', 'Write(migrations/**)', ['edit(**/migrations/**)']],
  ['deny', 'Edit(**)', ['edit']],
  ['deny', 'WebFetch', ['fetch']],
  ['deny', 'WebFetch(domain:Evil.example)', ['fetch(*evil.example*)']],
  ['deny', 'WebFetch(domain:*.evil.example)', ['fetch(*.evil.example*)']],
  ['deny', 'mcp__github', ['mcp(github/*)']],
  ['deny', 'mcp__github__*', ['mcp(github/*)']],
  ['deny', 'mcp__github__delete_repo', ['mcp(github/delete_repo)']],
  ['deny', 'Agent(Explore)', ['agent(Explore)']],
  ['deny', 'Agent(model:opus)', /parameter/],
  ['deny', 'NotebookEdit', ['edit']],
  ['deny', 'WebSearch', ['WebSearch']],
  ['deny', 'Skill(x)', /mean something else/],
  ['deny', 'Bash(x\u202e y)', ['bash(*x\u202e*y*)']],
  ['deny', 'Bash(x\ny)', /control characters/],
  ['deny', 'not a tool', /names no tool/],
];

describe('Claude Code’s permission lists', () => {
  for (const [list, entry, expected, from = OWN] of CASES) {
    it(`${list} ${JSON.stringify(entry)}${from === OWN ? '' : ` in ${from.folder ?? ''}`}`, () => {
      const found = outcome(readClaudeCode, { permissions: { [list]: [entry] } }, from);
      if (expected instanceof RegExp) {
        assert.equal(found.length, 1);
        assert.match(found[0] ?? '', expected);
        assert.ok(found[0]?.startsWith(`- permissions.${list}: `));
      } else {
        assert.deepEqual(
          found,
          expected.map((rule) => `${list} ${rule}`),
        );
      }
    });
  }

  it('are nothing where there is none', () => {
    for (const settings of [{}, [], null, 'x', { permissions: [] }, { permissions: { defaultMode: 'plan' } }]) {
      assert.deepEqual(outcome(readClaudeCode, settings), []);
    }
  });

  it('that are no lists are said to be so', () => {
    assert.deepEqual(outcome(readClaudeCode, { permissions: { allow: 'Bash(ls)' } }), [
      '- permissions.allow: it is not a list',
    ]);
    assert.deepEqual(outcome(readClaudeCode, { permissions: { deny: [5] } }), [
      '- permissions.deny: 5: it is not a text',
    ]);
  });

  it('allow nothing of a tool where a limit of it cannot be expressed', () => {
    const found = outcome(readClaudeCode, {
      permissions: { allow: ['Bash(npm test)', 'WebFetch(domain:docs.rs)'], deny: ['Bash(timeout:5)'] },
    });
    assert.deepEqual(found, [
      'allow fetch(https://docs.rs/*)',
      '- permissions.deny: Bash(timeout:5): it names a parameter of the tool',
      '- permissions.allow: Bash(npm test): what limits it cannot be expressed: permissions.deny: Bash(timeout:5) in ~/own.json',
    ]);
  });

  it('are read up to a bearable length', () => {
    const long = `Bash(npm test ${'x'.repeat(250_000)})`;
    const many = Array.from({ length: 20_000 }, (_, index) => `Bash(tool${index} test)`);
    assert.match(outcome(readClaudeCode, { permissions: { allow: [long] } }).join(), /longer than 1000/);
    const found = outcome(readClaudeCode, { permissions: { allow: many } });
    assert.equal(found.length, 1001);
    assert.match(found.at(-1) ?? '', /more than 1000 entries/);
  });
});
