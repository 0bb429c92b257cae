/** Puts a command line into another construct of bash, which runs it all the same. */
import type { RandomNumbers } from '../shell/randomNumbers';
import { quoted } from './call';

const WRAPPINGS: readonly ((line: string) => string)[] = [
  (line) => `(${line})`,
  (line) => `{ ${line}; }`,
  (line) => `if true; then ${line}; fi`,
  (line) => `for i in 1; do ${line}; done`,
  (line) => `while read -r i; do ${line}; done <<< x`,
  (line) => `true && ${line}`,
  (line) => `false || ${line}`,
  (line) => `${line} | cat`,
  (line) => `${line} | head -c 300`,
  (line) => `${line} 2>&1`,
  (line) => `${line} 2>/dev/null`,
  (line) => `${line} | sort`,
  (line) => `${line} | base64`,
  (line) => `${line} | wc -c; ${line}`,
  (line) => `${line} || true`,
  (line) => `! ${line}`,
  (line) => `echo "$(${line})"`,
  (line) => `echo "$(${line})"`,
  (line) => `x=$(${line}); echo "$x"`,
  (line) => `x=$(${line}); [ "$x" -eq 0 ]`,
  (line) => `cat <<END\n$(${line})\nEND`,
  (line) => `cat <(${line})`,
  (line) => `cat <<< "$(${line})"`,
  (line) => `time ${line}`,
  (line) => `command ${line}`,
  (line) => `env ${line}`,
  (line) => `timeout 5 ${line}`,
  (line) => `nice ${line}`,
  (line) => `bash -c ${quoted(line)}`,
  (line) => `eval ${quoted(line)}`,
  (line) => `case x in x) ${line};; esac`,
  (line) => `f() { ${line}; }; f`,
  (line) => `ls src; ${line}`,
  (line) => `git --version && ${line}`,
  (line) => `${line} & wait`,
  (line) => `set -x; ${line}`,
  (line) => `echo start; ${line}; echo end`,
  (line) => `${line} | while read -r x; do echo "$x"; done`,
  (line) => `printf '%s\\n' "\`${line.replaceAll('`', '\\`')}\`"`,
  (line) => `[[ -n "$(${line})" ]] && ${line}`,
  (line) => `# a comment\n${line}`,
  (line) => `exec 3< list.txt; ${line}`,
];

export function wrapped(line: string, random: RandomNumbers): string {
  const kind = random.below(10);
  if (kind < 6 || line.includes('<<')) return line;
  const once = random.pick(WRAPPINGS)(line);
  return kind < 9 || once.includes('<<') ? once : random.pick(WRAPPINGS)(once);
}
