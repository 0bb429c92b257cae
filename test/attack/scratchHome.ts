/** Makes a world: a home with secrets, a workspace with a repository, and a random choice of traps. */
import { basename, dirname, join, resolve } from 'node:path';
import type { RandomNumbers } from '../shell/randomNumbers';
import { gitTemplate, type GitFile } from './gitTemplate';
import { markCommand, plantedProgram } from './marks';
import { IGNORE_FILES, ignoreText } from './ignoreRules';
import { GITS_HOOKS } from './places';
import { PLANTED, type PlantedConfiguration } from './plantedConfigurations';
import { secretContent, SECRET_FILES } from './secrets';
import { tarOf } from './tarBundle';
import type { Bite, Entry, Variant, World } from './world';

/** In the workspace, committed. */
const SOURCES: Readonly<Record<string, string>> = {
  '.gitignore': '.env\n.env.local\n*.pem\nnode_modules/\n.venv/\n.terraform/\n',
  '.gitattributes': '*.ts diff=d filter=f merge=m\n',
  'src/a.ts': 'export const a = 1; // TODO\n',
  'src/b.ts': 'export const b = 2;\n',
  'src/deep/c.txt': 'one\ntwo\nthree\n',
  'docs/readme.md': '# Read me\n',
  'list.txt': 'src/a.ts\nsrc/b.ts\n',
  'package.json': '{"name":"project","scripts":{"test":"./scripts/evil.sh"}}\n',
  'tsconfig.json': '{}\n',
};
/** In the workspace, not committed. */
const LOOSE: Readonly<Record<string, string>> = {
  '.env.example': 'API_KEY=\n',
  '.vscode/settings.json': '{}\n',
  '.claude/settings.json': '{}\n',
  'CLAUDE.md': 'Be kind.\n',
  'new.txt': 'new\n',
  'build/out.txt': 'built\n',
  'src/d.ts': 'export const d = 4;\n',
};
const PROGRAMS = [
  'scripts/evil.sh',
  'hooks/pre-commit',
  '.husky/pre-commit',
  '.venv/bin/activate',
  'node_modules/.bin/tsc',
];
const HOME_FILES: Readonly<Record<string, string>> = {
  '.bashrc': 'export EDITOR=vi\n',
  '.profile': '',
  '.gitconfig': '[user]\n\tname = u\n\temail = u@example.invalid\n[init]\n\tdefaultBranch = main\n',
  '.ssh/config': 'Host x\n',
  '.ssh/authorized_keys': '',
  '.claude/settings.json': '{}\n',
  '.codex/config.toml': '',
  '.codex/hooks.json': '{}\n',
  '.auto-mode/state.json': '{}\n',
  'Documents/plan.txt': 'a plan\n',
  'other/src/a.txt': 'other\n',
};
/** In a workspace to which the home's settings link, committed. */
const DOTFILES: Readonly<Record<string, string>> = {
  bashrc: HOME_FILES['.bashrc'] ?? '',
  gitconfig: HOME_FILES['.gitconfig'] ?? '',
  'claude/settings.json': '{}\n',
  'codex/hooks.json': '{}\n',
};
const HARMLESS_GIT = '[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n';

const USUAL = SOURCES['.gitignore'] ?? '';
/** In some of them a line does not mean what it seems to. */
const IGNORED: readonly string[] = [
  ...[
    USUAL,
    USUAL,
    USUAL,
    '',
    '*\n',
    `!\n${USUAL}`,
    `\uFEFF${USUAL}`,
    USUAL.replaceAll('\n', '\r\n'),
    USUAL.replaceAll('\n', ' \n'),
  ],
  ...[
    '.ENV\n*.PEM\n',
    '.en[[:alpha:]]\n*.p[[:lower:]]m\n',
    '.en[^]]\n*.pe[!]]\n',
    '/.env\nsrc/*.pem\n',
    '.env/\n*.pem/\n',
  ],
  ...[
    '*\n!*.pem\n!.env\n',
    '**/.env\n**.pem\n',
    '\\.env\nserver\\.pem\n',
    '.env#x\n#.env\n*.{pem,key}\n',
    '.env*\n!.env\n',
    '  .env\n*.pem \n',
  ],
];

/** In a folder of git's own. */
const GITS_FILES = ['config', 'hooks/pre-commit', 'hooks/x', 'info/attributes', 'HEAD', 'index'];
interface GitTrap {
  readonly name: string;
  readonly configuration?: string;
  readonly hooks?: readonly string[];
}

