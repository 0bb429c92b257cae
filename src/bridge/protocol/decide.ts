import type { CheckRequest } from '../../calls/request';
import type { Decision } from '../../engine/model/decision';

/** When an agent stops waiting, milliseconds since the epoch; undefined: never, or unknown. */
export type AnswerBy = () => number | undefined;

/** Rejects if `signal` aborts or it cannot decide. */
export type Decide = (request: CheckRequest, signal: AbortSignal, answerBy?: AnswerBy) => Promise<Decision>;
