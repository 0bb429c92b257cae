import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import type { PanelAgent, PanelAgentState, PanelAlarm, PanelStrings } from '../../src/panel/messages';
import { commandButton } from '../common/commandButton';
import { shortDateText } from '../common/dateText';
import { fillIn } from '../common/fillIn';
import { icon, type IconName } from '../common/icon';
import { sectionStyles } from '../common/sectionStyles';

const ICONS: Readonly<Record<PanelAgentState, IconName>> = {
  'not-connected': 'debug-disconnect',
  connected: 'plug',
  protected: 'pass',
  outdated: 'history',
  broken: 'error',
  untrusted: 'question',
  'switched-off': 'circle-slash',
  weakened: 'warning',
  asking: 'comment',
  alarm: 'alert',
};

/** What is known of each agent, and what to do about it. */
@customElement('auto-mode-agents')
export class AgentSection extends LitElement {
  static override styles = [
    sectionStyles,
    css`
      .agents > li {
        align-items: start;
        display: grid;
        gap: 0 6px;
        grid-template-columns: 16px 1fr;
        margin-bottom: 12px;
      }

      .agents > li > div {
        min-width: 0;
        overflow-wrap: anywhere;
      }

      .head {
        align-items: baseline;
        display: flex;
        flex-wrap: wrap;
        gap: 0 8px;
        justify-content: space-between;
      }

      h3 {
        font-size: inherit;
        font-weight: 600;
        margin: 0;
      }

      p {
        margin: 2px 0 0;
      }

      h2 + p {
        margin-bottom: 8px;
      }

      .facts {
        font-size: 0.9em;
        margin-top: 4px;
      }

      .alarms {
        margin-top: 6px;
      }

      .alarms > li {
        border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
        margin-bottom: 6px;
        padding: 6px 8px;
      }

      .what {
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) agents!: readonly PanelAgent[];
  @property({ attribute: false }) strings!: PanelStrings;

  protected override render(): TemplateResult {
    const { agents, strings } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${strings.agents}</h2>
      ${agents.some(({ state }) => state !== 'not-connected') ? nothing : html`<p>${strings.noAgents}</p>`}
      <ul class="agents">
        ${repeat(
          agents,
          ({ id }) => id,
          (agent) => this.#agent(agent),
        )}
      </ul>
      ${
        agents.some(({ connectable, state }) => connectable && state !== 'not-connected')
          ? html`<div class="buttons">
              ${commandButton(strings.runDoctor, { kind: 'runDoctor' }, { secondary: true })}
            </div>`
          : nothing
      }
    </section>`;
  }

  #agent(agent: PanelAgent): TemplateResult {
    const { strings } = this;
    const { id, name, state, sentence, alarms } = agent;
    return html`<li data-agent=${id} data-state=${state}>
      ${icon(ICONS[state])}
      <div>
        <div class="head">
          <h3>${name}</h3>
          <span>${strings.agentStates[state]}</span>
        </div>
        <p>${sentence}</p>
        ${this.#facts(agent).map((fact) => html`<p class="quiet facts">${fact}</p>`)}
        ${
          alarms.length === 0
            ? nothing
            : html`<ul class="alarms">
                ${repeat(
                  alarms,
                  (alarm) => alarm.id,
                  (alarm) => this.#alarm(alarm),
                )}
              </ul>`
        }
        ${
          agent.earlierAlarms === undefined
            ? nothing
            : html`<p class="quiet">${fillIn(strings.earlierAlarms, { count: agent.earlierAlarms })}</p>`
        }
        <div class="buttons">${this.#buttons(agent)}</div>
      </div>
    </li>`;
  }

  #facts({ lastSeen, lastVerdict, lastEnforced, mode, asksNobody, subAgents }: PanelAgent): readonly string[] {
    const { strings } = this;
    const time = (at: string): { readonly time: string } => ({ time: shortDateText(at, strings.language) });
    return [
      ...(mode === undefined ? [] : [fillIn(strings.agentMode, { mode })]),
      ...(asksNobody === true ? [strings.asksNobody] : []),
      ...(lastSeen === undefined ? [] : [fillIn(strings.lastSeen, time(lastSeen))]),
      ...(lastVerdict === undefined
        ? []
        : [
            fillIn(strings.lastVerdict, {
              outcome: strings.outcomes[lastVerdict.outcome],
              check: strings.stages[lastVerdict.stage],
              ...time(lastVerdict.at),
            }),
          ]),
      ...(lastEnforced === undefined
        ? []
        : [
            fillIn(strings.lastEnforced, {
              outcome: strings.outcomes[lastEnforced.outcome],
              ...time(lastEnforced.at),
            }),
          ]),
      ...(subAgents === undefined ? [] : [fillIn(strings.subAgents, { count: subAgents })]),
    ];
  }

  #alarm({ id, kind, tool, at, detail, count }: PanelAlarm): TemplateResult {
    const { strings } = this;
    const when = shortDateText(at, strings.language);
    return html`<li data-alarm=${kind}>
      <div class="what">${fillIn(strings.alarms[kind], { tool })}</div>
      <p>${detail}</p>
      <p class="quiet">${count === 1 ? when : fillIn(strings.alarmCount, { count, time: when })}</p>
      <div class="buttons">
        ${commandButton(
          strings.dismiss,
          { kind: 'dismissAlarm', id },
          { secondary: true, description: fillIn(strings.dismissAlarm, { tool }) },
        )}
      </div>
    </li>`;
  }

  #buttons({ id, name, connectable, state }: PanelAgent): readonly TemplateResult[] {
    const { strings } = this;
    if (!connectable) return [];
    const described = (text: string): { readonly description: string } => ({
      description: fillIn(text, { agent: name }),
    });
    if (state === 'not-connected') {
      return [commandButton(strings.connect, { kind: 'connectAgent', id }, described(strings.connectAgent))];
    }
    return [
      ...(state === 'outdated' || state === 'broken'
        ? [commandButton(strings.connectAgain, { kind: 'connectAgent', id }, described(strings.connectAgentAgain))]
        : []),
      commandButton(
        strings.disconnect,
        { kind: 'disconnectAgent', id },
        { secondary: true, ...described(strings.disconnectAgent) },
      ),
    ];
  }
}
