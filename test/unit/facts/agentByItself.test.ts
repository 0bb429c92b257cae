import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../..');

interface Alone {
  /** Its folder below `src/agents` and its descriptor below `src/facts/agents`. */
  readonly folder: string;
  /** As a word of any text in code. */
  readonly marks: RegExp;
  /** Beside the two lists of agents. */
  readonly also?: Readonly<Record<string, string>>;
}

/** Another agent is one line in each. */
const LISTS = ['src/facts/agents.ts', 'src/agents/agentIntegrations.ts'];

const PERMISSION_LIST: Readonly<Record<string, string>> = {
  'src/agents/permissionLists/permissionListTable.ts':
    'importing rules is a feature of its own, with a table of its own',
};

/** The last agents that were added. */
const LAST: readonly Alone[] = [
  {
    folder: 'opencode',
    marks: /\bopencode\b/i,
    also: { ...PERMISSION_LIST, 'src/agents/kiloCode/agent.ts': 'its fork reads files of these names too' },
  },
  // Without an option of `free`.
  { folder: 'kiloCode', marks: /(?<!--)\bkilo(?:code)?\b/i },
  { folder: 'pi', marks: /(?:^|\/|\.)pi(?:$|\/)|\bpi-coding-agent\b/ },
  { folder: 'geminiCli', marks: /\bgemini(?!\.md)(?:-?cli)?\b/i, also: PERMISSION_LIST },
  { folder: 'qwenCode', marks: /\bqwen/i },
  // Without what is said of the editor of that name.
  {
    folder: 'cursor',
    marks: /\.cursor\b|\bcursor_|\bcursor[- ]agent\b|\/cursor(?:\/|$)/,
    also: {
      'src/facts/harmlessHomeFiles.ts': 'extensions of the editor of that name',
    },
  },
];

/** Texts in code, without comments: strings, parts of templates, regular expressions, names of modules. */
function textsOf(path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node) || ts.isTemplateLiteralToken(node)) {
      found.push(node.text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, readFileSync(join(ROOT, path), 'utf8'), ts.ScriptTarget.Latest));
  return found;
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true }).flatMap((entry) => {
    const path = join(entry.parentPath, entry.name)
      .slice(ROOT.length + 1)
      .split('\\')
      .join('/');
    return entry.isFile() && /\.(?:ts|mjs)$/.test(path) ? [path] : [];
  });
}

describe('an agent', () => {
  const texts = new Map([...filesBelow('src'), ...filesBelow('webview-ui')].map((path) => [path, textsOf(path)]));

  for (const { folder, marks, also = {} } of LAST) {
    const naming = [...texts].filter(([, all]) => all.some((text) => marks.test(text))).map(([path]) => path);

    it(`is its folder, its descriptor and a line in each list: ${folder}`, () => {
      const own = (path: string): boolean =>
        path.startsWith(`src/agents/${folder}/`) || path === `src/facts/agents/${folder}.ts`;
      // A fork's descriptor may take facts of what it was made from, and the importer has a file for each agent.
      const taken = (path: string): boolean =>
        /^src\/facts\/agents\/\w+\.ts$|^src\/agents\/permissionLists\/\w+\.ts$/.test(path) &&
        (texts.get(path) ?? []).every(
          (text) => !marks.test(text) || text === `./${folder}` || path.endsWith(`/${folder}.ts`),
        );
      assert.deepEqual(
        naming.filter((path) => !own(path) && !taken(path) && !LISTS.includes(path) && !Object.hasOwn(also, path)),
        [],
      );
    });

    it(`is found by its marks, so that the test can fail: ${folder}`, () => {
      assert.ok(naming.includes(`src/facts/agents/${folder}.ts`), naming.join('\n'));
      for (const path of [...LISTS, ...Object.keys(also)]) assert.ok(naming.includes(path), path);
    });
  }
});
