import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { modeText } from '../../src/texts/modeText';
import type { PanelMode, PanelSnapshot } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { icon, type IconName } from '../common/icon';
import { linkStyles } from '../common/linkStyles';
import { sectionStyles } from '../common/sectionStyles';

const ICONS: Readonly<Record<PanelMode, IconName>> = {
  on: 'shield',
  off: 'circle-slash',
  paused: 'debug-pause',
  outage: 'debug-disconnect',
  'configuration-error': 'error',
  untrusted: 'workspace-untrusted',
  'not-started': 'error',
};

/** One line. What it means, and what to do, only where it is not as it should be. */
@customElement('auto-mode-status')
export class StatusSection extends LitElement {
  static override styles = [
    sectionStyles,
    linkStyles,
    css`
      .mode {
        flex-wrap: wrap;
        gap: 2px 6px;
      }

      .mode > strong {
        font-size: 1.2em;
        font-weight: 600;
      }

      .mode > .icon {
        color: var(--vscode-list-warningForeground, currentColor);
        font-size: 20px;
      }

      .mode[data-mode='on'] > .icon {
        color: var(--vscode-charts-green);
      }

      /* Nothing is watched where no agent is connected. */
      .mode[data-mode='on'][data-agents='0'] > .icon,
      .mode[data-mode='off'] > .icon {
        color: var(--vscode-descriptionForeground);
      }

      .mode[data-mode='not-started'] > .icon {
        color: var(--vscode-errorForeground);
      }

      .waiting {
        background: var(--vscode-activityBarBadge-background, var(--vscode-badge-background));
        border: 1px solid var(--vscode-contrastBorder, transparent);
        border-radius: 9px;
        color: var(--vscode-activityBarBadge-foreground, var(--vscode-badge-foreground));
        font-size: 11px;
        padding: 0 7px;
      }

      p {
        margin: 6px 0 0;
      }

      .detail {
        border-inline-start: 2px solid var(--vscode-panel-border, currentColor);
        padding-inline-start: 8px;
      }
    `,
  ];

  @property({ attribute: false }) snapshot!: PanelSnapshot;

  protected override render(): TemplateResult {
    const { mode, modeDetail, waiting, notStarted, counters, classifier } = this.snapshot;
    // Without a judge the section below says the same, with its buttons.
    const isSaidBelow = mode === 'outage' && classifier.state === 'not-set-up';
    const { word, sentence } = modeText(mode);
    const buttons = this.#buttons();
    return html`<section aria-label=${t('Status')}>
      <div class="row mode" data-mode=${mode} data-agents=${this.#connected()}>
        ${icon(ICONS[mode])}<strong>${word}</strong>
        ${
          notStarted === true
            ? html`<span class="quiet" data-counter="blocked"
                >· ${t('{count} blocked', { count: counters.blocked })}</span
              >`
            : html`<span class="quiet"
                >·
                <button type="button" class="link" data-act="toAgents" @click=${this.#toAgents}>
                  ${this.#agents()}
                </button></span
              >`
        }
        ${waiting === 0 ? nothing : html`<span class="waiting" data-waiting=${waiting}>${t('{count} waiting', { count: waiting })}</span>`}
      </div>
      ${mode === 'on' ? nothing : html`<p>${sentence}</p>`}
      ${modeDetail === undefined || isSaidBelow ? nothing : html`<p class="detail">${modeDetail}</p>`}
      ${buttons.length === 0 ? nothing : html`<div class="buttons">${buttons}</div>`}
    </section>`;
  }

  readonly #toAgents = (): void => {
    const root = this.getRootNode() as ShadowRoot;
    root.querySelector<HTMLElement>('auto-mode-agents')?.focus();
  };

  #connected(): number {
    return this.snapshot.agents.filter(({ state }) => state !== 'not-connected').length;
  }

  #agents(): string {
    const count = this.#connected();
    if (count === 0) return t('Connect an agent');
    return count === 1 ? t('1 agent') : t('{count} agents', { count });
  }

  /** The switch itself is in the title of the view. */
  #buttons(): readonly TemplateResult[] {
    const { mode, noFolder, notStarted } = this.snapshot;
    if (notStarted === true) {
      return [
        commandButton(t('Reload Window'), { kind: 'reloadWindow' }),
        commandButton(t('Show Log'), { kind: 'showLog' }, { secondary: true }),
      ];
    }
    switch (mode) {
      case 'on':
        return noFolder === true ? [commandButton(t('Open Folder'), { kind: 'openFolder' })] : [];
      case 'outage':
      case 'not-started':
        return [];
      case 'off':
        return [commandButton(t('Turn On'), { kind: 'turnOn' })];
      case 'paused':
        return [commandButton(t('Resume'), { kind: 'resume' })];
      case 'configuration-error':
        return [commandButton(t('Open Settings'), { kind: 'openSettings' })];
      case 'untrusted':
        return [commandButton(t('Manage Workspace Trust'), { kind: 'manageTrust' })];
    }
  }
}
