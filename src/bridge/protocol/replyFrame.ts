import type { HookReply } from '../../agents/hooks/agentDialect';

/**
 * A reply that a POSIX shell can split without parsing its content:
 *
 * auto-mode-reply <exit code>
 * <stdout: one line>
 * ><stderr: any number of lines, each with a mark in front>
 * auto-mode-end
 *
 * White space may come first (see HEARTBEAT). The last line shows that the answer is whole.
 */
export function replyFrame(reply: HookReply): string {
  const errors = reply.stderr === '' ? '' : reply.stderr.replace(/^/gm, ERROR_MARK) + '\n';
  return `${FRAME_START} ${reply.exitCode}\n${reply.stdout}\n${errors}${FRAME_END}\n`;
}

export const FRAME_START = 'auto-mode-reply';
/** A shell drops empty lines when splitting. */
export const ERROR_MARK = '>';
export const FRAME_END = 'auto-mode-end';

/** Shows that the window lives; kills a launcher whose agent gave up, so that the window notices. */
export const HEARTBEAT = `${' '.repeat(63)}\n`;
