import type { EffectiveConfiguration } from '../../../src/engine/model/configuration';
import type { KnownRounds } from '../../../src/engine/model/knownRound';
import type { FileFacts, FileSystem } from '../../../src/files/fileSystem';
import {
  configuration,
  entries,
  fakeFiles,
  fakeGate,
  HOME,
  OUTAGE,
  permissions,
  verdict,
  WORKSPACE,
  type FakeGate,
  type Tree,
} from '../../unit/engine/fakeGate';

export const TREE: Tree = {
  [`${WORKSPACE}/src/a.ts`]: 'old text',
  [`${WORKSPACE}/.git/config`]: '[core]\n',
  [`${WORKSPACE}/.git/HEAD`]: 'ref: refs/heads/main\n',
  [`${WORKSPACE}/.git/objects/pack/x`]: '',
  [`${WORKSPACE}/.git/refs/heads/main`]: '0123456789012345678901234567890123456789\n',
  [`${WORKSPACE}/link`]: { link: `${WORKSPACE}/src/a.ts` },
  [`${HOME}/.bashrc`]: '',
  [`${WORKSPACE}/run.sh`]: 'ls\n',
  [`${WORKSPACE}/package.json`]: '{"scripts":{"test":"sh run.sh"}}',
  [`${HOME}/.auto-mode/token`]: 'token',
};

const base = configuration();

/** Each is one object, as settings are. */
export const SETTINGS: readonly EffectiveConfiguration[] = [
  base,
  configuration({ permissions: permissions({ deny: entries(['bash(ls*)', 'edit(src/**)']) }) }),
  configuration({ permissions: permissions({ ask: entries(['bash(cat*)', 'edit']) }) }),
  configuration({
    permissions: permissions({ ask: entries(['bash(('], 'workspace'), allow: entries(['bash(make)']) }),
  }),
  configuration({ trusted: false }),
  configuration({ enabled: false }),
  configuration({ fastPaths: { ...base.fastPaths, readOnlyCommands: false, workspaceEdits: false } }),
  configuration({ protectedPaths: [{ value: 'src', source: 'user' }] }),
];

/** What two gates have in common, and what changes between calls. */
export class ChangingWorld {
  tree: Tree = { ...TREE };
  private: ReadonlySet<string> = new Set();
  linked: ReadonlySet<string> = new Set();
  held: ReadonlySet<string> = new Set();
  settings = 0;
  isPaused = false;
  hasUser = true;
  userSays: 'approved' | 'declined' | 'exempt' | 'ignore-entry' = 'approved';
  judgeSays: 'allow' | 'block' | 'outage' = 'outage';
  terminalShell = 'bash';
  /** What changes while somebody is asked. */
  meanwhile: Tree = {};

  gate(known?: KnownRounds): FakeGate {
    const fake = fakeGate({
      user: () => {
        this.#wait();
        return { kind: this.userSays };
      },
      classifier: () => {
        this.#wait();
        return this.judgeSays === 'outage' ? OUTAGE : verdict(this.judgeSays);
      },
    });
    const readTerminalShell = (): string => this.terminalShell;
    const readUser = (): boolean => this.hasUser;
    const readPause = (): boolean => this.isPaused;
    return {
      ...fake,
      files: this.#files(),
      machine: {
        ...fake.machine,
        get terminalShell() {
          return readTerminalShell();
        },
      },
      user: {
        ...fake.user,
        get available() {
          return readUser();
        },
      },
      memory: {
        ...fake.memory,
        get paused() {
          return readPause();
        },
      },
      configurationFor: () => SETTINGS[this.settings] ?? base,
      known,
    };
  }

  #wait(): void {
    this.tree = { ...this.tree, ...this.meanwhile };
  }

  #files(): FileSystem {
    const now = (): FileSystem => fakeFiles({ [WORKSPACE]: undefined, ...this.tree }, this.held);
    const inspect = (path: string): FileFacts | 'absent' | 'unreadable' => {
      const facts = now().inspect(path);
      if (typeof facts === 'string' || facts.type !== 'file') return facts;
      const identity = this.linked.has(path) ? 'shared' : path;
      return { ...facts, links: this.linked.has(path) ? 2 : 1, identity, othersRead: !this.private.has(path) };
    };
    return {
      inspect,
      realPath: (path) => now().realPath(path),
      otherNames: (path) => now().otherNames(path),
      readLink: (path) => now().readLink(path),
      listNames: (path, max) => now().listNames(path, max),
      readText: (path, most) => now().readText(path, most),
      readContent: (path, most) => now().readContent(path, most),
      isRemote: (path) => now().isRemote(path),
      heldByVersionControl: (path) => now().heldByVersionControl(path),
      versionControlStates: (paths) => now().versionControlStates(paths),
      gitLinks: (folder) => now().gitLinks(folder),
      changedByBranch: (folder, branch) => now().changedByBranch(folder, branch),
      searchWouldRead: (root, wanted, searched) => now().searchWouldRead(root, wanted, searched),
    };
  }
}
