import assert from 'node:assert/strict';
import { readVsCode } from '../../../../src/agents/permissionLists/vsCode';
import type { JsonValue } from '../../../../src/common/json';
import { itReads, outcome, REPOSITORY } from './reading';

const TERMINAL = 'chat.tools.terminal.autoApprove';
const EDITS = 'chat.tools.edits.autoApprove';
const URLS = 'chat.tools.urls.autoApprove';

const COMMANDS: readonly (readonly [string, JsonValue, readonly string[] | RegExp])[] = [
  ['npm run build', true, ['allow bash(npm run build)', 'allow bash(npm run build *)']],
  ['npm run build', { approve: true }, ['allow bash(npm run build)', 'allow bash(npm run build *)']],
  ['npm run build', { approve: true, matchCommandLine: true }, /whole lines/],
  ['bin/test.sh', true, ['allow bash(bin/test.sh)', 'allow bash(bin/test.sh *)']],
  ['python', true, /python runs whatever/],
  ['find', true, /find runs whatever/],
  ['npx tsc', true, /npx runs whatever/],
  ['rm-', true, /does not end with a word/],
  ['npm test *', true, /does not end with a word/],
  ['/^git status\\b/', true, ['allow bash(git status)', 'allow bash(git status *)']],
  ['/^git status$/', true, ['allow bash(git status)']],
  [
    '/^git (status|log|ls-files)\\b/',
    true,
    [...['status', 'log', 'ls-files'].flatMap((name) => [`allow bash(git ${name})`, `allow bash(git ${name} *)`])],
  ],
  ['/^git (status|show\\b.*)$/', true, /regular expression/],
  ['/^git\\b/', true, /git has sub-commands/],
  ['/^npm test(\\s|$)/i', true, ['allow bash(npm test)', 'allow bash(npm test *)']],
  ['/^\\.\\/gradlew test/', true, ['allow bash(./gradlew test)', 'allow bash(./gradlew test *)']],
  ['/npm test/', true, /contains it/],
  ['/.*/', true, /regular expression/],
  ['/^g.t status$/', true, /regular expression/],
  ['/^npm test\\b.*--fix/', true, /regular expression/],
  ['/Get-[a-z0-9]/i', true, /regular expression/],
  ['', true, /is empty/],
  ['rm', false, ['ask bash(rm*)']],
  ['git push', { approve: false }, ['ask bash(git push*)']],
  ['bin/rm', false, ['ask bash(bin/rm*)', 'ask bash(./bin/rm*)']],
  ['echo "x', false, ['ask bash(*echo*"x*)']],
  ['/^git push\\b/', false, ['ask bash(git push*)']],
  ['/^git push\\b/m', false, ['ask bash(*git push*)']],
  ['/\\.ps1/', { approve: false, matchCommandLine: true }, ['ask bash(*.ps1*)']],
  ['/\\.ps1/i', { approve: false, matchCommandLine: true }, /ignores case/],
  ['/(rm|rmdir) -r/', false, ['ask bash(*rm -r*)', 'ask bash(*rmdir -r*)']],
  ['/find\\b.*-exec(dir)?\\b/', false, /regular expression/],
  ['rm', null, []],
  ['rm', 'yes', /not known/],
];

describe('VS Code’s auto-approve settings', () => {
  for (const [text, value, expected] of COMMANDS) {
    it(`of the terminal: ${JSON.stringify(text)}: ${JSON.stringify(value)}`, () => {
      const found = outcome(readVsCode, { [TERMINAL]: { [text]: value } });
      if (!(expected instanceof RegExp)) {
        assert.deepEqual(found, expected);
        return;
      }
      assert.equal(found.length, 1);
      assert.match(found[0] ?? '', expected);
    });
  }

  itReads(readVsCode, [
    [{}, []],
    [{ [TERMINAL]: false }, []],
    [{ [TERMINAL]: true }, [`- ${TERMINAL}: true: it is no list of entries`]],
    [
      { [TERMINAL]: { 'npm test': true, '/x+/': false } },
      [
        `- ${TERMINAL}: "/x+/": false: it is a regular expression that no pattern stands for`,
        `- ${TERMINAL}: "npm test": true: what limits it cannot be expressed: ${TERMINAL}: "/x+/": false in ~/own.json`,
      ],
    ],
    [{ [EDITS]: { '**/*': true } }, [`- ${EDITS}: "**/*": true: it covers every file`]],
    [{ [EDITS]: { '**/docs/**': true } }, ['allow edit(**/docs/**/*)', 'allow write(**/docs/**/*)']],
    [
      { [EDITS]: { '**/docs/**': true } },
      ['allow edit(/w/app/**/docs/**/*)', 'allow write(/w/app/**/docs/**/*)'],
      REPOSITORY,
    ],
    [
      { [EDITS]: { '**/.env': false, '**/.vscode/*.json': false } },
      ['ask edit(**/.env/**)', 'ask edit(**/.vscode/*.json/**)'],
    ],
    [
      { [EDITS]: { '**/{a,b}': false, '**/docs/**': true } },
      [
        `- ${EDITS}: "**/{a,b}": false: it has characters that mean something else in a rule`,
        `- ${EDITS}: "**/docs/**": true: what limits it cannot be expressed: ${EDITS}: "**/{a,b}": false in ~/own.json`,
      ],
    ],
    [{ [URLS]: { 'https://docs.rs': true } }, ['allow fetch(https://docs.rs/*)']],
    [
      { [URLS]: { 'https://docs.rs/std/*': { approveRequest: true, approveResponse: true } } },
      ['allow fetch(https://docs.rs/std/*)'],
    ],
    [{ [URLS]: { 'https://docs.rs': { approveRequest: true, approveResponse: false } } }, ['ask fetch(*docs.rs*)']],
    [{ [URLS]: { 'https://*.evil.example/*': false } }, ['ask fetch(*evil.example*)']],
    [
      { [URLS]: { 'https://*.docs.rs': true } },
      [
        `- ${URLS}: "https://*.docs.rs": true: a rule would cover other addresses as well, because * also stands for slashes`,
      ],
    ],
    [{ [URLS]: { '*': true } }, [`- ${URLS}: "*": true: it is no whole address`]],
  ]);
});
