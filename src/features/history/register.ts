import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { COMMANDS, SETTINGS } from '../../config/contributions';
import { both, registerCommands } from '../../editor/commands';
import { confirmInModal } from '../../editor/confirmation';
import { editorTimer } from '../../editor/editorTimer';
import { listPick } from '../../editor/listPick';
import { notificationText } from '../../editor/notificationText';
import { pickText } from '../../editor/pickText';
import { textField } from '../../editor/textField';
import { codeVerdict } from '../../engine/trial/replay';
import type { GateWindow } from '../../gate/gateWindow';
import { BlockedCalls } from '../../log/blockedCalls';
import type { PanelSnapshot } from '../../panel/messages';
import { ProposedRules } from '../rules/proposedRules';
import type { WindowRules } from '../rules/windowRules';
import type { BlockedStoryParts } from '../story/blockedStory';
import { BlockNotification } from './blockNotification';
import { BlockWarningSwitch } from './blockWarningSwitch';
import { DenialCommands } from './denialCommands';
import { DenialRequests } from './denialRequests';
import { ExampleDenial } from './exampleDenial';

export function registerHistory(
  context: vscode.ExtensionContext,
  window: GateWindow,
  { lists, writer }: WindowRules,
): BlockedStoryParts {
  const { gate, door, status, events, panel, documents, actionDocument, redact } = window;
  const { state, calls, logReader, pastCalls } = window.memory;
  const { reader, refuseIfForbidden } = window.settings;
  const shown = (): PanelSnapshot['denials'] => status.snapshot().denials;
  const blocked = new BlockedCalls({ reader: logReader, calls, redact });
  const rules = new ProposedRules({
    world: gate,
    pastCalls,
    settings: { supposing: (values) => reader.supposing(values), refuseIfForbidden },
    lists,
    writer,
    confirm: confirmInModal,
    onDidChange: () => {
      status.changed();
    },
  });
  const requests = new DenialRequests({ blocked, rules, pastCalls, world: gate });
  const commands = new DenialCommands({ requests, blocked, rules, documents, shown });
  const parts: BlockedStoryParts = {
    blocked,
    releasedFor: (key) => state.releasedFor(key),
    verdict: (request) => codeVerdict(request, gate),
    allowOnce: (id, confirmation) => door.allowOnce(id, confirmation),
    rules,
    openWhole: (text) => actionDocument.open(text),
    openDocument: (name, text) => documents.show(name, text),
    onDidChange: (listener) => status.onDidChange(listener),
    now: () => Date.now(),
    language: vscode.env.language,
  };
  const showDenials = (): Promise<void> => panel.showPage('overview', {}, 'blocked');
  const example = new ExampleDenial({
    autoMode: door,
    folder: () => reader.window().configuration.workspaceFolders[0],
    showPanel: showDenials,
  });
  registerCommands(context, {
    [COMMANDS.denials]: { run: () => door.denials(), show: showDenials },
    [COMMANDS.allowOnce]: {
      run: (argument) => door.allowOnce(textField(argument, 'id'), 'ask'),
      show: async () => {
        const picked = await pickDenial(shown());
        if (picked !== undefined) await releaseOnce(door, picked);
      },
    },
    [COMMANDS.addRule]: { run: (argument) => requests.addRule(argument), show: () => commands.showAddRule() },
    [COMMANDS.undoRule]: both(() => requests.undoRule()),
    [COMMANDS.exportDenials]: {
      run: (argument) => requests.exportDenials(argument),
      show: () => commands.saveDenials(),
    },
    [COMMANDS.replay]: { run: (argument) => requests.replay(argument), show: () => commands.showReplay() },
    [COMMANDS.exampleDenial]: { run: () => example.run(), show: () => example.show() },
  });
  const notification = blockNotification(window, showDenials);
  context.subscriptions.push(
    notification,
    events.decided.event((decision) => {
      notification.decided(decision);
    }),
  );
  return parts;
}

function blockNotification(
  { settings, panel, door, warn }: GateWindow,
  showDenials: () => Promise<void>,
): BlockNotification {
  const { reader, writeSetting } = settings;
  const warnings = new BlockWarningSwitch({
    inForce: () => reader.window().configuration.notifications.blocks,
    ofUser: () => reader.userValue(SETTINGS.notificationsBlocks),
    write: async (value) => writeSetting(SETTINGS.notificationsBlocks, value),
    notify: (message, button) =>
      vscode.window
        .showInformationMessage(message, ...(button === undefined ? [] : [button]))
        .then((picked) => picked !== undefined),
  });
  return new BlockNotification({
    window: vscode.window,
    timer: editorTimer,
    showDenials: () => {
      void showDenials();
    },
    showDenial: ({ id }) => {
      void panel.showPage('overview', { story: { id } });
    },
    allowOnce: ({ id }) => {
      releaseOnce(door, id).catch((error: unknown) => {
        warn(`A blocked call could not be released: ${String(error)}`);
        void vscode.window.showErrorMessage(notificationText(String(error), 300));
      });
    },
    pickMore: (request) => listPick(request),
    level: () => reader.window().configuration.notifications.blocks,
    stop: (unjudged) => {
      void warnings.stop(unjudged);
    },
  });
}

/** The agent was refused, so it must ask again: nothing else on the screen says so. */
async function releaseOnce(door: GateWindow['door'], id: string): Promise<void> {
  const { released } = await door.allowOnce(id, 'ask');
  if (!released) return;
  void vscode.window.showInformationMessage(t('Released once: let the agent make the call again.'));
}

async function pickDenial(denials: PanelSnapshot['denials']): Promise<string | undefined> {
  if (denials.length === 0) {
    await vscode.window.showInformationMessage(t('Nothing was blocked yet.'));
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(
    denials.map(({ id, summary, reason }) => ({
      id,
      label: pickText(summary, 80),
      detail: pickText(reason, 200),
    })),
    { title: t('Auto Mode: Allow Once'), placeHolder: t('Which blocked call may run once?') },
  );
  return picked?.id;
}
