import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';
import { keptCounts, type KeptRun } from '../../gate/keptRuns';
import type { Story } from '../../panel/story';
import type { RunReport } from '../../sandbox/containedHome';

const MOST_CHARACTERS = 300;

/** What stopped a contained run, and what follows. Its output is attacker text. */
export function stoppedSentence(report: RunReport | undefined): string | undefined {
  if (report === undefined) return undefined;
  const words: Readonly<Record<string, string>> = {
    'the network': t('the network'),
    'a server on this machine': t('a server on this machine'),
    'its bound of memory': t('its bound of memory'),
    'its bound of processes': t('its bound of processes'),
    'its bound of disk space': t('its bound of disk space'),
    'its bound of time': t('its bound of time'),
    'a watch that failed': t('a watch that failed'),
  };
  const { stopped, said } = report;
  const at = [...stopped.map((phrase) => words[phrase] ?? phrase), ...(said === '' ? [] : [said])];
  if (at.length === 0) return undefined;
  return t('The sandbox stopped it at: {what}', { what: shortLine(at.join(', '), MOST_CHARACTERS) });
}

export function containedFacts(report: RunReport | undefined): Story<unknown>['facts'] {
  if (report === undefined) return [];
  const { exitCode, putAside } = report;
  return [
    { label: t('Contained run'), value: t('ended with exit code {code}', { code: exitCode }) },
    ...(putAside.length === 0
      ? []
      : [
          {
            label: t('Renamed, since protected'),
            value: shortLine(putAside.map(visibleLine).join(', '), MOST_CHARACTERS),
          },
        ]),
  ];
}

export function keptFacts(kept: KeptRun | undefined): Story<unknown>['facts'] {
  if (kept === undefined) return [];
  return [{ label: t('Kept for Undo'), value: t('{files} files; not kept: {left}', { ...keptCounts(kept) }) }];
}
