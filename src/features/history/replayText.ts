import type { ReplayReport } from './denialRequests';
import { changedCallsText } from '../rules/changedCallText';
import { oneOrMany } from '../../common/oneOrMany';
import { t } from '@vscode/l10n';
import { visibleLine } from '../../common/visibleText';

export function replayText(
  section: string,
  rule: string,
  { looked, missing, changed }: ReplayReport,
  language: string,
): string {
  const values = { section, rule: visibleLine(rule), changed: changed.length };
  const head = oneOrMany(
    looked,
    t('{section} {rule}: changes {changed} of one past call.', values),
    t('{section} {rule}: changes {changed} of the last {looked} calls.', { ...values, looked }),
  );
  const unknown =
    missing === 0
      ? []
      : [t('Calls that cannot be decided again, because their folder is missing: {count}.', { count: missing })];
  return changedCallsText([head, ...unknown], changed, language);
}
