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

const PURE = ['common', 'facts', 'shell', 'files', 'calls', 'network', 'rules', 'floor', 'closure'] as const;
const SERVICES = ['engine', 'config', 'classifier', 'disk', 'snapshots', 'sandbox', 'agents', 'bridge'] as const;
const WINDOW = ['editor', 'panel', 'texts', 'log', 'gate', 'features', 'assembly'] as const;

/** From the ground up: a layer uses only layers that come before it. The map in ARCHITECTURE.md is made from the comments. */
export const LAYERS: Readonly<Record<string, Layer>> = {
  /** What any part may need: clocks, bounded collections, turns, visible text. No knowledge of calls or agents. */
  common: { values: [], types: [], packages: [], node: false },
  /** What is known of programs and agents by name: data, each fact once. */
  facts: { values: ['common'], types: [], packages: [], node: false },
  /** What a command line would do: reading it as bash does, and tables of known programs. */
  shell: { values: ['common', 'facts'], types: [], packages: ['unbash', 'lru-cache'], node: false },
  /** Paths and what happens to files: links, patterns, protected paths, patches, git's own files. The disk is a port. */
  files: {
    values: ['common'],
    types: ['shell'],
    packages: ['minimatch', 'jsonc-parser', 'lru-cache', 'smol-toml'],
    node: false,
  },
  /** A tool call: the request, the tables of agents' tools, and which commands, files and texts are in its input. */
  calls: { values: ['common', 'facts', 'shell', 'files'], types: [], packages: ['zod', 'minimatch'], node: false },
  /** Which hosts a call names, and what their spelling leads to. */
  network: { values: ['common', 'shell', 'files', 'calls'], types: [], packages: ['ipaddr.js'], node: false },
  /** Permission rules: grammar, broad and narrow matching, coverage and overlap. */
  rules: { values: ['common', 'shell', 'files', 'calls'], types: [], packages: [], node: false },
  /** The hard floor: what no rule, approval or model lifts. */
  floor: { values: ['common', 'facts', 'shell', 'files', 'calls', 'network'], types: [], packages: [], node: false },
  /** Which files' contents a command line executes: scripts, package scripts, make targets, hooks, tasks, configuration. */
  closure: { values: ['common', 'facts', 'shell', 'files', 'calls'], types: [], packages: [], node: false },
  /** The decision: its stages, proofs, the facts for the classifier, dry runs and explanations. Pure: the world comes through `ports.ts`. */
  engine: { values: [...PURE], types: [], packages: ['zod', 'lru-cache'], node: false },
  /** Settings: schema, defaults, sources, and the effective configuration. `settingsReader.ts` alone reads VS Code's settings. */
  config: {
    values: ['common', 'facts'],
    types: ['rules', 'engine'],
    packages: ['zod', 'jsonc-parser', '@vscode/l10n'],
    node: false,
  },
  /** The side query to a model: prompt, first look, verdict, providers, evaluation. */
  classifier: {
    values: ['common'],
    types: ['calls', 'engine'],
    packages: ['zod', 'lru-cache', '@anthropic-ai/sdk', 'openai'],
    node: true,
  },
  /** What the engine asks about files, answered by Node: links, mounts, git's index, searches. */
  disk: { values: ['common'], types: ['files', 'engine'], packages: ['ignore'], node: true },
  /** What a run would lose, kept outside of the workspace, and put back. */
  snapshots: { values: ['common', 'disk'], types: [], packages: ['zod'], node: true },
  /** Contained runs: a command in a sandbox of the operating system, its tickets, and the test that it holds. */
  sandbox: { values: ['common', 'facts', 'disk'], types: ['engine'], packages: ['lru-cache'], node: true },
  /** One folder an agent: payload to request, decision to reply, transcript, installation of the hooks. */
  agents: {
    values: ['common', 'facts'],
    types: ['files', 'calls', 'engine'],
    packages: ['smol-toml', 'zod', 'jsonc-parser', 'lru-cache'],
    node: true,
  },
  /** The door for agents outside the editor: hook server, launcher, windows that agree, verdicts compared with what ran. */
  bridge: { values: ['common', 'calls', 'engine', 'disk', 'agents'], types: [], packages: ['zod'], node: true },
  /** What features share of VS Code's interface: dialogs, texts, documents, names. */
  editor: {
    values: ['config', 'common', 'facts', 'rules', 'engine'],
    types: ['classifier'],
    packages: ['@vscode/l10n'],
    node: false,
  },
  /** What crosses the border to the webview, checked, and the session that carries it. */
  panel: { values: ['common', 'editor'], types: ['rules', 'engine'], packages: ['zod', '@vscode/l10n'], node: false },
  /** Names and sentences that the host and the panel share, in the user's language. */
  texts: { values: ['common', 'engine'], types: ['panel'], packages: ['@vscode/l10n'], node: false },
  /** What is kept: decisions, requests to the classifier, usage, the window's state. */
  log: {
    values: ['common', 'engine', 'disk', 'panel'],
    types: ['classifier'],
    packages: ['lru-cache', 'zod', '@vscode/l10n'],
    node: true,
  },
  /** The engine's ports in the extension host, the window's own state, and the exported API. */
  gate: {
    values: [
      'editor',
      'common',
      'files',
      'rules',
      'engine',
      'config',
      'classifier',
      'disk',
      'snapshots',
      'sandbox',
      'agents',
      'bridge',
      'panel',
      'log',
    ],
    types: [],
    packages: ['lru-cache', '@vscode/l10n'],
    node: true,
  },
  /** One folder for each feature of the product; its part of the panel has the same name in `webview-ui`. */
  features: {
    values: ['common', 'facts', 'files', 'calls', 'rules', ...SERVICES, 'editor', 'panel', 'texts', 'log', 'gate'],
    types: [],
    packages: ['lru-cache', 'zod', '@vscode/l10n'],
    node: true,
  },
  /** Builds the parts and connects them; no logic of its own. */
  assembly: {
    values: ['common', 'files', 'calls', ...SERVICES, 'editor', 'panel', 'texts', 'log', 'gate', 'features'],
    types: [],
    packages: ['@vscode/l10n'],
    node: true,
  },
  /** The MCP server: advice for agents whose only door is MCP. It asks the windows, and decides nothing itself. */
  mcp: {
    values: ['common', 'disk', 'agents', 'bridge'],
    types: [],
    packages: ['zod', '@modelcontextprotocol/server'],
    node: true,
  },
  /** The engine for a terminal, without VS Code. */
  terminal: {
    values: ['common', 'files', 'calls', 'rules', 'engine', 'config', 'classifier', 'disk', 'mcp'],
    types: [],
    packages: [],
    node: true,
  },
  /** `src/cli.ts`, the program `cli.js`: passes its arguments on. */
  cli: { values: ['terminal'], types: [], packages: [], node: true },
  /** `src/uninstall.ts`: takes the hooks out after the extension was uninstalled. */
  uninstall: { values: ['disk', 'agents'], types: [], packages: [], node: true },
  /** `src/extension.ts`: `activate()`. */
  extension: { values: [...PURE, ...SERVICES, ...WINDOW], types: [], packages: ['@vscode/l10n'], node: true },
  /** The panel itself, in the browser: one folder a feature, and the frame. */
  'webview-ui': {
    values: ['texts'],
    types: ['panel'],
    packages: ['lit', '@vscode-elements/elements', '@vscode/l10n'],
    node: false,
  },
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
