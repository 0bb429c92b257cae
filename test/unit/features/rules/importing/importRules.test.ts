import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { turns } from '../../../../../src/common/turns';
import { effectiveConfiguration } from '../../../../../src/config/effectiveConfiguration';
import { ruleProblem } from '../../../../../src/rules/permissionRule';
import { RuleLists } from '../../../../../src/features/rules/ruleLists';
import { RuleWriter } from '../../../../../src/features/rules/ruleWriter';
import {
  ImportRules,
  type Candidate,
  type ImportResult,
} from '../../../../../src/features/rules/importing/importRules';
import type { EditorSetting } from '../../../../../src/features/rules/importing/permissionListFiles';
import { MAX_ROWS } from '../../../../../src/features/questions/questionText';
import { notExpressedText, pickItems } from '../../../../../src/features/rules/importing/importText';
import { temporaryFolder } from '../../../log/temporaryFolder';

describe('ImportRules', () => {
  const folder = temporaryFolder();
  let user: Record<string, unknown>;
  let editor: Record<string, EditorSetting>;
  let environment: NodeJS.ProcessEnv;
  let order: string[];
  let asked: { readonly question: string; readonly detail: string }[];
  let opened: string[];
  let yes: boolean;
  let trusted: boolean;
  let whileAsked: () => void;
  let writer: RuleWriter;
  let picked: (found: Pick<ImportResult, 'candidates' | 'notExpressed'>) => readonly Candidate[] | undefined;

  beforeEach(() => {
    user = {};
    editor = {};
    environment = {};
    order = [];
    asked = [];
    opened = [];
    yes = true;
    trusted = true;
    whileAsked = () => undefined;
    picked = () => undefined;
  });

  const home = (): string => join(folder(), 'home');
  const project = (): string => join(folder(), 'project');

  function write(path: string, content: unknown): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  }

  function claude(permissions: unknown, place = home()): void {
    write(join(place, '.claude', 'settings.json'), { permissions });
  }

  function importRules(): ImportRules {
    const lists = new RuleLists({
      paths: { home: home(), isAbsolute, isInside: () => false },
      userValues: () => user,
      userAlone: (values) =>
        effectiveConfiguration(
          { sources: [{ source: 'user', values }], trusted: true, workspaceFolders: [] },
          ruleProblem,
        ),
      workspaceValue: () => undefined,
      writeUser: (key, value) => {
        user[key] = value;
        order.push(key);
        return Promise.resolve();
      },
      writeWorkspace: () => Promise.resolve(),
      refuseIfForbidden: () => undefined,
    });
    writer = new RuleWriter({ lists, rules: { places: () => [] }, inTurn: turns() });
    return new ImportRules({
      places: {
        home: home(),
        environment,
        platform: 'linux',
        folders: () => [project()],
        editorSetting: (name) => editor[name] ?? { user: undefined, workspace: [] },
      },
      userValue: (key) => user[key],
      writer,
      trusted: () => trusted,
      confirm: (question, detail) => {
        asked.push({ question, detail });
        whileAsked();
        return Promise.resolve(yes);
      },
      openWhole: (text) => {
        opened.push(text);
        return Promise.resolve();
      },
      pick: (found) => Promise.resolve(picked(found)),
    });
  }

  const rulesOf = ({ candidates }: Pick<ImportResult, 'candidates'>): string[] =>
    candidates.map(({ list, rule, fromRepository }) => `${list} ${rule}${fromRepository ? ' (repository)' : ''}`);
  const reasons = ({ notExpressed }: ImportResult): string[] =>
    notExpressed.map(({ original, file, why }) => `${file.replace(folder(), '')} ${original}: ${why}`);

  it('lists what all programs have, tightening first, and writes nothing', async () => {
    claude({ allow: ['Bash(npm test)'], deny: ['Read(.env)'] });
    claude({ ask: ['Bash(git push)'], allow: ['Bash(make)'] }, project());
    write(join(home(), '.gemini', 'settings.json'), '{ "tools": { "exclude": ["web_fetch"] } } // own');
    write(join(home(), '.config', 'opencode', 'opencode.jsonc'), '{ "permission": { "webfetch": "deny", }, }');
    write(join(project(), 'opencode.json'), { permission: { bash: { 'npm publish': 'deny' } } });
    editor['chat.tools.terminal.autoApprove'] = {
      user: { 'tsc -b': true },
      workspace: [{ folder: project(), value: { rm: false } }],
    };
    const result = await importRules().run({});
    assert.deepEqual(rulesOf(result), [
      'deny read(**/.env/**)',
      'deny web_fetch',
      'deny fetch',
      'deny bash(npm publish) (repository)',
      'ask bash(git push) (repository)',
      'ask bash(rm*) (repository)',
      'allow bash(npm test)',
      'allow bash(tsc -b)',
      'allow bash(tsc -b *)',
      'allow bash(make) (repository)',
    ]);
    assert.deepEqual(result.written, []);
    assert.deepEqual([user, asked], [{}, []]);
  });

  it('offers what the user has allowed as the user’s, although a repository says it too', async () => {
    claude({ allow: ['Bash(npm test)'] }, project());
    claude({ allow: ['Bash(npm test)'] });
    assert.deepEqual(rulesOf(await importRules().run({})), ['allow bash(npm test)']);
  });

  it('reads the user’s own file once where the home folder is open', async () => {
    claude({ allow: ['Bash(npm test)'] });
    const rules = new ImportRules({
      places: {
        home: home(),
        environment: {},
        platform: 'linux',
        folders: () => [home()],
        editorSetting: () => ({ user: undefined, workspace: [] }),
      },
      userValue: () => undefined,
      writer: { append: () => Promise.reject(new Error('Nothing is chosen.')) },
      trusted: () => true,
      confirm: () => Promise.resolve(false),
      openWhole: () => Promise.resolve(),
      pick: () => Promise.resolve(undefined),
    });
    assert.deepEqual(rulesOf(await rules.run({})), ['allow bash(npm test)']);
  });

  it('leaves out what the user has already, with or without a message', async () => {
    claude({ deny: ['Bash(a)', 'Bash(b)', 'Bash(c)'] });
    user['permissions.deny'] = [' bash(a) ', { rule: 'bash(b)', message: 'no' }, 7];
    assert.deepEqual(rulesOf(await importRules().run({})), ['deny bash(c)']);
  });

  it('takes a list for the repository’s where a variable says that the user’s own lies in it', async () => {
    environment = { CLAUDE_CONFIG_DIR: join(project(), 'cc'), XDG_CONFIG_HOME: join(project(), 'xdg') };
    write(join(project(), 'cc', 'settings.json'), { permissions: { allow: ['Bash(make)'] } });
    write(join(project(), 'xdg', 'opencode', 'opencode.json'), { permission: { bash: { 'npm test': 'allow' } } });
    assert.deepEqual(rulesOf(await importRules().run({})), [
      'allow bash(make) (repository)',
      'allow bash(npm test) (repository)',
    ]);
    symlinkSync(project(), join(folder(), 'link'));
    environment = { CLAUDE_CONFIG_DIR: join(folder(), 'link', 'cc') };
    assert.deepEqual(rulesOf(await importRules().run({})), ['allow bash(make) (repository)']);
    trusted = false;
    assert.deepEqual(rulesOf(await importRules().run({})), []);
  });

  it('holds what a folder’s settings allow to that folder', async () => {
    editor['chat.tools.edits.autoApprove'] = {
      user: undefined,
      workspace: [
        { folder: '/first', value: { '**/a.md': true } },
        { folder: '/second', value: { '**/b.md': true } },
        { folder: undefined, value: { '**/c.md': true } },
      ],
    };
    const result = await importRules().run({});
    assert.deepEqual(rulesOf(result), [
      'allow edit(/first/**/a.md) (repository)',
      'allow write(/first/**/a.md) (repository)',
      'allow edit(/second/**/b.md) (repository)',
      'allow write(/second/**/b.md) (repository)',
    ]);
    assert.match(reasons(result).join(), /c\.md": true: it belongs to no folder of this machine/);
  });

  it('offers no rule of several lines', async () => {
    for (const hidden of ['\n', '\r', '\u2028', '\u0007']) {
      editor['chat.tools.edits.autoApprove'] = {
        user: { [`**/a${hidden}│ edit(b)`]: true, [`**/c${hidden}d`]: false },
        workspace: [],
      };
      assert.deepEqual(rulesOf(await importRules().run({})), []);
    }
  });

  it('offers nothing that an untrusted workspace allows', async () => {
    trusted = false;
    claude({ allow: ['Bash(make)'], deny: ['Bash(rm)'] }, project());
    const result = await importRules().run({});
    assert.deepEqual(rulesOf(result), ['deny bash(rm) (repository)']);
    assert.match(reasons(result).join(), /Bash\(make\): the workspace is not trusted/);
  });

  it('says which files could not be read, and reads the others', async () => {
    claude({ deny: ['Bash(rm)'] });
    write(join(project(), '.claude', 'settings.json'), '{ "permissions": ');
    write(join(project(), '.claude', 'settings.local.json'), '{ "permissions": {} } // comment');
    write(join(project(), '.gemini', 'settings.json'), ' '.repeat(300 * 1024));
    write(join(project(), 'opencode.json'), '{ "permission": {}, "permission": {} }');
    mkdirSync(join(project(), 'opencode.jsonc'));
    mkdirSync(join(project(), '.opencode'));
    symlinkSync('/dev/zero', join(project(), '.opencode', 'opencode.json'));
    write(join(home(), '.gemini', 'policies', 'own.toml'), '');
    const result = await importRules().run({});
    assert.deepEqual(rulesOf(result), ['deny bash(rm)']);
    assert.deepEqual(reasons(result), [
      '/project/.claude/settings.json : it is not valid JSON; nothing of it was read',
      '/project/.claude/settings.local.json : Claude Code ignores a file with comments or trailing commas as a whole; nothing of it was read',
      '/project/.gemini/settings.json : it cannot be read, is no file, or is larger than 256 KB; nothing of it was read',
      '/home/.gemini/policies/*.toml : policy files of Gemini CLI are not read',
      '/project/opencode.json : it has a name twice; nothing of it was read',
      '/project/opencode.jsonc : it cannot be read, is no file, or is larger than 256 KB; nothing of it was read',
      '/project/.opencode/opencode.json : it cannot be read, is no file, or is larger than 256 KB; nothing of it was read',
    ]);
  });

  it('writes deny and ask rules without a question, behind what is there', async () => {
    claude({ deny: ['Bash(b)'], ask: ['Bash(c)'] });
    user['permissions.deny'] = ['bash(a)', { rule: 'bash(x)', message: 'no' }];
    user['permissions.ask'] = [];
    const result = await importRules().run({
      rules: [
        { list: 'ask', rule: 'bash(c)' },
        { list: 'deny', rule: 'bash(b)' },
        { list: 'deny', rule: 'bash(b)' },
      ],
    });
    assert.deepEqual(result.written, [
      { list: 'deny', rule: 'bash(b)' },
      { list: 'ask', rule: 'bash(c)' },
    ]);
    assert.deepEqual(asked, []);
    assert.deepEqual(user, {
      'permissions.deny': ['bash(a)', { rule: 'bash(x)', message: 'no' }, 'bash(b)'],
      'permissions.ask': ['bash(c)'],
    });
  });

  it('asks callers about what comes from the repository, although it tightens', async () => {
    claude({ deny: ['*'], ask: ['Bash(git push)'] }, project());
    claude({ deny: ['Bash(b)'] });
    const rules = [
      { list: 'deny', rule: '*' },
      { list: 'ask', rule: 'bash(git push)' },
    ];
    yes = false;
    assert.deepEqual((await importRules().run({ rules })).written, []);
    assert.equal(asked[0]?.question, 'Add these rules to your settings?');
    assert.match(asked[0].detail, /│ deny \*\n│ ask bash\(git push\)/);
    assert.match(asked[0].detail, /From the repository: .*project\/\.claude\/settings\.json/);
    assert.deepEqual(user, {});
    yes = true;
    assert.equal((await importRules().run({ rules })).written.length, 2);
    assert.equal((await importRules().run({ rules: [{ list: 'deny', rule: 'bash(b)' }] })).written.length, 1);
    assert.equal(asked.length, 2);
  });

  it('writes what the user ticked and tightens without another question', async () => {
    claude({ deny: ['*'] }, project());
    picked = ({ candidates }) => candidates;
    assert.equal((await importRules().show()).written.length, 1);
    assert.deepEqual(asked, []);
  });

  it('keeps the built-in ask rules where the user has none of their own', async () => {
    claude({ ask: ['Bash(c)'] });
    await importRules().run({ rules: [{ list: 'ask', rule: 'bash(c)' }] });
    assert.deepEqual(user, { 'permissions.ask': ['$defaults', 'bash(c)'] });
  });

  it('asks once about all allow rules, and writes them last', async () => {
    claude({ allow: ['Bash(npm test)', 'Bash(tsc)'], deny: ['Bash(rm)', 'Bash(x)'] });
    picked = ({ candidates }) => candidates.filter(({ rule }) => rule !== 'bash(x)');
    const { written } = await importRules().show();
    assert.equal(written.length, 3);
    assert.deepEqual(order, ['permissions.deny', 'permissions.allow']);
    assert.deepEqual(
      asked.map(({ question }) => question),
      ['Add these allow rules to your settings?'],
    );
    assert.match(asked[0]?.detail ?? '', /│ bash\(npm test\)\n│ bash\(tsc\)/);
    assert.match(asked[0]?.detail ?? '', /Left out, .*: deny bash\(x\)/);
    assert.doesNotMatch(asked[0]?.detail ?? '', /repository/);
  });

  it('names the repository’s file where it is the one that allows', async () => {
    claude({ allow: ['Bash(make)'] }, project());
    await importRules().run({ rules: [{ list: 'allow', rule: 'bash(make)' }] });
    assert.match(asked[0]?.detail ?? '', /From the repository: .*project\/\.claude\/settings\.json/);
  });

  it('opens the whole list where the dialog cannot show it', async () => {
    claude({ allow: Array.from({ length: 3 * MAX_ROWS }, (_, index) => `Bash(tool${index} test)`) });
    picked = ({ candidates }) => candidates;
    await importRules().show();
    assert.match(opened.join(), /bash\(tool20 test\)\nbash\(tool21 test\)/);
  });

  for (const [what, act] of [
    ['no', () => (yes = false)],
    ['a closed list', () => (picked = () => undefined)],
    ['nothing ticked', () => (picked = () => [])],
  ] as const) {
    it(`writes nothing, not even what tightens, after ${what}`, async () => {
      claude({ allow: ['Bash(make)'], deny: ['Bash(rm)'] });
      picked = ({ candidates }) => candidates;
      act();
      assert.deepEqual((await importRules().show()).written, []);
      assert.deepEqual(user, {});
    });
  }

  it('writes nothing at all where one of the user’s values is no list', async () => {
    claude({ allow: ['Bash(make)'], deny: ['Bash(rm)'] });
    user['permissions.allow'] = 'bash';
    picked = ({ candidates }) => candidates;
    const { written, problem } = await importRules().show();
    assert.deepEqual(written, []);
    assert.match(problem ?? '', /autoMode\.permissions\.allow in your settings is not a list/);
    assert.deepEqual([user, asked], [{ 'permissions.allow': 'bash' }, []]);
  });

  it('keeps what the user wrote while the question was open', async () => {
    claude({ allow: ['Bash(make)', 'Bash(tsc)'] });
    whileAsked = () => (user['permissions.allow'] = ['bash(tsc)', 'bash(new)']);
    picked = ({ candidates }) => candidates;
    const { written } = await importRules().show();
    assert.deepEqual(written, [{ list: 'allow', rule: 'bash(make)' }]);
    assert.deepEqual(user['permissions.allow'], ['bash(tsc)', 'bash(new)', 'bash(make)']);
  });

  for (const argument of [
    { rules: 5 },
    { rules: [{ list: 'allow' }] },
    { rules: [{ list: 'softDeny', rule: 'x' }] },
    { rules: [{ list: 'allow', rule: 'bash' }] },
    { rules: [{ list: 'allow', rule: 'bash(rm)' }] },
  ]) {
    it(`takes no rule that is not a candidate: ${JSON.stringify(argument)}`, async () => {
      claude({ deny: ['Bash(rm)'] });
      await assert.rejects(importRules().run(argument), TypeError);
      assert.deepEqual([user, asked], [{}, []]);
    });
  }
});

