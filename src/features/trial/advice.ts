import type { AdviceSource } from '../../bridge/adviceDoor';
import type { ExplainAnswer } from '../../bridge/protocol/advice';
import type { DryRunWorld } from '../../engine/trial/dryRun';
import type { GateStatus } from '../../gate/api';
import type { TriedVerdict } from '../../panel/trial';
import { verdictOf } from './triedCall';

export interface AdviceParts {
  readonly world: DryRunWorld;
  /** For calls outside the window's folders. */
  readonly outside: DryRunWorld;
  readonly isOn: (folder: string) => boolean;
  readonly status: () => Promise<Pick<GateStatus, 'mode' | 'paused' | 'agents'>>;
  readonly redact: (text: string) => string;
}

/** For another program of the user, so only what that can see anyway. */
export function advice({ world, outside, isOn, status, redact }: AdviceParts): AdviceSource {
  return {
    explain: (request, isOutside) => explained(verdictOf(request, isOutside ? outside : world), redact),
    status: async (folder) => {
      const { mode, paused, agents } = await status();
      return {
        enabled: isOn(folder),
        mode,
        paused,
        agents: agents.map(({ id, name, state }) => ({ id, name, state })),
      };
    },
  };
}

/** Without the fragment: the asker has it. */
function explained(verdict: TriedVerdict, redact: (text: string) => string): ExplainAnswer {
  const { outcome, stage, reason, rule, remedy, afterYes } = verdict;
  return {
    outcome,
    stage,
    ...(reason === undefined ? {} : { reason: redact(reason) }),
    ...(rule === undefined ? {} : { rule: { ...rule, text: redact(rule.text) } }),
    ...(remedy === undefined ? {} : { remedy: redact(remedy) }),
    ...(afterYes === undefined ? {} : { afterYes: explained(afterYes, redact) }),
  };
}
