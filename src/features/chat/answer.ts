import type { ChatCommand, CommandId } from '../../config/contributions';

export interface Answer {
  /** Nothing in it is a link. */
  readonly markdown: string;
  readonly buttons: readonly AnswerButton[];
  readonly followups: readonly Followup[];
}

/** What loosens asks first. */
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

export function answerOf(
  blocks: readonly string[],
  buttons: readonly AnswerButton[] = [],
  followups: readonly Followup[] = [],
): Answer {
  return { markdown: blocks.join('\n\n'), buttons, followups };
}
