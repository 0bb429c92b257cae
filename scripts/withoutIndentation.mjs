// @ts-check
import { readFile } from 'node:fs/promises';

/**
 * Styles without the blanks and the last semicolons that CSS does not need.
 *
 * @param {string} source
 * @returns {string}
 */
export function withoutBlanks(source) {
  return source
    .replace(/\n[ \t]+/g, '\n')
    .replace(/\bcss ?`([^`]*)`/g, (_, /** @type {string} */ style) => `css\`${plainStyle(style)}\``);
}

/** @param {string} style */
function plainStyle(style) {
  // What is inserted may need the blanks beside it.
  return style
    .split(/(\$\{[^}]*\})/)
    .map((part, index) => (index % 2 === 1 ? part : plainPart(part)))
    .join('')
    .trim();
}

/** @param {string} part */
function plainPart(part) {
  return part
    .replace(/\/\*[^]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([{;][\w-]+): /g, '$1:')
    .replace(/;\}/g, '}');
}

/**
 * Takes the indentation off every line of what the panel's page is made of. The minifier does that for code, but not inside the templates
 * of markup and style, where it is a tenth of the bundle and means nothing.
 *
 * @type {import('esbuild').Plugin}
 */
export const withoutIndentation = {
  name: 'without-indentation',
  setup(build) {
    build.onLoad(
      { filter: /[\\/](?:webview-ui[\\/].*\.ts|@vscode-elements[\\/]elements[\\/]dist[\\/].*\.js)$/ },
      async ({ path }) => ({
        contents: withoutBlanks(await readFile(path, 'utf8')),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }),
    );
  },
};
