// @ts-check
import { readFile } from 'node:fs/promises';

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
        contents: (await readFile(path, 'utf8')).replace(/\n[ \t]+/g, '\n'),
        loader: path.endsWith('.ts') ? 'ts' : 'js',
      }),
    );
  },
};
