import type { Redirection, SimpleCommand } from '../model/analysis';

/** A pipe counts. */
export function redirectedTwice(redirections: readonly Redirection[], pipe: SimpleCommand['context']['pipe']): boolean {
  const seen = new Set<number>();
  if (pipe !== undefined && pipe.index > 0) seen.add(0);
  if (pipe !== undefined && pipe.index < pipe.length - 1) seen.add(1);
  return redirections.flatMap(descriptorsOf).some((descriptor) => seen.size === seen.add(descriptor).size);
}

function descriptorsOf({ operator, descriptor }: Redirection): readonly number[] {
  if (operator === '&>' || operator === '&>>') return [1, 2];
  return [descriptor ?? (operator.startsWith('<') ? 0 : 1)];
}
