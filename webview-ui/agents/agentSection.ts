import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { stageNames } from '../../src/texts/stageNames';
import { alarmText } from '../../src/texts/alarmText';
import type { PanelAgent, PanelAgentState, PanelAlarm } from '../../src/panel/messages';
import { language } from '../common/language';
import { agentStateNames } from './agentStateNames';
import { outcomeNames } from '../common/outcomeNames';
import { commandButton } from '../common/commandButton';
import { shortDateText } from '../common/dateText';
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

  protected override render(): TemplateResult {
    const { agents } = this;
    return html`<section aria-labelledby="heading">
      <h2 id="heading">${t('Agents')}</h2>
      ${agents.some(({ state }) => state !== 'not-connected') ? nothing : html`<p>${t('No agent is connected yet, so only calls that other extensions hand over are checked.')}</p>`}
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
              ${commandButton(t('Run Doctor'), { kind: 'runDoctor' }, { secondary: true })}
            </div>`
          : nothing
      }
    </section>`;
  }

  #agent(agent: PanelAgent): TemplateResult {
    const { id, name, state, sentence, alarms } = agent;
    return html`<li data-agent=${id} data-state=${state}>
      ${icon(ICONS[state])}
      <div>
        <div class="head">
          <h3>${name}</h3>
          <span>${agentStateNames()[state]}</span>
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
            : html`<p class="quiet">
                ${t('Earlier alarms, which the log has: {count}.', { count: agent.earlierAlarms })}
              </p>`
        }
        <div class="buttons">${this.#buttons(agent)}</div>
      </div>
    </li>`;
  }

  #facts({ lastSeen, lastVerdict, lastEnforced, mode, asksNobody, subAgents }: PanelAgent): readonly string[] {
    const time = (at: string): { readonly time: string } => ({ time: shortDateText(at, language()) });
    return [
      ...(mode === undefined ? [] : [t('Its own permission mode: {mode}', { mode })]),
      ...(asksNobody === true ? [t('In this mode the agent itself does not ask.')] : []),
      ...(lastSeen === undefined ? [] : [t('Last seen: {time}', time(lastSeen))]),
      ...(lastVerdict === undefined
        ? []
        : [
            t('Last verdict: {outcome} ({check}), {time}', {
              outcome: outcomeNames()[lastVerdict.outcome],
              check: stageNames()[lastVerdict.stage],
              ...time(lastVerdict.at),
            }),
          ]),
      ...(lastEnforced === undefined
        ? []
        : [
            t('Last seen to keep to one: {outcome}, {time}', {
              outcome: outcomeNames()[lastEnforced.outcome],
              ...time(lastEnforced.at),
            }),
          ]),
      ...(subAgents === undefined ? [] : [t('Sub-agents seen: {count}', { count: subAgents })]),
    ];
  }

  #alarm({ id, kind, tool, at, detail, count }: PanelAlarm): TemplateResult {
    const when = shortDateText(at, language());
    return html`<li data-alarm=${kind}>
      <div class="what">${alarmText(kind, tool)}</div>
      <p>${detail}</p>
      <p class="quiet">${count === 1 ? when : t('{count} times, the last: {time}', { count, time: when })}</p>
      <div class="buttons">
        ${commandButton(
          t('Dismiss'),
          { kind: 'dismissAlarm', id },
          { secondary: true, description: t('Dismiss the alarm about {tool}', { tool }) },
        )}
      </div>
    </li>`;
  }

  #buttons({ id, name, connectable, state }: PanelAgent): readonly TemplateResult[] {
    if (!connectable) return [];
    const agent = { agent: name };
    if (state === 'not-connected') {
      return [commandButton(t('Connect'), { kind: 'connectAgent', id }, { description: t('Connect {agent}', agent) })];
    }
    return [
      ...(state === 'outdated' || state === 'broken'
        ? [
            commandButton(
              t('Connect Again'),
              { kind: 'connectAgent', id },
              { description: t('Connect Again: {agent}', agent) },
            ),
          ]
        : []),
      commandButton(
        t('Disconnect'),
        { kind: 'disconnectAgent', id },
        { secondary: true, description: t('Disconnect {agent}', agent) },
      ),
    ];
  }
}
