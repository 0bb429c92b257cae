import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { shortLine } from '../../common/visibleText';
import { COMMANDS } from '../../config/contributions';
import { managedPolicyPath } from '../../disk/managedPolicyFile';
import { registerCommands } from '../../editor/commands';
import type { GateWindow } from '../../gate/gateWindow';
import { findRecord } from '../../log/logSearch';
import { findRequests } from '../../log/requestLogReader';
import { explainer } from '../api/explainer';
import type { Requests } from '../requests/register';
import { openSetting } from '../rules/settingLink';
import type { BlockedStoryParts } from './blockedStory';
import { ExplanationWindow } from './explanationWindow';
import { StoryFeature } from './story';
import { StoryReader } from './storyReader';

export function registerStory(
  context: vscode.ExtensionContext,
  { door, gate, containedRuns, keptRuns, events, memory, settings, panel, documents, redact }: GateWindow,
  { viewer }: Requests,
  blocked: BlockedStoryParts,
): StoryFeature {
  const { calls, decisionLog, requestLog } = memory;
  const story = new StoryFeature({
    reader: new StoryReader({
      calls,
      logged: (id) => findRecord(decisionLog, id),
      gate,
      reportOf: (id) => containedRuns.reportOf(id),
      keptOf: (id) => keptRuns.of(id).catch(() => undefined),
      viewer,
      loggedRequests: (id) => findRequests(requestLog, id),
      configurationFor: (cwd) => settings.reader.forFolder(cwd),
      policyFile: managedPolicyPath(process.platform),
      redact,
      language: vscode.env.language,
    }),
    preview: (request) => viewer.ofRequest(request),
    openSetting,
    openDocument: (name, text) => documents.show(name, text),
    openDifference: (name, before, after) =>
      documents.compare(t('What agents changed of {name}', { name: shortLine(name, 80) }), name, before, after),
    copy: (text) => vscode.env.clipboard.writeText(text),
    blocked,
  });
  panel.offer('story', story);
  context.subscriptions.push(
    events.containedEnded.event((id) => {
      story.reportCame(id);
    }),
  );
  const explain = explainer(door, story);
  const window = new ExplanationWindow({ autoMode: door, calls, story, documents });
  registerCommands(context, {
    [COMMANDS.explain]: { run: (argument) => explain(argument), show: () => window.show() },
  });
  return story;
}
