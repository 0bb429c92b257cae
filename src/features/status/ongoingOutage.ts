import type { Decision, OutageKind } from '../../engine/model/decision';

/** One answer that is no verdict may be about its call; as many in a row are about the model. */
const INVALID_IN_A_ROW = 2;

/** An outage that the next call would very likely meet as well. */
export interface Outage {
  readonly kind: OutageKind;
  /** The decision in which it showed last. */
  readonly decision: Decision;
}

/**
 * Whether the classifier is out of service in this window, as far as the last calls tell. A call that is too large says nothing about the
 * others; an answer that is no verdict at least says that the model can be reached.
 */
export class OngoingOutage {
  private outage: Outage | undefined;
  private invalidInARow = 0;
  private latest: Outage | undefined;

  get current(): Outage | undefined {
    return this.outage;
  }

  /** The last one, also when it is over. */
  get last(): Outage | undefined {
    return this.latest;
  }

  /** To be told of every recorded decision. */
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

  /** Settings, keys or models are others now, so nothing is known until the next call. */
  end(): void {
    this.outage = undefined;
    this.invalidInARow = 0;
  }
}
