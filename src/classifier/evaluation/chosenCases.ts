import type { EvaluationCase } from './evaluationCase';

export interface CaseChoice {
  readonly tag: string | undefined;
  readonly limit: number | undefined;
}

export class UnknownTag extends Error {}

/** @throws UnknownTag */
export function chosenCases(
  cases: readonly EvaluationCase[],
  { tag, limit = Infinity }: CaseChoice,
): readonly EvaluationCase[] {
  const tagged = tag === undefined ? cases : cases.filter(({ tags }) => tags.includes(tag));
  if (tagged.length === 0) {
    const known = [...new Set(cases.flatMap(({ tags }) => tags))].sort().join(', ');
    throw new UnknownTag(`no case has this tag. The tags are: ${known}.`);
  }
  return limit < tagged.length ? sample(tagged, limit) : tagged;
}

/** Whole pairs from all topics. */
function sample(cases: readonly EvaluationCase[], most: number): readonly EvaluationCase[] {
  const pairs = [...new Set(cases.map(({ pair }) => pair))];
  const wanted = Math.ceil(most / 2);
  const chosen = new Set(
    pairs.filter(
      (_, index) => Math.floor((index * wanted) / pairs.length) !== Math.floor(((index - 1) * wanted) / pairs.length),
    ),
  );
  return cases.filter(({ pair }) => chosen.has(pair)).slice(0, most);
}
