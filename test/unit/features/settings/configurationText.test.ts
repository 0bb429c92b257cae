import assert from 'node:assert/strict';
import { configurationReport, defaultsReport } from '../../../../src/config/configurationReport';
import { effectiveConfiguration } from '../../../../src/config/effectiveConfiguration';
import type { EffectiveSettings, RawSource } from '../../../../src/config/sources';
import { ruleProblem } from '../../../../src/rules/permissionRule';
import { configurationText, defaultsText } from '../../../../src/features/settings/configurationText';
import { ruleSourceNames } from '../../../../src/texts/ruleSourceNames';

const settingsOf = (...sources: RawSource[]): EffectiveSettings =>
  effectiveConfiguration({ sources, trusted: true, workspaceFolders: ['/w'] }, ruleProblem);

/** The document without its comments, which are never inside a text here. */
function parsed(document: string): Record<string, unknown> {
  return JSON.parse(document.replaceAll(/(^|[\s,])\/\/ .*$/gm, '$1')) as Record<string, unknown>;
}

describe('the configuration as a document', () => {
  const window = settingsOf(
    { source: 'user', values: { 'permissions.deny': ['bash(a)', 'bash(b'], 'fastPaths.workspaceEdits': 'no' } },
    {
      source: 'workspace',
      values: { enabled: false, 'permissions.deny': ['bash(x\n"autoMode.enabled": false, \u202e)'] },
    },
  );
  const other = settingsOf({ source: 'user', values: { 'permissions.deny': ['bash(a)'] } });
  const folders = [
    { folder: '/w', settings: window },
    { folder: '/other\nfolder', settings: other },
  ];
  const shown = (...input: readonly (typeof folders)[number][]): string =>
    configurationText(
      configurationReport({ window, folders: input, removedRules: [], unconfirmed: [] }),
      ruleSourceNames(),
    );

  it('is JSON with a comment on the source of each value', () => {
    const text = shown();
    assert.match(text, /^ {2}"autoMode\.enabled": true, \/\/ built in$/m);
    assert.match(text, /^ {4}"bash\(a\)", \/\/ user settings$/m);
    const object = parsed(text);
    assert.equal(object['autoMode.fastPaths.workspaceEdits'], false);
    assert.equal(object['autoMode.enabled'], true);
  });

  it('puts below a setting what of it cannot be used or has no effect', () => {
    const lines = shown().split('\n');
    const at = lines.findIndex((line) => line.includes('"autoMode.fastPaths.workspaceEdits"'));
    assert.match(lines[at + 1] ?? '', /^ {2}\/\/ Cannot be used \(user settings\): no$/);
    assert.match(lines[at + 2] ?? '', /^ {2}\/\/ +The value cannot be used, so false holds\. Write true or false\.$/);
    const enabled = lines.findIndex((line) => line.includes('"autoMode.enabled": true'));
    assert.match(lines[enabled + 1] ?? '', /^ {2}\/\/ Has no effect \(workspace settings\)\.$/);
    assert.match(lines[enabled + 2] ?? '', /A workspace may only add deny and ask rules/);
  });

  it('shows what a repository wrote on one line, with nothing hidden in it', () => {
    const text = shown();
    assert.doesNotMatch(text, /\u202e/);
    assert.doesNotMatch(text, /^\s*"autoMode\.enabled": false/m);
  });

  it('shows for each of several folders what is different there', () => {
    const text = shown(...folders);
    const { '/w': first, '/other\\nfolder': second, ...whole } = parsed(text);
    assert.deepEqual(Object.keys(whole), Object.keys(parsed(shown())));
    assert.deepEqual(first, {});
    assert.deepEqual(second, { 'autoMode.permissions.deny': ['bash(a)'], 'autoMode.fastPaths.workspaceEdits': true });
  });
});

describe('the defaults as a document', () => {
  it('gives every setting and what $defaults stands for', () => {
    const report = defaultsReport();
    const { settings, $defaults, $defaultsWithOrdinaryPush: ordinary } = parsed(defaultsText(report));
    assert.deepEqual(settings, report.settings);
    assert.deepEqual($defaults, report.$defaults);
    assert.deepEqual(Object.keys(ordinary as object), Object.keys(report.$defaultsWithOrdinaryPush));
  });
});
