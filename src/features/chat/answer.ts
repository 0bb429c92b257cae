import type { ChatCommand, CommandId } from '../../config/contributions';

/** What `@automode` says. */
export interface Answer {
  /** Nothing in it is a link. */
  readonly markdown: string;
  readonly buttons: readonly AnswerButton[];
  readonly followups: readonly Followup[];
}

/** What loosens asks in its own dialog. */
export interface AnswerButton {
  readonly title: string;
  readonly command: CommandId;
  readonly id?: string;
}

export interface Followup {
  readonly command: ChatCommand;
  readonly prompt: string;
  readonly label: string;
}

/** @param blocks of Markdown */
export function answerOf(
  blocks: readonly string[],
  buttons: readonly AnswerButton[] = [],
  followups: readonly Followup[] = [],
): Answer {
  return { markdown: blocks.join('\n\n'), buttons, followups };
}
