/** Stages 0, 2 and 3 judge nothing. */
import { cancelledVerdict, type Stage } from '../model/stage';

export const invalidRequestStage: Stage = ({ configuration, problem }) =>
  problem === undefined || !configuration.enabled
    ? undefined
    : {
        outcome: 'block',
        stage: 'invalid-request',
        reason: `The request cannot be judged: ${problem}.`,
        remedy: 'Send one JSON object with at least "tool" (a string) and "input" (an object that fits the tool).',
      };

export const disabledStage: Stage = ({ configuration }) =>
  configuration.enabled
    ? undefined
    : {
        outcome: 'defer',
        stage: 'disabled',
        reason: "Auto mode is off here; the agent's own permission flow applies.",
      };

export const cancelledStage: Stage = ({ cancelled }) => (cancelled ? cancelledVerdict() : undefined);
