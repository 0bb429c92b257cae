/** For a text that does not fit as a whole. */
import { proveReadOnly } from '../shell/proof/readOnlyProof';
import type { ClosureNode, ClosureText } from './closure';

export interface ShownLines {
  readonly shown: string;
  /** Omitted lines. */
  readonly hidden: number;
  /** The first line's number in the file. */
  readonly from: number;
}

/** Code beyond its process: programs, files, network, other code, secrets. */
const REACHING =
  /\b(?:exec\w*|spawn\w*|system|popen|fork|eval|subprocess|child_process|Function|__import__|importlib|require|import|from|load|compile|open|write\w*|append\w*|unlink\w*|remove\w*|rm\w*|rename\w*|chmod|chown|symlink|copy\w*|move|mkdir\w*|fetch|https?|request\w*|urlopen|urllib|socket|connect|net|dgram|tls|curl|wget|post|put|ftp|smtp|base64|atob|b64decode|fromhex|Buffer|environ|env|process|os|shutil|fs|ssh|aws|token|secret|password|passwd|key|sudo|git|docker|kubectl|npm|pip|kill\w*|shell\w*|sh|bash|cmd)\b|`|\$\(|:\/\/|~\/|\/etc|\.\.\//i;
const LONGEST_LINE = 1_000;

/** @param texts the node's, if shell text @param most characters */
export function matteringLines(
  { text = '', language, line: first = 1 }: ClosureNode,
  texts: readonly ClosureText[],
  most: number,
): ShownLines {
  if (text.length <= most) return { shown: text, hidden: 0, from: first };
  const lines = text.split('\n');
  const weight =
    language === 'shell'
      ? shellWeights(lines, texts)
      : lines.map((line) => (REACHING.test(line) ? 2 : line.trim() === '' || /^\s*(?:#|\/\/)/.test(line) ? 0 : 1));
  const order = lines
    .map((_, index) => index)
    .sort((one, other) => (weight[other] ?? 0) - (weight[one] ?? 0) || one - other);
  const taken = new Set<number>();
  let left = most;
  for (const index of order) {
    const shown = shortened(lines[index] ?? '').length + 12;
    if (shown > left) continue;
    left -= shown;
    taken.add(index);
  }
  const shown = [...taken]
    .sort((one, other) => one - other)
    .map((index) => `${first + index}: ${shortened(lines[index] ?? '')}`);
  return { shown: shown.join('\n'), hidden: lines.length - taken.size, from: first + Math.min(...taken, lines.length) };
}

/** First lines with a command not proven to only read, then those not understood. */
function shellWeights(lines: readonly string[], texts: readonly ClosureText[]): readonly number[] {
  const weights = lines.map((line) => (line.trim() === '' || /^\s*#/.test(line) ? 0 : 1));
  let from = 0;
  for (const { text, analysis } of texts) {
    for (const command of analysis.commands) {
      const alone = { ...analysis, commands: [command], code: [], unknown: [] };
      if (!proveReadOnly(alone).proven) raise(weights, from + linesBefore(text, command.position), 3);
    }
    for (const { position } of analysis.unknown) raise(weights, from + linesBefore(text, position), 4);
    from += text.split('\n').length;
  }
  return weights;
}

function raise(weights: number[], index: number, weight: number): void {
  if (index < weights.length) weights[index] = Math.max(weights[index] ?? 0, weight);
}

function linesBefore(text: string, position: number): number {
  return text.slice(0, position).split('\n').length - 1;
}

/** Both ends stay. */
function shortened(line: string): string {
  return line.length <= LONGEST_LINE
    ? line
    : `${line.slice(0, LONGEST_LINE / 2)} [...] ${line.slice(-LONGEST_LINE / 2)}`;
}
