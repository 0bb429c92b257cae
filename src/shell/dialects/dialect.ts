/** What another shell reads as bash does. */
import type { Redirection, SimpleCommand } from '../model/analysis';
import type { WrittenPlace } from './writtenPlace';

/**
 * Accepts only what means the same in bash and that shell, with any set-up. Each method says why something may differ;
 * undefined: it does not.
 */
export interface Dialect {
  word(word: WrittenPlace): string | undefined;
  /** Between two words, or at a script's ends. */
  gap(text: string): string | undefined;
  script(text: string): string | undefined;
  command(command: SimpleCommand): string | undefined;
  /** For a variable that the line sets. */
  variable(name: string): string | undefined;
  redirections(redirections: readonly Redirection[], pipe: SimpleCommand['context']['pipe']): string | undefined;
}
