/** What a round may change. */
import { forEachChild, type Assignment, type SyntaxNode } from 'unbash';
import type { Shell } from '../model/analysis';
import { namesThatMayBeSet } from './builtinEffects';

export interface LoopChanges {
  readonly names: ReadonlySet<string>;
  /** They get only numbers, if they held one. */
  readonly numbers: ReadonlySet<string>;
  readonly leavesFolder: boolean;
  readonly everything: boolean;
}

/** @param shell in bash and sh every part of a pipeline is a subshell, elsewhere the last one or none is */
export function changesIn(parts: readonly SyntaxNode[], shell: Shell): LoopChanges {
  const counters = new Set<string>();
  const others = new Set<string>();
  let leavesFolder = false;
  let everything = false;
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Subshell':
        return;
      case 'Pipeline':
        if (node.commands.length > 1 && (shell === 'bash' || shell === 'sh')) return;
        break;
      case 'Statement':
        if (node.background === true) return;
        break;
      case 'For':
        others.add(node.name.text);
        visit(node.body);
        return;
      case 'Command': {
        const words = [node.name, ...node.args].map((word) =>
          word?.type === 'Word' ? word.value : (word?.text ?? ''),
        );
        for (const item of node.prefix) {
          if (item.type === 'Assignment') (isCount(item) && node.name === undefined ? counters : others).add(item.name);
        }
        if (node.name === undefined) return;
        const set = namesThatMayBeSet(words);
        if (set === undefined) everything = true;
        for (const name of set ?? []) others.add(name);
        if (/^(?:cd|chdir|pushd|popd)$/.test(words[0] ?? '')) leavesFolder = true;
        return;
      }
      case 'Function':
      case 'Coproc':
      case 'Select':
      case 'ArithmeticFor':
      case 'ArithmeticCommand':
        everything = true;
        return;
      case 'Word':
      case 'TestCommand':
        return;
      default:
    }
    forEachChild(node, visit);
  };
  for (const part of parts) visit(part);
  for (const name of others) counters.delete(name);
  return { names: new Set([...others, ...counters]), numbers: counters, leavesFolder, everything };
}

/** `i=$((i+1))` and `i=0`. */
function isCount({ value, append, index }: Assignment): boolean {
  if (value.type !== 'Word' || append === true || index !== undefined) return false;
  const [only, ...rest] = value.parts ?? [];
  return only === undefined ? /^\d{1,15}$/.test(value.text) : rest.length === 0 && only.type === 'ArithmeticExpansion';
}
