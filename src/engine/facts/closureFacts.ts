/** For the classifier: files, their authors, the lines that matter, and what is unknown. */
import { nodesOf, type ClosureNode } from '../../closure/closure';
import { type ClosureKind } from '../../closure/closureKinds';
import { matteringLines } from '../../closure/matteringLines';
import type { CallContext } from '../model/stage';
import { writersOf, type Writer } from '../closure/writers';
import { quotedFact } from './factText';

const MOST_FILES = 40;
const MOST_UNRESOLVED = 20;
/** Characters of all files together, and of one. */
const MOST_TEXT = 14_000;
const MOST_OF_FILE = 6_000;

export function closureFacts({
  closure: { closure, parts },
  gate,
}: Pick<CallContext, 'closure' | 'gate'>): readonly string[] {
  const found = nodesOf(closure);
  if (found.length === 0 && closure.unresolved.length === 0) return [];
  const shown = found.slice(0, MOST_FILES);
  const writers = writersOf(
    shown.map(({ node }) => node),
    gate,
  );
  const texts = new ShownTexts();
  const facts = shown.flatMap(({ node, depth }, index) => {
    const analyses = parts.filter(({ text }) => text.node === node).map(({ text }) => text);
    return [fileFact(node, depth, writers[index]), ...texts.of(node, analyses)];
  });
  return [
    ...facts,
    ...(found.length > MOST_FILES ? [`And ${found.length - MOST_FILES} more file(s) that run, not shown.`] : []),
    ...closure.unresolved.slice(0, MOST_UNRESOLVED).map((why) => `Not known of what runs: ${quotedFact(why)}.`),
    ...(closure.unresolved.length > MOST_UNRESOLVED
      ? [`And ${closure.unresolved.length - MOST_UNRESOLVED} more unknown point(s) of what runs.`]
      : []),
  ];
}

const KINDS: Readonly<Record<ClosureKind, string>> = {
  script: 'runs the script',
  sourced: 'sources the file',
  piped: 'runs, from its input, the file',
  module: 'loads the file',
  'package-script': 'runs a package script of',
  'make-target': 'runs a target of',
  'git-hook': 'starts the git hook',
  task: 'runs a task of',
  configuration: 'obeys the configuration',
  executable: 'runs the installed program',
};

function fileFact(
  { kind, path, name, problem, sha256 }: ClosureNode,
  depth: number,
  writer: Writer | undefined,
): string {
  const who = depth === 0 ? 'The call' : `At depth ${depth} it`;
  const named = name === undefined ? '' : `, ${quotedFact(name)}`;
  const trouble = problem === undefined ? '' : ` Its content is uncertain: ${problem}.`;
  const hash = sha256 === undefined ? '' : `; sha256 ${sha256.slice(0, 16)}`;
  return `${who} ${KINDS[kind]} ${quotedFact(path)}${named}; ${writerWords(writer)}${hash}.${trouble}`;
}

function writerWords(writer: Writer | undefined): string {
  const by = writer?.write;
  const call = by?.callId === undefined ? '' : ` (call ${quotedFact(by.callId)})`;
  switch (writer?.who) {
    case 'agent':
      return `an agent wrote it through the gate in this session${call}, and it has not changed since`;
    case 'agent-changed':
      return `an agent changed it through the gate in this session${call}`;
    case 'committed':
      return 'git holds exactly its present content';
    default:
      return 'who wrote it is not known';
  }
}

class ShownTexts {
  readonly #seen = new Set<string>();
  #left = MOST_TEXT;

  of(node: ClosureNode, texts: Parameters<typeof matteringLines>[1]): readonly string[] {
    const { text, language, path, kind } = node;
    if (text === undefined || language === 'data' || text.trim() === '') return [];
    const key = `${path}\n${node.name ?? ''}\n${kind === 'package-script' ? text : ''}`;
    if (this.#seen.has(key)) return [];
    this.#seen.add(key);
    const { shown, hidden, from } = matteringLines(node, texts, Math.min(MOST_OF_FILE, this.#left));
    this.#left -= shown.length;
    if (shown === '') return [`Nothing of its text is shown: it has ${hidden} line(s), which are unknown here.`];
    const rest =
      hidden === 0
        ? 'It reads'
        : `The lines of it that matter most (${hidden} other line(s) are not shown and unknown here)`;
    return [`${rest}, from line ${from}: ${JSON.stringify(shown)}`];
  }
}
