/** What one round of a loop may change, so that the next one does not know it. */
import { forEachChild, type SyntaxNode } from 'unbash';
import { namesThatMayBeSet } from './builtinEffects';

export interface LoopChanges {
  readonly names: ReadonlySet<string>;
  readonly leavesFolder: boolean;
  /** Anything may be changed. */
  readonly everything: boolean;
}

/** Told from the words as they are written; what runs in a subshell changes nothing. */
export function changesIn(parts: readonly SyntaxNode[]): LoopChanges {
  const names = new Set<string>();
  let leavesFolder = false;
  let everything = false;
  const visit = (node: SyntaxNode): void => {
    switch (node.type) {
      case 'Subshell':
        return;
      case 'Pipeline':
        if (node.commands.length > 1) return;
        break;
      case 'Statement':
        if (node.background === true) return;
        break;
      case 'For':
        names.add(node.name.text);
        visit(node.body);
        return;
      case 'Command': {
        const words = [node.name, ...node.args].map((word) =>
          word?.type === 'Word' ? word.value : (word?.text ?? ''),
        );
        for (const item of node.prefix) if (item.type === 'Assignment') names.add(item.name);
        if (node.name === undefined) return;
        const set = namesThatMayBeSet(words);
        if (set === undefined) everything = true;
        for (const name of set ?? []) names.add(name);
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
    }
    forEachChild(node, visit);
  };
  for (const part of parts) visit(part);
  return { names, leavesFolder, everything };
}
