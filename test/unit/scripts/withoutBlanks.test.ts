import assert from 'node:assert/strict';
import { withoutBlanks } from '../../../scripts/withoutIndentation.mjs';

const CASES: readonly (readonly [source: string, plain: string])[] = [
  [
    'css`\n  a:hover,\n  b :focus > i {\n    margin: 0 4px;\n    color: red;\n  }\n`',
    'css`a:hover, b :focus > i{margin:0 4px;color:red}`',
  ],
  [
    'css`a { width: calc(1px + 2px); } /* note */\n@media (x: y) {\n b { top: 0 }\n}`',
    'css`a{width:calc(1px + 2px)}@media (x: y){b{top:0}}`',
  ],
  ['css`${shared}\n  a {\n    b: c;\n  }`', 'css`${shared} a{b:c}`'],
  ['css`a { margin: 0 ${GAP} 0 ${GAP}; }`', 'css`a{margin:0 ${GAP} 0 ${GAP}}`'],
  ['css ` a { b: c }`', 'css`a{b:c}`'],
  ['html`<b>\n  a  b\n</b>`', 'html`<b>\na  b\n</b>`'],
];

describe('styles in the bundle', () => {
  for (const [source, plain] of CASES) {
    it(`have no needless blanks: ${JSON.stringify(source.slice(0, 30))}`, () => {
      assert.equal(withoutBlanks(source), plain);
    });
  }
});
