import type { CheckRequest } from '../../calls/request';
import type { Decision } from '../../engine/model/decision';

/** Until when an agent waits for a decision: milliseconds since the epoch; undefined: without end, or not known. */
export type AnswerBy = () => number | undefined;

/** Decides a call. Rejects as soon as `signal` aborts, or where the call cannot be decided. */
export type Decide = (request: CheckRequest, signal: AbortSignal, answerBy?: AnswerBy) => Promise<Decision>;
