import type { Runs } from '../model/decision';
import type { Shell } from '../../shell/model/analysis';
import type { Explained, ExplainedCommand, ExplainedOutcome, Explanation } from './explainCommand';

const OUTCOMES: Record<ExplainedOutcome, string> = {
  allowed: 'runs at once',
  blocked: 'is blocked',
  asks: 'asks the user first',
  judged: 'goes to the judge',
};

export function explanationText({
  command,
  shell,
  worktree,
  commands,
  unknown,
  changes,
  runs,
  ...whole
}: Explanation): string {
  const lines = [shown(command), '', shellSentence(shell), ...worktreeSentence(worktree), wholeSentence(whole)];
  if (unknown.length > 0) {
    lines.push('', 'Not understood, so nothing in it is settled as harmless:');
    for (const part of unknown) lines.push(`  ${unknownSentence(part)}`);
  }
  if (commands.length > 0) lines.push('', 'What would run:');
  commands.forEach((part, index) => {
    lines.push(
      `  ${index + 1}. ${shown(part.command)}`,
      `     ${whereSentence(part)}`,
      `     ${verdictSentence(part)}`,
    );
  });
  if (runs !== undefined) lines.push(...runsLines(runs));
  if (changes.length > 0) lines.push('', 'What it would change:', ...changes.map((change) => `  ${shown(change)}`));
  return `${lines.join('\n')}\n`;
}

const WRITERS: Record<Runs['files'][number]['writer'], string> = {
  agent: 'written by an agent in this session',
  'agent-changed': 'changed by an agent in this session',
  committed: 'as committed',
  unknown: 'writer unknown',
};

/** What a file runs is indented below it. */
export function runsLines({ files, unresolved, complete }: Runs): readonly string[] {
  const lines = files.map(({ kind, path, name, problem, writer, depth }) => {
    const named = name === undefined ? '' : ` "${shown(name)}"`;
    const trouble = problem === undefined ? '' : `, uncertain: ${problem}`;
    return `${'  '.repeat(depth + 1)}${kind}${named} of ${shown(path)} (${WRITERS[writer]}${trouble})`;
  });
  const unknown = unresolved.map((why) => `  not known: ${shown(why)}`);
  return ['', complete ? 'Which files it runs:' : 'Which files it runs, as far as it is known:', ...lines, ...unknown];
}

export function shellSentence(shell: Shell): string {
  return shell === 'other' ? 'It is for a shell that Auto Mode does not read.' : `It is read as ${shell} reads it.`;
}

export function worktreeSentence(worktree: Explanation['worktree']): readonly string[] {
  if (worktree === undefined) return [];
  const { root, of } = worktree;
  return [`Its folder is in ${shown(root)}, a git work tree of ${shown(of)}: edits run at once there alone.`];
}

export function wholeSentence(explained: Explained): string {
  return `The line as a whole ${verdictSentence(explained)}`;
}

export function verdictSentence({ outcome, stage, why }: Explained): string {
  const by = outcome === 'judged' ? '' : ` (${stage})`;
  return `${OUTCOMES[outcome]}${by}. ${shown(why)}`;
}

export function whereSentence({ folders, via }: ExplainedCommand): string {
  const where = folders.length === 0 ? 'a folder that is only known when it runs' : folders.map(shown).join(' or ');
  return `in ${where}${via.length === 0 ? '' : `, through ${via.map(shown).join(' > ')}`}`;
}

export function unknownSentence({ why, fragment }: Explanation['unknown'][number]): string {
  return `${shown(why)}: ${shown(fragment)}`;
}

/** Must not draw over a terminal or imitate the explanation. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}}`;
  });
}
