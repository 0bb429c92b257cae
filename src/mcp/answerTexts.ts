/** For the model. English, as the gate's reasons. */
import {
  MOST_EXPLAINED_A_MINUTE,
  type CheckAnswer,
  type ExplainAnswer,
  type StatusAnswer,
} from '../bridge/protocol/advice';

export const ADVICE =
  'This is advice: Auto Mode cannot stop a tool call of an agent that does not ask or does not heed the answer.';

const NO_WINDOW = 'No VS Code window with Auto Mode that has this folder open answered.';

/** Nobody decided, so nobody allowed it. */
export const UNANSWERED_CHECK: CheckAnswer = {
  outcome: 'block',
  reason: `${NO_WINDOW} The call was not checked.`,
  remedy: 'Ask the user to open the folder in VS Code.',
};

export function checkText({ outcome, stage, reason, remedy }: CheckAnswer): string {
  return lines(`${CHECKED[outcome]}${stage === undefined ? '' : ` (${stage})`}`, reason, remedy);
}

const CHECKED: Readonly<Record<CheckAnswer['outcome'], string>> = {
  allow: 'Allowed: exactly this call may run now.',
  block: 'Blocked: do not run this call, and do not reach the same effect in another way.',
  defer: 'Not decided: auto mode is off here. Ask the user before you run it.',
};

export function explainText(answer: ExplainAnswer | undefined): string {
  if (answer === undefined)
    return lines(NO_WINDOW, `A window explains no more than ${MOST_EXPLAINED_A_MINUTE} calls a minute.`);
  const { outcome, stage, reason, remedy, afterYes } = answer;
  return lines(
    `${EXPLAINED[outcome]} (${stage})`,
    reason,
    remedy,
    afterYes === undefined ? undefined : `After a yes of the user: ${EXPLAINED[afterYes.outcome]} (${afterYes.stage})`,
    'Nothing was asked, run or decided. Use the tool "check" before you run it.',
  );
}

const EXPLAINED: Readonly<Record<ExplainAnswer['outcome'], string>> = {
  allow: 'It would be allowed.',
  block: 'It would be blocked.',
  defer: 'Auto mode is off here: nobody would decide.',
  ask: 'The user would be asked.',
  judge: 'The classifier would be asked.',
};

export function statusText(answer: StatusAnswer | undefined): string {
  if (answer === undefined) return lines(NO_WINDOW);
  const { enabled, mode, paused, agents } = answer;
  return lines(
    `A VS Code window decides for this folder. Auto mode is ${enabled ? 'on' : 'off'} there (${mode})${paused ? ', and paused' : ''}.`,
    agents.length === 0 ? undefined : `Agents: ${agents.map(({ name, state }) => `${name} (${state})`).join(', ')}.`,
  );
}

function lines(...parts: readonly (string | undefined)[]): string {
  return [...parts, ADVICE].filter((part) => part !== undefined).join('\n');
}
