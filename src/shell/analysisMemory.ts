/** An analysis is pure, so equal questions share one. */
import { LRUCache } from 'lru-cache';
import type { Analysis, Shell, ShellPlace } from './model/analysis';

const MOST_KEPT = 1_000;
/** Of all texts together; longer ones are not kept. */
const MOST_CHARACTERS = 250_000;

const kept = new LRUCache<string, Analysis>({
  max: MOST_KEPT,
  maxSize: MOST_CHARACTERS,
  sizeCalculation: (_, question) => question.length,
});

export function remembered(
  analyse: (script: string, shell: Shell, place: ShellPlace) => Analysis,
): (script: string, shell: Shell, place: ShellPlace) => Analysis {
  return (script, shell, place) => {
    if (script.length > MOST_CHARACTERS) return analyse(script, shell, place);
    // The whole place, so that new fields count.
    const question = `${JSON.stringify([shell, place])}\n${script}`;
    let analysis = kept.get(question);
    if (analysis === undefined) {
      analysis = analyse(script, shell, place);
      kept.set(question, analysis);
    }
    return analysis;
  };
}
