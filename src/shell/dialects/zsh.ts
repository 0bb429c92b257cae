/**
 * zsh, with default options, and with common ones switched on: EXTENDED_GLOB, GLOB_SUBST, SH_WORD_SPLIT, NULL_GLOB,
 * GLOB_DOTS, MAGIC_EQUAL_SUBST, BANG_HIST, KSH_ARRAYS, BRACE_CCL, RC_QUOTES, IGNORE_BRACES, comments on or off.
 */
import { redirectedTwice } from './redirectedTwice';
import type { Dialect } from './dialect';
import { zshCommandObjection, zshVariableObjection } from './zshCommands';
import { zshWordObjection } from './zshWords';

/** A `!` that negates stands alone, and a closing brace ends a group. */
const GAP = new RegExp(
  `^(?:${[
    '[ \\t\\n;()|]',
    '\\\\\\n',
    '&(?![|!])',
    '[{}](?![^ \\t\\n;&|)])',
    '!(?=[ \\t])',
    '(?:if|then|elif|else|fi|for|while|until|do|done|case|esac|in)(?![\\w-])',
  ].join('|')})*$`,
);

export const ZSH: Dialect = {
  word: zshWordObjection,
  gap(text) {
    if (text.includes('#')) return 'a comment, which zsh may run';
    if (!GAP.test(text) || /\(\(|\(\s*\)/.test(text)) return 'operators that zsh may read differently';
    return undefined;
  },
  script(text) {
    if (/<\d*-\d*>/.test(text)) return 'a pattern for numbers, which is no redirection in zsh';
    return /^\^/m.test(text) ? 'a line that starts with ^, which zsh may take from its history' : undefined;
  },
  command: zshCommandObjection,
  variable: zshVariableObjection,
  redirections(redirections, pipe) {
    return redirectedTwice(redirections, pipe) ? 'zsh redirects to all of several places' : undefined;
  },
};
