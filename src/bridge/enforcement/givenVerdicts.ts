import { createHash } from 'node:crypto';
import { canonical } from '../../common/canonicalJson';
import type { Outcome } from '../../engine/model/decision';
import type { JsonObject } from '../../common/json';

/** What must be remembered of one call in order to tell what became of it; of its input only a digest. */
export interface GivenVerdict {
  readonly tool: string;
  readonly digest: string;
  readonly callId: string | undefined;
  readonly subAgentId: string | undefined;
  /** The last verdict, where an agent asked several times about the call. */
  outcome: Outcome;
  /** Whether any of them let the call run. */
  wasLet: boolean;
  /** Undefined for a refusal without a decision, as where deciding failed. */
  decisionId: string | undefined;
  /** The answer did not reach the launcher: it ended before. */
  isLost: boolean;
  hasEnded: boolean;
  /** The id under which the agent said so. */
  endedAs: string | undefined;
  /** The agent's turn in which it was asked about is over. */
  isOfEarlierTurn: boolean;
  /** It has been told that the agent kept to the verdict. */
  isConfirmed: boolean;
  /** Something that the agent told after it could not be read: it may have been that this call ran. */
  isDoubtful: boolean;
}

export interface CallMarks {
  readonly tool: string;
  readonly input: JsonObject;
  readonly callId: string | undefined;
}

/** `same`: this very call was judged. `other-input`: a call of this id was, with another input. */
export type MatchedVerdict = { readonly kind: 'same' | 'other-input'; readonly verdict: GivenVerdict } | undefined;

const MAX_VERDICTS = 500;

/** The verdicts of one agent session, oldest first. */
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
  ): GivenVerdict {
    const digest = inputDigest(marks.input);
    const { tool, callId } = marks;
    const wasLet = outcome !== 'block';
    // A second question about one call. Without an id it would be one more call with the same input.
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
    const verdict = {
      ...{ tool, digest, callId, subAgentId, outcome, wasLet, decisionId },
      ...{
        isLost: false,
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

  /**
   * The verdict about the call that ended. Of several calls that read alike and have not ended, those of the same sub-agent and turn count
   * first, and among these one that was let run.
   */
  match({ tool, input, callId }: CallMarks, subAgentId: string | undefined): MatchedVerdict {
    const marks = { tool, digest: inputDigest(input), callId };
    const same = this.verdicts.filter((one) => isSame(one, marks));
    const open = same.filter((one) => !one.hasEnded);
    const ofTurn = open.filter((one) => !one.isOfEarlierTurn);
    const verdict =
      [ofTurn.filter((one) => one.subAgentId === subAgentId), ofTurn, open]
        .map((group) => group.find((one) => one.wasLet) ?? group[0])
        .find((found) => found !== undefined) ??
      // Told twice, as by two hook entries: only an id shows that it is no second run.
      same.findLast((one) => callId !== undefined && (one.endedAs === callId || one.callId === callId));
    if (verdict !== undefined) return { kind: 'same', verdict };
    if (callId === undefined) return undefined;
    const ofThisId =
      this.verdicts.findLast((one) => !one.hasEnded && one.callId === callId) ??
      this.verdicts.findLast((one) => one.callId === callId);
    return ofThisId === undefined ? undefined : { kind: 'other-input', verdict: ofThisId };
  }

  /** What is over is needed least, then what was refused. */
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
  if (one.tool !== tool || one.digest !== digest) return false;
  // Some agents tell the id of a call only once it is over.
  return one.callId === undefined || callId === undefined || one.callId === callId;
}

/** Equal for inputs that are equal as JSON values, in whatever order their keys come. */
export function inputDigest(input: JsonObject): string {
  return createHash('sha256').update(canonical(input)).digest('base64');
}
