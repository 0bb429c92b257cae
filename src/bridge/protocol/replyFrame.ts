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

/** @returns undefined unless it is whole */
export function readReplyFrame(text: string): HookReply | undefined {
  const lines = text.replace(/^[ \n]+/, '').split('\n');
  if (lines.pop() !== '' || lines.pop() !== FRAME_END) return undefined;
  const [first, stdout, ...errors] = lines;
  const exitCode = ([0, 2] as const).find((code) => first === `${FRAME_START} ${code}`);
  if (exitCode === undefined || stdout === undefined) return undefined;
  if (!errors.every((line) => line.startsWith(ERROR_MARK))) return undefined;
  return { exitCode, stdout, stderr: errors.map((line) => line.slice(ERROR_MARK.length)).join('\n') };
}

export const FRAME_START = 'auto-mode-reply';
/** A shell drops empty lines when splitting. */
export const ERROR_MARK = '>';
export const FRAME_END = 'auto-mode-end';

/** The window lives; writing it ends a launcher whose agent gave up. */
export const HEARTBEAT = `${' '.repeat(63)}\n`;
