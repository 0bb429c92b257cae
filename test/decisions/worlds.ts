import type { World } from './gate';

export const FILES = {
  '/home/u/project/src/a.ts': 'old text',
  '/home/u/project/.git/config': '[core]',
  '/home/u/project/.git/HEAD': 'ref: refs/heads/main\n',
  '/home/u/project/.git/objects/pack/x': '',
  '/home/u/project/.git/refs/heads/main': '0123456789012345678901234567890123456789\n',
  '/home/u/project/package.json': '{"name":"project"}',
  '/home/u/.bashrc': '',
};

const RULES = {
  deny: ['bash(git push --force*)', 'read(**/secrets/**)', 'edit(locked/**)', 'fetch(https://evil.example/*)'],
  ask: ['bash(npm publish*)', 'bash(docker *)', 'write(/home/u/project/docs/**)', 'mcp(github/*)'],
  allow: ['bash(npm test*)', 'bash(make *)', 'bash(python3 *)', 'mcp(linear/*)', 'fetch(https://docs.example/*)'],
} as const;

/** Under which every seventh line of a shell is decided; under the first, all are. */
export const SHELL_WORLDS: readonly World[] = [
  { name: 'defaults', defaults: true, files: FILES, user: 'approved', judge: 'allow' },
  { name: 'rules', ...RULES, files: FILES, user: 'declined', judge: 'block soft_deny' },
  { name: 'nobody', ...RULES, defaults: true, files: FILES },
  { name: 'untrusted', ...RULES, trusted: false, files: FILES, judge: 'allow' },
  { name: 'slow paths', fastPaths: false, files: FILES, judge: 'block hard_deny' },
  { name: 'macOS', platform: 'darwin', defaults: true, files: FILES, judge: 'timeout' },
];

/** Under which the calls of every kind are decided. */
export const OTHER_WORLDS: readonly World[] = [
  { name: 'defaults, judge allows', defaults: true, files: FILES, user: 'approved', judge: 'allow' },
  { name: 'rules, declined', ...RULES, files: FILES, user: 'declined', judge: 'allow' },
  { name: 'rules, approved', ...RULES, files: FILES, user: 'approved', judge: 'block soft_deny' },
  { name: 'rules, expired', ...RULES, files: FILES, user: 'expired', judge: 'block hard_deny' },
  { name: 'rules of a workspace', ...RULES, source: 'workspace', files: FILES, user: 'approved', judge: 'allow' },
  { name: 'managed rules', ...RULES, source: 'managed', files: FILES, judge: 'allow' },
  { name: 'malformed rules', deny: ['bash(('], ask: ['edit(**'], files: FILES, user: 'approved', judge: 'allow' },
  { name: 'malformed rules, nobody', deny: ['bash(('], ask: ['(x)'], files: FILES, judge: 'allow' },
  { name: 'soft block asks', onBlock: 'ask', files: FILES, user: 'approved', judge: 'block soft_deny' },
  { name: 'hard block', onBlock: 'ask', files: FILES, user: 'approved', judge: 'block hard_deny' },
  { name: 'outage asks', ...RULES, whenUnavailable: 'ask', files: FILES, user: 'approved', judgeUsable: false },
  { name: 'outage asks, declined', whenUnavailable: 'ask', files: FILES, user: 'declined', judge: 'timeout' },
  { name: 'outage asks, nobody', whenUnavailable: 'ask', files: FILES, judge: 'provider-error' },
  { name: 'no key', files: FILES },
  { name: 'invalid answer', files: FILES, judge: 'invalid-answer' },
  { name: 'paused', ...RULES, paused: true, files: FILES, user: 'approved', judge: 'allow' },
  { name: 'paused, nobody', paused: true, files: FILES, judge: 'allow' },
  { name: 'off', enabled: false, files: FILES, judge: 'allow' },
  { name: 'untrusted', ...RULES, trusted: false, files: FILES, judge: 'allow' },
  { name: 'slow paths', fastPaths: false, files: FILES, judge: 'allow' },
  { name: 'log full', logWritable: false, files: FILES, judge: 'allow' },
  { name: 'contained', ...RULES, contained: true, files: FILES, judge: 'allow' },
  { name: 'own judge', ...RULES, judgesItself: true, files: FILES, judge: 'allow' },
  { name: 'kept removals', removals: true, files: FILES, judge: 'block soft_deny' },
  { name: 'held', files: FILES, held: ['/home/u/project/src/a.ts'], judge: 'allow' },
  { name: 'Windows', platform: 'win32', defaults: true, files: FILES, judge: 'allow' },
  { name: 'macOS', platform: 'darwin', defaults: true, files: FILES, judge: 'allow' },
];

/** Rules that match much, so that most lines of a shell meet one. */
const BROAD_RULES = {
  deny: ['bash(rm *)', 'bash(curl *)', 'read(**/.env*)', 'edit(src/**)', 'powershell(Remove-Item *)'],
  ask: ['bash(git push*)', 'bash(npm install*)', 'read(**/*.md)', 'write(/tmp/**)'],
  allow: ['bash(*)', 'powershell(*)', 'edit(**)', 'mcp(*)', 'agent'],
} as const;

/** Under which lines are decided as each agent's shell calls. */
export const AGENT_SHELL_WORLDS: readonly World[] = [
  { name: 'broad rules', ...BROAD_RULES, files: FILES, user: 'approved', judge: 'block soft_deny' },
  { name: 'broad rules, macOS, nobody', ...BROAD_RULES, defaults: true, platform: 'darwin', files: FILES },
];

const OUTAGES = [
  'no-model',
  'model-changed',
  'no-key',
  'no-consent',
  'authentication',
  'access-blocked',
  'quota',
  'rate-limit',
  'provider-error',
  'network',
  'timeout',
  'invalid-answer',
  'too-large',
] as const;

const ANSWERS = ['approved', 'declined', 'closed', 'expired', 'too-many-waiting', 'ignore-entry', 'exempt'] as const;

const SOURCES = ['managed', 'environment', 'folder', 'remote', 'workspace'] as const;

/** One for each kind of outage, of answer, of verdict and of source. */
export const SINGLE_WORLDS: readonly World[] = [
  ...OUTAGES.map((judge): World => ({ name: `outage ${judge}`, files: FILES, judge })),
  ...ANSWERS.map((user): World => ({
    name: `outage, ${user}`,
    ...RULES,
    files: FILES,
    user,
    judge: 'network',
    whenUnavailable: 'ask',
  })),
  ...ANSWERS.map((user): World => ({ name: `paused, ${user}`, paused: true, files: FILES, user, judge: 'allow' })),
  ...ANSWERS.map((user): World => ({
    name: `malformed entry of a workspace, ${user}`,
    ask: ['bash((', 'edit(**'],
    source: 'workspace',
    files: FILES,
    user,
    onBlock: 'ask',
    judge: 'block soft_deny',
  })),
  ...['allow allow', 'allow explicit_intent', 'block none'].map((judge): World => ({
    name: `verdict ${judge}`,
    ...RULES,
    files: FILES,
    user: 'approved',
    judge,
  })),
  ...SOURCES.map((source): World => ({ name: `broad rules of ${source}`, ...BROAD_RULES, source, files: FILES })),
];
