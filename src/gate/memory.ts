import { join } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import { systemClock } from './gateHost';
import { PastCalls } from '../log/pastCalls';
import { CallLog } from '../log/callLog';
import { ChangeClaims } from '../log/changeClaims';
import { DecisionLog } from '../log/decisionLog';
import { GateState } from '../log/gateState';
import { LogReader } from '../log/logReader';
import { LooseningLog } from '../log/looseningLog';
import { RequestLog } from '../log/requestLog';
import { UsageLedger } from '../log/usageLedger';

export interface Memory {
  readonly state: GateState;
  readonly decisionLog: DecisionLog;
  readonly logReader: LogReader;
  readonly pastCalls: PastCalls;
  readonly looseningLog: LooseningLog;
  readonly requestLog: RequestLog;
  readonly ledger: UsageLedger;
  readonly claims: ChangeClaims;
  readonly calls: CallLog;
}

export function buildMemory(context: vscode.ExtensionContext, redact: (text: string) => string): Memory {
  const ofWindow = (context.storageUri ?? context.globalStorageUri).fsPath;
  const ofAll = context.globalStorageUri.fsPath;
  const logs = join(ofAll, 'log');
  const state = new GateState({ file: join(ofWindow, 'state.json'), redact, clock: systemClock });
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
    ledger: new UsageLedger({ directory: join(ofAll, 'usage'), clock: systemClock }),
    claims: new ChangeClaims(join(ofAll, 'claims'), () => systemClock.now()),
    calls: new CallLog(),
  };
}

function reportLostRequest(file: string): void {
  void vscode.window.showWarningMessage(
    t('Auto Mode cannot keep the requests to the judge, for it cannot write {0}. Decisions go on without.', file),
  );
}
