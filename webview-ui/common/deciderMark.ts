import { css, html, type TemplateResult } from 'lit';
import { type Decider, deciderNames } from '../../src/texts/deciders';
import { icon, type IconName } from './icon';

const ICONS: Readonly<Record<Decider, IconName>> = {
  code: 'zap',
  rules: 'law',
  contained: 'package',
  judge: 'sparkle',
  you: 'account',
  agent: 'arrow-right',
};

export function deciderIcon(decider: Decider): TemplateResult {
  return icon(ICONS[decider]);
}

/** A chip that says who decided: shape, colour and word. Needs `deciderMarkStyles` and `iconStyles`. */
export function deciderMark(decider: Decider): TemplateResult {
  return html`<span class="decider" data-decider=${decider}>${icon(ICONS[decider])}${deciderNames()[decider]}</span>`;
}

/** `--decider` is the colour of a decider, also for bars and charts; words keep the colour of text. */
export const deciderMarkStyles = css`
  [data-decider='code'] {
    --decider: var(--vscode-charts-green);
  }

  [data-decider='rules'] {
    --decider: var(--vscode-symbolIcon-classForeground, var(--vscode-charts-orange));
  }

  [data-decider='contained'] {
    --decider: var(--vscode-charts-purple);
  }

  [data-decider='judge'] {
    --decider: var(--vscode-charts-blue);
  }

  [data-decider='you'] {
    --decider: var(--vscode-charts-yellow);
  }

  [data-decider='agent'] {
    --decider: var(--vscode-descriptionForeground);
  }

  .decider {
    align-items: center;
    display: inline-flex;
    flex: none;
    font-size: 0.9em;
    gap: 3px;
  }

  .decider .icon {
    color: var(--decider);
    font-size: 14px;
  }
`;
