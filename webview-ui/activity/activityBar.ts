import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { type Decider, DECIDERS, deciderNames } from '../../src/texts/deciders';
import type { ActivityPart } from '../../src/panel/activity';
import { deciderIcon, deciderMarkStyles } from '../common/deciderMark';
import { icon } from '../common/icon';
import { language } from '../common/language';
import { sectionStyles } from '../common/sectionStyles';

export class PartEvent extends Event {
  static readonly type = 'auto-mode-part';

  /** @param part undefined: all of them */
  constructor(readonly part: ActivityPart | undefined) {
    super(PartEvent.type);
  }
}

const PARTS: readonly ActivityPart[] = [...DECIDERS, 'blocked'];

/** Who settled the calls of today. The words below the bar are its buttons; the bar itself is for the mouse. */
@customElement('auto-mode-activity-bar')
export class ActivityBar extends LitElement {
  static override styles = [
    sectionStyles,
    deciderMarkStyles,
    css`
      [data-decider='blocked'] {
        --decider: var(--vscode-charts-red);
      }

      .bar {
        display: flex;
        gap: 2px;
        height: 12px;
        margin-bottom: 4px;
      }

      .bar > span {
        background: var(--decider);
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 2px;
        box-sizing: border-box;
        cursor: pointer;
        min-width: 8px;
      }

      .bar > .other {
        opacity: 0.35;
      }

      .legend {
        display: flex;
        flex-wrap: wrap;
        gap: 2px 4px;
      }

      button {
        align-items: center;
        background: none;
        border: 1px solid transparent;
        border-radius: 3px;
        color: inherit;
        cursor: pointer;
        display: inline-flex;
        font: inherit;
        font-size: 0.9em;
        font-variant-numeric: tabular-nums;
        gap: 3px;
        padding: 1px 4px;
      }

      button:hover {
        background: var(--vscode-toolbar-hoverBackground);
        outline: var(--pointed);
      }

      button[aria-pressed='true'] {
        background: var(--vscode-inputOption-activeBackground);
        border-color: var(--vscode-inputOption-activeBorder, var(--vscode-contrastActiveBorder, currentColor));
        color: var(--vscode-inputOption-activeForeground, inherit);
      }

      button:focus-visible {
        outline: var(--focus);
        outline-offset: 1px;
      }

      /* So that what grows does not push what the pointer is on. */
      .count {
        min-width: 2ch;
        text-align: start;
      }

      button .icon {
        color: var(--decider);
        font-size: 14px;
      }
    `,
  ];

  @property({ attribute: false }) today!: Readonly<Partial<Record<ActivityPart, number>>>;
  @property({ attribute: false }) pressed: ActivityPart | undefined;

  protected override render(): TemplateResult {
    const { today, pressed: wanted } = this;
    // A pressed button stays, also where nothing of it was today.
    const parts = PARTS.filter((part) => (today[part] ?? 0) > 0 || part === wanted);
    const number = new Intl.NumberFormat(language());
    return html`<div class="bar" aria-hidden="true">
        ${parts.map((part) => {
          const count = today[part] ?? 0;
          return html`<span
            data-decider=${part}
            class=${wanted === undefined || wanted === part ? '' : 'other'}
            title=${`${nameOf(part)} ${number.format(count)}`}
            .style=${`flex: ${count} 0 0`}
            @click=${() => {
              this.#press(part);
            }}
          ></span>`;
        })}
      </div>
      <div class="legend" role="group" aria-label=${t('Who settled the calls of today')}>
        ${parts.map(
          (part) =>
            html`<button
              type="button"
              data-decider=${part}
              aria-pressed=${part === wanted ? 'true' : 'false'}
              @click=${() => {
                this.#press(part);
              }}
            >
              ${part === 'blocked' ? icon('error') : deciderIcon(part)}${nameOf(part)}
              <span class="count">${number.format(today[part] ?? 0)}</span>
            </button>`,
        )}
        ${parts.length === 0 ? html`<span class="quiet">${t('No call today.')}</span>` : nothing}
      </div>`;
  }

  #press(part: ActivityPart): void {
    this.dispatchEvent(new PartEvent(part === this.pressed ? undefined : part));
  }
}

function nameOf(part: Decider | 'blocked'): string {
  return part === 'blocked' ? t('Blocked') : deciderNames()[part];
}
