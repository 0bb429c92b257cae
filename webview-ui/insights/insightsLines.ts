import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { InsightLine, InsightSettling } from '../../src/panel/insights';
import { ActEvent } from '../common/actEvent';
import { icon } from '../common/icon';
import { linkStyles } from '../common/linkStyles';
import { LookEvent } from '../common/lookEvent';
import { PageEvent } from '../common/pageEvent';
import { sectionStyles } from '../common/sectionStyles';

/** Which lines a model or the user was asked about most, and the rule that would settle each. */
@customElement('auto-mode-insight-lines')
export class InsightLines extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    css`
      ol {
        list-style: none;
        margin: 0;
        padding: 0;
      }

      li {
        border-top: 1px solid var(--line);
        padding: 4px 0;
      }

      .head {
        align-items: baseline;
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
      }

      .text {
        flex: 1 1 10em;
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: pre;
      }

      .rule {
        align-items: center;
        display: flex;
        flex-wrap: wrap;
        gap: 2px 8px;
        margin-top: 2px;
      }

      .rule .icon {
        color: var(--vscode-symbolIcon-classForeground, var(--vscode-charts-orange));
      }

      .rule .foreign {
        min-width: 0;
      }
    `,
  ];

  @property({ attribute: false }) lines: readonly InsightLine[] = [];

  protected override render(): TemplateResult {
    return html`<ol aria-label=${t('Most often judged or asked')}>
      ${repeat(
        this.lines,
        ({ key }) => key,
        (line) => this.#line(line),
      )}
    </ol>`;
  }

  #line({ key, text, judged, asked, settling }: InsightLine): TemplateResult {
    const counts = [
      ...(judged === 0 ? [] : [t('{count}× judged', { count: judged })]),
      ...(asked === 0 ? [] : [t('{count}× asked', { count: asked })]),
    ];
    return html`<li data-line=${text}>
      <div class="head">
        <span class="foreign text" id=${`text-${key}`} title=${text}>${text}</span>
        <span class="quiet">${counts.join(' · ')}</span>
      </div>
      ${settling === undefined ? html`<div class="quiet">${t('Looking for a rule…')}</div>` : this.#settling(key, settling)}
    </li>`;
  }

  #settling(line: string, settling: InsightSettling): TemplateResult {
    if (settling.kind === 'none') return html`<div class="quiet" data-settling="none">${settling.why}</div>`;
    const { rules, scope, covered } = settling;
    const facts = covered === 1 ? scope : t('{scope} · {count} past calls', { scope, count: covered });
    return html`<div class="rule" data-settling="rule">
        ${icon('law')}<span class="foreign">${rules.join('\n')}</span>
        ${this.#link(line, 'try', t('Try It'), () => {
          this.#try(settling);
        })}
        ${this.#link(line, 'add', t('Add Rule…'), () => {
          const action = { kind: 'addRule' as const, line, key: settling.key };
          this.dispatchEvent(new ActEvent({ feature: 'insights', action }));
        })}
      </div>
      <div class="quiet">${facts}</div>`;
  }

  #link(line: string, act: string, text: string, click: () => void): TemplateResult {
    return html`<button
      type="button"
      class="link"
      data-act=${act}
      aria-describedby=${line === '' ? nothing : `text-${line}`}
      @click=${click}
    >
      ${text}
    </button>`;
  }

  #try({ rules, call }: Extract<InsightSettling, { readonly kind: 'rule' }>): void {
    // The trial takes one rule.
    const focus = { text: call, rule: rules[0] ?? '', section: 'allow' as const, revision: 0 };
    this.dispatchEvent(new LookEvent('trial', focus));
    this.dispatchEvent(new PageEvent('rules', 'tester'));
  }
}
