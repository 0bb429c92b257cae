import type { Decision } from '../../engine/model/decision';
import type { Story } from '../../panel/story';
import { agentModeText } from '../../editor/agentMode';
import { agentName } from '../../editor/agentName';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';
import { durationText } from '../../panel/durationText';

export function storyFacts(decision: Decision, language: string): Story<unknown>['facts'] {
  const { at, durationMs, tool, agent, subAgent, mode, cwd, sessionId, callId, id, trace = [], classifier } = decision;
  const waited = trace.reduce((sum, { ms = 0 }) => sum + ms, 0);
  const optional = (label: string, value: string | undefined): Story<unknown>['facts'] =>
    value === undefined ? [] : [{ label, value }];
  return [
    { label: t('Time'), value: new Date(at).toLocaleString(language, { dateStyle: 'medium', timeStyle: 'medium' }) },
    {
      label: t('Took'),
      value:
        waited === 0
          ? durationText(durationMs, language)
          : t('{time}, of which {waited} waiting for answers', {
              time: durationText(durationMs, language),
              waited: durationText(waited, language),
            }),
    },
    { label: t('Tool'), value: visibleLine(tool) },
    { label: t('Agent'), value: agent === undefined ? t('not named by the caller') : agentName(agent) },
    ...optional(t('Sub-agent, as its agent names it'), subAgent === undefined ? undefined : visibleLine(subAgent)),
    ...optional(t("Agent's own permission mode"), mode === undefined ? undefined : agentModeText(mode)),
    ...optional(t('Folder'), cwd === undefined ? undefined : visibleLine(cwd)),
    ...optional(t('Agent session'), sessionId === undefined ? undefined : visibleLine(sessionId)),
    ...optional(t('Call'), callId === undefined ? undefined : visibleLine(callId)),
    { label: t('Decision'), value: visibleLine(id) },
    ...(classifier === undefined ? [] : [{ label: t('Judge'), value: usageText(classifier, language) }]),
  ];
}

const MAX_NAME = 60;

/** What a release covers beside the input, and when. */
export function storyOrigin({ at, tool, agent, cwd }: Decision, language: string): string {
  return [
    shortLine(tool, MAX_NAME),
    ...(agent === undefined ? [] : [agentName(agent)]),
    ...(cwd === undefined ? [] : [shortLine(cwd.slice(cwd.lastIndexOf('/') + 1), MAX_NAME)]),
    new Date(at).toLocaleTimeString(language, { timeStyle: 'short' }),
  ].join(' · ');
}

function usageText(usage: NonNullable<Decision['classifier']>, language: string): string {
  const { provider, model, stage, latencyMs, inputTokens, outputTokens, cachedTokens, costUsd } = usage;
  const number = (value: number): string => value.toLocaleString(language);
  const cost = (value: number): string =>
    value.toLocaleString(language, { style: 'currency', currency: 'USD', maximumSignificantDigits: 2 });
  return [
    visibleLine(`${provider}/${model}`),
    ...(stage === undefined ? [] : [stage === 'first-look' ? t('first look') : t('judgement')]),
    durationText(latencyMs, language),
    ...(inputTokens === undefined
      ? []
      : [oneOrMany(inputTokens, t('1 token in'), t('{count} tokens in', { count: number(inputTokens) }))]),
    ...(cachedTokens === undefined
      ? []
      : [
          oneOrMany(
            cachedTokens,
            t('1 token from a cache'),
            t('{count} tokens from a cache', { count: number(cachedTokens) }),
          ),
        ]),
    ...(outputTokens === undefined
      ? []
      : [oneOrMany(outputTokens, t('1 token out'), t('{count} tokens out', { count: number(outputTokens) }))]),
    costUsd === undefined ? t('cost not known') : t('about {amount}', { amount: cost(costUsd) }),
  ].join(' · ');
}
