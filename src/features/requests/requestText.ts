import type { ShownRequest } from '../../classifier/shownRequest';
import type { RequestView } from './requestViewer';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

/** As sent: foreign text is escaped. Each line is marked or JSON, so none passes for a heading. */
export function requestText(view: RequestView): string {
  const { model, address, sent, requests, settled, notes } = view;
  const head = [
    ...(settled === undefined
      ? []
      : [
          t('No judge is asked about this call: {stage} settles it ({outcome}).', {
            stage: settled.stage,
            outcome: settled.outcome,
          }),
          settled.reason,
        ]),
    ...(model === undefined
      ? []
      : [sent === true ? t('Sent to {model}', { model }) : t('Would go to {model}', { model })]),
    ...(address === undefined ? [] : [t('at {address}', { address })]),
    ...notes,
    ...(requests.some(({ stage }) => stage === 'first-look') && sent !== true
      ? [t('The judgement follows only where the first look does not clear the call.')]
      : []),
    ...(requests.length === 0
      ? []
      : [
          t('The key and known forms of secrets are left out.'),
          t('\\u and four digits mark a character that hides or misleads.'),
        ]),
  ].map(visibleLine);
  return `${[...head, ...requests.flatMap((request) => requestLines(request))].join('\n')}\n`;
}

export function requestName(stage: ShownRequest['stage']): string {
  return stage === 'first-look' ? t('First look') : t('Judgement');
}

export function requestLines({ stage, system, instruction, tools, tool, user, body, answer }: ShownRequest): string[] {
  const name = requestName(stage);
  const part = (title: string, text: string): string[] => ['', `──── ${name}: ${title} ────`, '', text];
  return [
    '',
    `════ ${name} ════`,
    ...system.flatMap((text, index) =>
      part(t('system prompt, part {number} of {count}', { number: index + 1, count: system.length + 1 }), text),
    ),
    ...part(
      t('system prompt, part {number} of {count}', { number: system.length + 1, count: system.length + 1 }),
      instruction,
    ),
    ...part(t('tools'), tools.map((one) => (one === tool ? t('{tool} (has to be called)', { tool }) : one)).join('\n')),
    ...user.flatMap((text, index) =>
      part(t('user message, part {number} of {count}', { number: index + 1, count: user.length }), text),
    ),
    ...part(t('the whole request as JSON'), JSON.stringify(body, undefined, 2)),
    ...(answer === undefined ? [] : part(t('the answer as JSON'), JSON.stringify(answer, undefined, 2))),
  ];
}
