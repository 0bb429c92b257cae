import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import '@vscode-elements/elements/dist/vscode-icon/index.js';
import type { PanelAgent, PanelStrings } from '../src/panel/messages';
import { commandButton } from './commandButton';
import { shortDateText } from './dateText';
import { fillIn } from './fillIn';
import { sectionStyles } from './sectionStyles';

/** Which agents ask before they act. */
@customElement('auto-mode-agents')
export class AgentSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      li {
        align-items: start;
        display: grid;
        gap: 0 6px;
        grid-template-columns: 16px 1fr;
        margin-bottom: 6px;
      }

      li > div {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) agents!: readonly PanelAgent[];
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { agents, strings } = this;
    const connect = html`<div class="buttons">
      ${commandButton(strings.connectClaudeCode, { kind: 'connectClaudeCode' })}
    </div>`;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.agents}</h2>
      ${
        agents.length === 0
          ? nothing
          : html`<ul>
              ${agents.map((agent) => this.#agent(agent))}
            </ul>`
      }
      ${
        agents.some(({ connected }) => connected)
          ? nothing
          : html`<p>${strings.noAgents}</p>
              ${connect}`
      }
    </section>`;
  }

  #agent({ name, connected, lastSeen }: PanelAgent): TemplateResult {
    const { strings } = this;
    // A hook in a settings file is no proof: only a call that came through it shows that the agent uses it.
    const inPlace = lastSeen === undefined ? strings.notSeen : strings.connected;
    const state = connected ? inPlace : strings.notConnected;
    const seen =
      lastSeen === undefined
        ? ''
        : `, ${fillIn(strings.lastSeen, { time: shortDateText(lastSeen, strings.language) })}`;
    return html`<li>
      <vscode-icon name=${connected ? 'plug' : 'debug-disconnect'}></vscode-icon>
      <div>
        <div>${name}</div>
        <div class="quiet">${state}${seen}</div>
      </div>
    </li>`;
  }
}
