import type { Candidate, ImportResult } from './importRules';
import { asPickText, pickText } from '../../../editor/pickText';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../../common/visibleText';

const MOST_SHOWN = 300;

export interface PickItem {
  readonly label: string;
  readonly description: string;
  readonly detail: string;
  readonly ticked: boolean;
  readonly candidate: Candidate;
}

/** Ticks what tightens, nothing that allows. */
export function pickItems(candidates: readonly Candidate[]): PickItem[] {
  return candidates.map((candidate) => {
    const { list, rule, original, file, fromRepository } = candidate;
    const source = pickText(file, MOST_SHOWN);
    return {
      label: asPickText(visibleLine(rule)),
      description: fromRepository
        ? t('{list} · from the repository: {source}', { list, source })
        : t('{list} · {source}', { list, source }),
      detail: pickText(original, MOST_SHOWN),
      ticked: list !== 'allow',
      candidate,
    };
  });
}

export function notExpressedText(entries: ImportResult['notExpressed']): string {
  const files = new Map<string, string[]>();
  for (const { original, file, why } of entries) {
    const lines = files.get(file) ?? [];
    lines.push(original === '' ? `  ${visibleLine(why)}` : `  ${visibleLine(original)}\n    ${visibleLine(why)}`);
    files.set(file, lines);
  }
  const sections = [...files].map(([file, lines]) => `${visibleLine(file)}\n\n${lines.join('\n')}`);
  return [t('Entries that Auto Mode: Import Rules does not offer, and why.'), ...sections, ''].join('\n\n');
}
