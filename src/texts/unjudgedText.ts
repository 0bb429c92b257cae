import type { Decision, OutageKind } from '../engine/model/decision';
import { outageSentence } from '../engine/model/outageSentence';
import { outageText } from './outageText';

/** Without what is for the agent only. */
export function unjudgedText({ reason, remedy }: Decision, kind: OutageKind): string {
  return `${reason.replace(outageSentence(kind), '').trim()} ${remedy ?? outageText(kind).remedy}`;
}
