import type * as vscode from 'vscode';
import type { AnswerButton, Followup } from './answer';
import type { ChatAnswers } from './chatAnswers';

/** The part of the editor's chat that answers use. */
interface Stream<Markdown> {
  markdown(value: Markdown): void;
  button(command: vscode.Command): void;
}

export class ChatHandler<Markdown> {
  constructor(
    private readonly answers: Pick<ChatAnswers, 'answer'>,
    /** Not trusted, without HTML. */
    private readonly markdownString: (markdown: string) => Markdown,
  ) {}

  async handle(
    { command, prompt }: Pick<vscode.ChatRequest, 'command' | 'prompt'>,
    stream: Stream<Markdown>,
    token: Pick<vscode.CancellationToken, 'isCancellationRequested'>,
  ): Promise<vscode.ChatResult> {
    const { markdown, buttons, followups } = await this.answers.answer(
      { command, prompt },
      () => token.isCancellationRequested,
    );
    if (token.isCancellationRequested) return {};
    stream.markdown(this.markdownString(markdown));
    for (const button of buttons) stream.button(commandOf(button));
    return { metadata: { followups } };
  }

  followups({ metadata }: vscode.ChatResult): vscode.ChatFollowup[] {
    const followups = metadata?.['followups'] as readonly Followup[] | undefined;
    return (followups ?? []).map(({ command, prompt, label }) => ({ command, prompt, label }));
  }
}

function commandOf({ title, command, id }: AnswerButton): vscode.Command {
  return { title, command, ...(id === undefined ? {} : { arguments: [{ id }] }) };
}
