import { createHash } from 'node:crypto';
import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { PermissionEntry } from '../../../src/rules/permissionEntry';
import type { Decision } from '../../../src/engine/model/decision';
import type {
  ClassifierAnswer,
  ClassifierQuestion,
  Containment,
  Gate,
  Removals,
  UserAnswer,
  UserQuestion,
} from '../../../src/engine/model/ports';
import type { FileFacts, FileSystem } from '../../../src/files/fileSystem';
import { WrittenContent } from '../../../src/gate/writtenContent';

export const HOME = '/home/u';
export const WORKSPACE = '/home/u/project';

/** A file tree in memory: path -> text of a file, or a link to another path, or undefined for a folder. */
export type Tree = Record<string, string | { readonly link: string } | undefined>;

export function fakeFiles(tree: Tree, held: ReadonlySet<string> = new Set()): FileSystem {
  const entries = new Map(Object.entries(tree));
  const folders = new Set<string>(['/']);
  for (const path of entries.keys()) {
    for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) folders.add(path.slice(0, at));
  }
  const names = new Map<string, Set<string>>();
  for (const path of [...entries.keys(), ...folders]) {
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, cut) || '/';
    if (path !== '/') names.set(folder, (names.get(folder) ?? new Set()).add(path.slice(cut + 1)));
  }
  const followed = new Map<string, string>();
  const followedLinks = (path: string, depth = 0): string => {
    const cut = path.lastIndexOf('/');
    if (cut <= 0 && !entries.has(path)) return path;
    let real = followed.get(path);
    if (real === undefined) {
      const at = (cut <= 0 ? '' : followedLinks(path.slice(0, cut), depth)) + path.slice(cut);
      const entry = entries.get(at);
      real = typeof entry === 'object' && depth < 20 ? followedLinks(entry.link, depth + 1) : at;
      followed.set(path, real);
    }
    return real;
  };
  const inspect = (path: string): FileFacts | 'absent' => {
    const entry = entries.get(path);
    if (typeof entry === 'string') return { type: 'file', links: 1, sizeBytes: entry.length };
    if (typeof entry === 'object') return { type: 'symlink', links: 1, sizeBytes: 0 };
    if (entries.has(path) || folders.has(path)) return { type: 'directory', links: 2, sizeBytes: 0 };
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, cut);
    const real = cut > 0 ? followedLinks(folder) : folder;
    return real === folder ? 'absent' : inspect(real + path.slice(cut));
  };
  const realPath = (path: string, depth = 0): string | undefined => {
    if (depth > 20) return undefined;
    let at = '';
    for (const segment of path.split('/').slice(1)) {
      at += `/${segment}`;
      const entry = entries.get(at);
      if (typeof entry === 'object') return realPath(entry.link + path.slice(at.length), depth + 1);
    }
    return inspect(path) === 'absent' ? undefined : path;
  };
  const links = [...entries].flatMap(([at, entry]) => {
    const target = typeof entry === 'object' ? (realPath(at) ?? entry.link) : undefined;
    return target === undefined || at.startsWith(`${target}/`.replace('//', '/')) ? [] : [{ at, target }];
  });
  return {
    inspect,
    realPath: (path) => realPath(path),
    otherNames: (path) =>
      links.flatMap(({ at, target }) =>
        path === target || path.startsWith(`${target}/`) ? [at + path.slice(target.length)] : [],
      ),
    readLink: (path) => {
      const entry = entries.get(path);
      return typeof entry === 'object' ? entry.link : undefined;
    },
    gitLinks: () => [],
    changedByBranch: () => undefined,
    listNames: (path) => [...(names.get(realPath(path) ?? path) ?? [])],
    readText: (path) => {
      const entry = entries.get(realPath(path) ?? '');
      return typeof entry === 'string' ? entry : undefined;
    },
    readContent: (path, maxBytes) => {
      const real = realPath(path);
      const entry = entries.get(real ?? '');
      if (typeof entry !== 'string') return real === undefined ? 'absent' : 'not-a-file';
      if (entry.length > maxBytes) return 'too-large';
      return {
        sha256: createHash('sha256').update(entry).digest('hex'),
        text: entry.includes('\0') ? undefined : entry,
      };
    },
    isRemote: (path) => path.startsWith('//') || path.startsWith('/net/'),
    heldByVersionControl: (path) => held.has(path),
    versionControlStates: (paths) => paths.map((path) => (held.has(path) ? 'held' : 'unknown')),
    searchWouldRead: (root, wanted, { hidden, tracked = false, byName, enters = () => true }) => {
      const folders = (path: string): string[] =>
        path
          .slice(root.length + 1)
          .split('/')
          .slice(0, -1)
          .map((_, at, names) => `${root}/${names.slice(0, at + 1).join('/')}`);
      const isPassedOver = (name: string): boolean => name.startsWith('.') && !hidden && !tracked && !byName(name);
      const isFound = (path: string): boolean =>
        path.startsWith(`${root}/`) &&
        !path.slice(root.length).split('/').some(isPassedOver) &&
        folders(path).every(enters) &&
        wanted(path, path);
      return [...entries.keys()].some(isFound) ? 'yes' : 'no';
    },
  };
}

