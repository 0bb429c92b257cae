import type { HookReply } from '../../agents/hooks/agentDialect';

/**
 * What a window sends to a launcher, made so that a POSIX shell can take it apart without looking inside:
 *
 *     auto-mode-reply <exit code>
 *     <stdout: one line>
 *     ><stderr: any number of lines, with a mark in front of each>
 *     auto-mode-end
 *
 * White space may come first (see HEARTBEAT). The last line tells a whole answer from one that was cut off.
 */
export function replyFrame(reply: HookReply): string {
  const errors = reply.stderr === '' ? '' : reply.stderr.replace(/^/gm, ERROR_MARK) + '\n';
  return `${FRAME_START} ${reply.exitCode}\n${reply.stdout}\n${errors}${FRAME_END}\n`;
}

export const FRAME_START = 'auto-mode-reply';
/** A shell drops empty lines where it splits a text. */
export const ERROR_MARK = '>';
export const FRAME_END = 'auto-mode-end';

/**
 * Sent now and then while a call is being decided. The launcher knows by it that the window still lives, and a launcher whose agent gave up
 * dies of it, so that the window learns of that.
 */
export const HEARTBEAT = `${' '.repeat(63)}\n`;