describe('The rows of the list to tick', () => {
  const candidate = { list: 'allow', rule: 'bash(a)', original: 'x', file: '/f', fromRepository: false } as const;

  it('tick what tightens', () => {
    const items = pickItems([candidate, { ...candidate, list: 'deny' }, { ...candidate, list: 'ask' }]);
    assert.deepEqual(
      items.map(({ ticked }) => ticked),
      [false, true, true],
    );
  });

  it('show foreign text as it is, without pictures or hidden characters', () => {
    const [item] = pickItems([
      { ...candidate, rule: 'bash($(shield) \u202e)', original: 'a\nb', fromRepository: true },
    ]);
    assert.ok(item);
    assert.equal(item.label, 'bash(\\$(shield) \\u{202E})');
    assert.equal(item.detail, 'a\\nb');
    assert.equal(item.description, 'allow · from the repository: /f');
  });

  it('have a document beside them about everything else', () => {
    const text = notExpressedText([
      { original: 'a', file: '/f', why: 'x' },
      { original: '', file: '/g', why: 'y' },
      { original: 'b\n', file: '/f', why: 'z' },
    ]);
    assert.match(text, /\n\/f\n\n {2}a\n {4}x\n {2}b\\n\n {4}z\n\n\/g\n\n {2}y\n/);
  });
});
