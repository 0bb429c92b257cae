import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { CHAT } from '../../config/contributions';
import { GATE_TOOLS } from '../../facts/agents/gateTools';
import type { GateWindow } from '../../gate/gateWindow';
import { BlockedRelease, type BlockedReleaseParts } from '../story/blockedRelease';
import type { CallTrial } from '../trial/callTrial';
import { ChatAnswers } from './chatAnswers';
import { ChatHandler } from './chatHandler';
import { DecisionSearch } from './decisionSearch';
import { DecisionTools } from './decisionTools';

/** Does nothing where the editor lacks these interfaces. */
export function registerChat(
  context: vscode.ExtensionContext,
  { door, memory, status, redact, warn }: GateWindow,
  { trial, blocked }: { readonly trial: Pick<CallTrial, 'decide'>; readonly blocked: BlockedReleaseParts },
): void {
  const release = new BlockedRelease(blocked);
  const { chat, lm } = vscode as Partial<typeof vscode>;
  const search = new DecisionSearch({ calls: memory.calls, denials: () => status.snapshot().denials, redact });
  const snapshot = (): ReturnType<typeof status.snapshot> => status.snapshot();
  const register = (what: string, build: () => { dispose(): unknown }): void => {
    try {
      context.subscriptions.push(build());
    } catch (error) {
      warn(`The editor's chat did not take ${what}: ${String(error)}`);
    }
  };
  if (typeof chat?.createChatParticipant === 'function') {
    const answers = new ChatAnswers({
      search,
      status: snapshot,
      config: () => door.config(),
      tryCall: (text) => trial.decide({ text, rule: '', section: 'deny' }),
      // The dialog shows the whole call.
      releaseOf: (id) => release.releaseOf(id, true),
      allowOnce: (id) => door.allowOnce(id, 'ask'),
      redact,
      language: vscode.env.language,
    });
    const handler = new ChatHandler(answers, markdownString);
    register('@automode', () => {
      const participant = chat.createChatParticipant(CHAT.participant, (request, _context, stream, token) =>
        handler.handle(request, stream, token),
      );
      participant.iconPath = new vscode.ThemeIcon('shield');
      participant.followupProvider = { provideFollowups: (result) => handler.followups(result) };
      return participant;
    });
  }
  if (typeof lm?.registerTool === 'function') {
    const tools = new DecisionTools({ search, status: snapshot });
    const tool = (
      name: string,
      invocationMessage: string,
      answer: (input: unknown, cancelled: () => boolean) => string | Promise<string>,
    ): void => {
      register(name, () =>
        lm.registerTool<unknown>(name, {
          prepareInvocation: () => ({ invocationMessage }),
          invoke: async ({ input }, token) => {
            const text = await answer(input, () => token.isCancellationRequested);
            return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
          },
        }),
      );
    };
    tool(GATE_TOOLS.explainDecision, t('Reading why Auto Mode decided so'), (input, cancelled) =>
      tools.explainDecision(input, cancelled),
    );
    tool(GATE_TOOLS.status, t('Reading the state of Auto Mode'), (input) => tools.status(input));
  }
}

function markdownString(markdown: string): vscode.MarkdownString {
  const text = new vscode.MarkdownString(markdown);
  text.isTrusted = false;
  text.supportHtml = false;
  text.supportThemeIcons = false;
  return text;
}
