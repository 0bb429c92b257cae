/**
 * fish since 3.0 shares little with bash: plain commands, quotes, pipes, `&&` and `||`. What a version refuses does not
 * run.
 */
import type { Dialect } from './dialect';
import { fishCommandObjection, fishVariableObjection } from './fishCommands';
import { fishWordObjection } from './fishWords';
import { redirectedTwice } from './redirectedTwice';

const BLANK = '(?: |\\\\\\n)';
const COMMENT = '#[^\\n]*(?:\\n|$)';
/** Between words, commands or lines. */
const GAPS: readonly RegExp[] = [
  `${BLANK}*`,
  `${BLANK}*\\|${BLANK}*`,
  `${BLANK}+(?:&&|\\|\\|)${BLANK}+(?:! +)?`,
  `(?:[ \\n;]|(?<![^ \\n;])${COMMENT})*(?:! +)?`,
  `(?:${BLANK}*[;\\n])+${BLANK}*`,
].map((pattern) => new RegExp(`^${pattern}$`));

const REDIRECTIONS = new Set<string>(['>', '>>', '<', '>&', '<&']);

export const FISH: Dialect = {
  word: fishWordObjection,
  gap: (text) => (GAPS.some((gap) => gap.test(text)) ? undefined : 'operators or keywords that fish reads differently'),
  script(text) {
    if (text.includes('\t')) return 'a tab, which completes a word where it is typed';
    if (/(?:^|[\s;])! *$/.test(text)) return 'a ! without a command';
    const others = text.replace(/[\0-\x7f\p{L}\p{M}\p{N}\p{P}\p{S}]+/gu, '');
    if (others !== '') return 'a character that fish may treat specially';
    const isEncoded = /[^\0-\x7f]/.test(text) && /\bL(?:ANG|C_)/.test(text);
    return isEncoded ? 'letters beyond ASCII where the encoding may change' : undefined;
  },
  command: fishCommandObjection,
  variable: fishVariableObjection,
  redirections(redirections, pipe) {
    const other = redirections.find(({ operator }) => !REDIRECTIONS.has(operator));
    if (other !== undefined) return `the operator ${other.operator}`;
    return redirectedTwice(redirections, pipe) ? 'fish redirects only to the last of several places' : undefined;
  },
};
