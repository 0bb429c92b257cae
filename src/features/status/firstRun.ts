import { CONTEXT_KEYS } from '../../config/contributions';
import type { PanelAgentState, PanelSnapshot } from '../../panel/messages';

/** The steps of the walkthrough, by the context keys that check them off. */
export const FIRST_STEPS = {
  connect: CONTEXT_KEYS.agentConnected,
  judge: CONTEXT_KEYS.judgeChosen,
  trial: CONTEXT_KEYS.callTried,
  denial: CONTEXT_KEYS.denialSeen,
} as const;
export type FirstStep = keyof typeof FIRST_STEPS;

/** An agent in one of these asks the gate, or would with its next call. */
const CONNECTED: ReadonlySet<PanelAgentState> = new Set<PanelAgentState>(['connected', 'protected', 'asking']);

export interface FirstRunParts {
  readonly setContext: (key: string, value: boolean) => void;
  /** Whether a classifier could answer, or the user is asked where none can. */
  readonly judgeSettled: () => Promise<boolean>;
  /** Whether the panel is open in front of the user. */
  readonly panelShown: () => boolean;
}

/** Checks the steps of the walkthrough off as they are done, however they are done. The editor remembers which were. */
export class FirstRun {
  private readonly done = new Set<FirstStep>();

  constructor(private readonly parts: FirstRunParts) {}

  /** Called after every change of what the panel shows. */
  follow({ agents, denials }: Pick<PanelSnapshot, 'agents' | 'denials'>): void {
    if (agents.some(({ state }) => CONNECTED.has(state))) this.reached('connect');
    if (denials.length > 0 && this.parts.panelShown()) this.reached('denial');
  }

  /** Called where keys, models or settings may be others now. Never rejects. */
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
