import type { HookReply } from '../../agents/hooks/agentDialect';

/**
 * A POSIX shell splits it without parsing:
 * auto-mode-reply <exit code>
 * <stdout: one line>
 * ><stderr: any number of lines, each with a mark in front>
 * auto-mode-end
 * White space may come first (see HEARTBEAT). The last line shows that it is whole.
 */
export function replyFrame(reply: HookReply): string {
  const errors = reply.stderr === '' ? '' : reply.stderr.replace(/^/gm, ERROR_MARK) + '\n';
  return `${FRAME_START} ${reply.exitCode}\n${reply.stdout}\n${errors}${FRAME_END}\n`;
}

export const FRAME_START = 'auto-mode-reply';
/** A shell drops empty lines when splitting. */
export const ERROR_MARK = '>';
export const FRAME_END = 'auto-mode-end';

/** Shows that the window lives, and kills a launcher whose agent gave up. */
export const HEARTBEAT = `${' '.repeat(63)}\n`;
