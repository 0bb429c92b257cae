import { t } from '@vscode/l10n';
import { COMMANDS } from '../../config/contributions';
import type { PanelSnapshot } from '../../panel/messages';
import { modeText } from '../../texts/modeText';
import { statusBarText } from '../status/statusBarText';
import { answerOf, type Answer } from './answer';
import { inlineCode, prose } from './chatMarkdown';

const MOST_PROBLEMS = 10;

export function statusAnswer(snapshot: PanelSnapshot): Answer {
  const { mode, agents, problems, classifier, denials } = snapshot;
  const { state, links } = statusBarText(snapshot);
  const connected = agents.filter((agent) => agent.state !== 'not-connected');
  const more = problems.length - MOST_PROBLEMS;
  const list = [
    ...(classifier.model === undefined ? [] : [`- ${prose(t('Judge: {model}', { model: classifier.model }))}`]),
    ...connected.map(({ name, sentence }) => `- ${prose(`${name}: ${sentence}`)}`),
    ...problems.slice(0, MOST_PROBLEMS).map(({ entry, message }) => `- ${inlineCode(entry)}: ${oneParagraph(message)}`),
    ...(more > 0 ? [`- ${prose(t('and {count} more', { count: more }))}`] : []),
  ];
  return answerOf(
    [
      `**${prose(t('Auto Mode: {mode}', { mode: modeText(mode).word }))}**`,
      ...state.map(prose),
      ...(list.length === 0 ? [] : [list.join('\n')]),
    ],
    links.filter(({ command }) => command !== COMMANDS.off).map(({ label, command }) => ({ title: label, command })),
    [
      ...(denials.length === 0
        ? []
        : [{ command: 'why' as const, prompt: '', label: t('Why was the last call blocked?') }]),
      { command: 'rules', prompt: '', label: t('Which rules hold?') },
    ],
  );
}

function oneParagraph(text: string): string {
  return prose(text.replaceAll('\n', ' '));
}
