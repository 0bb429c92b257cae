import type { Decision, OutageKind } from '../engine/model/decision';
import { outageSentence } from '../engine/model/outageSentence';
import { outageText } from './outageText';

/** Why a call was not judged and what to do about it, without what the decision says to the agent only. */
export function unjudgedText({ reason, remedy }: Decision, kind: OutageKind): string {
  return `${reason.replace(outageSentence(kind), '').trim()} ${remedy ?? outageText(kind).remedy}`;
}
