import { isForClassifierOnly } from '../../floor/classifierOnly';
import type { CallContext } from '../model/stage';

/** The call, or a shell text in it, starts what no rule or memory may settle. */
export function mustBeJudged({ call, closure }: Pick<CallContext, 'call' | 'closure'>): boolean {
  return isForClassifierOnly(call) || closure.parts.some((part) => isForClassifierOnly(part.call));
}