export function configuration(changes: Partial<EffectiveConfiguration> = {}): EffectiveConfiguration {
  return {
    enabled: true,
    trusted: true,
    workspaceFolders: [WORKSPACE],
    permissions: { deny: [], ask: [], allow: [] },
    rules: { allow: [], softDeny: [], hardDeny: [], environment: [] },
    protectedPaths: ['.git', '.vscode', 'package.json'].map((value) => ({ value, source: 'default' as const })),
    fastPaths: {
      workspaceEdits: true,
      readOnlyCommands: true,
      workspaceWrites: true,
      localGit: true,
      containedCommands: true,
      keptRemovals: true,
    },
    contained: { commands: ['$defaults'] },
    classifier: {
      model: undefined,
      baseUrl: undefined,
      timeoutSeconds: 20,
      maxTranscriptEntries: 20,
      assistantText: true,
      whenUnavailable: 'block',
      onBlock: 'block',
      stages: 'auto',
      logRequests: false,
      prices: {},
    },
    pause: { consecutive: 3, total: 20 },
    snapshots: { enabled: true, maxMegabytes: 200, maxSeconds: 3, keepDays: 7 },
    agents: { anyWindow: false, ownJudge: {} },
    notifications: { badge: true, sound: false, questions: 'dialog', blocks: 'all' },
    ...changes,
  };
}

/** Entries of one permission list, from the user's settings unless said otherwise. */
export function entries(texts: readonly string[], source: PermissionEntry['source'] = 'user'): PermissionEntry[] {
  return texts.map((text) => ({ text, source }));
}

export function permissions(lists: {
  readonly deny?: readonly PermissionEntry[];
  readonly ask?: readonly PermissionEntry[];
  readonly allow?: readonly PermissionEntry[];
}): EffectiveConfiguration['permissions'] {
  return { deny: lists.deny ?? [], ask: lists.ask ?? [], allow: lists.allow ?? [] };
}

export const USAGE = { provider: 'fake', model: 'fake-1', latencyMs: 1 };

export function verdict(
  decision: 'allow' | 'block',
  tier: 'hard_deny' | 'soft_deny' | 'allow' | 'explicit_intent' | 'none' = 'none',
): ClassifierAnswer {
  return { kind: 'verdict', decision, tier, rule: undefined, reason: `the judge says ${decision}`, usage: USAGE };
}

export const OUTAGE: ClassifierAnswer = {
  kind: 'outage',
  outage: 'no-key',
  message: 'No classifier model/API key available; auto mode fails closed.',
  remedy: 'Set a key.',
  usage: undefined,
};

/** A gate whose world is in memory, and which remembers what it was asked. */
export interface FakeGate extends Gate {
  readonly asked: UserQuestion[];
  readonly classified: ClassifierQuestion[];
  readonly noted: Decision[];
  readonly logged: Decision[];
}

