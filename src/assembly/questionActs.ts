import type { Gate, UserQuestion } from '../engine/model/ports';
import { actionText } from '../calls/actionText';
import { toolCall } from '../calls/toolCall';
import type { JsonObject } from '../common/json';
import { whatRunsText } from '../features/questions/whatRunsText';
import { askRuleLink } from '../features/rules/ruleOrigin';
import { openSetting } from '../features/rules/settingLink';
import type { CallLog } from '../log/callLog';
import type { QuestionAct } from '../panel/questions';

export interface QuestionActParts {
  readonly gate: () => Pick<Gate, 'machine' | 'files' | 'writes'>;
  readonly calls: Pick<CallLog, 'decided'>;
  readonly openDocument: (name: string, text: string) => Promise<void>;
}

export async function questionAct(
  act: QuestionAct,
  { why, rule, runs }: UserQuestion,
  { gate, calls, openDocument }: QuestionActParts,
): Promise<void> {
  switch (act) {
    case 'show-runs':
      if (runs === undefined) return;
      return openDocument(
        'auto-mode-what-will-run.diff',
        whatRunsText(runs, (path) => lastChange(path, gate(), calls)),
      );
    case 'open-rule': {
      const link = rule === undefined ? undefined : askRuleLink(rule.source, why === 'malformed-rule');
      return link === undefined ? undefined : openSetting(link);
    }
  }
}

/** An agent's last write of the file, while this window knows the call. */
function lastChange(
  path: string,
  { machine, files, writes }: Pick<Gate, 'machine' | 'files' | 'writes'>,
  calls: Pick<CallLog, 'decided'>,
): string | undefined {
  const write = writes.lastWrite(path);
  const decided = write === undefined ? undefined : calls.decided(write.decisionId);
  if (typeof decided?.input !== 'object' || decided.input === null || Array.isArray(decided.input)) return undefined;
  const { tool, cwd, agent, sessionId } = decided.decision;
  // An object, since arrays are out.
  const input = decided.input as JsonObject;
  return actionText(toolCall({ tool, input, cwd, agent, sessionId }, machine, files));
}
