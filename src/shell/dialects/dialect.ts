/** What a shell other than bash reads as bash does. */
import type { Redirection, SimpleCommand } from '../model/analysis';
import type { WrittenPlace } from './writtenPlace';

/**
 * Accepts only what means the same in bash and in that shell, however its user has set it up. Each method says why
 * something may mean more; undefined: it does not.
 */
export interface Dialect {
  word(word: WrittenPlace): string | undefined;
  /** Between two words of a script, or at its ends. */
  gap(text: string): string | undefined;
  /** The whole text. */
  script(text: string): string | undefined;
  command(command: SimpleCommand): string | undefined;
  /** A variable that the line sets. */
  variable(name: string): string | undefined;
  /** @param redirections of one command or group */
  redirections(redirections: readonly Redirection[], pipe: SimpleCommand['context']['pipe']): string | undefined;
}
