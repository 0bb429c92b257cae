/** Ways to have git run a program, store a secret or write elsewhere. */
import { cpSync, linkSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TemporaryFolder } from '../unit/disk/temporaryFolder';

export interface Danger {
  readonly name: string;
  /** @param recorder a program that leaves a mark */
  readonly arrange: (folder: TemporaryFolder, recorder: string) => void;
  /** Whether some form has git run the recorder where nobody judges. */
  readonly bites: boolean;
}

const HOOKS = (
  'applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit prepare-commit-msg commit-msg post-commit ' +
  'pre-rebase post-checkout post-merge pre-push pre-receive update proc-receive post-receive post-update ' +
  'reference-transaction push-to-checkout pre-auto-gc post-rewrite sendemail-validate post-index-change'
).split(' ');
const RUN = new Set(
  'pre-commit prepare-commit-msg commit-msg post-commit post-checkout reference-transaction post-index-change'.split(
    ' ',
  ),
);

function plantHooks(folder: TemporaryFolder, recorder: string, where: string, names = HOOKS): void {
  mkdirSync(folder.at(where), { recursive: true });
  for (const name of names) cpSync(recorder, folder.at(`${where}/${name}`));
}

type Scope = (folder: TemporaryFolder, text: string) => void;

function appended(name: string, text: string, folder: TemporaryFolder): void {
  mkdirSync(dirname(folder.at(name)), { recursive: true });
  writeFileSync(folder.at(name), text, { flag: 'a' });
}

export const SCOPES: Readonly<Record<string, Scope>> = {
  repository: (folder, text) => {
    appended('repo/.git/config', text, folder);
  },
  user: (folder, text) => {
    appended('.gitconfig', text, folder);
  },
  'user by XDG': (folder, text) => {
    appended('.config/git/config', text, folder);
  },
  'work tree': (folder, text) => {
    appended('repo/.git/config', '[extensions]\nworktreeConfig = true\n', folder);
    appended('repo/.git/config.worktree', text, folder);
  },
  'included in the tree': (folder, text) => {
    appended('repo/more.config', text, folder);
    appended('repo/.git/config', '[include]\npath = ../more.config\n', folder);
  },
  'included behind a link': (folder, text) => {
    appended('deep/more.config', text, folder);
    mkdirSync(folder.at('deep/er'), { recursive: true });
    symlinkSync(folder.at('deep/er'), folder.at('repo/.git/info-link'));
    appended('repo/.git/config', '[include]\npath = info-link/../more.config\n', folder);
  },
  'included by the user for some': (folder, text) => {
    appended('some.config', text, folder);
    appended('.gitconfig', `[includeIf "gitdir:${folder.path}/"]\npath = some.config\n`, folder);
  },
};

