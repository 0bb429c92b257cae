// @ts-check

/**
 * Leaves out the icon element that `vscode-button` imports: the panel's buttons have no icons of that kind.
 *
 * @type {import('esbuild').Plugin}
 */
export const withoutButtonIcons = {
  name: 'without-button-icons',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /[\\/]vscode-icon[\\/]/ }, () => ({ path: 'vscode-icon', namespace: 'left-out' }));
    onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'export {};' }));
  },
};
