import { readOpencode } from '../../../../src/agents/permissionLists/opencode';
import { itReads, REPOSITORY } from './reading';

const EXCEPTIONS = 'a later entry makes exceptions from it, which rules here do not have';
const ASKS = 'it asks about every call, which the checks here take the place of';

describe('opencode’s permissions', () => {
  itReads(readOpencode, [
    [{}, []],
    [{ permission: 'allow' }, ['- permission.*: allow: it covers every call']],
    [{ permission: 'ask' }, [`- permission.*: ask: ${ASKS}`]],
    [{ permission: 'deny' }, ['deny *']],
    [
      { permission: { bash: { '*': 'ask', 'npm test *': 'allow', 'git push *': 'deny' } } },
      [
        'allow bash(npm test)',
        'allow bash(npm test *)',
        'deny bash(git push)',
        'deny bash(git push *)',
        `- permission.bash: ask: ${EXCEPTIONS}`,
      ],
    ],
    [
      { permission: { bash: { 'npm test *': 'allow', '*': 'ask' } } },
      [
        `- permission.bash: ask: ${ASKS}`,
        '- permission.bash: "npm test *": allow: what limits it cannot be expressed: permission.bash: ask in ~/own.json',
      ],
    ],
    [
      { permission: { bash: { 'npm test *': 'allow', 'npm test x*': 'deny', 'npm test xy': 'allow' } } },
      [
        `- permission.bash: "npm test x*": deny: ${EXCEPTIONS}`,
        '- permission.bash: "npm test *": allow: what limits it cannot be expressed: permission.bash: "npm test x*": deny in ~/own.json',
        '- permission.bash: "npm test xy": allow: what limits it cannot be expressed: permission.bash: "npm test x*": deny in ~/own.json',
      ],
    ],
    [
      { permission: { edit: { '*': 'deny', '*.mdx': 'allow' } } },
      ['allow edit(/w/app/**/*.mdx)', 'allow write(/w/app/**/*.mdx)', `- permission.edit: deny: ${EXCEPTIONS}`],
      REPOSITORY,
    ],
    [
      { permission: { edit: { '*.env': 'deny', 'src/keys/*': 'ask' } } },
      ['deny edit(**/*.env/**)', 'ask edit(**/src/keys/**)'],
    ],
    [
      { permission: { read: { '*.env': 'deny', '~/.ssh/**': 'deny' } } },
      ['deny read(**/*.env/**)', 'deny read(~/.ssh/**)'],
    ],
    [
      { permission: { read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' } } },
      [
        'deny read(**/*.env/**)',
        'allow read(**/*.env.example)',
        '- permission.read: allow: it covers every call of read',
        `- permission.read: "*.env.*": deny: ${EXCEPTIONS}`,
      ],
    ],
    [{ permission: { read: { '$HOME/x*': 'deny' } } }, ['deny read(~/x*/**)']],
    [
      { permission: { edit: { 'src/a*b.ts': 'deny' } } },
      ['- permission.edit: "src/a*b.ts": deny: a * in the middle of it also stands for slashes'],
    ],
    [
      { permission: { edit: { 'src/*.ts': 'allow' } } },
      [`- permission.edit: "src/*.ts": allow: it starts from the repository's root, which need not be the open folder`],
      REPOSITORY,
    ],
    [
      { permission: { edit: { '~/x/*': 'allow' } } },
      ['- permission.edit: "~/x/*": allow: it lies outside the project, where external_directory decides as well'],
    ],
    [
      { permission: { webfetch: { 'https://docs.rs/*': 'allow', '*.evil.example*': 'deny' } } },
      ['allow fetch(https://docs.rs/*)', 'deny fetch(*.evil.example*)'],
    ],
    [
      { permission: { webfetch: { 'https://*': 'allow' } } },
      ['- permission.webfetch: "https://*": allow: it is no whole address'],
    ],
    [{ permission: { webfetch: 'deny', task: 'deny', write: 'deny' } }, ['deny fetch', 'deny agent', 'deny edit']],
    [
      { permission: { task: { 'explore-*': 'ask', general: 'allow' } } },
      ['ask agent(explore-*)', '- permission.task: "general": allow: it starts agents'],
    ],
    [
      { permission: { external_directory: { '~/p/**': 'allow' }, doom_loop: 'deny' } },
      [
        '- permission.external_directory: "~/p/**": allow: no rule here says what external_directory says',
        '- permission.doom_loop: deny: no rule here says what doom_loop says',
      ],
    ],
    [{ permission: { 'mymcp_*': 'deny' } }, ['- permission.mymcp_*: deny: it names tools by a pattern']],
    [{ tools: { bash: false, write: true } }, ['deny bash']],
    [
      { agent: { build: { permission: { bash: 'allow' } }, other: {} }, mode: { plan: { tools: { bash: false } } } },
      ['- agent.build: permission: rules hold for every agent', '- mode.plan: permission: rules hold for every agent'],
    ],
    [
      { permission: { bash: { 'npm test': 'allow' }, edit: 'maybe' } },
      [
        '- permission.edit: *: its action is none of allow, ask, deny',
        '- permission.bash: "npm test": allow: what limits it cannot be expressed: permission.edit: * in ~/own.json',
      ],
    ],
  ]);
});