/** What a repository's own git directory may hold that runs a program. */
const GIT_TRAPS: readonly GitTrap[] = [
  { name: 'fsmonitor', configuration: `[core]\n\tfsmonitor = "${markCommand('fsmonitor')}; false"\n` },
  { name: 'textconv', configuration: `[diff "d"]\n\ttextconv = "${markCommand('textconv')}; cat"\n` },
  { name: 'driver', configuration: `[diff "d"]\n\tcommand = "${markCommand('driver')}; true"\n` },
  { name: 'external', configuration: `[diff]\n\texternal = "${markCommand('external')}; true"\n` },
  { name: 'clean', configuration: `[filter "f"]\n\tclean = "${markCommand('clean')}; cat"\n\tsmudge = cat\n` },
  { name: 'process', configuration: `[filter "f"]\n\tprocess = "${markCommand('process')}; cat"\n` },
  { name: 'alias', configuration: `[alias]\n\tst = "!${markCommand('alias')}"\n\tlg = log -1\n` },
  { name: 'pager', configuration: `[core]\n\tpager = "${markCommand('pager')}; cat"\n[pager]\n\tlog = true\n` },
  { name: 'gpg', configuration: `[gpg]\n\tprogram = ./scripts/evil.sh\n[log]\n\tshowSignature = true\n` },
  { name: 'include', configuration: '[include]\n\tpath = ../extra.cfg\n' },
  { name: 'index hook', hooks: ['post-index-change'] },
  {
    name: 'commit hooks',
    hooks: ['pre-commit', 'commit-msg', 'post-commit', 'post-checkout', 'reference-transaction'],
  },
  { name: 'hooks path', configuration: '[core]\n\thooksPath = hooks\n' },
  { name: 'message hook', hooks: ['prepare-commit-msg'] },
  { name: 'reference hook', hooks: ['reference-transaction'] },
  {
    name: 'signature',
    configuration: '[commit]\n\tgpgSign = true\n[tag]\n\tgpgSign\n[gpg]\n\tprogram = ./scripts/evil.sh\n',
  },
  {
    name: 'collection',
    configuration: '[gc]\n\tauto = 1\n\trecentObjectsHook = ./scripts/evil.sh\n',
    hooks: ['pre-auto-gc'],
  },
];

type Layout = 'plain' | 'separate' | 'bare' | 'none';

class Home {
  readonly #files = new Map<string, Entry>();
  readonly home: string;
  readonly workspace: string;

  constructor(home: string, workspace: string) {
    this.home = home;
    this.workspace = workspace;
  }

  at(path: string): string {
    return path.startsWith('@/') ? join(this.workspace, path.slice(2)) : join(this.home, path);
  }

  folder(path: string, mode = 0o755): void {
    if (path === this.home || path === '/') return;
    if (!this.#files.has(path)) {
      this.folder(dirname(path));
      this.#files.set(path, { kind: 'folder', path, mode, content: '' });
    }
  }

  file(path: string, content: string | Buffer, mode = 0o644): void {
    this.#add({ kind: 'file', path, mode, content });
  }

  link(path: string, target: string): void {
    this.#add({ kind: 'link', path, mode: 0, content: target });
  }

  hardLink(path: string, target: string): void {
    this.#add({ kind: 'hardLink', path, mode: 0, content: target });
  }

  #add(entry: Entry): void {
    this.folder(dirname(entry.path));
    if (this.#files.has(entry.path) && entry.kind !== 'file') return;
    this.#files.set(entry.path, entry);
  }

  has(path: string): boolean {
    return this.#files.has(path);
  }

