import { t } from '@vscode/l10n';
import { html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PanelAgent } from '../../src/panel/messages';
import './agentLine';
import { agentFold } from './agentLine';
import { sectionStyles } from '../common/sectionStyles';

@customElement('auto-mode-agents')
export class AgentSection extends LitElement {
  static override styles = sectionStyles;

  @property({ attribute: false }) agents!: readonly PanelAgent[];
  /** Ids of unfolded parts. */
  @property({ attribute: false }) open: readonly string[] = [];

  /** On its heading: an element that takes the focus itself would take all in it out of the Tab key's way. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('h2')?.focus();
  }

  protected override render(): TemplateResult {
    const { agents, open } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading" tabindex="-1">${t('Agents')}</h2>
      ${
        agents.some(({ state }) => state !== 'not-connected')
          ? nothing
          : html`<p>${t('Connect an agent to have its calls checked.')}</p>`
      }
      <ul>
        ${repeat(
          agents,
          ({ id }) => id,
          (agent) =>
            html`<li>
              <auto-mode-agent .agent=${agent} .open=${open.includes(agentFold(agent.id))}></auto-mode-agent>
            </li>`,
        )}
      </ul>
    </section>`;
  }
}