/** By what they have git run; whether a form does. */
const SETTINGS: readonly (readonly [name: string, text: (program: string) => string, bites: boolean])[] = [
  ['core.fsmonitor', (program) => `[core]\nfsmonitor = ${program}\n`, true],
  ['a clean filter', (program) => `[filter "f"]\nclean = ${program}\n`, true],
  ['a smudge filter', (program) => `[filter "f"]\nsmudge = ${program}\n`, false],
  ['a process filter', (program) => `[filter "f"]\nprocess = ${program}\n`, true],
  ['signed commits', (program) => `[commit]\ngpgSign\n[gpg]\nprogram = ${program}\n`, true],
  [
    'signed commits by ssh',
    (program) =>
      `[commit]\ngpgSign = true\n[gpg]\nformat = ssh\n[user]\nsigningKey = a\n[gpg "ssh"]\nprogram = ${program}\n`,
    true,
  ],
  ['signed tags', (program) => `[tag]\ngpgSign = 1\n[gpg]\nprogram = ${program}\n`, true],
  ['signed annotated tags', (program) => `[tag]\nforceSignAnnotated = true\n[gpg]\nprogram = ${program}\n`, true],
  ['an editor', (program) => `[core]\neditor = ${program}\n[sequence]\neditor = ${program}\n`, false],
  [
    'aliases',
    (program) => `[alias]\nadd = !${program}\ncommit = !${program}\nbranch = !${program}\nx = !${program}\n`,
    false,
  ],
  ['pagers', (program) => `[core]\npager = ${program}\n[pager]\nadd = ${program}\ncommit = true\ntag = true\n`, false],
  ['diff.external', (program) => `[diff]\nexternal = ${program}\n`, false],
  ['a textconv', (program) => `[diff "d"]\ntextconv = ${program}\n`, false],
  ['a diff driver', (program) => `[diff "d"]\ncommand = ${program}\n`, false],
  ['a merge driver', (program) => `[merge "m"]\ndriver = ${program}\n`, false],
  [
    'trailers',
    (program) => `[trailer "fixes"]\nkey = Fixes\ncommand = ${program}\ncmd = ${program}\nifmissing = add\n`,
    false,
  ],
  [
    'a hook for recent objects',
    (program) => `[gc]\nauto = 1\nautoDetach = false\nrecentObjectsHook = ${program}\n`,
    false,
  ],
  [
    'configured hooks',
    (program) => `[hook "x"]\ncommand = ${program}\nevent = pre-commit\nevent = post-index-change\n`,
    false,
  ],
  [
    'programs of the network',
    (program) =>
      `[core]\nsshCommand = ${program}\naskPass = ${program}\ngitProxy = ${program}\n[credential]\nhelper = !${program}\n`,
    false,
  ],
  [
    'other programs',
    (program) =>
      `[core]\nalternateRefsCommand = ${program}\n[interactive]\ndiffFilter = ${program}\n[uploadpack]\npackObjectsHook = ${program}\n[sendemail]\nsendmailCmd = ${program}\n`,
    false,
  ],
  ['a template', () => `[commit]\ntemplate = ~/outside.txt\nverbose = true\n`, false],
];

const HOSTILE_FOLDERS: readonly Danger[] = [
  {
    name: 'a hooks folder named by the user',
    bites: true,
    arrange: (folder, recorder) => {
      plantHooks(folder, recorder, 'hooks');
      appended('.gitconfig', '[core]\nhooksPath = ~/hooks\n', folder);
    },
  },
  {
    name: 'a hooks folder in the tree',
    bites: true,
    arrange: (folder, recorder) => {
      plantHooks(folder, recorder, 'repo/.husky/_');
      appended('repo/.git/config', '[core]\nhooksPath = .husky/_\n', folder);
    },
  },
  {
    name: 'a hooks folder behind a link',
    bites: true,
    arrange: (folder, recorder) => {
      plantHooks(folder, recorder, 'deep/hooks');
      mkdirSync(folder.at('deep/er'));
      symlinkSync(folder.at('deep/er'), folder.at('repo/.git/x'));
      appended('repo/.git/config', '[core]\nhooksPath = .git/x/../hooks\n', folder);
    },
  },
  {
    name: 'a hooks folder that is a link',
    bites: true,
    arrange: (folder, recorder) => {
      plantHooks(folder, recorder, 'hooks');
      symlinkSync(folder.at('hooks'), folder.at('repo/.git/hooks'));
    },
  },
  {
    name: 'hooks of garbage collection',
    bites: true,
    arrange: (folder, recorder) => {
      plantHooks(folder, recorder, 'repo/.git/hooks', ['pre-auto-gc']);
      appended('repo/.git/config', '[gc]\nauto = 1\nautoDetach = false\n', folder);
      folder.git('repo', 'pack-refs', '--all');
      for (let index = 0; index < 400; index += 1) {
        folder.write(`repo/.git/objects/17/${String(index).padStart(38, '0')}`, '');
      }
    },
  },
  {
    name: 'a partial clone',
    bites: false,
    arrange: (folder, recorder) => {
      appended(
        'repo/.git/config',
        `[extensions]\npartialClone = origin\n[remote "origin"]\nurl = ext::${recorder}\npromisor = true\n[protocol "ext"]\nallow = always\n`,
        folder,
      );
    },
  },
  {
    name: 'a work tree elsewhere',
    bites: false,
    arrange: (folder) => {
      folder.write('other/.env', 'TOKEN=x\n');
      appended('repo/.git/config', '[core]\nworktree = ../../other\n', folder);
    },
  },
  {
    name: "another repository's folder",
    bites: true,
    arrange: (folder, recorder) => {
      renameSync(folder.at('repo/.git'), folder.at('linked-git'));
      plantHooks(folder, recorder, 'linked-git/hooks');
      folder.write('repo/.git', 'gitdir: ../linked-git\n');
    },
  },
  {
    name: 'a submodule with a monitor',
    bites: true,
    arrange: (folder, recorder) => {
      cpSync(folder.at('repo/.git'), folder.at('repo/sub/.git'), { recursive: true });
      folder.git('repo', 'add', 'sub');
      appended('repo/sub/.git/config', `[core]\nfsmonitor = ${recorder}\n`, folder);
    },
  },
];

