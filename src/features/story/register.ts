import * as vscode from 'vscode';
import { managedPolicyPath } from '../disk/managedPolicyFile';
import type { Gate } from '../engine/model/ports';
import { StoryFeature } from '../features/story/story';
import { StoryTeller } from '../features/story/storyTeller';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { openSetting } from '../features/rules/settingLink';
import { findRecord } from '../log/logSearch';
import { findRequests } from '../log/requestLogReader';
import type { Memory } from './memory';
import type { Models } from './models';
import type { Settings } from './settings';

export interface StoryNeeds {
  readonly memory: Pick<Memory, 'decidedCalls' | 'decisionLog' | 'requestLog'>;
  readonly gate: Gate;
  readonly reader: Settings['reader'];
  readonly models: Pick<Models, 'requestViewer'>;
  readonly documents: ReadOnlyDocument;
  readonly redact: (text: string) => string;
}

/** What tells the story of a decision, in the panel and as text. */
export function buildStory({
  memory: { decidedCalls, decisionLog, requestLog },
  gate,
  reader,
  models: { requestViewer },
  documents,
  redact,
}: StoryNeeds): StoryFeature {
  return new StoryFeature({
    teller: new StoryTeller({
      calls: decidedCalls,
      logged: (id) => findRecord(decisionLog, id),
      gate,
      viewer: requestViewer,
      loggedRequests: (id) => findRequests(requestLog, id),
      configurationFor: (cwd) => reader.forFolder(cwd),
      policyFile: managedPolicyPath(process.platform),
      redact,
      language: vscode.env.language,
    }),
    preview: (request) => requestViewer.ofRequest(request),
    openSetting,
    openDocument: (name, text) => documents.show(name, text),
    copy: (text) => vscode.env.clipboard.writeText(text),
  });
}
