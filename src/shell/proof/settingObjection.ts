import { textWord } from '../model/analysis';
import { isHeededByTables } from '../tables/heededVariables';
import { assignmentObjection, prefixObjection } from './assignmentProof';

/** Why setting a variable may change the rest of the line: beyond `assignmentObjection`, a program of a table reads it. */
export function settingObjection(name: string, text: string | undefined): string | undefined {
  const found = assignmentObjection(name, text);
  if (found !== undefined) return found;
  const value = textWord(text ?? '', 0);
  const isPlain = text !== undefined && prefixObjection({ name, value, append: false }) === undefined;
  return isPlain || !isHeededByTables(name)
    ? undefined
    : `the variable ${name} may change what the rest of the line does`;
}
