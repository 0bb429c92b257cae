/** By what the gate remembers of this session and what git holds. */
import type { ClosureNode } from '../../closure/closure';
import type { AgentWrite, Gate } from '../model/ports';

export interface Writer {
  /** `agent-changed`: an agent changed it, and it changed again or the result was not computed. */
  readonly who: 'agent' | 'agent-changed' | 'committed' | 'unknown';
  readonly write?: AgentWrite;
}

export function writersOf(
  nodes: readonly Pick<ClosureNode, 'path' | 'sha256'>[],
  { writes, files }: Pick<Gate, 'writes' | 'files'>,
): readonly Writer[] {
  const read = nodes.flatMap(({ path, sha256 }) => (sha256 === undefined ? [] : [path]));
  const paths = [...new Set(read)];
  const states = paths.length === 0 ? [] : files.versionControlStates(paths);
  const held = new Set(paths.filter((_, index) => states[index] === 'held'));
  return nodes.map(({ path, sha256 }): Writer => {
    const write = writes.lastWrite(path);
    if (write === undefined) return { who: held.has(path) ? 'committed' : 'unknown' };
    const isSame = write.sha256 !== undefined && write.sha256 === sha256;
    return { who: isSame ? 'agent' : 'agent-changed', write };
  });
}
