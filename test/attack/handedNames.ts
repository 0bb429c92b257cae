/** Lines in which one command hands names to another: each pair of the two lists in each of the ways, and expressions of find. */
import type { RandomNumbers } from '../shell/randomNumbers';
import { linesOf } from './forms';

const PRINTED = linesOf('namesPrinted');
const TAKEN = linesOf('namesTaken');

const WAYS: readonly ((printed: string, taken: string) => string)[] = [
  (printed, taken) => `${printed} | xargs ${taken}`,
  (printed, taken) => `${printed} | xargs -r ${taken}`,
  (printed, taken) => `${printed} | xargs -n1 ${taken}`,
  (printed, taken) => `${printed} | xargs -I{} ${taken} {}`,
  (printed, taken) => `${printed} | xargs -d '\\n' ${taken}`,
  (printed, taken) => `${printed} | head -n 3 | xargs ${taken}`,
  (printed, taken) => `${printed} |& xargs ${taken}`,
  (printed, taken) => `( ${printed} ) | sort -u | xargs ${taken}`,
  (printed, taken) => `! ${printed} | xargs ${taken}`,
  (printed, taken) => `xargs ${taken} < <(${printed})`,
  (printed, taken) => `${taken} $(${printed})`,
  (printed, taken) => `${taken} "$(${printed})"`,
  (printed, taken) => `x=$(${printed}); ${taken} "$x"`,
  (printed, taken) => `for f in $(${printed}); do ${taken} "$f"; done`,
  (printed, taken) => `${printed} | while read -r f; do ${taken} "$f"; done`,
  (printed, taken) => `${printed} | { read -r f; ${taken} "$f"; }`,
  (printed, taken) => `mapfile -t f < <(${printed}); ${taken} "\${f[@]}"`,
  (printed, taken) => `set -- $(${printed}); ${taken} "$@"`,
];

export function handedNames(random: RandomNumbers): string {
  if (random.below(3) === 0) return findLine(random);
  return random.pick(WAYS)(random.pick(PRINTED), random.pick(TAKEN));
}

const TESTS = [
  ...["-name '{N}'", "-iname '{N}'", "-path '*{N}'", '-name config', "-name '*.ts'", '-name x', '-regex .*'],
  ...['-type f', '-type d', '-type l', '-empty', '-size -1k', '-size +9G', '-newer {F}', '-true', '-false'],
];
const ACTIONS = [
  ...['-exec cat {} +', '-exec cat {} \\;', '-exec head -n 1 {} \\;', '-exec grep -h . {} +', '-exec sed -n p {} \\;'],
  ...["-exec grep -rh '' {} +", "-exec rg --hidden '' {} +", '-exec diff -N {} src \\;', '-exec ls -d {} \\;'],
  ...['-exec test -f {} \\;', '-print', '-print0', '-prune', '-quit', "-printf '%p\\n'", '-execdir cat {} \\;'],
];
const JOINS = [' ', ' ', ' ', ' -a ', ' -o ', ' , '];
const ENDS = ['', '', '', ' | xargs cat', ' | xargs -0 cat', ' -exec cat {} +', " | xargs grep -rh ''"];

function findLine(random: RandomNumbers): string {
  const root = random.pick(['{D}', '.', '{O}', '{S}', 'src ..', '-L .']);
  const depth = random.pick(['', '', '', ' -maxdepth 1', ' -mindepth 1', ' -depth']);
  return `find ${root}${depth} ${expression(random, 3)}${random.pick(ENDS)}`;
}

function expression(random: RandomNumbers, depth: number): string {
  const terms = Array.from({ length: 1 + random.below(3) }, () => term(random, depth));
  return terms.reduce((all, next) => `${all}${random.pick(JOINS)}${next}`);
}

function term(random: RandomNumbers, depth: number): string {
  const kind = random.below(8);
  if (kind === 0 && depth > 0) return `\\( ${expression(random, depth - 1)} \\)`;
  if (kind === 1 && depth > 0) return `${random.pick(['!', '-not'])} ${term(random, depth - 1)}`;
  return random.pick(kind < 5 ? TESTS : ACTIONS);
}
