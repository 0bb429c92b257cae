import type { PanelStrings } from '../../panel/messages';
import { modeText } from './modeText';
import { ruleSourceNames } from './ruleSourceNames';
import type { Translate } from './translate';

/**
 * The panel's fixed texts. They travel with every snapshot, since a webview cannot reach the editor's translations.
 * @param language BCP 47 tag of the editor's language.
 */
export function panelStrings(language: string, t: Translate): PanelStrings {
  return {
    language,
    modes: {
      on: modeText('on', t),
      off: modeText('off', t),
      paused: modeText('paused', t),
      outage: modeText('outage', t),
      'configuration-error': modeText('configuration-error', t),
      untrusted: modeText('untrusted', t),
    },
    stages: {
      'invalid-request': t('Request check'),
      disabled: t('Switched off'),
      cancelled: t('Cancelled turn'),
      'permissions.deny': t('Deny rule'),
      'permissions.ask': t('Ask rule'),
      'hard-deny': t('Hard floor'),
      'safe-tool': t('Safe tool'),
      'workspace-edit': t('Workspace edit'),
      'read-only-command': t('Read-only command'),
      'permissions.allow': t('Allow rule'),
      'allow-once': t('Released once'),
      cache: t('Judged before'),
      classifier: t('Classifier'),
      user: t('Your answer'),
    },
    ruleSources: ruleSourceNames(t),
    classifierStates: {
      ready: t('Ready'),
      'not-set-up': t('Not set up'),
      outage: t('Not answering'),
    },
    status: t('Status'),
    waiting: t('{count} questions wait for your answer in a dialog.'),
    waitingOne: t('A question waits for your answer in a dialog.'),
    checked: t('Checked'),
    allowed: t('Allowed'),
    blocked: t('Blocked'),
    byStage: t('By check'),
    turnOn: t('Turn On'),
    turnOff: t('Turn Off in This Window'),
    resume: t('Resume'),
    reset: t('Reset Counters and History'),
    openSettings: t('Open Settings'),
    showLog: t('Show Log'),
    manageTrust: t('Manage Workspace Trust'),
    classifier: t('Classifier'),
    setKey: t('Set API Key'),
    chooseModel: t('Choose Model'),
    agents: t('Agents'),
    noAgents: t('No agent is connected yet, so no call is checked.'),
    connectClaudeCode: t('Connect Claude Code'),
    connected: t('Connected'),
    notSeen: t('Hook in place; no call seen in this window yet'),
    notConnected: t('Not connected'),
    lastSeen: t('last seen {time}'),
    problems: t('Problems'),
    problemsHint: t('These entries cannot be used as written. They never loosen anything.'),
    denials: t('Recent Denials'),
    noDenials: t('Nothing has been blocked yet.'),
    tool: t('Tool'),
    agent: t('Agent'),
    time: t('Time'),
    action: t('Action'),
    reason: t('Reason'),
    check: t('Blocked by'),
    rule: t('Rule'),
    remedy: t('What would clear it'),
    copy: t('Copy'),
    copyLabel: t('Copy this denial: {tool}'),
    newDenial: t('Blocked: {tool}. {reason}'),
    newDenials: t('{count} more calls were blocked. The last: {tool}. {reason}'),
  };
}
