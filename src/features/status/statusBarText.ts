import { COMMANDS, type CommandId } from '../../config/contributions';
import type { PanelMode, PanelSnapshot } from '../../panel/messages';
import { alarmCountText } from '../../texts/alarmText';
import { removedRulesText } from '../settings/removedRuleText';
import { modeText } from '../../texts/modeText';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { shortLine } from '../../common/visibleText';
import { waitingText } from './waitingText';

export interface StatusBarText {
  /** An icon, `$(name)`, and at most two words. */
  readonly text: string;
  readonly tooltip: readonly string[];
  /** In sentences, for the tooltip. */
  readonly state: readonly string[];
  /** What loosens asks first. */
  readonly links: readonly CommandLink[];
  readonly label: string;
  /** The user is needed. */
  readonly warning: boolean;
}

export interface CommandLink {
  readonly label: string;
  readonly command: CommandId;
}

const ICONS: Readonly<Record<PanelMode, string>> = {
  on: 'shield',
  off: 'circle-slash',
  paused: 'debug-pause',
  outage: 'debug-disconnect',
  'configuration-error': 'error',
  untrusted: 'workspace-untrusted',
  'not-started': 'error',
};

/** An outage shows even in these. */
const OVER_OUTAGE: ReadonlySet<PanelMode> = new Set(['paused', 'configuration-error', 'untrusted']);

const NEEDS_USER: ReadonlySet<PanelMode> = new Set(['paused', 'outage', 'not-started']);

export function alarmCount({ agents }: Pick<PanelSnapshot, 'agents'>): number {
  return agents.reduce((sum, { alarms }) => sum + alarms.length, 0);
}

/** Each state has its own icon and words, not colour alone. */
export function statusBarText(snapshot: PanelSnapshot): StatusBarText {
  const { mode, modeDetail, counters, problems, classifier, waiting, removedRules, unconfirmed, notStarted } = snapshot;
  const removed = removedRules?.count ?? 0;
  const alarms = alarmCount(snapshot);
  const { word, sentence } = modeText(mode);
  const label = t('Auto Mode: {mode}', { mode: word });
  const outage = modeText('outage').sentence;
  const hidesOutage = OVER_OUTAGE.has(mode) && classifier.state === 'outage';
  const extras = [
    ...(hidesOutage ? [outage, ...(classifier.detail === undefined ? [] : [shortLine(classifier.detail, 300)])] : []),
    ...(alarms > 0 ? [alarmCountText(alarms)] : []),
    ...(waiting > 0 ? [waitingText(waiting)] : []),
    ...(problems.length > 0
      ? [
          problems.length === 1
            ? t('1 entry of the settings cannot be used.')
            : t('{problems} entries of the settings cannot be used.', { problems: problems.length }),
        ]
      : []),
    ...(removed > 0 ? [removedRulesText(removed)] : []),
    ...(unconfirmed.length > 0 ? [t('AUTOMODE_SETTINGS_JSON waits for your review.')] : []),
  ];
  const { checked, allowed, blocked, unjudged } = counters;
  const counts =
    unjudged === 0
      ? oneOrMany(
          checked,
          t('1 call checked, {allowed} allowed, {blocked} blocked.', { allowed, blocked }),
          t('{checked} calls checked, {allowed} allowed, {blocked} blocked.', { checked, allowed, blocked }),
        )
      : oneOrMany(
          checked,
          t('1 call checked, {allowed} allowed, {blocked} blocked, because it could not be judged.', {
            allowed,
            blocked,
          }),
          t('{checked} calls checked, {allowed} allowed, {blocked} blocked, {unjudged} of these not judged.', {
            checked,
            allowed,
            blocked,
            unjudged,
          }),
        );
  const state = [sentence, ...(modeDetail === undefined ? [] : [shortLine(modeDetail, 300)]), ...extras, counts];
  return {
    text: barText(snapshot),
    tooltip: [label, ...state, t('Click to open the panel.')],
    state,
    links: [
      { label: t('Show Panel'), command: COMMANDS.showPanel },
      ...(waiting > 0 ? [{ label: t('Show Waiting Questions'), command: COMMANDS.showWaiting }] : []),
      // Only the log says why.
      ...(notStarted === true
        ? [{ label: t('Show Log'), command: COMMANDS.showLog }]
        : [{ label: t('Show Denials'), command: COMMANDS.denials }, switchLink(mode)]),
    ],
    label: [`${label}.`, ...extras, counts].join(' '),
    warning: NEEDS_USER.has(mode) || hidesOutage || alarms > 0 || waiting > 0,
  };
}

/** What most needs the user, else the state. */
function barText(snapshot: PanelSnapshot): string {
  const { mode, classifier, waiting, problems, removedRules, unconfirmed } = snapshot;
  const alarms = alarmCount(snapshot);
  const outage = mode !== 'paused' && OVER_OUTAGE.has(mode) && classifier.state === 'outage';
  const state = outage ? 'outage' : mode;
  if (mode === 'not-started') return `$(${ICONS[mode]}) ${stateText(mode)}`;
  if (alarms > 0) return `$(alert) ${oneOrMany(alarms, t('1 alarm'), t('{count} alarms', { count: alarms }))}`;
  if (waiting > 0) return `$(bell-dot) ${t('{count} waiting', { count: waiting })}`;
  if (state !== 'on') return `$(${ICONS[state]}) ${stateText(state)}`;
  if (problems.length > 0) return `$(warning) ${t('Settings Problem')}`;
  if ((removedRules?.count ?? 0) > 0) return `$(history) ${t('Removed Rules')}`;
  if (unconfirmed.length > 0) return `$(question) ${t('Review Settings')}`;
  return `$(${ICONS[state]}) ${stateText(state)}`;
}

function stateText(mode: PanelMode): string {
  switch (mode) {
    case 'on':
      return t('Auto Mode');
    case 'off':
      return t('Auto Off');
    case 'paused':
      return t('Auto Paused');
    case 'untrusted':
      return t('Auto Restricted');
    default:
      return modeText(mode).word;
  }
}

function switchLink(mode: PanelMode): CommandLink {
  if (mode === 'paused') return { label: t('Resume'), command: COMMANDS.resume };
  if (mode === 'off') return { label: t('Turn On'), command: COMMANDS.on };
  return { label: t('Turn Off in This Window'), command: COMMANDS.off };
}
