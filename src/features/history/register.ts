import * as vscode from 'vscode';
import type { Gate } from '../engine/model/ports';
import { codeVerdict } from '../engine/trial/replay';
import type { AutoMode } from '../features/api/autoMode';
import { BlockedCalls } from '../log/blockedCalls';
import { confirmInModal } from '../editor/confirmation';
import { DenialCommands } from '../features/history/denialCommands';
import { DenialRequests } from '../features/history/denialRequests';
import type { GateStatusSource } from '../features/status/gateStatusSource';
import { HistoryFeature } from '../features/history/history';
import type { ReadOnlyDocument } from '../editor/readOnlyDocument';
import { RuleAddition } from '../features/rules/ruleAddition';
import type { ActionDocument } from '../editor/actionDocument';
import type { Memory } from './memory';
import type { Settings } from './settings';

export interface HistoryNeeds {
  readonly memory: Pick<Memory, 'state' | 'calls' | 'logReader' | 'pastCalls'>;
  readonly settings: Pick<Settings, 'reader' | 'writeSetting' | 'refuseIfForbidden' | 'inTurn'>;
  readonly gate: Gate;
  readonly autoMode: AutoMode;
  readonly status: GateStatusSource;
  readonly documents: ReadOnlyDocument;
  readonly actionDocument: ActionDocument;
  readonly redact: (text: string) => string;
}

export interface History {
  readonly feature: HistoryFeature;
  readonly requests: DenialRequests;
  readonly commands: DenialCommands;
  /** A rule that was added for a blocked call can be taken back. */
}

/** The blocked calls of this window and of the log, and what can be done about them, by the panel and by commands. */
export function buildHistory({
  memory: { state, calls, logReader, pastCalls },
  settings: { reader, writeSetting, refuseIfForbidden, inTurn },
  gate,
  autoMode,
  status,
  documents,
  actionDocument,
  redact,
}: HistoryNeeds): History {
  const shown = (): GateStatusDenials => status.snapshot().denials;
  const blocked = new BlockedCalls({ reader: logReader, calls, shown, redact });
  const rules = new RuleAddition({
    world: gate,
    pastCalls,
    settings: {
      paths: reader.paths,
      userValues: () => reader.userValues(),
      supposing: (values) => reader.supposing(values),
      // What is written holds entries that stood there already, of whatever form.
      write: (key, value) => writeSetting(key, value as never),
      refuseIfForbidden,
      inTurn,
    },
    confirm: confirmInModal,
    onDidChange: () => {
      status.changed();
    },
  });
  const requests = new DenialRequests({ blocked, rules, pastCalls, world: gate });
  const commands = new DenialCommands({ requests, blocked, rules, documents, shown });
  const feature = new HistoryFeature({
    blocked,
    shown,
    releasedFor: (key) => state.releasedFor(key),
    verdict: (request) => codeVerdict(request, gate),
    allowOnce: (id, confirmation) => autoMode.allowOnce(id, confirmation),
    rules,
    openWhole: (text) => actionDocument.open(text),
    openDocument: (name, text) => documents.show(name, text),
    copy: (text) => vscode.env.clipboard.writeText(text),
    save: (filter) => commands.saveDenials(filter),
    onDidChange: (listener) => status.onDidChange(listener),
    now: () => Date.now(),
    language: vscode.env.language,
  });
  return { feature, requests, commands };
}

type GateStatusDenials = ReturnType<GateStatusSource['snapshot']>['denials'];
