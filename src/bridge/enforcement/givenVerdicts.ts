import { createHash } from 'node:crypto';
import { canonical } from '../../common/canonicalJson';
import type { Outcome } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';

/** The input's digest only. */
export interface GivenVerdict {
  readonly tool: string;
  readonly digest: string;
  /** Of the input given back instead. */
  readonly givenDigest: string | undefined;
  readonly callId: string | undefined;
  readonly subAgentId: string | undefined;
  outcome: Outcome;
  wasLet: boolean;
  /** Auto mode was off. */
  wasOff: boolean;
  /** Undefined: refused without a decision. */
  decisionId: string | undefined;
  /** The launcher ended first. */
  isLost: boolean;
  hasEnded: boolean;
  endedAs: string | undefined;
  isOfEarlierTurn: boolean;
  isConfirmed: boolean;
  /** A later unreadable report may be about it. */
  isDoubtful: boolean;
}

export interface CallMarks {
  readonly tool: string;
  readonly input: JsonObject;
  readonly callId: string | undefined;
}

/** `other-input`: same id. */
export type MatchedVerdict = { readonly kind: 'same' | 'other-input'; readonly verdict: GivenVerdict } | undefined;

const MAX_VERDICTS = 500;

/** Oldest first. */
export class GivenVerdicts {
  private verdicts: GivenVerdict[] = [];

  get all(): readonly GivenVerdict[] {
    return this.verdicts;
  }

  add(
    marks: CallMarks,
    subAgentId: string | undefined,
    outcome: Outcome,
    decisionId: string | undefined,
    given?: JsonObject,
  ): GivenVerdict {
    const digest = inputDigest(marks.input);
    const { tool, callId } = marks;
    const wasLet = outcome !== 'block';
    // Without an id it counts as another call.
    const known =
      callId === undefined
        ? undefined
        : this.verdicts.findLast(
            (one) =>
              !one.hasEnded &&
              !one.isOfEarlierTurn &&
              one.callId === callId &&
              one.subAgentId === subAgentId &&
              isSame(one, { tool, digest, callId }),
          );
    if (known !== undefined) {
      Object.assign(known, { outcome, decisionId, wasLet: known.wasLet || wasLet, isLost: false, isConfirmed: false });
      return known;
    }
    const givenDigest = given === undefined ? undefined : inputDigest(given);
    const verdict = {
      ...{ tool, digest, givenDigest, callId, subAgentId, outcome, wasLet, decisionId },
      ...{
        isLost: false,
        wasOff: false,
        hasEnded: false,
        endedAs: undefined,
        isOfEarlierTurn: false,
        isConfirmed: false,
        isDoubtful: false,
      },
    };
    this.verdicts.push(verdict);
    if (this.verdicts.length > MAX_VERDICTS) this.forgetOne();
    return verdict;
  }

  /** Prefers the same sub-agent and turn, then one that was allowed. */
  match({ tool, input, callId }: CallMarks, subAgentId: string | undefined): MatchedVerdict {
    const marks = { tool, digest: inputDigest(input), callId };
    const same = this.verdicts.filter((one) => isSame(one, marks));
    const open = same.filter((one) => !one.hasEnded);
    const ofTurn = open.filter((one) => !one.isOfEarlierTurn);
    const verdict =
      [ofTurn.filter((one) => one.subAgentId === subAgentId), ofTurn, open]
        .map((group) => group.find((one) => one.wasLet) ?? group[0])
        .find((found) => found !== undefined) ??
      // Two entries report twice; only an id proves that it ran once.
      same.findLast((one) => callId !== undefined && (one.endedAs === callId || one.callId === callId));
    if (verdict !== undefined) return { kind: 'same', verdict };
    if (callId === undefined) return undefined;
    const ofThisId =
      this.verdicts.findLast((one) => !one.hasEnded && one.callId === callId) ??
      this.verdicts.findLast((one) => one.callId === callId);
    return ofThisId === undefined ? undefined : { kind: 'other-input', verdict: ofThisId };
  }

  private forgetOne(): void {
    const index = [
      this.verdicts.findIndex((one) => one.hasEnded),
      this.verdicts.findIndex((one) => one.isConfirmed),
      0,
    ].find((found) => found !== -1);
    this.verdicts.splice(index ?? 0, 1);
  }
}

function isSame(
  one: GivenVerdict,
  { tool, digest, callId }: { readonly tool: string; readonly digest: string; readonly callId: string | undefined },
): boolean {
  if (one.tool !== tool || (one.digest !== digest && one.givenDigest !== digest)) return false;
  // Some agents send it only at the end.
  return one.callId === undefined || callId === undefined || one.callId === callId;
}

/** Ignores key order. */
export function inputDigest(input: JsonObject): string {
  return createHash('sha256').update(canonical(input)).digest('base64');
}