/** What git would write behind the link. */
const LINKED: readonly (readonly [path: string, kind: 'file' | 'folder'])[] = [
  ['COMMIT_EDITMSG', 'file'],
  ['logs/HEAD', 'file'],
  ['logs/refs/heads/main', 'file'],
  ['logs', 'folder'],
  ['logs/refs', 'folder'],
  ['logs/refs/heads', 'folder'],
  ['refs/heads', 'folder'],
  ['refs/tags', 'folder'],
  ['index', 'file'],
  ['HEAD', 'file'],
  ['objects', 'folder'],
  ['objects/info', 'folder'],
  ['objects/pack', 'folder'],
  ['config', 'file'],
];

const LINKS: readonly Danger[] = LINKED.flatMap(([path, kind]) => [
  {
    name: `a link at ${path}`,
    bites: false,
    arrange: (folder: TemporaryFolder) => {
      const place = folder.at(`repo/.git/${path}`);
      if (kind === 'folder') cpSync(place, folder.at('away'), { recursive: true });
      else cpSync(place, folder.at('away'), { force: true });
      rmSync(place, { recursive: true, force: true });
      symlinkSync(folder.at('away'), place);
    },
  },
  ...(kind === 'folder'
    ? []
    : [
        {
          name: `a hard link at ${path}`,
          bites: false,
          arrange: (folder: TemporaryFolder) => {
            linkSync(folder.at(`repo/.git/${path}`), folder.at('away'));
          },
        },
      ]),
]);

const STORED: readonly Danger[] = ['.env', 'src/id_rsa', 'src/deep/.npmrc', 'server.pem', 'src/.aws/credentials'].map(
  (name) => ({
    name: `the private file ${name}`,
    bites: false,
    arrange: (folder: TemporaryFolder) => {
      folder.write(`repo/${name}`, 'secret\n');
    },
  }),
);

export const DANGERS: readonly Danger[] = [
  ...HOOKS.map((hook) => ({
    name: `the hook ${hook}`,
    bites: RUN.has(hook),
    arrange: (folder: TemporaryFolder, recorder: string) => {
      plantHooks(folder, recorder, 'repo/.git/hooks', [hook]);
    },
  })),
  ...SETTINGS.flatMap(([name, text, bites], index) =>
    Object.entries(SCOPES)
      // The first in every scope, the others in the repository's and the user's.
      .filter(([scope]) => index < 2 || scope === 'repository' || scope === 'user')
      .map(([scope, write]) => ({
        name: `${name}, ${scope}`,
        bites,
        arrange: (folder: TemporaryFolder, recorder: string) => {
          write(folder, text(recorder));
        },
      })),
  ),
  ...HOSTILE_FOLDERS,
  ...LINKS,
  ...STORED,
];
