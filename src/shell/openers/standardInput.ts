import type { SimpleCommand, Word } from '../model/analysis';

/** `<<E` and `<<<`, and whether the command reads just one. */
export function standardInputs({ redirections }: SimpleCommand): {
  readonly texts: readonly Word[];
  readonly isCertain: boolean;
} {
  const inputs = redirections.filter(({ operator, descriptor }) =>
    descriptor === undefined ? operator.startsWith('<') : descriptor === 0,
  );
  const texts = inputs.filter(({ operator }) => operator === '<<' || operator === '<<<').map(({ target }) => target);
  // Which one holds depends on whether they are the command's or a group's.
  return { texts, isCertain: inputs.length === 1 && texts.length === 1 };
}
