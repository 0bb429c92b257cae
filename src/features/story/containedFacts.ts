import { t } from '@vscode/l10n';
import { shortLine, visibleLine } from '../../common/visibleText';
import type { Decision } from '../../engine/model/decision';
import type { Story } from '../../panel/story';
import type { RunReport } from '../../sandbox/containedHome';

const MOST_CHARACTERS = 300;

/** What came of a contained run. Its output is attacker text. */
export function containedFacts({ stage }: Decision, report: RunReport | undefined): Story<unknown>['facts'] {
  if (stage !== 'contained') return [];
  if (report === undefined) return [{ label: t('Contained run'), value: t('no report has come') }];
  const { exitCode, stopped, said, putAside } = report;
  const words: Readonly<Record<string, string>> = {
    'the network': t('the network'),
    'a server on this machine': t('a server on this machine'),
  };
  const at = [...stopped.map((phrase) => words[phrase] ?? phrase), ...(said === '' ? [] : [said])];
  return [
    { label: t('Contained run'), value: t('ended with exit code {code}', { code: exitCode }) },
    ...(at.length === 0 ? [] : [{ label: t('Stopped at'), value: shortLine(at.join(', '), MOST_CHARACTERS) }]),
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
