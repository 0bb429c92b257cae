/** A top folder of the product, or one of its entry points, and what it may use. */
export interface Layer {
  /** Lower layers whose values, and so also types, may be imported. */
  readonly values: readonly string[];
  /** Lower layers of which only types may be imported. */
  readonly types: readonly string[];
  readonly packages: readonly string[];
  /** Whether Node's own modules may be imported. */
  readonly node: boolean;
}

const PURE = ['common', 'shell', 'files', 'calls', 'network', 'rules', 'floor'] as const;
const SERVICES = ['engine', 'config', 'classifier', 'disk', 'agents', 'bridge'] as const;
const WINDOW = ['editor', 'panel', 'log', 'gate', 'features', 'assembly'] as const;

/** From the ground up: a layer uses only layers that come before it. ARCHITECTURE.md has the same list in words. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  common: { values: [], types: [], packages: [], node: false },
  shell: { values: ['common'], types: [], packages: ['unbash'], node: false },
  files: { values: ['common'], types: ['shell'], packages: ['minimatch'], node: false },
  calls: { values: ['common', 'shell', 'files'], types: [], packages: ['zod', 'minimatch'], node: false },
  network: { values: ['common', 'shell', 'files', 'calls'], types: [], packages: [], node: false },
  rules: { values: ['common', 'shell', 'files', 'calls'], types: [], packages: [], node: false },
  floor: { values: ['common', 'shell', 'files', 'calls', 'network'], types: [], packages: [], node: false },
  engine: { values: [...PURE], types: [], packages: ['zod'], node: false },
  config: { values: ['common'], types: ['rules', 'engine'], packages: ['zod', 'jsonc-parser'], node: false },
  classifier: {
    values: ['common'],
    types: ['calls', 'engine'],
    packages: ['zod', '@anthropic-ai/sdk', 'openai'],
    node: true,
  },
  disk: { values: ['common'], types: ['files', 'engine'], packages: ['ignore'], node: true },
  agents: {
    values: ['common'],
    types: ['files', 'calls', 'engine'],
    packages: ['zod', 'jsonc-parser'],
    node: true,
  },
  bridge: { values: ['common', 'calls', 'engine', 'disk', 'agents'], types: [], packages: ['zod'], node: true },
  editor: { values: ['common', 'rules', 'engine'], types: ['classifier'], packages: [], node: false },
  panel: { values: ['common', 'editor'], types: ['rules', 'engine'], packages: ['zod'], node: false },
  log: {
    values: ['common', 'engine', 'disk', 'panel'],
    types: ['classifier'],
    packages: ['zod'],
    node: true,
  },
  gate: {
    values: ['common', 'files', 'rules', 'engine', 'config', 'classifier', 'disk', 'agents', 'bridge', 'panel', 'log'],
    types: [],
    packages: [],
    node: true,
  },
  features: {
    values: ['common', 'files', 'calls', 'rules', ...SERVICES, 'editor', 'panel', 'log', 'gate'],
    types: [],
    packages: ['zod'],
    node: true,
  },
  assembly: {
    values: ['common', 'files', 'calls', ...SERVICES, 'editor', 'panel', 'log', 'gate', 'features'],
    types: [],
    packages: [],
    node: true,
  },
  terminal: {
    values: ['common', 'files', 'calls', 'rules', 'engine', 'config', 'classifier', 'disk'],
    types: [],
    packages: [],
    node: true,
  },
  cli: { values: ['terminal'], types: [], packages: [], node: true },
  uninstall: { values: ['disk', 'agents'], types: [], packages: [], node: true },
  extension: { values: [...PURE, ...SERVICES, ...WINDOW], types: [], packages: [], node: true },
  'webview-ui': { values: [], types: ['panel'], packages: ['lit', '@vscode-elements/elements'], node: false },
};

/** The files of `src` that are a layer by themselves. */
const ENTRY_POINTS: readonly string[] = ['extension', 'cli', 'uninstall'];

/** The files that may import `vscode`; what they hold is tested inside VS Code. */
export const WITH_VSCODE = [
  /^src\/extension\.ts$/,
  /^src\/(?:editor|gate|features|assembly)\//,
  /^src\/config\/settingsReader\.ts$/,
];

/** The most source files beside each other in one folder. */
export const MOST_FILES = 30;

/** The layer of a file below the root, with forward slashes; undefined where it belongs to no layer. */
export function layerOf(path: string): string | undefined {
  const [top, second = ''] = path.split('/');
  if (top === 'webview-ui') return top;
  if (top !== 'src') return undefined;
  const name = second.replace(/\.ts$/, '');
  const isFile = path === `src/${name}.ts`;
  return Object.hasOwn(LAYERS, name) && name !== 'webview-ui' && isFile === ENTRY_POINTS.includes(name)
    ? name
    : undefined;
}

/** The room of a file: its folder, at most two levels below the root of its tree. */
export function roomOf(path: string): string {
  return path
    .split('/')
    .slice(0, -1)
    .slice(0, path.startsWith('src/') ? 3 : 2)
    .join('/');
}