export interface FakeGateOptions {
  readonly configuration?: EffectiveConfiguration;
  readonly tree?: Tree;
  readonly held?: ReadonlySet<string>;
  readonly platform?: NodeJS.Platform;
  /** Undefined: no UI. */
  readonly user?: (question: UserQuestion, signal: AbortSignal) => UserAnswer | Promise<UserAnswer>;
  readonly classifier?: (
    question: ClassifierQuestion,
    signal: AbortSignal,
  ) => ClassifierAnswer | Promise<ClassifierAnswer>;
  readonly classifierUsable?: boolean;
  readonly logWritable?: boolean;
  readonly paused?: boolean;
  readonly allowOnce?: Set<string>;
  /** Everything can run contained. */
  readonly contained?: boolean;
  /** Everything that is removed can be kept. */
  readonly removals?: boolean;
}

const FAKE_REMOVALS: Removals = { discarded: () => undefined, keep: () => Promise.resolve({ kind: 'kept' }) };

const FAKE_CONTAINMENT: Containment = {
  unavailable: () => undefined,
  objection: () => undefined,
  stoppedBefore: () => undefined,
  wantsTrial: () => false,
  trial: () => undefined,
  prepare: () => Promise.resolve({ kind: 'ready', command: "'/home/u/.auto-mode/contained/run' 00" }),
};

export function fakeGate(options: FakeGateOptions = {}): FakeGate {
  const asked: UserQuestion[] = [];
  const classified: ClassifierQuestion[] = [];
  const noted: Decision[] = [];
  const logged: Decision[] = [];
  const cache = new Set<string>();
  const ignored = new Set<string>();
  const exempted = new Set<string>();
  const changedShells = new Set<string>();
  let ids = 0;
  const snapshot = options.configuration ?? configuration();
  return {
    asked,
    classified,
    noted,
    logged,
    machine: {
      platform: options.platform ?? 'linux',
      homeDirectory: HOME,
      loginShell: 'bash',
      gatePaths: [`${HOME}/.auto-mode`],
      secretGatePaths: [`${HOME}/.auto-mode/token`],
    },
    files: fakeFiles({ [WORKSPACE]: undefined, ...options.tree }, options.held),
    writes: new WrittenContent(),
    clock: { now: () => 0, monotonic: () => 0 },
    ...(options.contained === true ? { containment: FAKE_CONTAINMENT } : {}),
    ...(options.removals === true ? { removals: FAKE_REMOVALS } : {}),
    classifier: {
      usable: () => Promise.resolve(options.classifierUsable ?? true),
      classify: async (question, signal) => {
        classified.push(question);
        return (options.classifier ?? (() => OUTAGE))(question, signal);
      },
    },
    user: {
      available: options.user !== undefined,
      ask: async (question, signal) => {
        asked.push(question);
        return options.user?.(question, signal) ?? { kind: 'closed' };
      },
    },
    memory: {
      holdsAllowOnce: (key) => options.allowOnce?.has(key) ?? false,
      takeAllowOnce: (key) => options.allowOnce?.delete(key) ?? false,
      cached: (key) => cache.has(key),
      remember: (key) => cache.add(key),
      paused: options.paused ?? false,
      livingShellChanged: (key) => changedShells.has(key),
      noteLivingShellChanged: (key) => changedShells.add(key),
      ignoresEntry: (text) => ignored.has(text),
      ignoreEntry: (text) => ignored.add(text),
      exempted: (key) => exempted.has(key),
      exempt: (key) => exempted.add(key),
    },
    configurationFor: () => snapshot,
    redact: (text) => text.replaceAll(/SECRET-\w+/g, '[REDACTED]'),
    newId: () => {
      ids += 1;
      return `id-${ids}`;
    },
    writeLog: (decision) => {
      logged.push(decision);
      return options.logWritable ?? true;
    },
    note: (decision) => noted.push(decision),
  };
}
