import { textWord } from '../model/analysis';
import { isHeededByTables } from '../tables/heededVariables';
import { assignmentObjection, prefixObjection } from './assignmentProof';

/** A variable of the line for its rest: its name looks like the line's own, and no table names it. */
export function settingObjection(name: string, text: string | undefined): string | undefined {
  const found = assignmentObjection(name, text);
  if (found !== undefined) return found;
  const value = textWord(text ?? '', 0);
  const isPlain = text !== undefined && prefixObjection({ name, value, append: false }) === undefined;
  return isPlain || !isHeededByTables(name)
    ? undefined
    : `the variable ${name} may change what the rest of the line does`;
}
