import { MAX_TRACE_STEPS, type Stage, type TraceAnswer, type TraceStep } from './decision';

export class Trace {
  readonly #steps: TraceStep[] = [];

  note(stage: Stage, said: TraceAnswer, milliseconds?: number): void {
    if (this.#steps.length >= MAX_TRACE_STEPS) return;
    const waited = milliseconds === undefined ? {} : { ms: Math.max(0, Math.round(milliseconds)) };
    this.#steps.push({ stage, said, ...waited });
  }

  noteOnce(stage: Stage, said: TraceAnswer): void {
    if (!this.#steps.some((step) => step.stage === stage && step.said === said)) this.note(stage, said);
  }

  get steps(): readonly TraceStep[] {
    return this.#steps;
  }
}
