import { join } from 'node:path';
import type * as vscode from 'vscode';
import { DecidedCalls } from '../decidedCalls';
import { systemClock } from '../gateHost';
import { JudgedCalls } from '../judgedCalls';
import { PastCalls } from '../pastCalls';
import { RecentCalls } from '../recentCalls';
import { reportLostRequest } from '../requestLogWindow';
import { ChangeClaims } from '../state/changeClaims';
import { DecisionLog } from '../state/decisionLog';
import { GateState } from '../state/gateState';
import { LogReader } from '../state/logReader';
import { LooseningLog } from '../state/looseningLog';
import { RequestLog } from '../state/requestLog';
import { UsageLedger } from '../state/usageLedger';
import { inEditorLanguage as t } from '../ui/editorLanguage';

export interface Memory {
  readonly state: GateState;
  readonly decisionLog: DecisionLog;
  readonly logReader: LogReader;
  readonly pastCalls: PastCalls;
  readonly looseningLog: LooseningLog;
  readonly requestLog: RequestLog;
  readonly ledger: UsageLedger;
  readonly claims: ChangeClaims;
  readonly calls: RecentCalls;
  readonly decidedCalls: DecidedCalls;
  readonly judgedCalls: JudgedCalls;
}

/** What the gate remembers and records of calls and changes: of this window, and of all windows together. */
export function buildMemory(context: vscode.ExtensionContext, redact: (text: string) => string): Memory {
  const ofWindow = (context.storageUri ?? context.globalStorageUri).fsPath;
  const ofAll = context.globalStorageUri.fsPath;
  const logs = join(ofAll, 'log');
  const state = new GateState({ file: join(ofWindow, 'state.json'), redact, clock: systemClock, t });
  const requestLog = new RequestLog({ directory: logs, onFailure: reportLostRequest });
  const decisionLog = new DecisionLog({ directory: logs, redact });
  const logReader = new LogReader(decisionLog);
  context.subscriptions.push(state, requestLog);
  return {
    state,
    decisionLog,
    logReader,
    pastCalls: new PastCalls(logReader),
    looseningLog: new LooseningLog({ directory: logs, redact }),
    requestLog,
    ledger: new UsageLedger({ directory: join(ofAll, 'usage'), clock: systemClock, t }),
    claims: new ChangeClaims(join(ofAll, 'claims'), () => systemClock.now()),
    calls: new RecentCalls(),
    decidedCalls: new DecidedCalls(),
    judgedCalls: new JudgedCalls(),
  };
}
