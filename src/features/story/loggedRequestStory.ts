import { SETTINGS, SETTINGS_PREFIX } from '../../config/contributions';
import type { Story } from '../../panel/story';
import type { LoggedRequest, LoggedRequests } from '../../log/requestLogReader';
import { requestName } from '../requests/requestText';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';
import type { LongText } from '../../panel/longText';

type Judge = NonNullable<Story<LongText>['judge']>;

const SETTING = `${SETTINGS_PREFIX}.${SETTINGS.classifierLogRequests}`;
const MAX_NAME = 300;
/** No request of ours comes near it. */
const MAX_DEPTH = 100;
const MAX_INDENTATION = 1_000_000;

export function loggedJudge({ requests, more, unreadable }: LoggedRequests, language: string): Judge {
  return {
    notes: [
      t('Read from the log of requests, as it was written there: the key and known forms of secrets were left out.'),
      ...(more ? [t('The log has more requests about this decision. The latest are shown.')] : []),
      ...unreadableNote(unreadable),
    ],
    blocks: requests.flatMap((request, index) => blocksOf(request, index, requests.length, language)),
    canPreview: false,
  };
}

/** Says how to have them later. */
export function unloggedNotes(
  { unreadable }: Pick<LoggedRequests, 'unreadable'>,
  logsRequests: boolean,
): readonly string[] {
  return [
    logsRequests
      ? t('The log has no request of this decision: {setting} was off then, or the log keeps only later ones.', {
          setting: SETTING,
        })
      : t('The log has no request of this decision. Turn {setting} on to keep later ones.', {
          setting: SETTING,
        }),
    ...unreadableNote(unreadable),
  ];
}

function unreadableNote(count: number): readonly string[] {
  return count === 0 ? [] : [t('Lines of the log that name this decision and cannot be read: {count}.', { count })];
}

function blocksOf(request: LoggedRequest, index: number, count: number, language: string): Judge['blocks'] {
  const { stage, provider, model, address, at, latencyMs, usage, failure, answer, body } = request;
  const name = visibleLine(requestName(stage));
  const numbered = count === 1 ? name : t('{number}. {request}', { number: index + 1, request: name });
  const where = [`${provider}/${model}`, ...(address === undefined ? [] : [address]), localTime(at, language)].map(
    (part) => shortLine(part, MAX_NAME),
  );
  const came = { ...(failure === undefined ? { answer } : { failure }), usage, milliseconds: latencyMs };
  const block = (heading: string, part: string, value: unknown): Judge['blocks'][number] => ({
    heading,
    text: {
      name: `logged-${part}-${index}`,
      text: readableJson(value) ?? t('This part is nested too deeply to be shown. The log has it.'),
      marks: [],
    },
  });
  return [
    block(t('{request}, as logged: sent to {where}', { request: numbered, where: where.join(', ') }), 'request', body),
    block(t('{request}, as logged: what was answered', { request: numbered }), 'answer', came),
  ];
}

/** Unchanged if not a time. */
function localTime(at: string, language: string): string {
  const time = new Date(at);
  return Number.isNaN(time.getTime())
    ? at
    : time.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** With line breaks unless much longer; undefined: too deep. */
function readableJson(value: unknown): string | undefined {
  const added = indentation(value, 1);
  if (added === undefined) return undefined;
  return JSON.stringify(value ?? null, undefined, added > MAX_INDENTATION ? undefined : 2);
}

function indentation(value: unknown, depth: number): number | undefined {
  if (typeof value !== 'object' || value === null) return 0;
  if (depth > MAX_DEPTH) return undefined;
  let sum = 0;
  for (const item of Object.values(value) as readonly unknown[]) {
    const inner = indentation(item, depth + 1);
    if (inner === undefined) return undefined;
    sum += inner + 2 * depth;
  }
  return sum;
}
