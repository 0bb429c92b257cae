import { CONTEXT_KEYS } from '../../config/contributions';
import type { PanelAgentState, PanelSnapshot } from '../../panel/messages';

export const FIRST_STEPS = {
  connect: CONTEXT_KEYS.agentConnected,
  judge: CONTEXT_KEYS.judgeChosen,
  trial: CONTEXT_KEYS.callTried,
  denial: CONTEXT_KEYS.denialSeen,
} as const;
export type FirstStep = keyof typeof FIRST_STEPS;

/** There an agent asks the gate. */
const CONNECTED: ReadonlySet<PanelAgentState> = new Set<PanelAgentState>(['connected', 'protected', 'asking']);

export interface FirstRunParts {
  readonly setContext: (key: string, value: boolean) => void;
  /** A classifier can answer, or the user is asked. */
  readonly judgeSettled: () => Promise<boolean>;
  readonly panelShown: () => boolean;
}

/** The editor remembers the steps. */
export class FirstRun {
  private readonly done = new Set<FirstStep>();

  constructor(private readonly parts: FirstRunParts) {}

  /** Call after every panel change. */
  follow({ agents, denials }: Pick<PanelSnapshot, 'agents' | 'denials'>): void {
    if (agents.some(({ state }) => CONNECTED.has(state))) this.reached('connect');
    if (denials.length > 0 && this.parts.panelShown()) this.reached('denial');
  }

  /** Call when keys, models or settings may have changed. Never rejects. */
  async judgeMayHaveChanged(): Promise<void> {
    const settled = await this.parts.judgeSettled().catch(() => false);
    if (settled) this.reached('judge');
  }

  reached(step: FirstStep): void {
    if (this.done.has(step)) return;
    this.done.add(step);
    this.parts.setContext(FIRST_STEPS[step], true);
  }
}
