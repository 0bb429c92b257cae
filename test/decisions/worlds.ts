import type { World } from './gate';

export const FILES = {
  '/home/u/project/src/a.ts': 'old text',
  '/home/u/project/.git/config': '[core]',
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
  { name: 'held', files: FILES, held: ['/home/u/project/src/a.ts'], judge: 'allow' },
  { name: 'Windows', platform: 'win32', defaults: true, files: FILES, judge: 'allow' },
  { name: 'macOS', platform: 'darwin', defaults: true, files: FILES, judge: 'allow' },
];
