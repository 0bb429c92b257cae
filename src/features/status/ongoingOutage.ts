import type { Decision, OutageKind } from '../../engine/model/decision';

/** One may be about its call; several are about the model. */
const INVALID_IN_A_ROW = 2;

/** The next call would likely meet it too. */
export interface Outage {
  readonly kind: OutageKind;
  readonly decision: Decision;
}

/** A too large call says nothing about others; an unusable answer proves a reachable model. */
export class OngoingOutage {
  private outage: Outage | undefined;
  private invalidInARow = 0;
  private latest: Outage | undefined;

  get current(): Outage | undefined {
    return this.outage;
  }

  /** Even if it is over. */
  get last(): Outage | undefined {
    return this.latest;
  }

  decided(decision: Decision): void {
    const { outage: kind, classifier } = decision;
    if (kind === undefined) {
      if (classifier !== undefined) this.end();
      return;
    }
    if (kind === 'too-large') return;
    this.invalidInARow = kind === 'invalid-answer' ? this.invalidInARow + 1 : 0;
    const isLasting = kind !== 'invalid-answer' || this.invalidInARow >= INVALID_IN_A_ROW;
    this.outage = isLasting ? { kind, decision } : undefined;
    this.latest = this.outage ?? this.latest;
  }

  /** After a change of settings, keys or models: unknown until a call. */
  end(): void {
    this.outage = undefined;
    this.invalidInARow = 0;
  }
}