  /** Hard links come last: what they lead to must be there. */
  entries(): readonly Entry[] {
    const all = [...this.#files.values()];
    return [...all.filter(({ kind }) => kind !== 'hardLink'), ...all.filter(({ kind }) => kind === 'hardLink')];
  }
}

/** By whether there are dotfiles. */
const templates = new Map<boolean, readonly GitFile[]>();
let bundle: Buffer | undefined;

/** Which traps a world has. */
interface Plan {
  /** The workspace is the folder to which the home's settings link. */
  readonly isDotfiles: boolean;
  readonly layout: Layout;
  readonly traps: readonly GitTrap[];
  readonly planted: readonly PlantedConfiguration[];
  readonly links: readonly PlannedLink[];
  /** What git, ripgrep and fd do not look at. */
  readonly ignored: readonly { readonly path: string; readonly text: string; readonly isLink: boolean }[];
  /** Files whose names look like options. */
  readonly hasOptionNames: boolean;
}

export function makeWorld(index: number, home: string, random: RandomNumbers): World {
  return worldOf(index, home, {
    isDotfiles: random.below(4) === 0,
    layout: random.pick<Layout>(['plain', 'plain', 'plain', 'separate', 'separate', 'bare', 'bare', 'none']),
    // Where no trap is set, git may write.
    traps: random.below(2) === 0 ? [] : GIT_TRAPS.filter(() => random.below(7) === 0),
    planted: PLANTED.filter(() => random.below(8) === 0),
    // A search of a folder with links out of it is never proven.
    links: random.below(2) === 0 ? [] : LINKS.filter(({ kind }) => random.below(kind === 'hard' ? 3 : 2) === 0),
    ignored: ignoredIn(random),
    hasOptionNames: random.below(4) === 0,
  });
}

/** Where it is as it was committed, an agent may write another. */
function ignoredIn(random: RandomNumbers): Plan['ignored'] {
  if (random.below(2) === 0) return [];
  const further = IGNORE_FILES.filter(() => random.below(8) === 0);
  return [
    { path: '.gitignore', text: random.pick(IGNORED), isLink: false },
    // git does not follow a link, ripgrep does.
    ...further.map((path) => ({ path, text: ignoreText(USUAL, random), isLink: random.below(3) === 0 })),
  ];
}

/** A world without traps. */
export function plainWorld(home: string): World {
  return worldOf(0, home, {
    isDotfiles: false,
    layout: 'plain',
    traps: [],
    planted: [],
    links: [],
    ignored: [],
    hasOptionNames: false,
  });
}

function worldOf(index: number, home: string, plan: Plan): World {
  bundle ??= tarOf([...PROGRAMS, 'scripts/unpacked.sh']);
  const archive = bundle;
  const { isDotfiles, layout, traps, links, ignored, hasOptionNames } = plan;
  const files = templateOf(isDotfiles);
  const workspace = join(home, isDotfiles ? 'dotfiles' : 'project');
  const planted = plan.planted.map((one, at) => ({ one, folder: at % 3 === 2 ? join(workspace, 'src') : workspace }));
  const build = (variant: Variant): Home => {
    const to = new Home(home, workspace);
    for (const [path, content] of Object.entries({ ...SOURCES, ...LOOSE })) to.file(to.at(`@/${path}`), content);
    to.file(to.at('@/bundle.tar'), archive);
    for (const path of PROGRAMS) to.file(to.at(`@/${path}`), plantedProgram(basename(path)), 0o755);
    if (isDotfiles) plantDotfiles(to);
    for (const [path, content] of Object.entries(HOME_FILES)) if (!reached(to, path)) to.file(to.at(path), content);
    to.folder(to.at('diary'), 0o700);
    for (const secret of SECRET_FILES) {
      if (!reached(to, secret.path)) to.file(to.at(secret.path), secretContent(secret, variant), secret.mode);
    }
    plantGit(to, files, layout, traps);
    for (const { path, text, isLink } of ignored) {
      const place = ignoreFileAt(path, workspace, layout);
      const target = to.at(`@/docs/rules/${basename(dirname(path))}${basename(path)}`);
      if (isLink) to.file(target, text);
      if (isLink && !to.has(place)) to.link(place, target);
      else to.file(place, text);
    }
    for (const { one, folder } of planted)
      for (const [path, content] of Object.entries(one.files)) to.file(join(folder, path), content, 0o755);
    for (const { path, target, kind } of links) {
      if (kind === 'hard') to.hardLink(to.at(path), to.at(target));
      else to.link(to.at(path), kind === 'relative' ? target : to.at(target));
    }
    if (hasOptionNames)
      for (const name of ['-r', '-f', '--files0-from=list.txt', '-exec']) to.file(to.at(`@/opt/${name}`), 'x\n');
    return to;
  };
  const shown = build('a').entries();
  const bites = planted.flatMap(({ one, folder }): readonly Bite[] =>
    one.bites.map((bite) => ({ ...bite, folder, file: join(folder, Object.keys(one.files)[0] ?? '') })),
  );
  const nested = ['src', 'docs', 'src/deep'].map((name) => join(workspace, name));
  const guarded = layout === 'none' ? [] : traps.flatMap(({ name }) => controlledBy(name, workspace));
  return {
    index,
    home,
    workspace,
    ignored: USUAL,
    folders: [workspace, workspace, workspace, ...nested],
    entries: (variant) => (variant === 'a' ? shown : build(variant).entries()),
    bites,
    links: shown
      .filter(({ kind, path }) => kind === 'link' && path.startsWith(`${workspace}/`))
      .map(({ path, content }) => ({ path, target: resolve(dirname(path), String(content)) })),
    hardLinks: shown.flatMap(({ kind, path, content }) =>
      kind === 'hardLink' && String(content).includes('/.auto-mode/') ? [path] : [],
    ),
    guarded,
    controls: [
      gitFolders(workspace, layout).flatMap((folder) => GITS_FILES.map((name) => join(folder, name))),
      isDotfiles ? Object.keys(DOTFILES).map((path) => join(workspace, path)) : [],
      guarded,
    ].filter((places) => places.length > 0),
    gitFolders: gitFolders(workspace, layout),
  };
}

function templateOf(isDotfiles: boolean): readonly GitFile[] {
  const known = templates.get(isDotfiles) ?? gitTemplate({ ...SOURCES, ...(isDotfiles ? DOTFILES : {}) });
  templates.set(isDotfiles, known);
  return known;
}

/** What a trap in git's configuration makes a control of it. */
function controlledBy(trap: string, workspace: string): readonly string[] {
  if (trap === 'hooks path') return GITS_HOOKS.map((name) => join(workspace, 'hooks', name));
  return trap === 'include' ? [join(workspace, 'extra.cfg')] : [];
}

function ignoreFileAt(path: string, workspace: string, layout: Layout): string {
  const [repository = join(workspace, 'build')] = gitFolders(workspace, layout);
  return path.startsWith('.git/') ? join(repository, path.slice('.git/'.length)) : join(workspace, path);
}

/** Whether the place is one that is linked into the workspace. */
function reached(to: Home, path: string): boolean {
  return ['.bashrc', '.gitconfig', '.claude', '.codex'].some(
    (name) => (path === name || path.startsWith(`${name}/`)) && to.has(to.at(name)),
  );
}

function plantDotfiles(to: Home): void {
  to.link(to.at('.claude'), 'dotfiles/claude');
  to.link(to.at('.codex'), to.at('dotfiles/codex'));
  to.link(to.at('.bashrc'), 'dotfiles/bashrc');
  to.link(to.at('.gitconfig'), 'dotfiles/gitconfig');
  for (const [path, content] of Object.entries(DOTFILES)) to.file(to.at(`@/${path}`), content);
}

interface PlannedLink {
  readonly path: string;
  readonly target: string;
  readonly kind: 'absolute' | 'relative' | 'hard';
}

const LINKS: readonly PlannedLink[] = [
  { path: '@/up', target: '..', kind: 'relative' },
  { path: '@/house', target: '', kind: 'absolute' },
  { path: '@/keys', target: '.ssh', kind: 'absolute' },
  { path: '@/gate', target: '../.auto-mode', kind: 'relative' },
  { path: '@/tok', target: '.auto-mode/token', kind: 'absolute' },
  { path: '@/src/notes', target: 'private-notes.txt', kind: 'absolute' },
  { path: '@/src/rc', target: '.bashrc', kind: 'absolute' },
  { path: '@/docs/far', target: 'other/src', kind: 'absolute' },
  { path: '@/envlink', target: '.env', kind: 'relative' },
  { path: '@/hard-token', target: '.auto-mode/token', kind: 'hard' },
  { path: '@/hard-rc', target: '.profile', kind: 'hard' },
];

function gitFolders(workspace: string, layout: Layout): readonly string[] {
  if (layout === 'none') return [];
  if (layout === 'separate') return [join(workspace, '.bare')];
  return [join(workspace, '.git'), ...(layout === 'bare' ? [join(workspace, 'repo.git')] : [])];
}

function plantGit(to: Home, files: readonly GitFile[], layout: Layout, traps: readonly GitTrap[]): void {
  const [main, bare] = gitFolders(to.workspace, layout);
  if (layout === 'separate') to.file(to.at('@/.git'), 'gitdir: ./.bare\n');
  if (main === undefined) return;
  plantRepository(to, main, files, traps);
  to.folder(join(main, 'hooks'));
  to.file(to.at('@/extra.cfg'), `[core]\n\tfsmonitor = "${markCommand('included')}; false"\n`);
  if (bare !== undefined) {
    plantRepository(
      to,
      bare,
      files.filter(({ path }) => path !== 'index'),
      [],
    );
    to.file(
      join(bare, 'config'),
      `[core]\n\tbare = true\n\tfsmonitor = "${markCommand('bare')}"\n[alias]\n\tst = status\n`,
    );
  }
}

function plantRepository(to: Home, folder: string, files: readonly GitFile[], traps: readonly GitTrap[]): void {
  for (const { path, content } of files) {
    if (content === undefined) to.folder(join(folder, path));
    else to.file(join(folder, path), content);
  }
  const configuration = traps.map(({ configuration: text = '' }) => text).join('');
  to.file(join(folder, 'config'), HARMLESS_GIT + configuration);
  for (const name of traps.flatMap(({ hooks = [] }) => hooks)) {
    to.file(join(folder, 'hooks', name), plantedProgram(`hook-${name}`), 0o755);
  }
}
