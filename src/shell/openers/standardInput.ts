/** What a command reads from its standard input, where its text says so. */
import type { SimpleCommand, Word } from '../model/analysis';

/** The texts that stand in the line as the command's input (`<<E`, `<<<`), and whether it reads nothing but the one text. */
export function standardInputs({ redirections }: SimpleCommand): {
  readonly texts: readonly Word[];
  readonly isCertain: boolean;
} {
  const inputs = redirections.filter(({ operator, descriptor }) =>
    descriptor === undefined ? operator.startsWith('<') : descriptor === 0,
  );
  const texts = inputs.filter(({ operator }) => operator === '<<' || operator === '<<<').map(({ target }) => target);
  // Which one of several counts depends on whether they stand at the command or at a group around it.
  return { texts, isCertain: inputs.length === 1 && texts.length === 1 };
}
