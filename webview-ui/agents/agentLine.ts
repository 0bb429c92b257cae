import { t } from '@vscode/l10n';
import { css, html, LitElement, nothing, type TemplateResult } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { repeat } from 'lit/directives/repeat.js';
import { stageNames } from '../../src/texts/stageNames';
import { alarmText } from '../../src/texts/alarmText';
import type { PanelAgent, PanelAgentState, PanelAlarm } from '../../src/panel/messages';
import { agentMark, agentMarkStyles } from '../common/agentMark';
import { agentStateNames } from './agentStateNames';
import { commandButton } from '../common/commandButton';
import { shortDateText } from '../common/dateText';
import { FoldEvent } from '../common/foldEvent';
import { icon, type IconName } from '../common/icon';
import { language } from '../common/language';
import { outcomeNames } from '../common/outcomeNames';
import { sectionStyles } from '../common/sectionStyles';
import { unseenStyles } from '../common/unseenStyles';

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

/** By its agent; the panel remembers the fold by it. */
export function agentFold(id: string): string {
  return `agent ${id}`;
}

/** One line with the one button that helps. All that is known and everything else that can be done is below it, folded. */
@customElement('auto-mode-agent')
export class AgentLine extends LitElement {
  static override styles = [
    sectionStyles,
    unseenStyles,
    agentMarkStyles,
    css`
      .line {
        align-items: center;
        display: flex;
        gap: 8px;
        min-height: 26px;
        padding: 2px 0;
      }

      .toggle {
        align-items: center;
        background: none;
        border: 0;
        color: inherit;
        cursor: pointer;
        display: flex;
        flex: 1;
        font: inherit;
        gap: 6px;
        min-width: 0;
        padding: 2px 4px;
        position: relative;
        text-align: start;
      }

      .toggle:hover {
        background: var(--vscode-list-hoverBackground);
        outline: var(--pointed);
        outline-offset: -1px;
      }

      .toggle:focus-visible {
        outline: var(--focus);
        outline-offset: -1px;
      }

      .toggle > span:not(.icon, .letters) {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }

      .toggle > .name {
        flex: none;
        max-width: 70%;
      }

      .icon {
        color: var(--vscode-descriptionForeground);
      }

      [data-state='protected'] .toggle > .icon:first-child,
      [data-state='connected'] .toggle > .icon:first-child,
      [data-state='asking'] .toggle > .icon:first-child {
        color: var(--vscode-charts-green);
      }

      [data-state='outdated'] .toggle > .icon:first-child,
      [data-state='untrusted'] .toggle > .icon:first-child,
      [data-state='switched-off'] .toggle > .icon:first-child,
      [data-state='weakened'] .toggle > .icon:first-child {
        color: var(--vscode-list-warningForeground, currentColor);
      }

      [data-state='broken'] .toggle > .icon:first-child,
      [data-state='alarm'] .toggle > .icon:first-child {
        color: var(--vscode-charts-red);
      }

      .more {
        margin: 2px 0 10px 26px;
        overflow-wrap: anywhere;
      }

      p {
        margin: 2px 0 0;
      }

      .alarms > li {
        border: 1px solid var(--vscode-inputValidation-errorBorder, var(--vscode-contrastBorder, currentColor));
        margin: 4px 0 6px;
        overflow-wrap: anywhere;
        padding: 6px 8px;
      }

      .what {
        font-weight: 600;
      }
    `,
  ];

  @property({ attribute: false }) agent!: PanelAgent;
  @property({ attribute: false }) open = false;

  protected override render(): TemplateResult {
    const { agent, open } = this;
    const { id, name, state, sentence, alarms } = agent;
    // Its button says that it is not connected.
    const help = this.#help();
    return html`<div data-agent=${id} data-state=${state}>
      <div class="line">
        <button
          type="button"
          class="toggle"
          aria-expanded=${open ? 'true' : 'false'}
          title=${sentence}
          @click=${this.#toggle}
        >
          ${icon(ICONS[state])}${agentMark(name)}<span class="name">${name}</span
          ><span class=${help === nothing || state !== 'not-connected' ? 'quiet' : 'unseen'}
            >${agentStateNames()[state]}</span
          >
        </button>
        ${help}
      </div>
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
      ${open ? this.#more() : nothing}
    </div>`;
  }

  #more(): TemplateResult {
    const { id, name, connectable, state, sentence, earlierAlarms } = this.agent;
    return html`<div class="more">
      <p>${sentence}</p>
      ${this.#facts().map((fact) => html`<p class="quiet">${fact}</p>`)}
      ${
        earlierAlarms === undefined
          ? nothing
          : html`<p class="quiet">${t('Earlier alarms, which the log has: {count}.', { count: earlierAlarms })}</p>`
      }
      ${
        !connectable || state === 'not-connected'
          ? nothing
          : html`<div class="buttons">
              ${commandButton(t('Run Doctor'), { kind: 'runDoctor' }, { secondary: true })}
              ${commandButton(
                t('Disconnect'),
                { kind: 'disconnectAgent', id },
                { secondary: true, description: t('Disconnect {agent}', { agent: name }) },
              )}
            </div>`
      }
    </div>`;
  }

  /** Nothing where all is well. */
  #help(): TemplateResult | typeof nothing {
    const { id, name, connectable, state } = this.agent;
    if (!connectable) return nothing;
    const agent = { agent: name };
    switch (state) {
      case 'not-connected':
        return commandButton(
          t('Connect'),
          { kind: 'connectAgent', id },
          { secondary: true, description: t('Connect {agent}', agent) },
        );
      case 'outdated':
      case 'broken':
        return commandButton(
          t('Connect Again'),
          { kind: 'connectAgent', id },
          { description: t('Connect Again: {agent}', agent) },
        );
      case 'untrusted':
        return commandButton(
          t('Trust…'),
          { kind: 'runDoctor' },
          { description: t('Trust… the hooks of {agent}', agent) },
        );
      case 'switched-off':
      case 'weakened':
        return commandButton(t('Fix…'), { kind: 'runDoctor' }, { description: t('Fix… {agent}', agent) });
      case 'connected':
      case 'protected':
      case 'asking':
      case 'alarm':
        return nothing;
    }
  }

  #facts(): readonly string[] {
    const { lastSeen, lastVerdict, lastEnforced, mode, asksNobody, subAgents } = this.agent;
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

  readonly #toggle = (): void => {
    this.dispatchEvent(new FoldEvent(agentFold(this.agent.id), !this.open));
  };
}
