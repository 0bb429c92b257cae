import { css, type TemplateResult } from 'lit';
import type { ActivityRow } from '../../src/panel/activity';
import { icon, type IconName } from './icon';

type Mark = ActivityRow['outcome'] | 'unjudged';

const ICONS: Readonly<Record<Mark, IconName>> = {
  allow: 'pass',
  block: 'error',
  defer: 'arrow-right',
  unjudged: 'warning',
};

/** Shape and colour; needs `outcomeMarkStyles` and an ancestor with `data-outcome`. */
export function outcomeMark(mark: Mark): TemplateResult {
  return icon(ICONS[mark]);
}

export const outcomeMarkStyles = css`
  [data-outcome='allow'] > .icon {
    color: var(--vscode-charts-green);
  }

  [data-outcome='block'] > .icon {
    color: var(--vscode-charts-red);
  }

  [data-outcome='unjudged'] > .icon {
    color: var(--vscode-list-warningForeground, currentColor);
  }

  [data-outcome='defer'] > .icon {
    color: var(--vscode-descriptionForeground);
  }
`;
