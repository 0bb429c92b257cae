import type { DoctorLink, DoctorReport } from './doctor';
import { t } from '@vscode/l10n';

const MARKS: Readonly<Record<DoctorLink['state'], string>> = {
  ok: '[ok]     ',
  problem: '[PROBLEM]',
  'not-checked': '[-]      ',
};

export function doctorText(report: DoctorReport, agentName: (agent: string) => string): string {
  const section = (title: string, links: readonly DoctorLink[]): string =>
    [title, ...links.map(({ state, text }) => `  ${MARKS[state]} ${text}`)].join('\n');
  const { problems } = report;
  return [
    problems === 0
      ? t('Auto Mode: nothing is wrong between the agents and this window.')
      : problems === 1
        ? t('Auto Mode: one problem between the agents and this window.')
        : t('Auto Mode: {count} problems between the agents and this window.', { count: problems }),
    section(t('For all agents'), report.gate),
    ...Object.entries(report.agents).map(([agent, links]) => section(agentName(agent), links)),
    t('A probe is a call that does nothing. It is refused by this window and counted nowhere.'),
    '',
  ].join('\n\n');
}
