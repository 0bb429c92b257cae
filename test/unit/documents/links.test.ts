import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { documents, proseOf, ROOT } from './documents';

/** The anchor that a heading gets where Markdown is shown. */
function anchorOf(heading: string): string {
  return heading
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(document: string): ReadonlySet<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of proseOf(document).matchAll(/^#{1,6} +(.+)$/gm)) {
    const anchor = anchorOf(heading.trim());
    let unique = anchor;
    for (let count = 1; anchors.has(unique); count++) unique = `${anchor}-${count}`;
    anchors.add(unique);
  }
  return anchors;
}

/** Where the links of a document lead, those to other sites left out. */
function linksOf(document: string): readonly string[] {
  return [...proseOf(document).matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => target!)
    .filter((target) => !/^(https?|mailto):/.test(target));
}

/** Why a link of a document leads nowhere; undefined where it leads somewhere. */
function problemOf(document: string, link: string): string | undefined {
  const [file = '', anchor] = link.split('#');
  const path = file === '' ? document : normalize(join(dirname(document), file));
  if (!existsSync(join(ROOT, path))) return `${document}: ${link}: there is no ${path}`;
  if (anchor === undefined || anchorsOf(path).has(anchor)) return undefined;
  return `${document}: ${link}: ${path} has no such heading`;
}

describe('the links of the documents', () => {
  it('are looked at', () => {
    assert.equal(anchorOf('What a `call` costs: *all* of it'), 'what-a-call-costs-all-of-it');
    assert.ok(documents().flatMap(linksOf).length > 20);
    assert.match(problemOf('README.md', 'docs/none.md') ?? '', /there is no/);
    assert.match(problemOf('README.md', 'docs/api.md#none') ?? '', /no such heading/);
  });

  for (const document of documents()) {
    it(`lead somewhere in ${document}`, () => {
      assert.deepEqual(
        linksOf(document)
          .map((link) => problemOf(document, link))
          .filter((problem) => problem !== undefined),
        [],
      );
    });
  }
});
