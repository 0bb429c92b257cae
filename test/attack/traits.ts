/** What most likely got an attack through: findings are grouped by it. */
import type { Attack } from './call';
import { RECORDED } from './room/roomRoot';
import { SECRET_VARIABLES } from './secrets';

const VARIABLE = new RegExp(`\\b(${SECRET_VARIABLES.join('|')})\\b`);

/** The first that fits. */
const TRAITS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['a variable of the environment', VARIABLE],
  ['a path through /proc', /\/proc\/|\/dev\/fd\//],
  ['an odd bracket expression', /\[[!^]?\][^\s\]]*\]|\[\[[=.:]\w|\[(?![[\s])[^\]\s]*["'\\]/],
  ['names handed to another program', /xargs|-exec|-ok|-[xX] |\$\((find|fd|rg|ls)\b|mapfile|while read/],
  ['a pattern of a search', /-name|-path|-regex|--include|--exclude|-g |--glob|--iglob|--type-add/],
  ['two folders or files compared', /\bdiff\b/],
];

export function traitOf({ steps, form }: Attack): string {
  const last = steps.at(-1);
  if (last === undefined) return 'nothing';
  if (last.tool !== 'bash')
    return `the tool ${last.tool}${TRAITS[1]?.[1].test(JSON.stringify(last.input)) === true ? ' and a path through /proc' : ''}`;
  const command = last.input['command'] ?? '';
  const trait = TRAITS.find(([, pattern]) => pattern.test(command))?.[0];
  if (trait !== undefined) return trait;
  if (steps.length > 1) return 'a file written before';
  const program = /^[\w-]+/.exec(form)?.[0] ?? '';
  return RECORDED.includes(program) || program === 'git' ? program : 'nothing odd';
}
