import type { PanelMode, PanelSnapshot } from '../../panel/messages';
import { goneRulesText } from './goneRuleText';
import { modeText } from './modeText';
import type { Translate } from './translate';
import { shortLine } from './visibleText';
import { waitingText } from './waitingText';

export interface StatusBarText {
  /** With `$(icon)` markers. */
  readonly text: string;
  /** Plain text, not yet escaped for Markdown. */
  readonly tooltip: readonly string[];
  /** For screen readers. */
  readonly label: string;
  /** Whether the item stands out: only where failures stop auto mode from working. */
  readonly warning: boolean;
}

const ICONS: Readonly<Record<PanelMode, string>> = {
  on: 'shield',
  off: 'circle-slash',
  paused: 'debug-pause',
  outage: 'debug-disconnect',
  'configuration-error': 'error',
  untrusted: 'workspace-untrusted',
};

/** Writes the status bar item. Every state has its own icon and its own word, so no colour is needed to tell them apart. */
export function statusBarText(snapshot: PanelSnapshot, t: Translate): StatusBarText {
  const { mode, modeDetail, counters, problems, waiting, goneRules, unconfirmed } = snapshot;
  const gone = goneRules?.count ?? 0;
  const { word, sentence } = modeText(mode, t);
  const label = t('Auto Mode: {mode}', { mode: word });
  const extras = [
    ...(waiting > 0 ? [waitingText(waiting, t)] : []),
    ...(problems.length > 0
      ? [
          problems.length === 1
            ? t('1 entry of the settings cannot be used.')
            : t('{problems} entries of the settings cannot be used.', { problems: problems.length }),
        ]
      : []),
    ...(gone > 0 ? [goneRulesText(gone, t)] : []),
    ...(unconfirmed.length > 0 ? [t('AUTOMODE_SETTINGS_JSON waits for your review.')] : []),
  ];
  const counts = t('{checked} calls checked, {allowed} allowed, {blocked} blocked.', {
    checked: counters.checked,
    allowed: counters.allowed,
    blocked: counters.blocked,
  });
  return {
    text: [
      `$(${ICONS[mode]}) ${label}`,
      ...(waiting > 0 ? [`$(bell-dot) ${waiting}`] : []),
      ...(problems.length > 0 ? [`$(warning) ${problems.length}`] : []),
      ...(gone > 0 ? [`$(history) ${gone}`] : []),
      ...(unconfirmed.length > 0 ? ['$(question)'] : []),
    ].join(' '),
    tooltip: [
      label,
      sentence,
      ...(modeDetail === undefined ? [] : [shortLine(modeDetail, 300)]),
      ...extras,
      counts,
      t('Click to open the panel.'),
    ],
    label: [`${label}.`, ...extras, counts].join(' '),
    warning: mode === 'paused' || mode === 'outage',
  };
}
