import type { Decision } from '../../engine/model/decision';
import type { Story } from '../../panel/story';
import type { RequestView, RequestViewer } from '../requests/requestViewer';
import { requestLines, requestName } from '../requests/requestText';
import type { LoggedRequests } from '../../log/requestLogReader';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';
import { loggedJudge, unloggedNotes } from './loggedRequestStory';
import type { LongText } from '../../panel/longText';

export interface StoryJudgeParts {
  readonly viewer: Pick<RequestViewer, 'list' | 'ofPastCall'>;
  readonly loggedRequests: (id: string) => Promise<LoggedRequests>;
  /** BCP 47 tag of the editor's language. */
  readonly language: string;
}

/**
 * As far as known; undefined: the classifier was not asked.
 * @param hasInput the request can be rebuilt
 * @param logsRequests here, now
 */
export async function storyJudge(
  decision: Decision,
  hasInput: boolean,
  logsRequests: boolean,
  { viewer, loggedRequests, language }: StoryJudgeParts,
): Promise<Story<LongText>['judge']> {
  const { id, classifier, trace = [] } = decision;
  const isHere = viewer.list().some((call) => call.id === id);
  if (isHere) {
    try {
      const view = await viewer.ofPastCall(id);
      return { notes: notesOf(view), blocks: blocksOf(view), canPreview: false };
    } catch {
      // No models can be listed.
    }
  }
  const wasAsked =
    classifier !== undefined || trace.some(({ stage, said }) => stage === 'classifier' && said !== 'approved');
  if (!wasAsked && !isHere) return undefined;
  const logged = await loggedRequests(id);
  if (logged.requests.length > 0) return loggedJudge(logged, language);
  const here = isHere
    ? t('The models cannot be listed just now, so the request cannot be shown.')
    : t('Request and answer are not kept any more: this window keeps them for its latest calls, until it is reloaded.');
  return { notes: [here, ...unloggedNotes(logged, logsRequests)], blocks: [], canPreview: hasInput && !isHere };
}

function notesOf({ model, address, sent, settled, notes }: RequestView): readonly string[] {
  return [
    ...(model === undefined
      ? []
      : [sent === true ? t('Sent to {model}', { model }) : t('Would go to {model}', { model })]),
    ...(address === undefined ? [] : [t('at {address}', { address })]),
    ...(settled === undefined ? [] : [settled.reason]),
    ...notes,
    t('The key and known forms of secrets are left out.'),
  ].map(visibleLine);
}

function blocksOf({ requests, sent }: RequestView): NonNullable<Story<LongText>['judge']>['blocks'] {
  return requests.flatMap((request, index) => {
    const name = requestName(request.stage);
    const { answer, ...question } = request;
    const block = (heading: string, part: string, text: string): { heading: string; text: LongText } => ({
      heading,
      text: { name: `${part}-${index}`, text, marks: [] },
    });
    return [
      block(
        sent === true
          ? t('{request}: what was sent', { request: name })
          : t('{request}: what would be sent', { request: name }),
        'request',
        requestLines(question).join('\n').trim(),
      ),
      ...(answer === undefined
        ? []
        : [
            block(t('{request}: what was answered', { request: name }), 'answer', JSON.stringify(answer, undefined, 2)),
          ]),
    ];
  });
}
