/** For people, and to see whether the same would run again. */
import { nodesOf, type ClosureNode } from '../../closure/closure';
import type { Runs } from '../model/decision';
import type { Gate, RunningFiles } from '../model/ports';
import type { CallClosure } from '../model/stage';
import { writersOf } from './writers';

const MOST_UNRESOLVED = 20;
const LONGEST = 500;

/** @returns undefined where nothing of the disk is known to run */
export function shownRuns({ closure }: CallClosure, gate: Pick<Gate, 'writes' | 'files' | 'redact'>): Runs | undefined {
  const nodes = nodesOf(closure);
  if (nodes.length === 0 && closure.unresolved.length === 0) return undefined;
  const writers = writersOf(
    nodes.map(({ node }) => node),
    gate,
  );
  return {
    complete: closure.complete,
    files: nodes.map(({ node, depth }, index) => ({
      ...shownFile(node),
      writer: writers[index]?.who ?? 'unknown',
      depth,
    })),
    unresolved: closure.unresolved.slice(0, MOST_UNRESOLVED).map((why) => gate.redact(why).slice(0, LONGEST)),
  };
}

export function runningFiles(
  running: CallClosure,
  gate: Pick<Gate, 'writes' | 'files' | 'redact'>,
): RunningFiles | undefined {
  const runs = shownRuns(running, gate);
  if (runs === undefined) return undefined;
  return { ...runs, texts: nodesOf(running.closure).map(({ node }) => node.text) };
}

function shownFile({
  kind,
  path,
  name,
  sha256,
  line,
  problem,
}: ClosureNode): Omit<Runs['files'][number], 'writer' | 'depth'> {
  return {
    kind,
    path,
    ...(name === undefined ? {} : { name }),
    ...(sha256 === undefined ? {} : { sha256 }),
    ...(line === undefined ? {} : { line }),
    ...(problem === undefined ? {} : { problem }),
  };
}
