/** A command's standard input, where the line shows it. */
import type { SimpleCommand, Word } from '../model/analysis';

/** Input texts in the line (`<<E`, `<<<`), and whether the command reads only that one text. */
export function standardInputs({ redirections }: SimpleCommand): {
  readonly texts: readonly Word[];
  readonly isCertain: boolean;
} {
  const inputs = redirections.filter(({ operator, descriptor }) =>
    descriptor === undefined ? operator.startsWith('<') : descriptor === 0,
  );
  const texts = inputs.filter(({ operator }) => operator === '<<' || operator === '<<<').map(({ target }) => target);
  // The effective one depends on whether they belong to the command or to a group around it.
  return { texts, isCertain: inputs.length === 1 && texts.length === 1 };
}
