/** Forms of `ps` that print no environment: it holds keys. */
import type { CommandCall } from '../model/commandTable';

const WITHOUT_VALUE = /^--(?:forest|no-headers?|headers?|deselect|help|info|version|no-heading|cumulative)$/;
const WITH_VALUE =
  /^--(?:sort|pid|ppid|user|User|group|Group|format|cols|columns|width|lines|rows|tty|sid|quick-pid)(?:$|=)/;
/** `e` only first: `-aux` is read like `aux`, where `e` prints the environment. */
const CLUSTER = /^-e?[aAdfFGHjlLmMNOoprsStTuUvVwWxXyZcCgkn]+$|^-e$/;
const VALUED = /[oOpuUC]$/;
/** Behind `-e`, where another word makes ps read the whole line as the older syntax: `e` prints there. */
const BESIDE_EVERY = /^-e?[AacdfFHjlLMNPTVwyZ]*[CGgnOopqstuU]?$/;
const NEEDS_VALUE = /[CGgnOopqstuU]$/;
const BSD = /^[acfghijklmnoOprsStTuUvwxXZ]+$/;

/** Only clusters: long options and words without a dash mean the same in both syntaxes. */
function everyObjection(operands: CommandCall['operands']): string | undefined {
  const isCluster = (text: string | undefined): text is string => text !== undefined && /^-[^-]/.test(text);
  if (!operands.some(({ text }) => text?.startsWith('-e') === true)) return undefined;
  const odd = operands.find(
    ({ text }, at) =>
      isCluster(text) && (!BESIDE_EVERY.test(text) || (NEEDS_VALUE.test(text) && operands[at + 1] === undefined)),
  );
  return odd === undefined ? undefined : `beside -e, ps ${odd.raw} may print the environment of processes`;
}

export function psObjection({ operands }: CommandCall): string | undefined {
  const every = everyObjection(operands);
  if (every !== undefined) return every;
  for (let at = 0; at < operands.length; at += 1) {
    const word = operands[at];
    const text = word?.text;
    if (text === undefined) {
      if (word?.pieces.some(({ kind }) => kind === 'value') === true && at > 0 && takesValue(operands[at - 1]?.text))
        continue;
      return `ps may take ${word?.raw ?? ''} as an option`;
    }
    if (/environ/i.test(text)) return 'ps prints the environment of processes';
    if (WITHOUT_VALUE.test(text) || /^\d+(?:,\d+)*$/.test(text)) continue;
    if (WITH_VALUE.test(text)) {
      at += text.includes('=') ? 0 : 1;
    } else if (CLUSTER.test(text) || BSD.test(text)) {
      const value = operands[at + 1]?.text;
      if (!VALUED.test(text) || value === undefined) continue;
      // Some read an unknown user name as options.
      if (/environ/i.test(value) || /^[a-z]?e[a-z]?$/.test(value)) return 'ps may print the environment of processes';
      if (text.startsWith('-') && !value.startsWith('-')) at += 1;
    } else {
      return `ps ${text} is in no table`;
    }
  }
  return undefined;
}

function takesValue(text: string | undefined): boolean {
  return text !== undefined && (/^-[a-zA-Z]*[pu]$/.test(text) || /^--(?:pid|ppid|user)$/.test(text));
}
