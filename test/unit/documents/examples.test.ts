import assert from 'node:assert/strict';
import { decide } from '../../../src/engine/decide';
import type { Decision } from '../../../src/engine/model/decision';
import { configuration, fakeGate, permissions, WORKSPACE } from '../engine/fakeGate';
import { textOf } from './documents';

type List = 'deny' | 'ask' | 'allow';

const TREE = Object.fromEntries(
  ['app/package.json', 'migrations/1.sql', 'package.json', 'x/.git/HEAD', 'x/a.txt'].map((name) => [
    `${WORKSPACE}/${name}`,
    '',
  ]),
);

/** The stage that decides a line in the workspace where there is this rule alone, and nobody to ask. */
async function stageOf(line: string, list: List, rule: string): Promise<Decision['stage']> {
  const gate = fakeGate({
    tree: TREE,
    configuration: configuration({ permissions: permissions({ [list]: [{ text: rule, source: 'user' }] }) }),
  });
  const request = { tool: 'bash', input: { command: line }, cwd: WORKSPACE };
  return (await decide(request, gate, new AbortController().signal)).stage;
}

/** The cells of the rows of a document's table, found by a word of its head. */
function rowsBelow(document: string, head: string): readonly (readonly string[])[] {
  const lines = textOf(document).split('\n');
  const begin = lines.findIndex((line) => line.startsWith('|') && line.includes(head));
  assert.notEqual(begin, -1, `${document} has no table with "${head}"`);
  const length = lines.slice(begin).findIndex((line) => !line.startsWith('|'));
  return lines.slice(begin + 2, begin + length).map((line) =>
    line
      .split(/(?<!\\)\|/)
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  );
}

function codeIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code!);
}

describe('the examples of shell rules in docs/rules.md', () => {
  const rows = rowsBelow('docs/rules.md', 'also caught');

  it('are there', () => {
    assert.equal(rows.length, 4);
  });

  for (const [named = '', caught = '', missed = ''] of rows) {
    const list = named.split(' ')[0] as List;
    const [rule = ''] = codeIn(named);
    for (const line of codeIn(caught)) {
      it(`${list} ${rule} catches ${line}`, async () => {
        assert.equal(await stageOf(line, list, rule), `permissions.${list}`);
      });
    }
    for (const line of codeIn(missed)) {
      it(`${list} ${rule} does not catch ${line}`, async () => {
        assert.notEqual(await stageOf(line, list, rule), `permissions.${list}`);
      });
    }
  }
});

describe('the examples of rules in the README', () => {
  const rows = rowsBelow('README.md', '| effect');

  it('are six, and do to the lines beside them what they say', async () => {
    assert.equal(rows.length, 6);
    for (const [list = '', rule = '', effect = ''] of rows) {
      const [affected, unaffected = ''] = effect.split(/but not/);
      for (const line of codeIn(affected ?? '')) {
        assert.equal(await stageOf(line, codeIn(list)[0] as List, codeIn(rule)[0]!), `permissions.${codeIn(list)[0]}`);
      }
      for (const line of codeIn(unaffected)) {
        assert.notEqual(
          await stageOf(line, codeIn(list)[0] as List, codeIn(rule)[0]!),
          `permissions.${codeIn(list)[0]}`,
        );
      }
    }
  });
});
