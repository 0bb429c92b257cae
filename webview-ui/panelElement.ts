import { css, html, LitElement, nothing, type PropertyValues, type TemplateResult } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { HostMessage, PanelCommand } from '../src/panel/messages';
import './agentSection';
import './classifierSection';
import { CommandEvent, type ClickedCommand } from './clickedCommand';
import './denialSection';
import './environmentSection';
import { fillIn } from './fillIn';
import { FoldEvent } from './foldEvent';
import './goneRuleSection';
import type { HostConnection } from './hostConnection';
import './problemSection';
import { STAGES_FOLD } from './statusSection';

/** The whole panel: lays out the last snapshot and sends clicks up. */
@customElement('auto-mode-panel')
export class PanelElement extends LitElement {
  static override styles = css`
    :host {
      display: flex;
      flex-direction: column;
      gap: 18px;
      min-width: 0;
    }

    .announcement {
      clip-path: inset(50%);
      height: 1px;
      overflow: hidden;
      position: absolute;
      white-space: nowrap;
      width: 1px;
    }
  `;

  @property({ attribute: false }) message: HostMessage | undefined;
  @state() private announcement = '';
  @state() private open: readonly string[] = [];
  #connection: HostConnection | undefined;

  /** Connects the panel with the host; the host answers with the first snapshot. */
  connect(connection: HostConnection): void {
    this.#connection = connection;
    this.open = connection.memory.open;
    connection.onMessage((message) => {
      this.message = message;
    });
    this.addEventListener(CommandEvent.type, (event) => {
      if (event instanceof CommandEvent) this.#send(event.command);
    });
    this.addEventListener(FoldEvent.type, (event) => {
      if (event instanceof FoldEvent) this.#remember(event.id, event.open);
    });
    connection.send({ kind: 'ready' });
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('message')) this.#announce(changed.get('message'));
  }

  protected override render(): TemplateResult {
    const { message } = this;
    // The live region is there before anything is put into it: screen readers do not speak what arrives together with its region.
    return html`<div class="announcement" role="status" aria-live="polite">${this.announcement}</div>
      ${message === undefined ? nothing : this.#sections(message)}`;
  }

  #sections({ snapshot, strings }: HostMessage): TemplateResult {
    return html`<auto-mode-status
        .snapshot=${snapshot}
        .strings=${strings}
        .stagesOpen=${this.open.includes(STAGES_FOLD)}
      ></auto-mode-status>
      ${
        snapshot.problems.length === 0
          ? nothing
          : html`<auto-mode-problems .problems=${snapshot.problems} .strings=${strings}></auto-mode-problems>`
      }
      ${
        snapshot.goneRules === undefined
          ? nothing
          : html`<auto-mode-gone-rules .gone=${snapshot.goneRules} .strings=${strings}></auto-mode-gone-rules>`
      }
      ${
        snapshot.unconfirmed.length === 0
          ? nothing
          : html`<auto-mode-environment
              .unconfirmed=${snapshot.unconfirmed}
              .strings=${strings}
            ></auto-mode-environment>`
      }
      <auto-mode-denials
        .denials=${snapshot.denials}
        .strings=${strings}
        .open=${this.open}
        .canReset=${snapshot.counters.checked > 0 || snapshot.denials.length > 0}
      ></auto-mode-denials>
      <auto-mode-classifier .classifier=${snapshot.classifier} .strings=${strings}></auto-mode-classifier>
      <auto-mode-agents .agents=${snapshot.agents} .strings=${strings}></auto-mode-agents>`;
  }

  /** What was there when the panel opened is no news. */
  #announce(before: HostMessage | undefined): void {
    if (before === undefined || this.message === undefined) return;
    const { snapshot, strings } = this.message;
    const known = new Set(before.snapshot.denials.map(({ id }) => id));
    const fresh = snapshot.denials.filter(({ id }) => !known.has(id));
    const [last] = fresh;
    if (last === undefined) return;
    this.announcement = fillIn(fresh.length === 1 ? strings.newDenial : strings.newDenials, {
      count: fresh.length,
      tool: last.tool,
      reason: last.reason,
    });
  }

  /** Entries that have left the history are forgotten with it. */
  #remember(id: string, open: boolean): void {
    const present = new Set(this.message?.snapshot.denials.map((denial) => denial.id)).add(STAGES_FOLD);
    const others = this.open.filter((other) => other !== id && present.has(other));
    this.open = open ? [...others, id] : others;
    if (this.#connection !== undefined) this.#connection.memory = { open: this.open };
  }

  #send(clicked: ClickedCommand): void {
    const nonce = this.message?.nonce;
    if (nonce === undefined) return;
    this.#connection?.send(withNonce(clicked, nonce));
  }
}

function withNonce(clicked: ClickedCommand, nonce: string): PanelCommand {
  switch (clicked.kind) {
    case 'turnOff':
    case 'resume':
    case 'reset':
    case 'chooseModel':
      return { kind: clicked.kind, nonce };
    case 'letGoRules':
      return { ...clicked, nonce };
    case 'confirmEnvironment':
    case 'turnOn':
    case 'openSettings':
    case 'setKey':
    case 'connectClaudeCode':
    case 'showLog':
    case 'manageTrust':
    case 'copyDenial':
      return clicked;
  }
}
