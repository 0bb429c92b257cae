import type { UserQuestion } from '../../../../src/engine/model/ports';

/** A question of an ask rule about a shell command of Claude Code; `over` replaces fields. */
export function userQuestion(over: Partial<UserQuestion> = {}): UserQuestion {
  return {
    why: 'ask-rule',
    tool: 'Bash',
    action: 'git push origin main',
    cwd: '/home/ada/project',
    agent: 'claude-code',
    sessionId: 'session-1',
    callId: 'call-1',
    because: 'The ask rule bash(git push*) (user settings) wants you to look at this call first.',
    rule: { text: 'bash(git push*)', source: 'user' },
    yesRuns: false,
    canIgnoreEntry: false,
    canExempt: false,
    ...over,
  };
}
