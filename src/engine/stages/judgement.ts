import { canonical } from '../../common/canonicalJson';
import type { JsonObject } from '../../common/json';
import type { ClassifierAnswer } from '../model/ports';
import type { CallContext, Passed, Verdict } from '../model/stage';

export type Outage = Extract<ClassifierAnswer, { kind: 'outage' }>;
export type Judgement = Extract<ClassifierAnswer, { kind: 'verdict' }>;

export function reasonToAsk(
  answer: ClassifierAnswer,
  { answers, configuration, gate, interactive }: CallContext,
  { userSaidRun = false }: Passed,
): 'released' | 'outage' | 'paused' | 'soft-block' | undefined {
  const { whenUnavailable, onBlock } = configuration.classifier;
  if (answer.kind === 'outage') {
    if (userSaidRun) return 'released';
    return whenUnavailable === 'ask' && answer.outage !== 'too-large' && interactive ? 'outage' : undefined;
  }
  if (answer.decision === 'block' && answer.tier === 'hard_deny') return undefined;
  if (gate.memory.paused || answers.askedInPause === canonical(subjectOf(answer))) return 'paused';
  return answer.decision === 'block' && onBlock === 'ask' && interactive ? 'soft-block' : undefined;
}

export function subjectOf({ decision, tier, reason }: Judgement): JsonObject {
  return { decision, tier, reason };
}

export function outageDetails({ outage, usage }: Outage): Pick<Verdict, 'outage' | 'classifier'> {
  return { outage, ...(usage === undefined ? {} : { classifier: usage }) };
}

export function judgementDetails({ tier, usage, rule }: Judgement): Pick<Verdict, 'tier' | 'classifier' | 'rule'> {
  return {
    tier,
    classifier: usage,
    ...(rule === undefined ? {} : { rule: { text: rule, source: 'classifier' as const } }),
  };
}
