import type { ExplainedOutcome, Explanation } from './explainCommand';

const OUTCOMES: Record<ExplainedOutcome, string> = {
  allowed: 'runs at once',
  blocked: 'is blocked',
  asks: 'asks the user first',
  judged: 'goes to the classifier',
};

/** An explanation for people, in lines of plain text. */
export function explanationText({ command, commands, unknown, outcome, stage, why }: Explanation): string {
  const lines = [shown(command), '', `The line as a whole ${OUTCOMES[outcome]} (${stage}). ${shown(why)}`];
  if (unknown.length > 0) {
    lines.push('', 'Not understood, so nothing in it is settled as harmless:');
    for (const part of unknown) lines.push(`  ${shown(part.why)}: ${shown(part.fragment)}`);
  }
  if (commands.length > 0) lines.push('', 'What would run:');
  commands.forEach((part, index) => {
    const through = part.via.length === 0 ? '' : `, through ${part.via.map(shown).join(' > ')}`;
    lines.push(
      `  ${index + 1}. ${shown(part.command)}`,
      `     in ${part.folders.length === 0 ? 'a folder that is only known when it runs' : part.folders.map(shown).join(' or ')}${through}`,
      `     ${OUTCOMES[part.outcome]} (${part.stage}). ${shown(part.why)}`,
    );
  });
  return `${lines.join('\n')}\n`;
}

/** Text of an agent must not be able to draw over a terminal or to look like a line of the explanation. */
function shown(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => {
    if (character === '\n') return '\\n';
    if (character === '\t') return '\\t';
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
  });
}
